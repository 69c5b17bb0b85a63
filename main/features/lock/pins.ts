import { failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { pinKinds, type PinKind, type TriedPin } from "../../../shared/lock/lock.ts";
import { freeTries, getPinWait } from "../../../shared/lock/pin.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import type { Clock } from "../../platform/ports.ts";
import { mostActs, withAct, type KeptAct, type LockAct } from "./lock-acts.ts";
import { noLock, readLock, writeLock, type KeptLock, type LockRead } from "./kept-lock.ts";
import { createScryptHashing, type PinHash, type PinHashing } from "./pin-hash.ts";

type Options = {
  readonly secrets: SecretStore;
  readonly clock: Pick<Clock, "monotonic" | "now">;
  readonly hashing?: PinHashing;
  /** What could not be read before is known now. */
  readonly onRead?: () => void;
};

/** The PINs of this desk. Nothing of them leaves here but whether one was right. */
export type Pins = {
  /** Reads the keychain, once: null when it did, else why it did not. Until then no PIN is known. */
  readonly load: () => Promise<Failure | null>;
  /** False: there may be PINs that nobody knows of yet. */
  readonly isRead: () => boolean;
  readonly has: (which: PinKind) => boolean;
  /** Minutes without a key or a mouse after which the desk locks; 0: never. */
  readonly after: () => number;
  /** Whole seconds until this PIN is looked at again. */
  readonly waitSeconds: (which: PinKind) => number;
  /**
   * Whether this is the PIN; true where none is set. The try is in the keychain as a wrong one before it is looked at: a
   * program that is ended in between has not had it for nothing. Fails where the keychain does not take it. `whenRight` is
   * what a right one does, for the activity log.
   */
  readonly attempt: (which: PinKind, pin: string, whenRight?: LockAct) => Promise<Result<TriedPin>>;
  /** What a try would find, without one. */
  readonly standing: (which: PinKind) => TriedPin;
  /**
   * Sets or (null) removes one, whichever was there before: ask `attempt` first. Null when it is kept. `why`: what else than
   * the present PIN allows it. An entry that cannot be read for good is begun anew, and both PINs with it.
   */
  readonly put: (which: PinKind, pin: string | null, why?: string) => Promise<Failure | null>;
  readonly putAfter: (minutes: number) => Promise<Failure | null>;
  /** Something was done to the lock that no PIN was asked for. */
  readonly note: (act: LockAct) => Promise<void>;
  /**
   * Hands over what the activity log does not have yet: false where it could not take it, and then it stays here. A program
   * that is killed in between hands it over once more, with the same times.
   */
  readonly handOver: (take: (acts: readonly KeptAct[]) => boolean) => Promise<void>;
};

/** How the activity log calls what becomes of each. */
const names = {
  desk: { wrong: "pin-wrong", set: "pin-set", changed: "pin-changed", removed: "pin-removed" },
  admin: {
    wrong: "admin-pin-wrong",
    set: "admin-pin-set",
    changed: "admin-pin-changed",
    removed: "admin-pin-removed",
  },
} as const satisfies Record<PinKind, Record<string, LockAct["act"]>>;

/**
 * PINs in the keychain, with their wrong tries. A wait is measured by the clock that only grows, and begins anew when the
 * program does: neither the computer's clock nor a restart makes it shorter.
 */
export function createPinKeeper({ secrets, clock, hashing = createScryptHashing(), onRead }: Options): Pins {
  let kept: KeptLock = noLock;
  /** Before it is read nothing may be written: it would be a lock without its PINs. */
  let isRead = false;
  /** Why it was not read the last time. */
  let unread: Exclude<LockRead, { ok: true }> | null = null;
  const notBefore: Record<PinKind, number> = { desk: 0, admin: 0 };
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: two tries at once are two tries. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }
  async function keep(next: KeptLock): Promise<Failure | null> {
    const failure = await writeLock(secrets, next);
    if (failure === null) {
      kept = next;
      isRead = true;
    }
    return failure;
  }
  /** True from now on, whether or not the keychain hears of it: it does with the next that it takes. */
  async function become(next: KeptLock): Promise<void> {
    kept = next;
    if (isRead) await writeLock(secrets, next);
  }
  const noting = (lock: KeptLock, act: LockAct | undefined): KeptLock =>
    act === undefined ? lock : { ...lock, acts: withAct(lock.acts, act, clock.now().toISOString()) };
  const withTries = (which: PinKind, pin: PinHash, tries: number): KeptLock => ({
    ...kept,
    [which]: { ...pin, tries },
  });
  const waitSeconds = (which: PinKind): number =>
    Math.max(0, Math.ceil((notBefore[which] - clock.monotonic()) / 1_000));
  const beginWait = (which: PinKind): void => {
    notBefore[which] = clock.monotonic() + getPinWait(kept[which]?.tries ?? 0);
  };
  const standing = (which: PinKind, outcome: TriedPin["outcome"]): TriedPin => ({
    outcome,
    left: Math.max(0, freeTries - (kept[which]?.tries ?? 0)),
    waitSeconds: waitSeconds(which),
  });
  const told = (which: PinKind, outcome: TriedPin["outcome"]): Result<TriedPin> =>
    ok(standing(which, outcome));

  async function load(): Promise<Failure | null> {
    if (isRead) return null;
    const read = await readLock(secrets);
    const wasUnread = unread !== null;
    unread = read.ok ? null : read;
    if (!read.ok) return read.failure;
    // What was noted before it could be read comes last.
    const early = kept.acts;
    kept = { ...read.value, acts: [...read.value.acts, ...early].slice(-mostActs) };
    isRead = true;
    beginWait("desk");
    beginWait("admin");
    if (wasUnread) onRead?.();
    return null;
  }

  async function attempt(
    which: PinKind,
    pin: string,
    whenRight: LockAct | undefined,
  ): Promise<Result<TriedPin>> {
    const failure = await load();
    if (failure !== null) return failed(failure);
    const present = kept[which];
    if (present === null) return told(which, "right");
    if (waitSeconds(which) > 0) return told(which, "wait");
    // In one write: a try is counted and noted before it is looked at.
    const right = noting(withTries(which, present, 0), whenRight);
    const wrong = noting(withTries(which, present, present.tries + 1), { act: names[which].wrong });
    const counted = await keep(wrong);
    if (counted !== null) return failed(counted);
    if (!(await hashing.matches(pin, present))) {
      beginWait(which);
      return told(which, "wrong");
    }
    // What the keychain does not forget is a try too many the next time, and no reason to keep anybody out now.
    await become(right);
    return told(which, "right");
  }

  async function put(which: PinKind, pin: string | null, why: string | undefined): Promise<Failure | null> {
    const unknown = await load();
    if (unknown !== null && unread?.isDamaged !== true) return unknown;
    // Whatever PINs a damaged entry had go with it.
    const before =
      unknown === null
        ? kept
        : pinKinds.reduce((lock, each) => noting(lock, { act: names[each].removed, why }), kept);
    const was = kept[which];
    const next = pin === null ? null : { ...(await hashing.hash(pin)), tries: 0 };
    const act = names[which][next === null ? "removed" : was === null ? "set" : "changed"];
    const isNothing = was === null && next === null;
    const failure = await keep(noting({ ...before, [which]: next }, isNothing ? undefined : { act, why }));
    if (failure === null) beginWait(which);
    return failure;
  }

  return {
    load: () => inTurn(load),
    isRead: () => isRead,
    has: (which) => kept[which] !== null,
    after: () => kept.after,
    waitSeconds,
    standing: (which) => standing(which, "wait"),
    attempt: (which, pin, whenRight) => inTurn(() => attempt(which, pin, whenRight)),
    put: (which, pin, why) => inTurn(() => put(which, pin, why)),
    putAfter: (minutes) =>
      inTurn(async () => {
        const unknown = await load();
        if (unknown !== null) return unknown;
        const isNothing = minutes === kept.after;
        return keep(isNothing ? kept : noting({ ...kept, after: minutes }, { act: "lock-time-changed" }));
      }),
    note: (act) => inTurn(() => become(noting(kept, act))),
    handOver: (take) =>
      inTurn(async () => {
        if (isRead && kept.acts.length > 0 && take(kept.acts)) await become({ ...kept, acts: [] });
      }),
  };
}
