import type { Item, ItemKind } from "../../../shared/outbox/item.ts";
import type { SecretStore } from "../../../main/platform/secret-store.ts";
import type { CurrentAccount } from "../../../main/features/outbox/ports.ts";
import type { RandomIds, TracePoint } from "../../../main/platform/ports.ts";
import type { Store } from "../../../main/db/types.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import type { ModelDesk } from "./desk.ts";
import { addressOf, type Fate, type ModelService, type Request } from "./service.ts";
import { itemIn, type Backup, type DiskFault } from "./store.ts";

export const accounts = ["one", "two"] as const;
export const startOfModel = "2026-03-02T09:00:00.000Z";

/** What is known of an item from outside: what people did with it, and what went over the wire. */
export type Known = {
  readonly id: string;
  readonly kind: ItemKind;
  readonly accountId: string;
  readonly key: string;
  readonly generatedExternalId: string | null;
  /** The first item of a chain of edits. */
  readonly sequence: number;
  /** The body of its first request. */
  body: string | null;
  posts: number;
  /** "Book again" that was recorded. */
  resends: number;
  /** Made already when a backup was restored that does not know of it. */
  madeBefore: number;
  /** A backup was put back that does not know all that was done with it since. */
  restored: boolean;
  /** It may have reached the service, and since then no person said that it was not made. */
  mayBeMade: boolean;
  /** What that was before its last request. */
  mayBeMadeBefore: boolean;
  /** Discarded or edited by a person. */
  ended: boolean;
  /** Marked as booked, or another patient's number taken, by a person. */
  decided: boolean;
  /** A person who was told that an earlier try may have made this patient says that it is another one. */
  saidToBeAnother: boolean;
  /** It was taken back, or its moment to undo ended with the process, and nobody has sent it since. */
  takenBack: boolean;
  /** It went out since a person last sent it. */
  sentSincePress: boolean;
  /** How often it failed in a row and was left to be tried again. */
  failures: number;
  /** Measured time before which it is not sent again by itself. */
  notBefore: number;
  /** The same for a person who presses again and again. */
  floor: number;
  /** The first of the items that this one was edited from. */
  readonly root: string;
};

/** The line as the service's list answers over it. `other`: something else does. */
export type LineState =
  | "up"
  | "down"
  | "error"
  | "refused"
  | "held"
  | "unreadable"
  | "other"
  | "asked to wait";
export const lineFates: Readonly<Record<Exclude<LineState, "held">, Fate>> = {
  up: { fate: "ok" },
  down: { fate: "not-reached", phase: "connecting" },
  error: { fate: "status", status: 503, body: "html", carried: false, retryAfter: null },
  refused: { fate: "status", status: 401, body: "json", carried: false, retryAfter: null },
  unreadable: { fate: "unreadable", how: "html" },
  other: { fate: "other", how: "nothing of it" },
  "asked to wait": { fate: "status", status: 429, body: "json", carried: false, retryAfter: "40" },
};

/** The process ends at that point, the `times`th time it gets there. */
type LastPoint = { readonly point: TracePoint; times: number; readonly carried: number };

/** The world of a run without the process that is at work in it. */
export type Scene = {
  readonly clock: FakeClock;
  readonly service: ModelService;
  readonly disk: DiskFault;
  readonly secrets: SecretStore;
  readonly random: RandomIds;
  known: Map<string, Known>;
  readonly problems: string[];
  /** How often what was reached, to see that the model does not go around something. */
  readonly reached: Map<string, number>;
  /** Every POST as it went out: measured time, key and body. */
  readonly sent: string[];
  store: Store;
  account: CurrentAccount | null;
  trusts: boolean;
  /** How long a booking can be taken back. */
  readonly undoSeconds: number;
  line: LineState;
  /** What becomes of the next POSTs, in their order. */
  script: Fate[];
  /** What becomes of those after it; null leaves them under way. */
  usual: Fate | null;
  last: LastPoint | null;
  backup: { readonly content: Backup; readonly known: readonly Known[] } | null;
  /** Items that a person sends just now, and how often. */
  readonly byPerson: Map<string, number>;
  /** The line failed, and no answer came since. */
  lineFailed: boolean;
  /** A request, not a probe, was answered 401, and nobody has signed in since. */
  tokenHeld: boolean;
  /** Counts who signed in: a probe of before says nothing of the line after. */
  session: number;
  readonly sessions: WeakMap<Request, number>;
  answeredAt: number;
  /** By service address: until when that service asked to be left alone. */
  readonly waitUntil: Map<string, number>;
};

export type World = Scene & { desk: ModelDesk };

export const note = (world: Scene, what: string): void =>
  void world.reached.set(what, (world.reached.get(what) ?? 0) + 1);

export const wrong = (world: Scene, says: string): void => void world.problems.push(says);

export const stored = (world: Scene, id: string): Item | null => itemIn(world.store, id);

/** Takes an item under observation that was just made, or found. */
export function observe(world: Scene, item: Item): void {
  if (world.known.has(item.id)) return;
  world.known.set(item.id, {
    id: item.id,
    kind: item.kind,
    accountId: item.accountId,
    key: item.idempotencyKey,
    generatedExternalId: item.kind === "patient" ? item.generatedExternalId : null,
    sequence: world.known.size,
    body: null,
    posts: 0,
    resends: 0,
    madeBefore: 0,
    restored: item.editOf === null ? false : (world.known.get(item.editOf)?.restored ?? false),
    mayBeMade: false,
    mayBeMadeBefore: false,
    ended: false,
    decided: false,
    saidToBeAnother: false,
    takenBack: false,
    sentSincePress: false,
    failures: 0,
    notBefore: 0,
    floor: 0,
    root: (item.editOf === null ? undefined : world.known.get(item.editOf)?.root) ?? item.id,
  });
}

export const accountNamed = (world: Scene, accountId: string): CurrentAccount => ({
  accountId,
  practice: false,
  credentials: { serviceAddress: addressOf(accountId), token: world.service.tokenFor(accountId) },
});

export const itemOf = (world: Scene, request: Request): Known | undefined =>
  [...world.known.values()].find(({ key }) => key === request.key);
