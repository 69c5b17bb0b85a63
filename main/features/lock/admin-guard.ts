import type { Access, AdminsScope } from "../../../shared/core/define-route.ts";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Pins } from "./pins.ts";

/** Milliseconds that what is an admin's stays open after the admin PIN, and after each change there. */
export const openFor = 10 * 60_000;

export const adminLocked: Failure = fail("admin-locked", say("failures.lock.admin"));

/** The organization asks for a PIN, and none is set. */
export const pinMissing: Failure = fail("managed", say("failures.lock.pinMissing"));

export type AdminGuard = {
  readonly isOpen: () => boolean;
  /** The admin PIN was given. */
  readonly open: () => void;
  readonly shut: () => void;
  /** Whether something may be changed; each change keeps it open. */
  readonly mayChange: () => boolean;
};

type Options = {
  readonly pins: Pick<Pins, "has">;
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly onChange: () => void;
};

/** What is an admin's is open to whoever gave the admin PIN, for a while; to everybody where there is none. */
export function createAdminGuard({ pins, clock, onChange }: Options): AdminGuard {
  let until = 0;
  let cancel = (): void => undefined;
  const isOpen = (): boolean => !pins.has("admin") || clock.monotonic() < until;
  const extend = (): void => {
    until = clock.monotonic() + openFor;
    cancel();
    cancel = clock.after(openFor, onChange);
  };
  return {
    isOpen,
    open: () => {
      extend();
      onChange();
    },
    shut: () => {
      until = 0;
      cancel();
    },
    mayChange: () => {
      if (!pins.has("admin")) return true;
      if (!isOpen()) return false;
      extend();
      return true;
    },
  };
}

type RefusalOptions = {
  /** False: the organization asks for a PIN, and none is set. */
  readonly mayWork: () => boolean;
  /** Asked at each change; false: the admin PIN is missing. */
  readonly mayChange: (of: AdminsScope) => boolean;
  /** Asked where something is only shown. */
  readonly mayLook: (of: AdminsScope) => boolean;
};

/** Refuses what is an admin's until the admin PIN was given, and sending without a PIN that the organization asks for. */
export const refuseWithout =
  ({ mayWork, mayChange, mayLook }: RefusalOptions): ((access: Access, sends: boolean) => Failure | null) =>
  (access, sends) => {
    if (sends && !mayWork()) return pinMissing;
    if (access === "everyone") return null;
    const may = access.admin === "changes" ? mayChange : mayLook;
    return may(access.of) ? null : adminLocked;
  };
