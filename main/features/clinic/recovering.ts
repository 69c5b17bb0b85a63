import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { readServiceAddress } from "../../../shared/connection/service-address.ts";
import { say } from "../../../messages/saying.ts";
import { buildMembersChange } from "./acts.ts";
import { emptyClinicLog, hashBytes, readPush, type ClinicLog, type ReadPush } from "./clinic-log.ts";
import { deriveDeskKeys } from "./desk-keys.ts";
import type { Newcomer } from "./founding.ts";
import type { HubAddress, HubClient } from "./hub-client.ts";
import { createHubFailure } from "./hub-trouble.ts";
import {
  getCurrentEpoch,
  isLateRing,
  mergeRings,
  getRingKey,
  noKeys,
  openRing,
  type KeyRing,
} from "./key-ring.ts";
import {
  hasRing,
  serializeRing,
  createMembership,
  readRing,
  setAccount,
  setLog,
  type KeptMembership,
} from "./membership.ts";
import { signPush } from "./push.ts";
import { openRecord } from "./sealed-records.ts";
import { readContent } from "./shared-content.ts";
import { readSheet, deriveSheetCredential, getSheetKeys, type SheetIdentity } from "./sheet.ts";

type Options = {
  readonly client: HubClient;
  /** A person agrees to that hub: null once they did. */
  readonly agree: (hub: string) => Promise<Failure | null>;
  /** What was typed or pasted of the sheet. */
  readonly typed: string;
  readonly of: Newcomer;
  /** The mark of the account that this desk is signed in to. */
  readonly mark: (key: Uint8Array) => string;
};

const pageSize = 200;
const noSheet = fail("invalid-input", say("failures.someFields"), {
  fields: { sheet: say("failures.clinic.sheet") },
});
const notKnown = fail("refused", say("failures.clinic.sheetUnknown"));
const otherAccount = fail("refused", say("failures.clinic.otherAccount"));
const unbelievable = fail("refused", say("failures.clinic.stopped.faulty-log"));

type Refused = Parameters<typeof createHubFailure>[0];
type Recovered = Result<Pick<KeptMembership, "hub" | "clinic"> & { readonly sheet: string }>;

/** Other desks that change members at the same moment, as they do by themselves once one has left, come first this often at most. */
const mostTries = 5;

/** Lets a new desk into the clinic of a sheet, by the sheet's own word. Answers where, once the hub has it. */
export async function recoverWithSheet({ agree, typed, ...options }: Options): Promise<Recovered> {
  const sheet = readSheet(typed);
  // A forged sheet could lead anywhere: what a hub may be reached by is the same as for any other way in.
  if (sheet === null || readServiceAddress(sheet.hub).kind !== "ok") return failed(noSheet);
  const refusal = await agree(sheet.hub);
  if (refusal !== null) return failed(refusal);
  const hub = { address: sheet.hub, credential: deriveSheetCredential(sheet).toString("base64url") };
  for (let tries = 1; ; tries += 1) {
    const answer = await letInBy(sheet, { ...options, hub });
    if (!("isOutdated" in answer)) return answer;
    if (tries === mostTries) return failed(createHubFailure(answer.answer));
  }
}

/** The same once. `isOutdated`: members or keys have changed since the log was read. */
async function letInBy(
  sheet: SheetIdentity,
  { client, hub, of, mark }: Omit<Options, "agree" | "typed"> & { readonly hub: HubAddress },
): Promise<Recovered | { readonly isOutdated: true; readonly answer: Refused }> {
  const read = await readWhole({ client, hub, sheet });
  if (!read.ok) return read;
  const { generation, named } = read.value;
  const kept = setAccount(read.value.kept, accountsIn(read.value.kept, named));
  const keys = await deriveDeskKeys(getSheetKeys(sheet));
  const self = findSheet(kept, { publicKey: keys.card.publicKey, credential: deriveSheetCredential(sheet) });
  if (self === undefined || !hasRing(kept)) return failed(notKnown);
  const first = getRingKey(readRing(kept), 1);
  if (kept.account !== null && first !== null && kept.account !== mark(first)) return failed(otherAccount);
  const { secrets, keys: own, credential } = of;
  const words = await buildMembersChange(kept, { added: { ...own.card, desk: secrets.desk, credential } });
  const facts = {
    clinic: sheet.clinic,
    desk: self.desk,
    sequence: self.sequence + 1,
    generation,
    read: kept.head,
  };
  const answer = await client(hub, "push", {
    ids: { clinic: sheet.clinic },
    input: signPush(keys, facts, words),
  });
  if (answer.kind === "ok") return ok({ hub: sheet.hub, clinic: sheet.clinic, sheet: self.desk });
  const isOutdated = answer.kind === "refused" && answer.failure.code === "members-changed";
  return isOutdated ? { isOutdated, answer } : failed(createHubFailure(answer));
}

