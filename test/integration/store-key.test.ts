import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SecretStore } from "../../main/platform/secret-store.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { createKey, findKey } from "../../main/db/key.ts";
import { removeFolder } from "../support/desk-kit.ts";
import { fileSecrets } from "../support/file-secrets.ts";

/** What files made before AEGIS begin with. */
const olderSalt = (bytes: Buffer): Buffer =>
  createHash("sha256").update("front-desk database key\0").update(bytes).digest().subarray(0, 16);

describe("the key of a database file", () => {
  let folder: string;
  let secrets: SecretStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-key-"));
    secrets = fileSecrets(join(folder, "secrets.json"));
  });
  afterEach(() => removeFolder(folder));
  const keep = (salt: Buffer, bytes: Buffer) =>
    secrets.set(`database-key/${salt.toString("hex")}`, bytes.toString("base64"));

  test("a new one is for AEGIS, and the first bytes of its file find it again", async () => {
    const made = await createKey(secrets, systemRandom);
    if (!made.ok) throw new Error(made.problem);
    expect(made.value.cipher).toBe("aegis");
    expect(await findKey(secrets, made.value.salt)).toEqual({ ok: true, value: made.value });
  });

  test("that of an older file is for ChaCha20, as the file's first bytes say", async () => {
    const bytes = Buffer.alloc(32, 7);
    const salt = olderSalt(bytes);
    await keep(salt, bytes);
    expect(await findKey(secrets, salt)).toEqual({ ok: true, value: { bytes, salt, cipher: "chacha20" } });
  });

  test("one that is not the file's, or too short, is wrong", async () => {
    const salt = olderSalt(Buffer.alloc(32, 1));
    await keep(salt, Buffer.alloc(32, 2));
    expect(await findKey(secrets, salt)).toEqual({ ok: true, value: "wrong" });
    const short = olderSalt(Buffer.alloc(16, 1));
    await keep(short, Buffer.alloc(16, 1));
    expect(await findKey(secrets, short)).toEqual({ ok: true, value: "wrong" });
  });
});
