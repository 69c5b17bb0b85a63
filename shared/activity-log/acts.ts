import type { Act } from "./audit.ts";
import type { ItemStatus } from "../outbox/item.ts";

/** What became of an attempt. */
const answered: { readonly [to in ItemStatus]?: Act } = {
  done: "accepted",
  "needs-editing": "refused",
  "needs-checking": "unclear",
};

/** Complete, and left to a person or to its patient. */
const saved: ReadonlySet<ItemStatus> = new Set(["saved-for-later", "waiting-for-patient"]);

/** What a person settled who had asked the service. */
const decided: { readonly [from in ItemStatus]?: readonly ItemStatus[] } = {
  "needs-checking": ["done", "ready"],
  "needs-editing": ["done"],
  done: ["needs-checking"],
};

/** Forms and what is complete, from which a person has something sent. */
const submittable: ReadonlySet<ItemStatus> = new Set([
  "draft",
  "on-hold",
  "needs-editing",
  "needs-card",
  "saved-for-later",
]);

/** What was done to an item that went from one status to another. `from` is null where it is new, `to` where it is gone. */
export function getAct(from: ItemStatus | null, to: ItemStatus | null): Act {
  if (to === null) return "deleted";
  if (from === null) return "begun";
  if (to === "discarded") return "discarded";
  if (to === "sending") return "sent";
  if (from === "sending") return answered[to] ?? "waits";
  if (from === to) return "edited";
  if (decided[from]?.includes(to) === true) return "decided";
  if (to === "draft") return "taken-back";
  if (to === "on-hold") return "held";
  if (from !== "waiting-for-patient" && saved.has(to)) return "saved";
  if (!submittable.has(from)) return "moved";
  return to === "ready" ? "submitted" : to === "needs-card" ? "saved" : "moved";
}

/** Done by the program by itself, whoever is at the desk. */
const byProgram: ReadonlySet<string> = new Set<Act>([
  "sent",
  "accepted",
  "refused",
  "unclear",
  "waits",
  "moved",
  "started",
  "ended",
  "version-changed",
  "update-refused",
  "clinic-stopped",
  "desk-came-back",
  "sheet-came-back",
  "import-ended",
  "backup-made",
  "backup-failed",
  "backup-restored",
  "log-altered",
  "log-shorter",
  "log-replaced",
  "log-entries-removed",
  "bookings-removed",
]);
export const isByProgram = (act: string): boolean => byProgram.has(act);
