import { expect, it } from "vitest";
import { itemCounts, itemStatuses, type ItemCounts, type ItemStatus } from "../../contract/records/item.ts";
import { verbatim } from "../../messages/saying.ts";
import { quitWords, unsavedWords } from "../../main/quit-words.ts";
import { words } from "../../messages/words.ts";

const counts = (some: Partial<Record<ItemStatus, number>>): ItemCounts =>
  itemCounts.parse({ ...Object.fromEntries(itemStatuses.map((status) => [status, 0])), ...some });

it("says what could not be saved, and nothing when all is", () => {
  expect(unsavedWords(null)).toBeNull();
  expect(unsavedWords(verbatim("The disk is full."))).toMatchObject({
    detail: "The disk is full.",
    loses: true,
  });
});

it("never says that anything is saved where nothing is kept", () => {
  const shown = quitWords(counts({ draft: 1, ready: 1, done: 5 }), { recordsKept: "memory", aboutToSend: 0 });
  expect(shown).toMatchObject({ message: words.desk.lost.message({ count: 2 }), loses: true });
  expect(shown?.detail).toBe(words.desk.lost.detail);
});

it.each(itemStatuses)(
  "asks before the one item that is %s is lost with the window, if it would be",
  (status) => {
    // What another desk holds is there.
    const isOver = status === "done" || status === "discarded" || status === "elsewhere";
    expect(quitWords(counts({ [status]: 1 }), { recordsKept: "memory", aboutToSend: 0 })?.message).toBe(
      isOver ? undefined : words.desk.lost.message({ count: 1 }),
    );
  },
);

it("says what is not sent yet, and nothing of drafts, where records are kept", () => {
  expect(quitWords(counts({ ready: 1 }), { recordsKept: "disk", aboutToSend: 0 })).toMatchObject({
    message: words.desk.unsent.message({ count: 1 }),
    loses: false,
  });
  expect(quitWords(counts({ draft: 3, done: 1 }), { recordsKept: "disk", aboutToSend: 0 })).toBeNull();
});

it("says of a booking that is about to be sent that quitting keeps it from being sent", () => {
  const kept = { recordsKept: "disk", aboutToSend: 1 } as const;
  expect(quitWords(counts({ draft: 1 }), kept)).toEqual({
    message: words.desk.aboutToSend.message({ count: 1 }),
    detail: words.desk.aboutToSend.detail({ count: 1 }),
    loses: false,
  });
  expect(quitWords(counts({ draft: 1 }), { ...kept, recordsKept: "memory" })?.loses).toBe(true);
});
