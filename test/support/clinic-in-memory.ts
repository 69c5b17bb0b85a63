import type { HubFailure } from "../../shared/hub-api/failure.ts";
import type { LoggedPush } from "../../shared/hub-api/routes.ts";
import { signedPush, type Push } from "../../shared/hub-api/signed.ts";
import type { EntryOf } from "../../shared/hub-api/entries.ts";
import { emptyLog } from "../../shared/hub-api/values.ts";
import { applyPush, type EntryAddress } from "../../shared/clinic/log/apply.ts";
import type { LogItem as SharedItem } from "../../shared/clinic/log/item.ts";
import type { LetIn, Report } from "../../shared/clinic/log/losses.ts";
import { isMemberChange, findOutdatedRing, type LogDesk } from "../../shared/clinic/log/members.ts";
import type { RecordState } from "../../shared/clinic/log/records.ts";
import {
  createMemberAdded,
  createMemberRecord,
  createClinicKey,
  sealRingFor,
} from "../../main/features/clinic/acts.ts";
import { hashBytes, listRingRecipients } from "../../main/features/clinic/clinic-log.ts";
import { deriveDeskKeys, createDeskKeys, type DeskKeys } from "../../main/features/clinic/desk-keys.ts";
import { noKeys, openRing, createRing, type KeyRing } from "../../main/features/clinic/key-ring.ts";
import {
  hasRing,
  getClinicLog,
  createMembership,
  readRing,
  type KeptMembership,
} from "../../main/features/clinic/membership.ts";
import { signPush, type Said } from "../../main/features/clinic/push.ts";
import { restoreEndedWork } from "../../main/features/clinic/freed.ts";
import { reconcile } from "../../main/features/clinic/settle.ts";
import { takeLogged } from "../../main/features/clinic/take-log.ts";
import type { SharedContent } from "../../main/features/clinic/shared-content.ts";
import type { Repositories, Store } from "../../main/db/types.ts";
import { blankStore } from "./blank-store.ts";
import { keep, type KeptLog } from "./clinic-log-kit.ts";
import { fakeRandom } from "./fake-clock.ts";
import { account, idOf } from "./store-records.ts";

/* A clinic in memory: an honest hub that goes by the real rule, and desks that read its log with the real code into real records. */

type Refused = HubFailure["code"];

/** An honest hub, as far as the log goes. */
export type MemoryHub = {
  readonly log: KeptLog;
  readonly desks: Map<string, LogDesk>;
  readonly records: Map<string, RecordState>;
  readonly items: Map<string, SharedItem>;
  /** Null: the push is taken. `isTried`: the hub only says whether it would be. */
  readonly take: (desk: string, push: Push, isTried?: boolean) => Refused | null;
};

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64");

export function memoryHub(): MemoryHub {
  const log: KeptLog = { pushes: [], head: emptyLog };
  const [desks, records] = [new Map<string, LogDesk>(), new Map<string, RecordState>()];
  const [items, addresses] = [new Map<string, SharedItem>(), new Map<string, EntryAddress>()];
  const [letIn, reports] = [new Map<string, LetIn>(), new Map<string, Report>()];
  const sequences = new Map<string, number>();
  let clinic: string | null = null;
  let hasNoticeRecipient = false;
  let changedAt = 0;

  const take: MemoryHub["take"] = (desk, push, isTried = false) => {
    const signed = signedPush.safeParse(JSON.parse(bytesOf(push.bytes).toString("utf8"))).data;
    if (signed === undefined || signed.clinic !== clinic || signed.desk !== desk) return "invalid";
    const { entries, sequence, read } = signed;
    const named = entries.flatMap((entry) => ("ciphertext" in entry ? [entry.ciphertext] : []));
    const isWhole = named.every((hash, at) => hashBytes(bytesOf(push.ciphertexts[at] ?? "")) === hash);
    if (!isWhole || named.length !== push.ciphertexts.length) return "signature-invalid";
    const [first] = entries;
    const isFounding = clinic === null && first?.type === "member-added";
    const asks = desks.get(desk);
    if (!isFounding && (asks?.removedBy !== null || asks.credential !== credentialOf(desk)))
      return "unauthorized";
    if (sequence !== (sequences.get(desk) ?? 0) + 1) return "sequence-gap";
    if (findOutdatedRing(entries, { read: read.number, changedAt }) !== null) return "members-changed";
    const number = log.head.number + 1;
    const at = Date.parse("2026-11-23T12:00:00.000Z");
    const lately = { reports: [...reports.values()], letIn };
    const founders = isFounding ? new Map([[desk, { ...cardOf(first), ...standing }]]) : desks;
    const addressesOf = new Map<string, number>();
    for (const { by } of addresses.values())
      if (by !== null) addressesOf.set(by, (addressesOf.get(by) ?? 0) + 1);
    const known = { desks: founders, records, items, addresses, addressesOf, hasNoticeRecipient, lately };
    const applied = applyPush(known, entries, { desk, generation: 0, number, at });
    if (!applied.ok) return applied.failure.code;
    if (isTried) return null;
    const { changes } = applied;
    for (const [id, one] of changes.desks) {
      if (!desks.has(id)) letIn.set(id, { by: desk, at });
      const said = entries.findLast((entry) => entry.type === "member-removed" && entry.desk === id);
      const lost = said?.type === "member-removed" && said.lost;
      const report = reports.get(id);
      if (one.answeredBy === number && report !== undefined) reports.set(id, { ...report, answer: lost });
      else if (one.removedBy === number && lost)
        reports.set(id, { desk: id, by: desk, number, at, answer: null });
      desks.set(id, one);
    }
    for (const [id, one] of changes.records) {
      records.set(id, one);
      if (one.dropped)
        for (const [nth, logged] of log.pushes.entries()) log.pushes[nth] = without(logged, id);
    }
    for (const [id, one] of changes.items) items.set(id, one);
    for (const [id, one] of changes.addresses) addresses.set(id, one);
    hasNoticeRecipient ||= changes.noticeRecipient !== null;
    sequences.set(desk, sequence);
    if (entries.some(isMemberChange)) changedAt = number;
    clinic ??= hashBytes(bytesOf(push.bytes));
    keep(log, desk, push);
    return null;
  };
  return { log, desks, records, items, take };
}

