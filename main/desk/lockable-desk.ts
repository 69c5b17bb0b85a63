import { fail, failed, ok } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { createFirstSettings } from "../features/session/first-settings.ts";
import { createKeptSession } from "../features/session/kept-session.ts";
import { composeDesk } from "./compose.ts";
import type { PinKind } from "../../shared/lock/lock.ts";
import type { Policy } from "../../shared/policy/policy.ts";
import type { DeskOptions, LockableDesk, LockPorts, WhoNoted } from "./desk.ts";
import { createClosedRouter, createShutGate } from "../ipc/router.ts";
import { createAdminGuard, type AdminGuard } from "../features/lock/admin-guard.ts";
import { watchIdle } from "../features/lock/idle-watch.ts";
import type { PinHashing } from "../features/lock/pin-hash.ts";
import { createPinKeeper, type Pins } from "../features/lock/pins.ts";
import { createDeskLifecycle, type DeskDoor, type Opened } from "./desk-door.ts";
import type { CheckedLog } from "../features/activity-log/log-check.ts";
import { openLockHandlers, type LockedHandlers, type LockHandlers } from "../features/lock/lock-handlers.ts";
import { createSafeEmit } from "./teller.ts";
import { recoverByToken } from "../features/lock/token-recovery.ts";

type Options = Omit<DeskOptions, "lock"> & {
  readonly lockPorts: LockPorts;
  /** Left out: scrypt as strong as it is kept. */
  readonly hashing?: PinHashing;
};

const deskLocked = fail("locked", say("failures.lock.locked"));

/** Composes the desk so that the window hears of it until it is muted. */
async function composeHeard(options: Options, lock: NonNullable<DeskOptions["lock"]>): Promise<Opened> {
  let isHeard = true;
  const desk = await composeDesk({
    ...options,
    lock,
    // What still comes to its end after the desk was locked is nobody's to see.
    emit: (name, payload) => {
      if (isHeard) options.emit(name, payload);
    },
    onNeedsPerson: (needed) => {
      if (isHeard) options.onNeedsPerson?.(needed);
    },
  });
  return { desk, mute: () => (isHeard = false) };
}

type LockedParts = {
  readonly options: Options;
  readonly pins: Pins;
  readonly admin: AdminGuard;
  readonly door: DeskDoor;
  readonly mayBeSet: () => boolean;
  readonly isPractice: () => boolean;
  /** What the organization sets of the lock. */
  readonly set: () => NonNullable<Policy["lock"]>;
  readonly onChange: () => void;
  /** What the keychain has for the activity log goes there, where the records are open. */
  readonly noted: () => Promise<void>;
};

/** What a desk answers whether it is locked or not. */
function alwaysAnswered(parts: LockedParts): LockedHandlers {
  const { options, pins, admin, door, set, onChange } = parts;
  const { lockPorts: ports, log } = options;
  const told = () => {
    const locked = door.locked();
    return {
      locked: locked === null ? null : { ...locked, waitSeconds: pins.waitSeconds("desk") },
      hasPin: pins.has("desk"),
      hasAdminPin: pins.has("admin"),
      after: set().idleMinutes ?? pins.after(),
      pinRequired: set().pinRequired === true,
      isAdminOpen: parts.isPractice() || admin.isOpen(),
      isLogOpen: admin.isOpen(),
      mayBeSet: parts.mayBeSet(),
      hasPrompt: ports.prompt !== null && pins.has("desk"),
      place: door.takePlace(),
    };
  };
  return {
    "lock.get": () => ok(told()),
    "lock.unlock": async ({ pin }) => {
      const unread = await pins.load();
      if (unread !== null) return failed(unread);
      // The keychain alone was asked again, and has a PIN, which nobody has typed.
      if (pin === "" && pins.has("desk")) return ok(pins.standing("desk"));
      const isLocked = door.locked() !== null;
      const tried = await pins.attempt("desk", pin, isLocked ? { act: "unlocked", why: "pin" } : undefined);
      if (tried.ok && tried.value.outcome === "right" && door.locked() !== null) await door.open();
      return tried;
    },
    "lock.prompt": async () => {
      if (ports.prompt === null || door.locked() === null || !pins.has("desk")) return ok({ opened: false });
      const isTheirs = await ports.prompt.ask(words.lock.promptReason);
      if (isTheirs) {
        await pins.note({ act: "unlocked", why: "prompt" });
        await door.open();
      }
      return ok({ opened: isTheirs });
    },
    "lock.recover": async ({ which, token }) => {
      const session = await recoverByToken(options, token);
      if (!session.ok) {
        const act = which === "desk" ? "pin-token-refused" : "admin-pin-token-refused";
        if (session.failure.code === "token-refused") await pins.note({ act });
        await parts.noted();
        return session;
      }
      const unkept = await pins.put(which, null, "token");
      if (unkept !== null) return failed(unkept);
      log.warn("lock.recovered", { which });
      onChange();
      await parts.noted();
      if (which === "admin" || door.locked() === null) return ok({});
      // The newer of the two is what the service takes from now on.
      await createKeptSession(options.secrets, log).keep(session.value);
      await pins.note({ act: "unlocked", why: "token" });
      await door.open();
      return ok({});
    },
  };
}

