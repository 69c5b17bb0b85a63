import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Repositories, Store } from "../../db/types.ts";
import type { DeskKeys } from "./desk-keys.ts";
import type { HubClient } from "./hub-client.ts";
import { createHubLog } from "./hub-log.ts";
import type { KeptMembership, StopReason } from "./membership.ts";
import { createNoticeReader, noticePause, type NoticeInbox } from "./notice-reader.ts";
import { signHeartbeat, type Said } from "./push.ts";
import { createPusher, type Answer } from "./pusher.ts";
import { createKnownRecord } from "./shared-content.ts";
import { createLineState, type HubLineState, type LineStep } from "./standing.ts";
import { repeatRemovals } from "./removals-anew.ts";
import { createBookingRecords, collectOutgoing } from "./words.ts";

export type { Answer } from "./pusher.ts";
export type { HubLineState } from "./standing.ts";

/** Words that are made when it is their turn; null: there is nothing to say any more. */
export type Words = (repositories: Repositories) => readonly Said[] | null;

export type ClinicLine = {
  /** There may be something to read or to say. */
  readonly kick: () => void;
  /** Says what is asked for before all else, and answers when it is read in the log, or refused. */
  readonly say: (words: Words) => Promise<Answer>;
  /** This item may stand otherwise now that nothing of it is under way. */
  readonly settleAgain: (sharedId: string) => void;
  /** A booking as a record of the log that is to be said; null where it cannot be. */
  readonly sealed: (item: BookingItem) => Said | null;
  readonly kept: () => KeptMembership;
  /** Changes what is kept beside the log. */
  readonly change: (next: (kept: KeptMembership) => KeptMembership) => void;
  readonly state: () => HubLineState;
  /** It is found to be wrong from outside of it. */
  readonly stopFor: (reason: StopReason) => void;
  /** Settles when all that the hub has was read, and all said that there is to say, or that could not be done. */
  readonly look: () => Promise<void>;
  readonly stop: () => Promise<void>;
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
  /** Keeps notices of the service. */
  readonly inbox: NoticeInbox;
  /** Whether an attempt of it is under way here. */
  readonly isBusy: (id: RecordId) => boolean;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onState: () => void;
  /** What this desk said stands in the log, whoever heard the hub's answer. Once for each push, in the transaction. */
  readonly onTaken: (entries: readonly Entry[]) => void;
  /** One that was removed had come back with the hub's earlier log, and is removed again. In the transaction. */
  readonly onCameBack: (desk: string, isSheet: boolean) => void;
  /** This desk took the item over, from one that may be gone. In the transaction. */
  readonly onTakenOver: (item: Item) => void;
  /** It has just told how far it has read, as the others do. */
  readonly onBeat: () => void;
  /** Sharing ends until a person has looked. In the transaction. */
  readonly onStopped: (reason: StopReason) => void;
  /** The hub answers again: what waits for it may go. */
  readonly onUp: () => void;
  /** An admin said that this computer was lost or stolen. `reported`: another desk has to say so too. */
  readonly onLost: (said: "lost" | "reported") => void;
};

/** Milliseconds: the first and the longest wait for a hub that does not answer, and between two looks at one that does. */
const firstPause = 1_000;
const longestPause = 30_000;
const quiet = 30_000;
/** As long a desk that reads another history than before asks again before it stops. */
const longestDoubt = 300_000;
const beat = 60_000;
/** Nobody waits longer for an answer, in milliseconds. */
const patience = 20_000;
/** So long the log is read before what somebody waits for is said all the same: it may grow faster than it can be read. */
const longestReading = 5_000;

type Job = { readonly words: Words; readonly resolve: (answer: Answer) => void };

/** Whether the hub knows now that it is an earlier one: by this desk's word, or by what another desk said just before. */
const hasNoticed = (failure: HubFailure, { generation }: KeptMembership): boolean =>
  failure.code === "history-differs" ||
  (failure.code === "generation-changed" && failure.generation > generation);

const stepOf = ({ kind }: Answer): LineStep => (kind === "stopped" ? "stopped" : "away");