/** The push as the log shows it once the record was dropped. */
function without(logged: LoggedPush, record: string): LoggedPush {
  const { entries } = signedPush.parse(JSON.parse(bytesOf(logged.bytes).toString("utf8")));
  const named = entries.filter((entry) => "ciphertext" in entry);
  const isGone = (entry: (typeof named)[number] | undefined): boolean =>
    entry?.type === "record" && entry.record === record;
  return { ...logged, ciphertexts: logged.ciphertexts.map((text, at) => (isGone(named[at]) ? null : text)) };
}

/** Each desk has one, which it shows with whatever it says. */
export const credentialOf = (desk: string): string => hashBytes(Buffer.from(desk));
const standing = { awaited: false, removedBy: null, answeredBy: null, letIn: null };
const cardOf = ({ type: _type, ...card }: EntryOf<"member-added">) => card;

/** A desk of the clinic without its program, with its records. */
export type MemoryDesk = {
  readonly id: string;
  readonly name: string;
  readonly keys: DeskKeys;
  readonly store: Store;
  readonly kept: () => KeptMembership;
  /** From now on it knows this, as if it had read it. */
  readonly knows: (next: KeptMembership) => void;
  /** Reads what the hub has, push by push or all of it at once. Answers why it stopped; null: it has read all. */
  readonly read: (isAtOnce?: boolean) => Promise<string | null>;
  /** Says it as this desk. `isTried`: it only asks whether the hub would take it. */
  readonly say: (words: readonly Said[], isTried?: boolean) => Refused | null;
};

type Place = { readonly hub: MemoryHub; readonly clinic: () => string };

