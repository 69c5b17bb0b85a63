import type { z } from "zod";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { type Push, type SignedPush, signedPush } from "../../shared/hub-api/signed.ts";
import { fromBase64, computeSha256 } from "../clinic/bytes.ts";
import { Refused } from "../database/database.ts";

/** A ciphertext with the entry that names it. `record` is null where it is none of a record. */
export type DetachedBytes = { readonly record: string | null; readonly bytes: Buffer };

/** A push as it was read; its signature is not looked at yet. */
export type ParsedPush = {
  readonly signed: SignedPush;
  readonly bytes: Buffer;
  readonly signature: Buffer;
  readonly ciphertexts: readonly DetachedBytes[];
};

/** A mark of the byte order is no JSON here either: what a hub takes without it stops every desk, which read the bytes as they are. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads signed bytes as JSON by a schema. Throws `Refused` with the place of what is wrong, never with what stands there. */
export function readSigned<S extends z.ZodType>(schema: S, bytes: Uint8Array): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new Refused({ code: "invalid", path: "bytes" });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Refused({ code: "invalid", path: `bytes.${formatIssuePath(parsed.error)}` });
}

/** Where the first thing is wrong. Names that the sender made up are not repeated: a path holds our own alone. */
export const formatIssuePath = ({ issues }: z.ZodError): string =>
  issues[0]?.path.map(String).join(".").slice(0, 180) ?? "";

const named = (entry: Entry): { readonly record: string | null; readonly sha256: string } | null => {
  if (entry.type === "record") return { record: entry.record, sha256: entry.ciphertext };
  return entry.type === "ring" ? { record: null, sha256: entry.ciphertext } : null;
};

/** Each ciphertext is the one that was signed, in the order of the entries. */
export function parsePush(push: Push): ParsedPush {
  const bytes = fromBase64(push.bytes);
  const signed = readSigned(signedPush, bytes);
  const wanted = signed.entries.map(named).filter((one) => one !== null);
  if (wanted.length !== push.ciphertexts.length) throw new Refused({ code: "signature-invalid" });
  const ciphertexts = wanted.map(({ record, sha256 }, place) => {
    const beside = fromBase64(push.ciphertexts[place] ?? "");
    if (computeSha256(beside) !== sha256) throw new Refused({ code: "signature-invalid" });
    return { record, bytes: beside };
  });
  const size = ciphertexts.reduce((sum, one) => sum + one.bytes.length, 0);
  if (size > hubLimits.ciphertexts) throw new Refused({ code: "too-large" });
  return { signed, bytes, signature: fromBase64(push.signature), ciphertexts };
}
