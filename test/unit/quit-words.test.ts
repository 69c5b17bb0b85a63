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
  const shown = quitWords(counts({ draft: 1, ready: 1, done: 5 }), "memory");
  expect(shown).toMatchObject({ message: words.desk.lost.message({ count: 2 }), loses: true });
  expect(shown?.detail).toBe(words.desk.lost.detail);
});

it.each(itemStatuses)(
  "asks before the one item that is %s is lost with the window, if it would be",
  (status) => {
    const isOver = status === "done" || status === "discarded";
    expect(quitWords(counts({ [status]: 1 }), "memory")?.message).toBe(
      isOver ? undefined : words.desk.lost.message({ count: 1 }),
    );
  },
);

it("says what is not sent yet, and nothing of drafts, where records are kept", () => {
  expect(quitWords(counts({ ready: 1 }), "disk")).toMatchObject({
    message: words.desk.unsent.message({ count: 1 }),
    loses: false,
  });
  expect(quitWords(counts({ draft: 3, done: 1 }), "disk")).toBeNull();
});
