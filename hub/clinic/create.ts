import { randomBytes } from "node:crypto";
import type { EntryOf } from "../../shared/hub-api/entries.ts";
import type { Pushed } from "../../shared/hub-api/routes.ts";
import type { Push } from "../../shared/hub-api/signed.ts";
import { emptyLog } from "../../shared/hub-api/values.ts";
import { type Database, Refused, type Transaction } from "../database/database.ts";
import { storePush } from "../log/keep.ts";
import { type ParsedPush, parsePush } from "../log/read-push.ts";
import { applyPush, type LogView } from "../../shared/clinic/log/apply.ts";
import { fromBase64, fromHex, toHex, isSignatureValid, computeSha256 } from "./bytes.ts";

/** Makes a token that lets somebody create one clinic: 32 random bytes as base64url. The hub keeps its SHA-256 alone. */
export async function makeCreationToken(database: Database): Promise<string> {
  const token = randomBytes(32);
  const route = computeSha256(token);
  await database.transaction(route, ({ rows }) =>
    rows("insert into hub.creation_tokens (route) values ($1)", [fromHex(route)]),
  );
  return token.toString("base64url");
}

/** Whether any clinic was ever made here. */
export const hasClinic = (database: Database): Promise<boolean> =>
  database.transaction(null, async ({ rows }) => {
    const [row] = await rows<{ has_clinic: boolean }>("select has_clinic from hub.identity");
    return row?.has_clinic === true;
  });

/** The first entry makes the first desk, an admin, whose key signed it all. */
function founder({ signed, bytes, signature }: ParsedPush): EntryOf<"member-added"> {
  const [first] = signed.entries;
  const { read, clinic, sequence, generation, desk } = signed;
  const isFirst = clinic === null && sequence === 1 && generation === 0 && read.number === 0;
  if (!isFirst || read.hash !== emptyLog.hash || first?.type !== "member-added")
    throw new Refused({ code: "invalid", path: "bytes" });
  if (first.desk !== desk || !first.admin) throw new Refused({ code: "not-admin", entry: 0 });
  if (!isSignatureValid(bytes, signature, fromBase64(first.publicKey)))
    throw new Refused({ code: "signature-invalid" });
  return first;
}

/** The token is bound to this clinic before the clinic is made: what was interrupted can be finished, by the same push alone. */
const spend = (database: Database, token: string, clinic: string): Promise<void> => {
  const route = computeSha256(fromBase64(token));
  return database.durable(route, async ({ rows }) => {
    const spent = await rows(
      `update hub.creation_tokens set clinic = $2 where route = $1 and (clinic is null or clinic = $2)
       returning route`,
      [fromHex(route), fromHex(clinic)],
    );
    if (spent.length === 0) throw new Refused({ code: "token-refused" });
  });
};

const nothingKnown = ({ desk, publicKey, recipient, credential }: EntryOf<"member-added">): LogView => ({
  desks: new Map([
    [
      desk,
      {
        desk,
        admin: true,
        publicKey,
        recipient,
        credential,
        awaited: false,
        removedBy: null,
        answeredBy: null,
        letIn: null,
      },
    ],
  ]),
  records: new Map(),
  items: new Map(),
  addresses: new Map(),
  hasNoticeRecipient: false,
});

async function make(tx: Transaction, push: ParsedPush, clinic: string): Promise<Pushed> {
  const { rows, restorations } = tx;
  const made = await rows(
    `insert into hub.clinics (clinic, number, hash, restorations) values ($1, 0, $2, $3)
     on conflict (clinic) do nothing returning clinic`,
    [fromHex(clinic), fromHex(emptyLog.hash), await restorations],
  );
  if (made.length === 0) return asMade(tx, clinic);
  const context = { desk: push.signed.desk, generation: 0, number: 1 };
  const known = nothingKnown(founder(push));
  const applied = applyPush(known, push.signed.entries, context);
  if (!applied.ok) throw new Refused(applied.failure);
  const hash = await storePush(tx, push, applied.changes, {
    clinic,
    number: 1,
    before: emptyLog.hash,
    generation: 0,
    known,
  });
  await rows("update hub.identity set has_clinic = true where not has_clinic");
  return { clinic, number: 1, hash, generation: 0, repeated: false };
}

async function asMade({ rows }: Transaction, clinic: string): Promise<Pushed> {
  const [row] = await rows<{ hash: Buffer; generation: number }>(
    `select p.hash, c.generation from hub.pushes p join hub.clinics c on c.clinic = p.clinic
      where p.clinic = $1 and c.clinic = $1 and p.number = 1`,
    [fromHex(clinic)],
  );
  if (row === undefined) throw new Refused({ code: "unauthorized" });
  return { clinic, number: 1, hash: toHex(row.hash), generation: row.generation, repeated: true };
}

/** Makes a clinic of its first push; its id is the SHA-256 of that. Throws `Refused`; nothing of the clinic is kept then. */
export async function createClinic(
  database: Database,
  { token, push: sent }: { readonly token: string; readonly push: Push },
): Promise<Pushed> {
  const push = parsePush(sent);
  founder(push);
  const clinic = computeSha256(push.bytes);
  await spend(database, token, clinic);
  const made = await database.durable(clinic, (tx) => make(tx, push, clinic));
  database.remember(clinic, { number: made.number, hash: made.hash });
  return made;
}
