import { describe, expect, it } from "vitest";
import { actGroups } from "../../../../shared/activity-log/audit.ts";
import { itemStatuses, type ItemStatus } from "../../../../shared/outbox/item.ts";
import { getAct, isByProgram } from "../../../../shared/activity-log/acts.ts";

/** What the log calls it when an item goes from that status to each of these. */
const acts = (from: ItemStatus, ...to: readonly ItemStatus[]): string =>
  [...new Set(to.map((each) => getAct(from, each)))].join(" or ");

const complete = ["saved-for-later", "needs-card", "waiting-for-patient"] as const;
/** From these a person has something sent. */
const forms = ["draft", "on-hold", "needs-editing", "needs-card", "saved-for-later"] as const;
/** Where it does not matter from which. */
const notSending = itemStatuses.filter((status) => status !== "sending");

describe("the activity log says of an item", () => {
  it("that it was begun, deleted, thrown away, sent or edited, wherever it was", () => {
    for (const status of itemStatuses) {
      expect(getAct(null, status)).toBe("begun");
      expect(getAct(status, null)).toBe("deleted");
      expect(getAct(status, "discarded")).toBe("discarded");
      expect(getAct(status, "sending")).toBe("sent");
    }
    for (const status of notSending.filter((each) => each !== "discarded"))
      expect(getAct(status, status)).toBe("edited");
  });

  it("what the service answered to an attempt, and else that it waits", () => {
    expect(getAct("sending", "done")).toBe("accepted");
    expect(getAct("sending", "needs-editing")).toBe("refused");
    expect(getAct("sending", "needs-checking")).toBe("unclear");
    expect(acts("sending", "ready", "draft", "on-hold", "elsewhere", ...complete)).toBe("waits");
  });

  it("that a person decided, where the service had been asked", () => {
    expect(acts("needs-checking", "done", "ready")).toBe("decided");
    expect(getAct("needs-editing", "done")).toBe("decided");
    expect(getAct("done", "needs-checking")).toBe("decided");
    expect(acts("done", "ready", "needs-editing", "elsewhere")).toBe("moved");
    expect(acts("needs-checking", "needs-editing", "needs-card", "elsewhere")).toBe("moved");
    expect(acts("draft", "done", "needs-checking")).toBe("moved");
  });

  it("that it became a form again, or was put on hold", () => {
    for (const from of notSending) {
      if (from !== "draft") expect(getAct(from, "draft")).toBe("taken-back");
      if (from !== "on-hold") expect(getAct(from, "on-hold")).toBe("held");
    }
  });

  it("that a person confirmed or saved it, where it was a form of theirs", () => {
    for (const from of forms) {
      expect(getAct(from, "ready")).toBe("submitted");
      expect(acts(from, ...complete.filter((to) => to !== from))).toBe("saved");
      expect(acts(from, "elsewhere")).toBe("moved");
    }
  });

  it("that a person took it from its way to keep it for later", () => {
    for (const from of ["ready", "needs-checking", "done", "discarded", "elsewhere"] as const) {
      expect(acts(from, "saved-for-later", "waiting-for-patient")).toBe("saved");
      expect(getAct(from, "needs-card")).toBe("moved");
    }
  });

  it("that it moved by itself, where what it waited for came", () => {
    expect(acts("waiting-for-patient", "ready", "needs-card", "saved-for-later")).toBe("moved");
    expect(acts("elsewhere", "ready", "done")).toBe("moved");
  });
});

it("the program is named for what it does by itself, and a person for everything else", () => {
  const byProgram = (
    "started ended version-changed update-refused clinic-stopped desk-came-back sheet-came-back import-ended " +
    "sent accepted refused unclear waits moved " +
    "backup-made backup-failed backup-restored log-altered log-shorter log-replaced log-entries-removed bookings-removed"
  ).split(" ");
  expect(Object.values(actGroups).flat().filter(isByProgram).toSorted()).toEqual(byProgram.toSorted());
  expect(isByProgram("levitated")).toBe(false);
});
