import type { DeskPlace, LockedFacts, LockReason } from "../../shared/lock/lock.ts";
import { sumTally } from "../../shared/outbox/tally.ts";
import type { RunningDesk, LockPorts } from "./desk.ts";
import type { Clock, Log } from "../platform/ports.ts";

/**
 * Milliseconds that requests under way have to be answered once the desk is locked. Nobody waits for the screen, and one that
 * is cut off leaves a booking to be checked; but until then the records are open.
 */
const answersWithin = 15_000;

/** A composed desk, and how the window hears no more of it. */
export type Opened = { readonly desk: RunningDesk; readonly mute: () => void };
type Locked = Omit<LockedFacts, "waitSeconds">;

type Parts = {
  readonly compose: () => Promise<Opened>;
  readonly ports: LockPorts;
  /** Whether there is anything to lock it with, asked of an open desk. */
  readonly mayLock: () => boolean;
  readonly onLocked: () => void;
  /** The desk that was locked has wholly ended: more is known of what it was sending. */
  readonly onLockEnded: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

/** The one desk behind the lock: there, or gone and why. */
export type DeskDoor = {
  /** Null while it is locked. */
  readonly desk: () => RunningDesk | null;
  /** Null while it is open. */
  readonly locked: () => Locked | null;
  /** Where the window was when it was locked; told once it is open, and once. */
  readonly takePlace: () => DeskPlace | null;
  /** At the start: the desk is composed, and not begun. */
  readonly begin: () => Promise<void>;
  /** At the start: there is none, for that reason. One that was composed ends. */
  readonly beginLocked: (reason: LockReason) => Promise<void>;
  /** Nobody knew whether there is a PIN, and there is one. */
  readonly hasPin: () => void;
  readonly lock: (reason: LockReason) => Promise<void>;
  /** Composes and begins the desk anew, once however many ask, when the one before has wholly ended. */
  readonly open: () => Promise<void>;
  /** The program ends: nothing is locked or opened any more. */
  readonly stop: (grace?: number) => Promise<void>;
};

/** Lets go of the desk and takes it up again. What becomes of the page in between is the ports'. */
export function createDeskLifecycle({
  compose,
  ports,
  mayLock,
  onLocked,
  onLockEnded,
  clock,
  log,
}: Parts): DeskDoor {
  let opened: Opened | null = null;
  let locked: Locked | null = null;
  let place: DeskPlace | null = null;
  /** The end of the desk that was locked last. */
  let ended: Promise<void> = Promise.resolve();
  let locking: Promise<void> | null = null;
  let opening: Promise<void> | null = null;
  let isEnding = false;

  /** Records that cannot be read just now must not keep the desk from locking. */
  function standingOf(desk: RunningDesk): Pick<Locked, "by" | "items"> {
    try {
      const { staff, tally } = desk.standing();
      const { aboutToSend, sending, unshared, needsChecking } = tally;
      // A stop of the sending ends with the desk.
      const waiting = sumTally(tally, ["waiting", "stopped"]);
      return { by: staff, items: { notSent: aboutToSend, sending, waiting, unshared, needsChecking } };
    } catch (error) {
      log.error("desk.standing", error);
      return { by: null, items: null };
    }
  }
  function endMoments(desk: RunningDesk): void {
    try {
      desk.endMoments();
    } catch (error) {
      log.error("desk.moments", error);
    }
  }
  /** The screen of the locked desk says what became of the requests that were under way. */
  function noteEnd(desk: RunningDesk): void {
    if (locked === null) return;
    const { items } = standingOf(desk);
    if (items === null) return;
    locked = { ...locked, items: { ...items, notSent: locked.items?.notSent ?? 0 } };
    onLockEnded();
  }
  function noteLocked(desk: RunningDesk, why: LockReason, at: string): void {
    try {
      desk.noteLock([{ act: "locked", why, at, until: at, count: 1 }], "at-desk");
    } catch (error) {
      log.error("lock.not-noted", error);
    }
  }
  const because = (reason: LockReason, standing: Pick<Locked, "by" | "items">): Locked => ({
    reason,
    at: clock.now().toISOString(),
    ...standing,
  });

  /**
   * A booking that is held for a moment to be undone waits on the disk as a draft: the end of the desk leaves it there.
   */
  async function shut({ desk, mute }: Opened, reason: LockReason): Promise<void> {
    ports.hide();
    const typed = await ports.saveTyped();
    if (isEnding) return;
    place = typed?.place ?? null;
    locked = because(reason, standingOf(desk));
    endMoments(desk);
    opened = null;
    mute();
    noteLocked(desk, reason, locked.at);
    onLocked();
    log.info("desk.locked", { reason });
    ended = desk.stop(answersWithin).catch((error: unknown) => log.error("desk.not-ended", error));
    ports.reload(typed === null);
    await ended;
    noteEnd(desk);
  }

  async function openAnew(): Promise<void> {
    // Two of one database would each take the other for a copy.
    await ended;
    if (isEnding || opened !== null) return;
    const next = await compose();
    if (isEnding) return next.desk.stop();
    opened = next;
    locked = null;
    log.info("desk.unlocked");
    ports.reload(false);
    next.desk.start().catch((error: unknown) => log.error("desk.not-started", error));
  }

  function lock(reason: LockReason): Promise<void> {
    if (locking !== null) return locking;
    // The computer may be locked or asleep before the records are open.
    if (opening !== null)
      return opening.then(
        () => lock(reason),
        () => undefined,
      );
    if (opened === null || isEnding || !mayLock()) return Promise.resolve();
    locking = shut(opened, reason)
      .catch((error: unknown) => log.error("desk.not-locked", error))
      .finally(() => (locking = null));
    return locking;
  }

  return {
    desk: () => opened?.desk ?? null,
    locked: () => locked,
    takePlace: () => {
      const was = place;
      if (locked === null) place = null;
      return locked === null ? was : null;
    },
    begin: async () => {
      opened = await compose();
    },
    beginLocked: async (reason) => {
      const { desk } = opened ?? {};
      opened = null;
      locked = because(reason, { by: null, items: null });
      await desk?.stop();
    },
    hasPin: () => {
      if (locked?.reason === "unread") locked = { ...locked, reason: "start" };
    },
    lock,
    open: () => (opening ??= openAnew().finally(() => (opening = null))),
    stop: async (grace) => {
      isEnding = true;
      await Promise.all([ended, opening?.catch(() => undefined), opened?.desk.stop(grace)]);
    },
  };
}
