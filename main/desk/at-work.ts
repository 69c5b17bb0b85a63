import type { AccountId } from "../../shared/session/account.ts";
import type { CardCollection } from "../features/cards/collect.ts";
import type { Outbox } from "../features/outbox/outbox.ts";
import type { Busy } from "../features/updates/ports.ts";
import type { Imports } from "../features/import/imports.ts";
import type { Store } from "../db/types.ts";
import type { Clock } from "../platform/ports.ts";

type Parts = Pick<Outbox, "engine" | "line" | "undo"> & {
  readonly collection: Pick<CardCollection, "isOpen">;
  readonly files: Pick<Imports, "jobs">;
  readonly accountId: AccountId | null;
};

type Traffic = {
  readonly store: Store;
  readonly accountId: () => AccountId | null;
};

/** `sending`: a request is under way just now. `busy`: others are about to be. */
export function findTraffic(
  { store, accountId }: Traffic,
  { line, engine, undo }: Pick<Outbox, "engine" | "line" | "undo">,
): "sending" | "busy" | "none" {
  if (store.read(({ items }) => items.sending()).length > 0) return "sending";
  const isDraining = line.current().state === "online" && !engine.isPaused() && engine.progress() !== null;
  return isDraining || undo.shown(accountId()).length > 0 ? "busy" : "none";
}

export type LastChange = {
  readonly note: () => void;
  /** Milliseconds. */
  readonly since: () => number;
};

/** How long ago a record last changed. */
export function createLastChange({ monotonic }: Pick<Clock, "monotonic">): LastChange {
  let at = monotonic();
  return {
    note: () => {
      at = monotonic();
    },
    since: () => monotonic() - at,
  };
}

/** What goes on that nothing should come between; null: nothing does. Items that wait for a connection do nothing. */
export function findCurrentActivity({
  engine,
  line,
  undo,
  collection,
  files,
  accountId,
}: Parts): Busy | null {
  if (collection.isOpen()) return "card";
  if (undo.shown(accountId).length > 0) return "moment";
  if (files.jobs.toCome() > 0) return "import";
  const progress = engine.progress();
  const isDraining =
    progress !== null &&
    progress.left > 0 &&
    !progress.paused &&
    progress.waitsUntil === null &&
    line.current().state === "online";
  return isDraining ? "sending" : null;
}