/**
 * The sheet among the members. Whoever has seen its card may have let in a desk with the sheet's public key: the sheet is the one
 * that the hub knows by the sheet's credential.
 */
function findSheet(
  { members }: KeptMembership,
  { publicKey, credential }: { readonly publicKey: string; readonly credential: Uint8Array },
): KeptMembership["members"][number] | undefined {
  const own = members.filter((member) => member.removedAt === null && member.publicKey === publicKey);
  return own.find((member) => member.credential === hashBytes(credential)) ?? own[0];
}

/** What desks said of themselves, sealed, by their ids. */
type Named = ReadonlyMap<string, { readonly entry: EntryOf<"record">; readonly sealed: Uint8Array }>;

/** The marks of the accounts that desks are signed in to. */
function accountsIn(kept: KeptMembership, named: Named): Readonly<Record<string, string>> {
  const accounts: Record<string, string> = {};
  for (const [desk, { entry, sealed }] of named) {
    const { record: id, version, keyEpoch: epoch } = entry;
    const key = getRingKey(readRing(kept), epoch);
    const plain =
      key === null ? null : openRecord(sealed, { place: { clinic: kept.clinic, id, version, epoch }, key });
    const content = plain === null ? null : readContent(plain);
    if (
      content !== null &&
      typeof content !== "string" &&
      content.kind === "desk" &&
      content.account !== undefined
    )
      accounts[desk] = content.account;
  }
  return accounts;
}

type Whole = { readonly kept: KeptMembership; readonly generation: number; readonly named: Named };
type Asked = { readonly client: HubClient; readonly hub: HubAddress; readonly sheet: SheetIdentity };

/** The clinic's whole log, of which nothing is kept but who is a member and the keys. */
async function readWhole({ client, hub, sheet }: Asked): Promise<Result<Whole>> {
  const { clinic, identity } = sheet;
  const hashes = new Map<number, string>();
  let log: ClinicLog = emptyClinicLog;
  let ring = noKeys;
  const named = new Map<string, { entry: EntryOf<"record">; sealed: Uint8Array }>();
  for (;;) {
    const query = { after: log.head.number, limit: pageSize };
    const page = await client(hub, "pull", { ids: { clinic }, query });
    if (page.kind !== "ok") return failed(whyNot(page));
    for (const logged of page.value.pushes) {
      const read = readPush(log, { logged, clinic, hashAt: (number) => hashes.get(number) ?? null });
      if (typeof read === "string") return failed(unbelievable);
      const isNext = read.log.keyEpoch > log.keyEpoch;
      ({ log } = read);
      hashes.set(log.head.number, log.head.hash);
      for (const [place, entry] of read.push.entries.entries()) {
        const sealed = read.contents.get(place) ?? null;
        if (entry.type === "record" && entry.record === read.push.desk && sealed !== null)
          named.set(entry.record, { entry, sealed });
      }
      ring = await ringAfter(ring, read, { clinic, identity, isNext });
    }
    if (page.value.pushes.length > 0 && log.head.number < page.value.head.number) continue;
    const kept = createMembership({ hub: sheet.hub, clinic, desk: "", name: "" });
    return ok({
      kept: { ...setLog(kept, log), ring: serializeRing(ring) },
      generation: page.value.history.generation,
      named,
    });
  }
}

const unknown: ReadonlySet<string> = new Set(["unauthorized", "desk-removed"]);
const whyNot = (answer: Parameters<typeof createHubFailure>[0]): Failure =>
  answer.kind === "refused" && unknown.has(answer.failure.code) ? notKnown : createHubFailure(answer);

/** The sheet's keys, with those of the push's last ring, where that is its to open: a desk reads no other of a push either. */
async function ringAfter(
  before: KeyRing,
  { push, contents, setAside }: ReadPush,
  { isNext, ...asked }: { readonly clinic: string; readonly identity: string; readonly isNext: boolean },
): Promise<KeyRing> {
  const place = push.entries.findLastIndex(({ type }) => type === "ring");
  const entry = push.entries[place];
  if (entry?.type !== "ring" || setAside.some((aside) => aside.entry === place)) return before;
  if (isLateRing(before, { epoch: entry.keyEpoch, isNext })) return before;
  const opened = await openRing(contents.get(place) ?? new Uint8Array(), asked);
  return opened !== null && getCurrentEpoch(opened) === entry.keyEpoch ? mergeRings(before, opened) : before;
}
