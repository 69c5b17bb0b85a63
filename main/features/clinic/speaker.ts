import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Repositories, Store } from "../../db/types.ts";
import type { Said } from "./push.ts";
import type { Answer, Pusher } from "./pusher.ts";
import { repeatRemovals } from "./removals-anew.ts";
import { createKnownRecord } from "./shared-content.ts";
import type { ClinicLineState, LineStep } from "./standing.ts";
import { collectOutgoing } from "./words.ts";

/** Words that are made when it is their turn; null: there is nothing to say any more. */
export type Words = (repositories: Repositories) => readonly Said[] | null;

type Options = {
  readonly store: Store;
  readonly account: AccountId;
  readonly at: ClinicLineState;
  readonly pushes: Pusher;
  /** Reads all that the hub has, or until it is enough. */
  readonly readAll: (isEnough: () => boolean) => Promise<LineStep>;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
};

/** Nobody waits longer for an answer, in milliseconds. */
const patience = 20_000;
/** So long the log is read before what somebody waits for is said all the same: it may grow faster than it can be read. */
const longestReading = 5_000;

type Job = { readonly words: Words; readonly resolve: (answer: Answer) => void };

const stepOf = ({ kind }: Answer): LineStep => (kind === "stopped" ? "stopped" : "away");

/** Also a record that nobody has heard of yet: else it is said again at once, and keeps back all that is said beside it. */
function putAside(store: Store, account: AccountId, word: Said | undefined): boolean {
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

/** Says what this desk has to say, in the order of what it is: removals, then what somebody waits for, then changes. */
export function createSpeaker({ store, account, at, pushes, readAll, clock, random, log }: Options) {
  let jobs: Job[] = [];
  /** Members changed before the removals and their ring came to the hub. */
  let isOutrun = false;
  const isWaitedFor = (): boolean => jobs.length > 0;

  /** Reads all that the hub has. `again`: there is more, and somebody has waited too long for what is to be said. */
  function readOn(isWaited = isWaitedFor): Promise<LineStep> {
    const begun = clock.monotonic();
    return readAll(() => isWaited() && clock.monotonic() - begun > longestReading);
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
    const goesOn = isNew || putAside(store, account, "entry" in failure ? said[failure.entry] : said[0]);
    return goesOn ? "again" : "done";
  }

  return {
    readOn: () => readOn(),
    isWaitedFor,
    /** Answers when the words are read in the log, or refused. */
    add: (words: Words): Promise<Answer> =>
      new Promise((resolve) => {
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
      }),
    /** Answers all who wait. */
    giveUp: (kind: "late" | "stopped"): void => {
      const given = jobs;
      jobs = [];
      for (const { resolve } of given) resolve({ kind });
    },
    /** Who was removed is removed again, and a new key is made, before anything else is said. */
    sayRemovals: async (): Promise<LineStep> => {
      const words = await repeatRemovals(at.kept(), isOutrun);
      if (words.length === 0) return "done";
      log.warn("clinic.removed-again", { members: words.length });
      const answer = await pushes.send(words);
      isOutrun = answer.kind === "refused" && answer.failure.code === "members-changed";
      if (answer.kind === "refused") return refused(answer.failure, words);
      return answer.kind === "taken" ? "again" : stepOf(answer);
    },
    /** A person, or an attempt, waits for it. */
    sayFirst: async (): Promise<LineStep> => {
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
    },
    /** The oldest changes of this desk that the others do not know. */
    sayChanges: async (): Promise<LineStep> => {
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
    },
  };
}
