import type { ClinicParts } from "../../features/clinic/clinic-parts.ts";
import { createImports } from "../../features/import/imports.ts";
import { createOutbox } from "../../features/outbox/outbox.ts";
import { createWebhookListing } from "../../features/webhooks/webhooks.ts";
import type { DeskEvents } from "../events.ts";
import type { AccountParts, AtDesk } from "./account.ts";
import type { Connections } from "./connections.ts";
import type { Counts } from "./records.ts";

type Around = {
  readonly events: DeskEvents;
  readonly connections: Connections;
  readonly account: AccountParts["account"];
  readonly several: ClinicParts;
  readonly counts: Counts;
  readonly mayWork: () => boolean;
};

/** What is sent, and the files of patients that fill it: neither is whole without the other. */
export function createOutboxParts(
  atDesk: AtDesk,
  { events, connections, account, several, counts, mayWork }: Around,
) {
  const { client } = connections;
  const webhooks = createWebhookListing({ ...atDesk, client, onListed: events.listed.tell });
  let isOnline = false;
  events.connection.listen(({ state }) => {
    isOnline = state === "online";
  });
  const files = createImports({
    ...atDesk,
    isOnline: () => isOnline,
    emit: (state) => atDesk.emit("import.changed", state),
    onQueued: events.queued.tell,
    onStep: atDesk.onImportStep ?? (() => undefined),
  });
  // Among several desks nobody knows what the others were told: a person decides about each repeat.
  const settings = (): ReturnType<AtDesk["settings"]> =>
    several.isShared() ? { ...atDesk.settings(), trustsIdempotencyKey: false } : atDesk.settings();
  const outbox = createOutbox({
    ...atDesk,
    client,
    sharing: several.sharing,
    context: { account: account.current, settings },
    probe: webhooks.probe,
    counted: counts.restored.counted,
    toCome: files.jobs.toCome,
    mayWork,
    onConnection: events.connection.tell,
    onQuestionOver: (id) => atDesk.emit("question.over", { id }),
    onMoments: events.moments.tell,
    onChange: events.changed.tell,
  });
  return { webhooks, files, outbox };
}

export type OutboxParts = ReturnType<typeof createOutboxParts>;