/** Keeps one desk and the clinic's log in step: reads, says, waits, one thing at a time. */
export function createClinicLine(options: ClinicLineOptions): ClinicLine {
  const { store, account, keys, client, clock, random, log } = options;
  const at = createLineState(options);
  const aborts = new AbortController();
  const { signal } = aborts;
  const hub = { address: at.kept().hub, credential: options.credential };
  const shared = { ...options, at, hub, signal };
  const pushes = createPusher(shared);
  const reader = createHubLog({ ...shared, witness });
  let jobs: Job[] = [];
  /** Those who look wait for a turn that began after they asked, and for no more: it may be asked without end. */
  let lookers: (() => void)[] = [];
  let busy: Promise<void> | null = null;
  let isAsked = false;
  /** Members changed before the removals and their ring came to the hub. */
  let isOutrun = false;
  let pause = firstPause;
  let doubtedSince: number | null = null;
  /** Other desks have read another history: found from outside of this line. */
  let isSplit = false;
  let cancelTimer = (): void => undefined;
  let cancelBeat = (): void => undefined;
  const isStopped = (): boolean => signal.aborted || at.kept().stopped !== null;
  /** A desk that read another history looks on whether it is the one that it knew. */
  const isElsewhere = (): boolean => at.kept().stopped === "other-history" && !isSplit;
  /** A desk that was reported lost asks on whether another desk has said so too. */
  const isOver = (): boolean =>
    isStopped() && (signal.aborted || (at.kept().stopped !== "reported" && !isElsewhere()));

  const notices = createNoticeReader({
    ...shared,
    isOver,
    isAskedElse: () => isAsked || jobs.length > 0,
  });

  /** The hub has to notice by itself that it is another one: it hears how far this desk had read. */
  async function witness(): Promise<LineStep> {
    if (isStopped()) return "stopped";
    const answer = await pushes.send([{ entry: { type: "reported" } }]);
    if (answer.kind === "refused" && hasNoticed(answer.failure, at.kept())) return reader.rewind();
    return answer.kind === "taken" || answer.kind === "refused" ? doubt() : stepOf(answer);
  }

  /** Another server answered than the one before, as while a cluster has two primaries: what is asked in a while may be answered by one. */
  function doubt(): LineStep {
    doubtedSince ??= clock.monotonic();
    if (clock.monotonic() - doubtedSince < longestDoubt) return at.away("other-history");
    return at.stopFor("other-history");
  }

  /** The hub's log is the one that this desk had read, and all of it is read. */
  function agree(): void {
    doubtedSince = null;
    if (!isElsewhere()) return;
    log.info("clinic.agrees", {});
    at.save({ ...at.kept(), stopped: null });
    at.tell({ line: "up", reason: null, progress: null });
  }

  /** Who was removed is removed again, and a new key is made, before anything else is said. */
  async function sayRemovals(): Promise<LineStep> {
    const words = await repeatRemovals(at.kept(), isOutrun);
    if (words.length === 0) return "done";
    log.warn("clinic.removed-again", { members: words.length });
    const answer = await pushes.send(words);
    isOutrun = answer.kind === "refused" && answer.failure.code === "members-changed";
    if (answer.kind === "refused") return refused(answer.failure, words);
    return answer.kind === "taken" ? "again" : stepOf(answer);
  }

  /** Reads all that the hub has. `again`: there is more, and somebody has waited too long for what is to be said. */
  function readOn(isWaitedFor = (): boolean => jobs.length > 0): Promise<LineStep> {
    const begun = clock.monotonic();
    return reader.readAll(() => isWaitedFor() && clock.monotonic() - begun > longestReading);
  }

  /** A person, or an attempt, waits for it. */
  async function sayFirst(): Promise<LineStep> {
    const [job, ...rest] = jobs;
    if (job === undefined) return "done";
    jobs = rest;
    const words = store.read((repositories) => job.words(repositories));
    if (words === null || words.length === 0) {
      job.resolve({ kind: "refused", failure: { code: "not-found" } });
      return "again";
    }
    const answer = await pushes.send(words);
    const isAnswered = answer.kind === "taken" || answer.kind === "refused";
    const step = isAnswered ? await readOn(() => true) : stepOf(answer);
    job.resolve(answer);
    return step === "done" ? "again" : step;
  }

  /** The oldest changes of this desk that the others do not know. */
  async function sayChanges(): Promise<LineStep> {
    const { generation, reported } = at.kept();
    const { said } = store.transaction((repositories) => ({
      said: collectOutgoing({ repositories, account, kept: at.kept(), nonce: () => random.bytes(24) }),
    }));
    if (said.length === 0 && reported >= generation) return "done";
    const words = said.length > 0 ? said : [{ entry: { type: "reported" as const } }];
    const answer = await pushes.send(words);
    if (answer.kind === "refused") return refused(answer.failure, words);
    if (answer.kind !== "taken") return stepOf(answer);
    if (said.length === 0) at.save({ ...at.kept(), reported: generation });
    return "again";
  }

  /** It had read less than there is, or something stands otherwise: then it is said anew. Else it is put aside. */
  async function refused(failure: HubFailure, said: readonly Said[]): Promise<LineStep> {
    const before = at.kept();
    const step = await readOn();
    if (step !== "done") return step;
    const now = at.kept();
    const isNew = now.head.hash !== before.head.hash || now.generation !== before.generation;
    log.warn("clinic.refused", { code: failure.code, isNew });
    // What has no record to be put aside is said again at the next look.
    const goesOn = isNew || putAside("entry" in failure ? said[failure.entry] : said[0]);
    return goesOn ? "again" : "done";
  }

  /** Also a record that nobody has heard of yet: else it is said again at once, and keeps back all that is said beside it. */
  function putAside(word: Said | undefined): boolean {
    const entry = word?.entry;
    const id =
      entry === undefined ? null : "record" in entry ? entry.record : "item" in entry ? entry.item : null;
    if (id === null) return false;
    return store.transaction(({ clinic }) => {
      const known = clinic.records.get(account, id);
      const record =
        entry?.type === "record"
          ? (known ?? createKnownRecord({ sharedId: id, recordId: null, kind: "unread" }))
          : known;
      const recordId = record?.recordId ?? clinic.claims.get(account, id)?.recordId ?? null;
      if (record !== null) clinic.records.put(account, { ...record, aside: "refused" });
      if (recordId !== null) clinic.changes.done(recordId);
      return { isAside: record !== null || recordId !== null };
    }).isAside;
  }

  async function turn(): Promise<LineStep> {
    if (isOver()) return "stopped";
    const kept = isElsewhere() ? null : await pushes.sendKept();
    if (kept?.kind === "stopped") return "stopped";
    let step = await readOn();
    while ((step === "done" || step === "again") && !isOver()) {
      let next: LineStep = "done";
      if (step === "done") {
        agree();
        next = await sayRemovals();
      }
      if (next === "done") next = await sayFirst();
      if (step === "done" && next === "done") next = await sayChanges();
      if (step === "done" && next === "done") break;
      step = next === "away" || next === "stopped" ? next : await readOn();
    }
    if (step === "done") reader.settleNow();
    return step === "done" ? notices.read() : step;
  }

  async function run(): Promise<void> {
    do {
      isAsked = false;
      const looked = lookers;
      lookers = [];
      const step = await turn().catch((error: unknown): LineStep => {
        log.error("clinic.turn", error);
        return "away";
      });
      for (const done of looked) done();
      if (isOver()) return giveUp({ kind: "stopped" });
      if (step === "away" || step === "stopped") return rest();
      pause = firstPause;
    } while (isAsked || jobs.length > 0);
    waitFor(notices.isDue() ? noticePause : quiet);
  }
  function rest(): void {
    isAsked = false;
    giveUp({ kind: "late" });
    waitFor(pause * (0.5 + random.fraction()));
    pause = Math.min(pause * 2, longestPause);
  }
  function giveUp(answer: Answer): void {
    const given = jobs;
    const looked = lookers;
    [jobs, lookers] = [[], []];
    for (const { resolve } of given) resolve(answer);
    for (const done of looked) done();
  }
  function waitFor(milliseconds: number): void {
    cancelTimer();
    if (!isOver()) cancelTimer = clock.after(milliseconds, kick);
  }
  function kick(): void {
    isAsked = true;
    cancelTimer();
    busy ??= run().finally(() => {
      busy = null;
      if (isAsked && !isOver()) kick();
    });
  }

  async function keepListening(): Promise<void> {
    while (!isOver()) {
      await options.listen({ ...hub, clinic: at.kept().clinic }, kick, signal);
      await new Promise<void>((resolve) => void clock.after(firstPause * (1 + random.fraction()), resolve));
    }
  }
  function keepBeating(): void {
    cancelBeat = clock.after(beat, () => {
      if (isOver()) return;
      const { clinic, desk, generation, head: read } = at.kept();
      const input = signHeartbeat(keys, { clinic, desk, generation, read, at: clock.now().toISOString() });
      if (at.state().line === "up") {
        void client(hub, "heartbeat", { ids: { clinic }, input, signal });
        options.onBeat();
      }
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
        if (isStopped()) return resolve({ kind: "stopped" });
        if (at.state().line === "away") return resolve({ kind: "late" });
        // What has not begun by then never will: the person is told that it was not said.
        const cancel = clock.limits.after(patience, () => {
          jobs = jobs.filter((one) => one !== job);
          resolve({ kind: "late" });
        });
        const job: Job = {
          words,
          resolve: (answer) => {
            cancel();
            resolve(answer);
          },
        };
        jobs.push(job);
        kick();
      }),
    settleAgain: (sharedId) => {
      reader.settleLater(sharedId);
      kick();
    },
    sealed: (item) => {
      const of = { account, kept: at.kept(), nonce: () => random.bytes(24) };
      return store.read((repositories) => createBookingRecords({ ...of, repositories }, item))[0] ?? null;
    },
    kept: at.kept,
    change: (next) => {
      at.save(next(at.kept()));
      options.onState();
    },
    state: at.state,
    stopFor: (reason) => {
      isSplit ||= reason === "other-history";
      if (!isStopped()) at.stopFor(reason);
    },
    look: async () => {
      if (isOver()) return;
      pause = firstPause;
      notices.readSoon();
      const looked = new Promise<void>((resolve) => lookers.push(resolve));
      kick();
      await looked;
    },
    stop: async () => {
      aborts.abort();
      cancelTimer();
      cancelBeat();
      giveUp({ kind: "stopped" });
      await busy;
    },
  };
}
