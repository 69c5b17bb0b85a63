import type { HubFailure } from "../../contract/hub/failure.ts";
import type { LoggedPush } from "../../contract/hub/routes.ts";
import { push as pushSchema, signedPush, type Push } from "../../contract/hub/signed.ts";
import type { AccountId } from "../../contract/records/account.ts";
import type { HubLine } from "../../contract/records/clinic.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { BookingItem } from "../../contract/records/item.ts";
import type { Clock, Log, RandomIds } from "../platform/ports.ts";
import type { Repositories, Store } from "../store/types.ts";
import { hashOf } from "./clinic-log.ts";
import type { DeskKeys } from "./desk-keys.ts";
import type { HubAnswer, HubClient } from "./hub-client.ts";
import { openRing, type KeyRing } from "./key-ring.ts";
import { logOf, ringOf, type KeptMembership, type StopReason } from "./membership.ts";
import { signHeartbeat, signPush, type Said } from "./push.ts";
import { settle } from "./settle.ts";
import { takeLogged, type Reading, type Untaken } from "./take-log.ts";
import { asRecord, nextWords } from "./words.ts";

/** What the hub said to words that somebody waits for. `late`: nobody knows yet; they may still be taken. */
export type Answer =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly failure: HubFailure }
  | { readonly kind: "late" }
  | { readonly kind: "stopped" };