/** A desk that is no member yet. */
export async function memoryDesk(nth: number, { hub, clinic }: Place): Promise<MemoryDesk> {
  const [keys, store] = [await deriveDeskKeys(await createDeskKeys()), await blankStore()];
  const [id, name] = [idOf(900 + nth), `Desk ${String(nth)}`];
  const random = fakeRandom();
  const membership = (): KeptMembership =>
    createMembership({ hub: "http://127.0.0.1:1", clinic: clinic(), desk: id, name });
  let kept: KeptMembership | null = null;
  /** What opens records of before its own ring stands in the log, as a desk that has just joined finds it. */
  let ahead = noKeys;
  const own = (): KeptMembership => kept ?? membership();

  async function ringsOf(logged: LoggedPush): Promise<ReadonlyMap<string, KeyRing | null>> {
    const rings = new Map<string, KeyRing | null>();
    const signed = signedPush.parse(JSON.parse(bytesOf(logged.bytes).toString("utf8")));
    const named = signed.entries.flatMap((entry) => (entry.type === "ring" ? [entry.ciphertext] : []));
    for (const text of logged.ciphertexts) {
      const hash = hashBytes(bytesOf(text ?? ""));
      if (named.includes(hash))
        rings.set(hash, await openRing(bytesOf(text ?? ""), { clinic: clinic(), identity: keys.identity }));
    }
    return rings;
  }
  async function lookAhead(): Promise<void> {
    for (const logged of hub.log.pushes.toReversed()) {
      const [ring] = [...(await ringsOf(logged)).values()].filter((one) => one !== null);
      if (ring === undefined) continue;
      ahead = ring;
      return;
    }
  }
  const reading = (repositories: Repositories, rings: ReadonlyMap<string, KeyRing | null>) => ({
    repositories,
    account,
    rings,
    ahead,
    newId: random.uuid,
    now: () => "2026-11-23T12:00:00.000Z",
    onTaken: () => undefined,
    onCameBack: () => undefined,
  });
  let items: string[] = [];
  const nobody = () => ({ went: new Set<string>(), dropped: new Set<string>(), lost: new Set<string>() });
  let removed = nobody();
  async function take(logged: LoggedPush): Promise<string | null> {
    const rings = await ringsOf(logged);
    return store.transaction((repositories) => {
      const taken = takeLogged(reading(repositories, rings), own(), logged);
      if (typeof taken === "string") return { fault: taken };
      kept = taken.kept;
      items.push(...taken.items);
      for (const desk of taken.went) removed.went.add(desk);
      for (const desk of taken.dropped) removed.dropped.add(desk);
      for (const desk of taken.lost) removed.lost.add(desk);
      repositories.clinic.set(account, JSON.stringify(kept));
      return { fault: null };
    }).fault;
  }
  function end(): void {
    store.transaction((repositories) => {
      const of = reading(repositories, new Map());
      reconcile(of, own(), { items, isBusy: () => false });
      restoreEndedWork(of, own(), removed);
    });
    items = [];
    removed = nobody();
  }
  return {
    id,
    name,
    keys,
    store,
    kept: own,
    knows: (next) => void (kept = next),
    read: async (isAtOnce = false) => {
      if (!hasRing(own()) && ahead.size === 0) await lookAhead();
      for (const logged of hub.log.pushes.slice(own().head.number)) {
        const fault = await take(logged);
        if (fault !== null) return fault;
        if (!isAtOnce) end();
      }
      end();
      return null;
    },
    say: (words, isTried) => {
      const { head: read } = own();
      const sequence = (getClinicLog(own()).members.get(id)?.sequence ?? 0) + 1;
      const of = read.number === 0 ? null : clinic();
      const push = signPush(keys, { clinic: of, desk: id, sequence, generation: 0, read }, words);
      const digest = hashBytes(bytesOf(push.bytes));
      const refused = hub.take(id, push, isTried);
      if (refused === null && isTried !== true)
        store.transaction((all) => all.clinic.pushes.put(account, { sequence, digest, json: null }));
      return refused;
    },
  };
}

const taken = (refused: string | null): void => {
  if (refused !== null) throw new Error(refused);
};

/** A clinic of so many desks, each of which has said its name. The first one founded it. */
export async function memoryClinic(count: number): Promise<{ hub: MemoryHub; desks: readonly MemoryDesk[] }> {
  const hub = memoryHub();
  const clinic = (): string => hashBytes(bytesOf(hub.log.pushes[0]?.bytes ?? ""));
  const desks: MemoryDesk[] = [];
  for (let nth = 1; nth <= count; nth += 1) desks.push(await memoryDesk(nth, { hub, clinic }));
  const [founder] = desks;
  if (founder === undefined) return { hub, desks };
  const added = desks.map(({ id, keys }) =>
    createMemberAdded({ ...keys.card, desk: id, credential: credentialOf(id) }),
  );
  taken(founder.say(added));
  taken(await founder.read());
  const recipients = listRingRecipients(getClinicLog(founder.kept()));
  taken(founder.say([await sealRingFor(createRing([createClinicKey()]), { clinic: clinic(), recipients })]));
  for (const desk of desks) {
    taken(await desk.read());
    taken(desk.say(namedAs(desk)));
  }
  for (const desk of desks) taken(await desk.read());
  return { hub, desks };
}

/** The next version of a record, sealed with the key that this desk has. */
export function recordOf(
  desk: MemoryDesk,
  member: string,
  content: SharedContent,
  version = 1,
): readonly Said[] {
  const { clinic } = desk.kept();
  const said = createMemberRecord({ clinic, ring: readRing(desk.kept()) }, { member, version, content });
  return said === null ? [] : [said];
}
const namedAs = (desk: MemoryDesk): readonly Said[] =>
  recordOf(desk, desk.id, { kind: "desk", name: desk.name });
