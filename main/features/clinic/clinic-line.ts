import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { DeskKeys } from "./desk-keys.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { createHistoryDoubt } from "./history-doubt.ts";
import type { HubClient } from "./hub-client.ts";
import { createHubLog } from "./hub-log.ts";
import type { KeptMembership, StopReason } from "./membership.ts";
import { createNoticeReader, noticePause, type NoticeInbox } from "./notice-reader.ts";
import type { Said } from "./push.ts";
import { createPusher, type Answer } from "./pusher.ts";
import { createSpeaker, type Words } from "./speaker.ts";
import { createLineState, type HubLineState, type LineStep } from "./standing.ts";
import { createTurnLoop, firstPause } from "./turn-loop.ts";
import { createBookingRecords } from "./words.ts";

export type { Answer } from "./pusher.ts";
export type { Words } from "./speaker.ts";
export type { HubLineState } from "./standing.ts";

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

/** Milliseconds between two looks at a hub that answers. */
const quiet = 30_000;

/** Keeps one desk and the clinic's log in step: reads, says, waits, one thing at a time. */
export function createClinicLine(options: ClinicLineOptions): ClinicLine {
  const { store, account, clock, random, log } = options;
  const at = createLineState(options);
  const aborts = new AbortController();
  const { signal } = aborts;
  const hub = { address: at.kept().hub, credential: options.credential };
  const isStopped = (): boolean => signal.aborted || at.kept().stopped !== null;
  const shared = { ...options, at, hub, signal, isStopped };
  const pushes = createPusher(shared);
  const doubt = createHistoryDoubt({ ...shared, pushes, rewind: () => reader.rewind() });
  const reader = createHubLog({ ...shared, witness: doubt.witness });
  const speaker = createSpeaker({ ...shared, pushes, readAll: reader.readAll });
  /** A desk that was reported lost asks on whether another desk has said so too. */
  const isOver = (): boolean =>
    isStopped() && (signal.aborted || (at.kept().stopped !== "reported" && !doubt.isElsewhere()));
  const notices = createNoticeReader({
    ...shared,
    isOver,
    isAskedElse: () => turns.isAsked() || speaker.isWaitedFor(),
  });
  const turns = createTurnLoop({
    takeTurn,
    isOver,
    isWaitedFor: speaker.isWaitedFor,
    onGivenUp: speaker.giveUp,
    quiet: () => (notices.isDue() ? noticePause : quiet),
    clock,
    random,
    log,
  });

  async function takeTurn(): Promise<LineStep> {
    if (isOver()) return "stopped";
    const kept = doubt.isElsewhere() ? null : await pushes.sendKept();
    if (kept?.kind === "stopped") return "stopped";
    let step = await speaker.readOn();
    while ((step === "done" || step === "again") && !isOver()) {
      let next: LineStep = "done";
      if (step === "done") {
        doubt.agree();
        next = await speaker.sayRemovals();
      }
      if (next === "done") next = await speaker.sayFirst();
      if (step === "done" && next === "done") next = await speaker.sayChanges();
      if (step === "done" && next === "done") break;
      step = next === "away" || next === "stopped" ? next : await speaker.readOn();
    }
    if (step === "done") reader.settleNow();
    return step === "done" ? notices.read() : step;
  }

  async function keepListening(): Promise<void> {
    while (!isOver()) {
      await options.listen({ ...hub, clinic: at.kept().clinic }, turns.kick, signal);
      await new Promise<void>((resolve) => void clock.after(firstPause * (1 + random.fraction()), resolve));
    }
  }
  void keepListening();
  const stopHeartbeat = startHeartbeat({ ...shared, isOver });
  turns.kick();

  return {
    kick: turns.kick,
    say: (words) => {
      if (isStopped()) return Promise.resolve({ kind: "stopped" });
      if (at.state().line === "away") return Promise.resolve({ kind: "late" });
      const answer = speaker.add(words);
      turns.kick();
      return answer;
    },
    settleAgain: (sharedId) => {
      reader.settleLater(sharedId);
      turns.kick();
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
      if (reason === "other-history") doubt.markSplit();
      if (!isStopped()) at.stopFor(reason);
    },
    look: async () => {
      if (isOver()) return;
      notices.readSoon();
      await turns.look();
    },
    stop: async () => {
      aborts.abort();
      stopHeartbeat();
      await turns.stop();
    },
  };
}
