import { fail, failed, type Failure, type Result } from "../../contract/failure.ts";
import type { ItemKind } from "../../contract/records/item.ts";
import type { RouteName } from "../../contract/routes.ts";
import { say } from "../../messages/saying.ts";
import type { Handlers } from "../ipc/router.ts";
import { isWebhook } from "../kinds/kinds.ts";
import type { Clock } from "../platform/ports.ts";
import type { Pins } from "./pins.ts";

/** Milliseconds that Settings and Webhooks stay open after the admin PIN, and after each change there. */
export const openFor = 10 * 60_000;

export const adminLocked: Failure = fail("admin-locked", say("failures.lock.admin"));

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

/** Settings and Webhooks are open to whoever gave the admin PIN, for a while; to everybody where there is none. */
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

/** Routes that change what an admin set up. */
const changesSetup: readonly RouteName[] = [
  "settings.save",
  "retention.erase",
  "cards.testSource",
  "session.signOut",
];
/** Routes that make or change an item: an admin's where it is a webhook. */
const changesItem = [
  "items.hold",
  "items.noAnswer",
  "items.submit",
  "items.edit",
  "items.correct",
  "items.discard",
  "items.decide",
] as const satisfies readonly RouteName[];

type GuardOptions = {
  /** Asked at each change; false: the admin PIN is missing. */
  readonly mayChange: () => boolean;
  /** Whether the item of that id is the registration of a webhook. */
  readonly isWebhookItem: (id: string) => boolean;
};

/** The handlers, of which those that change what an admin set up refuse until the admin PIN was given. */
export function guarded(handlers: Handlers, { mayChange, isWebhookItem }: GuardOptions): Handlers {
  type Call = (input: never) => Promise<Result<unknown>> | Result<unknown>;
  const all: Record<string, Call> = { ...handlers };
  const guard = (name: RouteName, isAdmins: (input: never) => boolean): void => {
    const handler = handlers[name] as Call;
    all[name] = (input) => (isAdmins(input) && !mayChange() ? failed(adminLocked) : handler(input));
  };
  for (const name of changesSetup) guard(name, () => true);
  for (const name of changesItem) guard(name, ({ id }: { id: string }) => isWebhookItem(id));
  guard("items.create", isWebhook);
  guard("items.saveForm", ({ content }: { content: { kind: ItemKind } }) => isWebhook(content));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same routes, each with its own handler within
  return all as unknown as Handlers;
}
