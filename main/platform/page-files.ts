import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { language } from "../../messages/language.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".map": "application/json",
};

/** The media type of a built file, by its name's ending; of plain text for any other. */
export const getMediaType = (file: string | null): string =>
  types[extname(file ?? "")] ?? "text/plain; charset=utf-8";

/**
 * The file in `root` that an address of `origin` names, or null. Only letters, digits and `-_.` in a name, and
 * no name that begins with a dot: whatever could climb out of `root` is not a file of ours.
 */
export function resolvePageFile(
  address: string,
  { root, origin }: { readonly root: string; readonly origin: string },
): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== origin) return null;
  const names = url.pathname.split("/").slice(1);
  if (names.some((name) => !/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name))) return null;
  const file = join(root, ...names);
  return file.startsWith(root + sep) && types[extname(file)] !== undefined ? file : null;
}

/** What is in a built file. A page names the language in use, so that it is drawn in it from the start. */
export async function readPageContent(file: string): Promise<string | Buffer<ArrayBuffer>> {
  if (extname(file) !== ".html") return readFile(file);
  return (await readFile(file, "utf8")).replace(/<html lang="[^"]*"/, `<html lang="${language}"`);
}
