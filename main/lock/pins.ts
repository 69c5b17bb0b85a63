import { failed, ok, type Failure, type Result } from "../../contract/failure.ts";
import type { PinKind, TriedPin } from "../../contract/records/lock.ts";
import { freeTries, waitAfter } from "../../domain/lock/pin.ts";
import type { SecretStore } from "../account/secret-store.ts";
import type { Clock } from "../platform/ports.ts";
import { noLock, readLock, writeLock, type KeptLock } from "./kept-lock.ts";
import { scryptHashing, type PinHashing } from "./pin-hash.ts";

type Options = {
  readonly secrets: SecretStore;
  readonly clock: Pick<Clock, "monotonic">;
  readonly hashing?: PinHashing;
};

/** The PINs of this desk. Nothing of them leaves here but whether one was right. */
export type Pins = {
  /** Reads the keychain: null when it did, else why it did not. Until then no PIN is known. */
  readonly load: () => Promise<Failure | null>;
  readonly has: (which: PinKind) => boolean;
  /** Minutes without a key or a mouse after which the desk locks; 0: never. */
  readonly after: () => number;
  /** Whole seconds until this PIN is looked at again. */
  readonly waitSeconds: (which: PinKind) => number;
  /**
   * Whether this is the PIN; true where none is set. The try is in the keychain as a wrong one before it is looked at: a
   * program that is ended in between has not had it for nothing. Fails where the keychain does not take it.
   */
  readonly attempt: (which: PinKind, pin: string) => Promise<Result<TriedPin>>;
  /** Sets or (null) removes one, whichever was there before: ask `attempt` first. Null when it is kept. */
  readonly put: (which: PinKind, pin: string | null) => Promise<Failure | null>;
  readonly putAfter: (minutes: number) => Promise<Failure | null>;
};

/**
 * PINs in the keychain, with their wrong tries. A wait is measured by the clock that only grows, and begins anew when the
 * program does: neither the computer's clock nor a restart makes it shorter.
 */
export function pinKeeper({ secrets, clock, hashing = scryptHashing() }: Options): Pins {
  let kept: KeptLock = noLock;
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
    if (failure === null) kept = next;
    return failure;
  }
  const withTries = (which: PinKind, tries: number): KeptLock => {
    const pin = kept[which];
    return { ...kept, [which]: pin === null ? null : { ...pin, tries } };
  };
  const waitSeconds = (which: PinKind): number =>
    Math.max(0, Math.ceil((notBefore[which] - clock.monotonic()) / 1_000));
  const beginWait = (which: PinKind): void => {
    notBefore[which] = clock.monotonic() + waitAfter(kept[which]?.tries ?? 0);
  };
  const told = (which: PinKind, outcome: TriedPin["outcome"]): Result<TriedPin> =>
    ok({
      outcome,
      left: Math.max(0, freeTries - (kept[which]?.tries ?? 0)),
      waitSeconds: waitSeconds(which),
    });

  async function attempt(which: PinKind, pin: string): Promise<Result<TriedPin>> {
    const present = kept[which];
    if (present === null) return told(which, "right");
    if (waitSeconds(which) > 0) return told(which, "wait");
    const counted = await keep(withTries(which, present.tries + 1));
    if (counted !== null) return failed(counted);
    if (!(await hashing.matches(pin, present))) {
      beginWait(which);
      return told(which, "wrong");
    }
    // What the keychain does not forget is a try too many the next time, and no reason to keep anybody out now.
    await keep(withTries(which, 0));
    return told(which, "right");
  }

  return {
    load: () =>
      inTurn(async () => {
        const read = await readLock(secrets);
        if (!read.ok) return read.failure;
        kept = read.value;
        beginWait("desk");
        beginWait("admin");
        return null;
      }),
    has: (which) => kept[which] !== null,
    after: () => kept.after,
    waitSeconds,
    attempt: (which, pin) => inTurn(() => attempt(which, pin)),
    put: (which, pin) =>
      inTurn(async () => {
        const next = pin === null ? null : { ...(await hashing.hash(pin)), tries: 0 };
        const failure = await keep({ ...kept, [which]: next });
        if (failure === null) beginWait(which);
        return failure;
      }),
    putAfter: (minutes) => inTurn(() => keep({ ...kept, after: minutes })),
  };
}
