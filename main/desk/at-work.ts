import type { AccountId } from "../../shared/session/account.ts";
import type { CardCollection } from "../features/cards/collect.ts";
import type { Outbox } from "../features/outbox/outbox.ts";
import type { Busy } from "../features/updates/ports.ts";
import type { Imports } from "../features/import/imports.ts";

type Parts = Pick<Outbox, "engine" | "line" | "undo"> & {
  readonly collection: Pick<CardCollection, "isOpen">;
  readonly files: Pick<Imports, "jobs">;
  readonly accountId: AccountId | null;
};

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