/**
 * The desk that can be locked. Locked, there is none: it has ended as at quitting, its database is closed and its key
 * dropped, and what is left answers the routes of the lock alone. Unlocking composes it anew.
 */
export async function createLockableDesk(options: Options): Promise<LockableDesk> {
  const { clock, log, lockPorts: ports, hashing } = options;
  const emit = createSafeEmit(options);
  const onChange = (): void => emit("lock.changed", {});
  const pins = createPinKeeper({
    ...options,
    ...(hashing === undefined ? {} : { hashing }),
    onRead: () => {
      if (pins.has("desk")) door.hasPin();
      onChange();
    },
  });
  /** There may be one that the keychain has not told of yet; where it keeps nothing there is none. */
  const mayHave = (which: PinKind): boolean =>
    pins.has(which) || (!pins.isRead() && facts()?.kept !== "memory");
  const admin = createAdminGuard({ pins: { has: mayHave }, clock, onChange });
  const facts = () => door.desk()?.facts() ?? null;
  const isPractice = (): boolean => facts()?.practice === true;
  const mayBeSet = (): boolean => facts()?.kept === "disk" && !isPractice();
  const mayLock = (): boolean => pins.has("desk") && mayBeSet();
  /** Of a long log a second of work, which each unlocking would repeat. */
  const checkedLog: CheckedLog = { done: null };
  const door = createDeskLifecycle({
    ...options,
    ports,
    mayLock,
    // Practice mode has settings of its own.
    compose: () =>
      composeHeard(options, {
        handlers,
        mayChange: (of) => (of === "account" && isPractice()) || admin.mayChange(),
        mayLook: (of) => (of === "account" && isPractice()) || admin.isOpen(),
        read: pins.load,
        wasLocked: door.locked() !== null,
        checkedLog,
        begun: () => void noted("unknown"),
        mayWork: () => set().pinRequired !== true || pins.has("desk") || !mayBeSet(),
      }),
    onLocked: admin.shut,
    onLockEnded: onChange,
  });
  await pins.load();
  /** Who was at the desk when it happened is known while it is open alone. */
  const noted = (who: WhoNoted = "at-desk"): Promise<void> =>
    pins.handOver((acts) => {
      try {
        if (facts()?.kept !== "disk") return false;
        door.desk()?.noteLock(acts, who);
        return true;
      } catch (error) {
        log.error("lock.not-noted", error);
        return false;
      }
    });
  const set = (): NonNullable<Policy["lock"]> => options.policy?.current().policy?.lock ?? {};
  const parts = { options, pins, admin, door, mayBeSet, isPractice, set, onChange, noted };
  const always = alwaysAnswered(parts);
  const lockNow = (): boolean => {
    const may = mayLock();
    if (may) void door.lock("person");
    return may;
  };
  const handlers: LockHandlers = { ...openLockHandlers({ ...parts, lock: lockNow }), ...always };

  /** Practice mode has no lock: nothing of the clinic's is in sight there. */
  const wasPractice = async (): Promise<boolean> =>
    (await createKeptSession(options.secrets, log).read())?.kind === "practice";
  const beginLocked = async (reason: "start" | "unread"): Promise<void> => {
    await door.beginLocked(reason);
    // Its records do not hear of it.
    void pins.note({ act: "started" });
  };
  if (pins.has("desk") && !(await wasPractice())) await beginLocked("start");
  else {
    await door.begin();
    // The keychain gave the key and not the lock: it may have been busy, and there may be a PIN.
    const isDoubtful = !pins.isRead() && facts()?.kept === "disk";
    if (isDoubtful && ((await pins.load()) !== null || pins.has("desk")))
      await beginLocked(pins.isRead() ? "start" : "unread");
  }
  const stopWatching = watchIdle({
    ...ports,
    clock,
    minutes: () => (mayLock() ? (set().idleMinutes ?? pins.after()) : 0),
    lock: () => void door.lock("idle"),
  });
  // Idle minutes and the PIN may be set otherwise from now on.
  const stopHearing = options.policy?.listen(onChange);
  const lockedRoute = createClosedRouter(always, {
    gate: createShutGate(deskLocked),
    log,
    failure: deskLocked,
  });
  const first = createFirstSettings(options.timeZone);
  return {
    route: (name, input) => (door.desk()?.route ?? lockedRoute)(name, input),
    cardRoute: async (name, input) => door.desk()?.cardRoute(name, input) ?? failed(deskLocked),
    start: async () => door.desk()?.start(),
    quitWords: () => door.desk()?.quitWords() ?? null,
    settings: () => door.desk()?.settings() ?? first,
    suspend: () => door.desk()?.suspend() ?? (() => undefined),
    pageGone: () => door.desk()?.pageGone(),
    atWork: () => door.desk()?.atWork() ?? { busy: null, sinceChange: Infinity },
    wake: () => door.desk()?.wake(),
    stop: (grace) => {
      stopWatching();
      stopHearing?.();
      admin.shut();
      return door.stop(grace);
    },
    lock: door.lock,
    mayLock,
    isLocked: () => door.desk() === null,
  };
}
