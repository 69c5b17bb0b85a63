import { fail, failed, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import type { SettingsChange } from "../../../shared/settings/settings.ts";
import type { RouteName, RouteParsedInput } from "../../../shared/routes.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import { isWebhook } from "../outbox/index.ts";
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
export function adminGuard({ pins, clock, onChange }: Options): AdminGuard {
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

/** Routes that change what an admin set up, and those that take many patients in or out at once. */
const changesSetup: readonly RouteName[] = [
  "retention.erase",
  "keeping.set",
  "cards.testSource",
  "backup.chooseFolder",
  "backup.set",
  "backup.setPassphrase",
  "backup.forgetPassphrase",
  "backup.run",
  "backup.stop",
  "backup.chooseFile",
  "backup.look",
  "backup.closeFile",
  "backup.restore",
  "session.signOut",
  "export.save",
  "import.choose",
  "import.drop",
  "import.read",
  "import.fix",
  "import.saveBad",
  "import.begin",
  // What is stopped is not taken over. Pausing is everybody's: it loses nothing, and holds up what goes wrong.
  "import.stop",
  "audit.check",
  "audit.export",
  // Whoever the log warns of must not be the one who puts the warning away.
  "audit.warningRead",
  "proxy.forget",
  "clinic.create",
  "clinic.join",
  "clinic.stopJoining",
  "clinic.invite",
  "clinic.answer",
  "clinic.withdraw",
  "clinic.renameDesk",
  "clinic.removeDesk",
  "clinic.leave",
  "clinic.makeSheet",
  "clinic.keepSheet",
  "clinic.recover",
  "notices.register",
  "notices.test",
  "notices.retire",
  "notices.point",
  "notices.readAgain",
];
/**
 * Routes that show what is an admin's: they keep nothing open, since the window reads them again by itself. Others that read show
 * what everybody at the desk sees elsewhere (`retention.list`, `webhooks.list`), or nothing of a record (`audit.state`, which the
 * notice on every screen needs, and diagnostics, which whoever helps with a broken desk needs).
 */
const showsAdmins: readonly RouteName[] = [
  "audit.list",
  "audit.people",
  "import.rows",
  "notices.get",
  "notices.list",
  "notices.show",
  // It asks the network, for whoever registers.
  "webhooks.look",
];
/** Of these there is one for all accounts of this computer: practice mode, which has no lock, is no way to them. */
const ofComputer: ReadonlySet<RouteName> = new Set([
  "audit.list",
  "audit.people",
  "audit.check",
  "audit.export",
  "audit.warningRead",
  "keeping.set",
  "proxy.forget",
]);
export type AdminsScope = "account" | "computer";
const scopeOf = (name: RouteName): AdminsScope => (ofComputer.has(name) ? "computer" : "account");

/** Settings that are chosen outside of Settings, while working: the paper in the slip, the colors in Find. */
const everybodys: ReadonlySet<string> = new Set<keyof SettingsChange>(["slipPaper", "theme"]);

/** Routes that make or change an item: an admin's where it is a webhook. */
const changesItem = [
  "items.hold",
  "items.noAnswer",
  "items.submit",
  "items.edit",
  "items.correct",
  "items.discard",
  "items.decide",
  "items.sayCanceled",
  "clinic.takeOver",
  "clinic.handOver",
  "clinic.bookWithoutHub",
] as const satisfies readonly RouteName[];

/** Routes that begin to send. */
const sends: readonly RouteName[] = [
  "items.submit",
  "items.bookSeries",
  "items.decide",
  "import.begin",
  "cards.collect",
  "clinic.bookWithoutHub",
];

type GuardOptions = {
  /** False: the organization asks for a PIN, and none is set. */
  readonly mayWork: () => boolean;
  /** Asked at each change; false: the admin PIN is missing. */
  readonly mayChange: (of: AdminsScope) => boolean;
  /** Asked where something is only shown. */
  readonly mayLook: (of: AdminsScope) => boolean;
  /** Whether that sign-in takes the desk from the account of the clinic that has it; null: to practice mode. */
  readonly takesDesk: (input: RouteParsedInput<"session.connect"> | null) => boolean;
  /** Whether the item of that id is the registration of a webhook. */
  readonly isWebhookItem: (id: string) => boolean;
};

/** The handlers, of which those that change what an admin set up refuse until the admin PIN was given. */
export function guarded(
  handlers: Handlers,
  { mayWork, mayChange, mayLook, takesDesk, isWebhookItem }: GuardOptions,
): Handlers {
  type Call = (input: never) => Promise<Result<unknown>> | Result<unknown>;
  const all: Record<string, Call> = { ...handlers };
  const guard = (name: RouteName, isAdmins: (input: never) => boolean): void => {
    const handler = handlers[name] as Call;
    all[name] = (input) =>
      isAdmins(input) && !mayChange(scopeOf(name)) ? failed(adminLocked) : handler(input);
  };
  for (const name of changesSetup) guard(name, () => true);
  for (const name of showsAdmins) {
    const handler = handlers[name] as Call;
    all[name] = (input) => (mayLook(scopeOf(name)) ? handler(input) : failed(adminLocked));
  }
  guard("settings.save", (change: SettingsChange) =>
    Object.keys(change).some((name) => !everybodys.has(name)),
  );
  // As signing out; a newer token of the same account is everybody's, or the desk would stand still until an admin comes.
  guard("session.connect", takesDesk);
  guard("session.practise", () => takesDesk(null));
  for (const name of changesItem) guard(name, ({ id }: { id: string }) => isWebhookItem(id));
  for (const name of sends) {
    const handler = all[name];
    if (handler !== undefined) all[name] = (input) => (mayWork() ? handler(input) : failed(pinMissing));
  }
  guard("items.create", isWebhook);
  guard("items.saveForm", ({ content }: { content: { kind: ItemKind } }) => isWebhook(content));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same routes, each with its own handler within
  return all as unknown as Handlers;
}
