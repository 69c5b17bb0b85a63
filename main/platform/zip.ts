import { strToU8, zipSync } from "fflate";

/** Small texts in one ZIP file. `at`: the date that each of them has in it. */
export const buildZip = (
  files: readonly { readonly name: string; readonly text: string }[],
  at: Date,
): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: at });
