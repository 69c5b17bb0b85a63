import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { TriedPin } from "../../../shared/lock/lock.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { findPinFault } from "../../../shared/lock/pin.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import { adminLocked, type AdminGuard } from "./admin-guard.ts";
import type { Pins } from "./pins.ts";
import { managed } from "../policy/index.ts";

export type LockRoute = Extract<keyof Handlers, `lock.${string}`>;
export type LockHandlers = Pick<Handlers, LockRoute>;
/** What a locked desk answers: these and no other. */
export const lockedRoutes = ["lock.get", "lock.unlock", "lock.prompt", "lock.recover"] as const;
export type LockedHandlers = Pick<Handlers, (typeof lockedRoutes)[number]>;

const notHere = failed(fail("refused", say("failures.lock.notHere"), { next: "none" }));
const noPin = failed(fail("refused", say("failures.lock.noPin"), { next: "none" }));
const isOpen: Result<TriedPin> = ok({ outcome: "right", left: 0, waitSeconds: 0 });

/** A desk that nothing locks: without the part that does, as in tests of the others. */
export const unlockable: LockHandlers = {
  "lock.get": () =>
    ok({
      locked: null,
      hasPin: false,
      hasAdminPin: false,
      after: 0,
      isAdminOpen: true,
      isLogOpen: true,
      mayBeSet: false,
      hasPrompt: false,
      place: null,
      pinRequired: false,
    }),
  "lock.now": () => noPin,
  "lock.unlock": () => isOpen,
  "lock.prompt": () => ok({ opened: false }),
  "lock.recover": () => notHere,
  "lock.setPin": () => notHere,
  "lock.setAfter": () => notHere,
  "lock.openAdmin": () => isOpen,
};

/** Nothing locks this desk. */
export const unlocked = {
  handlers: unlockable,
  mayChange: () => true,
  mayLook: () => true,
  wasLocked: false,
  begun: () => undefined,
} as const;

type Options = {
  readonly pins: Pins;
  readonly admin: AdminGuard;
  /** False in practice mode, and where nothing is kept. */
  readonly mayBeSet: () => boolean;
  /** Begins to lock; false where the desk is not locked by anything. */
  readonly lock: () => boolean;
  /** What the organization sets of the lock. */
  readonly set?: () => {
    readonly idleMinutes?: number | undefined;
    readonly pinRequired?: boolean | undefined;
  };
  readonly onChange: () => void;
  /** What was done goes into the activity log. */
  readonly noted: () => Promise<void>;
};

function unfit(pin: string): Failure | null {
  const fault = findPinFault(pin);
  if (fault === null) return null;
  const why = say(`failures.lock.pin.${fault}`);
  return fail("invalid-input", why, { fields: { next: why } });
}

/** What the window of an open desk asks of its lock, but for what a locked one answers as well. */
export function openLockHandlers({
  pins,
  admin,
  mayBeSet,
  lock,
  set = () => ({}),
  onChange,
  noted,
}: Options): Omit<LockHandlers, keyof LockedHandlers> {
  const told = <T>(failure: Failure | null, value: T): Result<T> => {
    if (failure !== null) return failed(failure);
    onChange();
    return ok(value);
  };
  async function setPin({ which, present, next }: RouteInput<"lock.setPin">): Promise<Result<TriedPin>> {
    if (!mayBeSet()) return notHere;
    if (which === "desk" && next === null && set().pinRequired === true) return failed(managed);
    // Whoever may change the admin's PIN knows it: that is asked for below.
    if (which === "desk" && !admin.mayChange()) return failed(adminLocked);
    const refused = next === null ? null : unfit(next);
    if (refused !== null) return failed(refused);
    const tried = await pins.attempt(which, present);
    if (!tried.ok || tried.value.outcome !== "right") return tried;
    const failure = await pins.put(which, next);
    // Who has just set it is not asked for it.
    if (failure === null && which === "admin" && next !== null) admin.open();
    return told(failure, tried.value);
  }
  /** Whatever came of it. */
  const thenNoted =
    <I, O>(handler: (input: I) => Promise<Result<O>>) =>
    async (input: I): Promise<Result<O>> => {
      const answer = await handler(input);
      await noted();
      return answer;
    };
  return {
    "lock.now": () => (lock() ? ok({}) : noPin),
    "lock.setPin": thenNoted(setPin),
    "lock.setAfter": thenNoted(async ({ minutes }) => {
      if (!mayBeSet()) return notHere;
      if (!admin.mayChange()) return failed(adminLocked);
      if (set().idleMinutes !== undefined) return failed(managed);
      return told(await pins.putAfter(minutes), {});
    }),
    "lock.openAdmin": thenNoted(async ({ pin }) => {
      const tried = await pins.attempt("admin", pin, { act: "admin-pin-used" });
      if (tried.ok && tried.value.outcome === "right") admin.open();
      return tried;
    }),
  };
}
