import { expect, it } from "vitest";
import { itemStatuses, type ItemStatus } from "../../../shared/outbox/item.ts";
import { tallyCounts, formatTally, type TallyContext, type Tally } from "../../../shared/outbox/tally.ts";
import { verbatim } from "../../../messages/saying.ts";
import { formatQuitQuestion, formatUnsavedQuestion } from "../../../main/desk/quit-words.ts";
import { words } from "../../../messages/words.ts";
import { countsOf } from "../../support/counts-of.ts";

const tally = (some: Partial<Record<ItemStatus, number>>, beside: Partial<TallyContext> = {}): Tally =>
  tallyCounts(countsOf(some), { moments: [], rowsToTake: 0, isStopped: false, isUnshared: false, ...beside });
const { quitting } = words.desk;
const says = words.items.tally;

it("says what could not be saved, and nothing when all is", () => {
  expect(formatUnsavedQuestion(null)).toBeNull();
  expect(formatUnsavedQuestion(verbatim("The disk is full."))).toMatchObject({
    detail: "The disk is full.",
    loses: true,
  });
});

it("never says that anything is saved where nothing is kept", () => {
  const shown = formatQuitQuestion(tally({ draft: 1, ready: 1, done: 5 }), "memory");
  expect(shown).toMatchObject({ message: words.desk.lost.message({ count: 2 }), loses: true });
  const kinds = `${says.waiting({ count: 1 })} ${says.drafts({ count: 1 })}`;
  expect(shown?.detail).toBe(`${kinds} ${words.desk.lost.detail}`);
});

it.each(itemStatuses)(
  "asks before the one item that is %s is lost with the window, if it would be",
  (status) => {
    // What another desk holds is there.
    const isOver = status === "done" || status === "discarded" || status === "elsewhere";
    expect(formatQuitQuestion(tally({ [status]: 1 }), "memory")?.message).toBe(
      isOver ? undefined : words.desk.lost.message({ count: 1 }),
    );
  },
);

it("says what is not sent yet, and nothing of drafts, where records are kept", () => {
  expect(formatQuitQuestion(tally({ ready: 1 }), "disk")).toEqual({
    message: says.waiting({ count: 1 }),
    detail: quitting.waiting,
    loses: false,
  });
  expect(formatQuitQuestion(tally({ draft: 3, done: 1 }), "disk")).toBeNull();
});

// window-12: Items being sent are never counted as waiting, unsent or saved
it("never counts what is being sent as waiting: it may have been booked", { tags: ["window-12"] }, () => {
  expect(formatQuitQuestion(tally({ sending: 1 }), "disk")).toEqual({
    message: says.sending({ count: 1 }),
    detail: quitting.sending,
    loses: false,
  });
  // An import with one row under way and three that are not in the outbox yet.
  const shown = formatQuitQuestion(tally({ sending: 1, "needs-checking": 4 }, { rowsToTake: 3 }), "disk");
  const kinds = [says.sending({ count: 1 }), says.waiting({ count: 3 }), says.needsChecking({ count: 4 })];
  expect(shown?.message).toBe(kinds.join(" "));
  expect(shown?.message).toMatch(/^1 is being sent and may have been booked/);
});

it("says of what is about to be sent, with all visits of a series, that quitting keeps it from being sent", () => {
  const moments = [{ visits: 3, stands: "draft" }] as const;
  expect(formatQuitQuestion(tally({ draft: 1 }, { moments }), "disk")).toEqual({
    message: says.aboutToSend({ count: 3 }),
    detail: quitting.aboutToSend,
    loses: false,
  });
  expect(formatQuitQuestion(tally({ draft: 1 }, { moments }), "memory")?.message).toBe(
    words.desk.lost.message({ count: 3 }),
  );
});

it("says that what waits while the sending is stopped goes out the next time", () => {
  expect(formatQuitQuestion(tally({ ready: 2 }, { isStopped: true }), "disk")).toMatchObject({
    message: formatTally(tally({ ready: 2 }, { isStopped: true }), ["stopped"]),
    detail: quitting.waiting,
  });
});

it("says of what waits while sharing has stopped that somebody has to decide, and not that it goes out", () => {
  for (const isStopped of [true, false])
    expect(formatQuitQuestion(tally({ ready: 2 }, { isStopped, isUnshared: true }), "disk")).toEqual({
      message: says.unshared({ count: 2 }),
      detail: quitting.person,
      loses: false,
    });
});