export type ClinicLine = {
  /** There may be something to read or to say. */
  readonly kick: () => void;
  /** Says what is asked for as soon as all before is said, and answers when it is read in the log, or refused. */
  readonly say: (words: (repositories: Repositories) => readonly Said[] | null) => Promise<Answer>;
  /** These items may stand otherwise now that nothing of theirs is under way. */
  readonly settleAgain: (sharedId: string) => void;
  /** A booking as a record of the log that is to be said; null where it cannot be. */
  readonly sealed: (item: BookingItem) => Said | null;
  readonly kept: () => KeptMembership;
  /** Changes what is kept beside the log. */
  readonly change: (next: (kept: KeptMembership) => KeptMembership) => void;
  readonly state: () => LineState;
  /** Settles when all that the hub has was read once, or that could not be done. */
  readonly look: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type LineState = {
  readonly line: HubLine;
  /** RFC 3339 instant. */
  readonly heardAt: string | null;
  /** Why it is away: of the hub's client. */
  readonly reason: string | null;
  readonly progress: { readonly read: number; readonly of: number } | null;
};

export type ClinicLineOptions = {
  readonly store: Store;
  readonly account: AccountId;
  readonly kept: KeptMembership;
  readonly keys: DeskKeys;
  readonly credential: string;
  readonly client: HubClient;
  /** Hints that there is more. Settles when the stream has ended. */
  readonly listen: (
    hub: { readonly address: string; readonly credential: string; readonly clinic: string },
    onMore: () => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  /** Whether an attempt of it is under way here. */
  readonly isBusy: (id: RecordId) => boolean;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onState: () => void;
  /** The hub answers again, or this desk has read on: what waits for it may go. */
  readonly onUp: () => void;
};

/** Milliseconds: until the hub is asked again that did not answer, at most so many, and that had nothing new. */
const firstPause = 1_000;
const longestPause = 30_000;
const quiet = 30_000;
const beat = 60_000;
/** An answer that nobody waits for any longer than so many milliseconds. */
const patience = 20_000;
const pageSize = 200;
/** A number that no log has. */
const beyond = Number.MAX_SAFE_INTEGER;

type Job = {
  readonly words: (repositories: Repositories) => readonly Said[] | null;
  readonly resolve: (answer: Answer) => void;
};
/** How a step of the line went. `again`: there is more to do at once. */
type Step = "done" | "again" | "away" | "stopped";

const stopOf: Partial<Record<HubFailure["code"], StopReason>> = {
  unauthorized: "refused",
  "desk-removed": "removed",
  "signature-invalid": "faulty-log",
};

/** Keeps one desk and the clinic's log in step: reads, says, waits, one thing at a time. */
export function clinicLine(options: ClinicLineOptions): ClinicLine {
  const { store, account, keys, credential, client, clock, random, log } = options;
  let { kept } = options;
  let jobs: Job[] = [];
  let busy: Promise<void> | null = null;
  let isAsked = false;
  let isEnded = false;
  let pause = firstPause;
  let cancelTimer = (): void => undefined;
  let cancelBeat = (): void => undefined;
  let state: LineState = {
    line: kept.stopped === null ? "reading" : "stopped",
    heardAt: null,
    reason: null,
    progress: null,
  };
  const again = new Set<string>();
  let ahead: KeyRing = [];
  const aborts = new AbortController();
  const hub = { address: kept.hub, credential };
  const ids = { clinic: kept.clinic };

  const tell = (next: Partial<LineState>): void => {
    const before = state;
    state = { ...state, ...next };
    if (before.line !== "up" && state.line === "up") options.onUp();
    options.onState();
  };
  const save = (next: KeptMembership): void => {
    if (next === kept) return;
    store.transaction(({ clinic }) => clinic.set(account, JSON.stringify(next)));
    kept = next;
  };
  const stopFor = (reason: StopReason): Step => {
    log.warn("clinic.stopped", { reason });
    save({ ...kept, stopped: reason });
    tell({ line: "stopped", progress: null });
    return "stopped";
  };
  const reading = (repositories: Repositories, rings: Reading["rings"]): Reading => ({
    repositories,
    account,
    rings,
    ahead,
    newId: random.uuid,
    now: () => clock.now().toISOString(),
  });

  /** What every answer says beside what was asked. */
  function heard<T>(answer: HubAnswer<T>): Step | { readonly value: T } | HubFailure {
    if (answer.kind === "ok" || answer.kind === "refused")
      tell({ heardAt: clock.now().toISOString(), reason: null });
    switch (answer.kind) {
      case "ok":
        return { value: answer.value };
      case "refused": {
        const { code } = answer.failure;
        const reason = stopOf[code];
        if (reason !== undefined) return stopFor(reason);
        return code === "rate-limited" || code === "closing" || code === "storage-full" || code === "too-slow"
          ? away(code)
          : answer.failure;
      }
      case "not-a-hub":
        return away("not-a-hub");
      default:
        return away(answer.reason);
    }
  }
  const away = (reason: string): Step => {
    tell({ line: "away", reason, progress: null });
    return "away";
  };

  async function ringsIn(pushes: readonly LoggedPush[]): Promise<ReadonlyMap<string, KeyRing | null>> {
    const rings = new Map<string, KeyRing | null>();
    for (const { bytes, ciphertexts } of pushes) {
      const entries = entriesIn(bytes);
      if (!entries.some(({ type }) => type === "ring")) continue;
      for (const text of ciphertexts) {
        const sealed = text === null ? null : Buffer.from(text, "base64");
        if (sealed === null || !sealed.subarray(0, 4).equals(Buffer.from("age-"))) continue;
        rings.set(hashOf(sealed), await openRing(sealed, { clinic: kept.clinic, identity: keys.identity }));
      }
    }
    return rings;
  }

  /** Takes a page, as far as it can be believed. */
  function take(pushes: readonly LoggedPush[], rings: ReadonlyMap<string, KeyRing | null>): Untaken | null {
    let fault: Untaken | null = null;
    const changed: RecordId[] = [];
    const next = store.group((repositories) => {
      const touched = new Set<string>();
      let now = kept;
      const page = reading(repositories, rings);
      for (const logged of pushes) {
        const taken = takeLogged(page, now, logged);
        if (typeof taken === "string") {
          fault = taken;
          break;
        }
        now = taken.kept;
        changed.push(...taken.changed);
        for (const item of taken.items) touched.add(item);
      }
      const settled = settle(page, now, { items: [...touched, ...again], isBusy: options.isBusy });
      changed.push(...settled);
      repositories.clinic.set(account, JSON.stringify(now));
      return now;
    });
    again.clear();
    kept = next;
    if (changed.length > 0) options.onChange([...new Set(changed)]);
    return fault;
  }

  /** A desk that has just joined reads from the beginning what is sealed with keys that it is given at the end. */
  async function lookAhead(): Promise<Step> {
    let { number: before } = kept.head;
    const end = heard(
      await client(hub, "pull", { ids, query: { after: beyond, limit: 1 }, signal: aborts.signal }),
    );
    if (typeof end === "string") return end;
    if ("code" in end) return away(end.code);
    before = end.value.head.number;
    while (before > 0 && ahead.length === 0) {
      const after = Math.max(0, before - pageSize);
      const page = heard(
        await client(hub, "pull", { ids, query: { after, limit: before - after }, signal: aborts.signal }),
      );
      if (typeof page === "string") return page;
      if ("code" in page) return away(page.code);
      const rings = [...(await ringsIn(page.value.pushes)).values()].filter((ring) => ring !== null);
      ahead = rings.at(-1) ?? [];
      before = after;
    }
    return "done";
  }

  function rewind(): Step {
    ahead = ringOf(kept);
    log.warn("clinic.rewound", { number: kept.head.number });
    const head = { number: 0, hash: "0".repeat(64) };
    const next = { ...kept, head, members: [], keyEpoch: 0, ring: [], sheet: null };
    store.transaction(({ clinic }) => {
      clinic.rewind(account);
      clinic.set(account, JSON.stringify(next));
    });
    kept = next;
    return "again";
  }

  /** The log as the hub has it now. */
  async function pull(): Promise<Step> {
    if (kept.ring.length === 0 && ahead.length === 0) {
      const step = await lookAhead();
      if (step !== "done") return step;
    }
    const query = { after: kept.head.number, limit: pageSize };
    const said = heard(await client(hub, "pull", { ids, query, signal: aborts.signal }));
    if (typeof said === "string") return said;
    if ("code" in said) return away(said.code);
    const { head, history, pushes } = said.value;
    const isOther =
      head.number < kept.head.number || (head.number === kept.head.number && head.hash !== kept.head.hash);
    if (isOther) return history.generation > kept.generation ? rewind() : witnessOther();
    const fault = take(pushes, await ringsIn(pushes));
    if (fault !== null) return history.generation > kept.generation ? rewind() : faulty(fault);
    const isThere = kept.head.number >= head.number;
    if (!isThere) {
      tell({ line: "reading", progress: { read: kept.head.number, of: head.number } });
      return "again";
    }
    reach(history);
    return "done";
  }

  /** All is read: what an earlier database had and this one lacks is to be said again. */
  function reach({
    generation,
    awaited,
  }: {
    readonly generation: number;
    readonly awaited: readonly string[];
  }): void {
    const isSame = generation === kept.generation && awaited.join() === kept.awaited.join();
    if (generation > kept.reported)
      store.transaction(({ clinic }) => {
        clinic.records.markLost(account);
        clinic.set(account, JSON.stringify({ ...kept, generation, awaited: [...awaited] }));
      });
    if (!isSame) save({ ...kept, generation, awaited: [...awaited] });
    tell({ line: "up", reason: null, progress: null });
  }

  /** The hub has to notice by itself that it is another one: it hears how far this desk had read. */
  async function witnessOther(): Promise<Step> {
    const answer = await send([{ entry: { type: "reported" } }]);
    if (answer.kind === "refused" && answer.failure.code === "history-differs") return rewind();
    return answer.kind === "late" ? "away" : stopFor("other-history");
  }

  function faulty(fault: Untaken): Step {
    log.warn("clinic.fault", { fault });
    return stopFor(fault === "copy" ? "copy" : fault === "other-history" ? "other-history" : "faulty-log");
  }

  const nextSequence = (): number => (logOf(kept).members.get(kept.desk)?.sequence ?? 0) + 1;

  /** What was signed and not answered: the same bytes again, until there is an answer. */
  async function sendWaiting(): Promise<Answer | null> {
    const waiting = store.read(({ clinic }) => clinic.pushes.waiting(account));
    if (waiting === null || waiting.json === null) return null;
    const answered = (): void => store.transaction(({ clinic }) => clinic.pushes.answered(account, waiting));
    const push = pushOf(waiting.json);
    // Read in the log already, or something else is: then it never will be.
    if (push === null || waiting.sequence < nextSequence()) {
      answered();
      return { kind: "late" };
    }
    const said = heard(await client(hub, "push", { ids, input: push, signal: aborts.signal }));
    if (typeof said === "string") return said === "stopped" ? { kind: "stopped" } : { kind: "late" };
    answered();
    if (!("code" in said)) return { kind: "taken" };
    return { kind: "refused", failure: said };
  }

  async function send(words: readonly Said[]): Promise<Answer> {
    const { clinic, desk, generation, head: read } = kept;
    const sequence = nextSequence();
    const push = signPush(keys, { clinic, desk, sequence, generation, read }, words);
    const digest = hashOf(Buffer.from(push.bytes, "base64"));
    store.transaction((all) =>
      all.clinic.pushes.put(account, { sequence, digest, json: JSON.stringify(push) }),
    );
    return (await sendWaiting()) ?? { kind: "late" };
  }

  /** A person, or an attempt, waits for it. */
  async function sayFirst(): Promise<Step> {
    const [job, ...rest] = jobs;
    if (job === undefined) return "done";
    jobs = rest;
    const words = store.read((repositories) => job.words(repositories));
    if (words === null || words.length === 0) {
      job.resolve({ kind: "refused", failure: { code: "not-found" } });
      return "again";
    }
    const answer = await send(words);
    const step = answer.kind === "late" || answer.kind === "stopped" ? stepOf(answer) : await pullAll();
    job.resolve(answer);
    return step === "done" ? "again" : step;
  }
  const stepOf = ({ kind }: Answer): Step => (kind === "stopped" ? "stopped" : "away");

  /** The oldest changes of this desk that the others do not know. */
  async function sayChanges(): Promise<Step> {
    const words = store.transaction((repositories) => ({
      said: nextWords({ repositories, account, kept, nonce: () => random.bytes(24) }),
    })).said;
    const report = kept.reported < kept.generation;
    if (words.length === 0 && !report) return "done";
    const said = words.length > 0 ? words : [{ entry: { type: "reported" as const } }];
    const { generation } = kept;
    const answer = await send(said);
    if (answer.kind === "taken" && words.length === 0) save({ ...kept, reported: generation });
    if (answer.kind === "refused") return refused(answer.failure, said);
    return answer.kind === "taken" ? "again" : stepOf(answer);
  }

  /** It read less than there is, or something stands otherwise: read on, and say it anew. Else it is put aside. */
  async function refused(failure: HubFailure, said: readonly Said[]): Promise<Step> {
    const { number, hash } = kept.head;
    const { generation } = kept;
    const step = await pullAll();
    if (step !== "done") return step;
    const isNew = kept.head.number !== number || kept.head.hash !== hash || kept.generation !== generation;
    if (!isNew) putAside("entry" in failure ? said[failure.entry] : said[0]);
    log.warn("clinic.refused", { code: failure.code, isNew });
    return "again";
  }

  function putAside(word: Said | undefined): void {
    const entry = word?.entry;
    const id =
      entry === undefined ? null : "record" in entry ? entry.record : "item" in entry ? entry.item : null;
    if (id === null) return;
    store.transaction(({ clinic }) => {
      const record = clinic.records.get(account, id);
      const recordId = record?.recordId ?? clinic.claims.get(account, id)?.recordId ?? null;
      if (record !== null) clinic.records.put(account, { ...record, aside: true });
      if (recordId !== null) clinic.changes.done(recordId);
    });
  }

  async function pullAll(): Promise<Step> {
    for (;;) {
      const step = await pull();
      if (step !== "again" || isEnded) return step;
    }
  }

  async function turn(): Promise<Step> {
    if (kept.stopped !== null) return "stopped";
    const waiting = await sendWaiting();
    if (waiting?.kind === "stopped") return "stopped";
    let step = await pullAll();
    while (step === "done" && !isEnded) {
      const first = await sayFirst();
      const next = first === "done" ? await sayChanges() : first;
      if (next === "done") {
        if (again.size > 0) take([], new Map());
        return "done";
      }
      step = next === "again" ? await pullAll() : next;
    }
    return step;
  }

  async function run(): Promise<void> {
    do {
      isAsked = false;
      const step = await turn().catch((error: unknown): Step => {
        log.error("clinic.turn", error);
        return "away";
      });
      if (step === "stopped" || isEnded) return giveUp({ kind: "stopped" });
      if (step === "away") {
        giveUp({ kind: "late" });
        const wait = pause * (0.5 + random.fraction());
        pause = Math.min(pause * 2, longestPause);
        return waitFor(wait);
      }
      pause = firstPause;
    } while (isAsked || jobs.length > 0);
    waitFor(quiet);
  }
  function giveUp(answer: Answer): void {
    const given = jobs;
    jobs = [];
    for (const { resolve } of given) resolve(answer);
  }
  function waitFor(milliseconds: number): void {
    cancelTimer();
    if (!isEnded) cancelTimer = clock.after(milliseconds, kick);
  }
  function kick(): void {
    isAsked = true;
    cancelTimer();
    busy ??= run().finally(() => {
      busy = null;
      if (isAsked && !isEnded && kept.stopped === null && state.line !== "away") kick();
    });
  }

  async function keepListening(): Promise<void> {
    while (!isEnded && kept.stopped === null) {
      await options.listen({ ...hub, ...ids }, kick, aborts.signal);
      await new Promise<void>((resolve) => void clock.after(firstPause * (1 + random.fraction()), resolve));
    }
  }
  function keepBeating(): void {
    cancelBeat = clock.after(beat, () => {
      if (isEnded || kept.stopped !== null) return;
      const { clinic, desk, generation, head: read } = kept;
      const word = signHeartbeat(keys, { clinic, desk, generation, read, at: clock.now().toISOString() });
      if (state.line === "up") void client(hub, "heartbeat", { ids, input: word, signal: aborts.signal });
      keepBeating();
    });
  }
  void keepListening();
  keepBeating();
  kick();

  return {
    kick,
    say: (words) =>
      new Promise((resolve) => {
        if (kept.stopped !== null || isEnded) return resolve({ kind: "stopped" });
        if (state.line === "away") return resolve({ kind: "late" });
        const cancel = clock.after(patience, () => resolve({ kind: "late" }));
        jobs.push({
          words,
          resolve: (answer) => {
            cancel();
            resolve(answer);
          },
        });
        kick();
      }),
    settleAgain: (sharedId) => {
      again.add(sharedId);
      kick();
    },
    sealed: (item) => {
      const saying = (repositories: Repositories) => ({
        repositories,
        account,
        kept,
        nonce: () => random.bytes(24),
      });
      return store.read((all) => asRecord(saying(all), item.id, { kind: "booking", item }))[0] ?? null;
    },
    kept: () => kept,
    change: (next) => {
      save(next(kept));
      options.onState();
    },
    state: () => state,
    look: async () => {
      pause = firstPause;
      kick();
      await busy;
    },
    stop: async () => {
      isEnded = true;
      cancelTimer();
      cancelBeat();
      aborts.abort();
      giveUp({ kind: "stopped" });
      await busy;
    },
  };
}

function entriesIn(bytes: string): readonly { readonly type: string }[] {
  try {
    return (
      signedPush.safeParse(JSON.parse(Buffer.from(bytes, "base64").toString("utf8"))).data?.entries ?? []
    );
  } catch {
    return [];
  }
}

function pushOf(json: string): Push | null {
  try {
    return pushSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
