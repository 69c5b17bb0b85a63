import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import { signedPush } from "../../../shared/hub-api/signed.ts";
import { hashBytes } from "./clinic-log.ts";
import type { DeskKeys } from "./desk-keys.ts";
import { noKeys, openRing, type KeyRing } from "./key-ring.ts";
import { parseClaims } from "./kept-claims.ts";
import type { LogPages } from "./log-pages.ts";
import type { LineStep } from "./standing.ts";

type Reader = { readonly clinic: string; readonly identity: DeskKeys["identity"] };

/** A number that no log has. */
const beyond = Number.MAX_SAFE_INTEGER;
/** Pushes that are looked through at once for a ring, from the end of the log: it came with the desk. */
const searched = 16;

/**
 * The ring that a push names, by its SHA-256: the last, where it names several. A desk seals one for all keys, and has none before it but such as
 * nobody has; opening one takes a second, and whoever has one desk's keys says a thousand of them.
 */
function ringsNamedIn(bytes: string): ReadonlySet<string> {
  const push = parseClaims(signedPush, Buffer.from(bytes, "base64").toString("utf8"));
  const ring = push?.entries.findLast((entry) => entry.type === "ring");
  return new Set(ring?.type === "ring" ? [ring.ciphertext] : []);
}

/** Opens the rings in these pushes, by their SHA-256; null: it is not this desk's to open. */
export async function openRingsIn(
  pushes: readonly LoggedPush[],
  reader: Reader,
): Promise<ReadonlyMap<string, KeyRing | null>> {
  const rings = new Map<string, KeyRing | null>();
  for (const { bytes, ciphertexts } of pushes) {
    const named = ringsNamedIn(bytes);
    if (named.size === 0) continue;
    for (const text of ciphertexts) {
      const sealed = Buffer.from(text ?? "", "base64");
      const hash = hashBytes(sealed);
      if (named.has(hash)) rings.set(hash, await openRing(sealed, reader));
    }
  }
  return rings;
}

/** The last ring in that part of the log which is this desk's to open. A page ends before the part does where it is full. */
async function findRingBetween(
  pages: LogPages,
  reader: Reader,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<LineStep | KeyRing> {
  let ring = noKeys;
  for (let after = from; after < to;) {
    const page = await pages.read({ after, limit: to - after });
    if (typeof page === "string") return page;
    const opened = [...(await openRingsIn(page.pushes, reader)).values()].filter((one) => one !== null);
    ring = opened.at(-1) ?? ring;
    const last = page.pushes.at(-1)?.number ?? to;
    after = Math.max(last, after + 1);
  }
  return ring;
}

/**
 * Searches the log from its end for the last ring that this desk can open; an empty one where there is none. A desk that has just
 * joined reads from the beginning what is sealed with keys that it is given at the end.
 */
export async function findLastRing(pages: LogPages, reader: Reader): Promise<LineStep | KeyRing> {
  const end = await pages.read({ after: beyond, limit: 1 });
  if (typeof end === "string") return end;
  for (let to = end.head.number; to > 0;) {
    const from = Math.max(0, to - searched);
    const ring = await findRingBetween(pages, reader, { from, to });
    if (typeof ring === "string" || ring.size > 0) return ring;
    to = from;
  }
  return noKeys;
}
