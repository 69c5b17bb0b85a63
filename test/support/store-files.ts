import { closeSync, openSync, readSync, writeSync } from "node:fs";
import type { SecretStore } from "../../main/platform/secret-store.ts";
import { readFirstBytes } from "../../main/db/files.ts";
import { findKey, saltLength, type DatabaseKey } from "../../main/db/key.ts";

/** The key of a database file, as the store finds it. */
export async function keyOf(file: string, secrets: SecretStore): Promise<DatabaseKey> {
  const found = await findKey(secrets, readFirstBytes(file, saltLength));
  if (!found.ok || typeof found.value === "string") throw new Error("The file has no key.");
  return found.value;
}

/** Changes one bit of a file. */
export function flipBit(file: string, offset: number): void {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, offset);
  byte[0] = (byte[0] ?? 0) ^ 1;
  writeSync(handle, byte, 0, 1, offset);
  closeSync(handle);
}
