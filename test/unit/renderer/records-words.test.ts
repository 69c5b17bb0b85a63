import { expect, test } from "vitest";
import { missingWords } from "../../../renderer/app/records-words.ts";

const nothing = { sends: 0, items: 0, changes: 0, otherCopy: false };

test.each([
  [{ sends: 1 }, "Up to 1 send to the service is missing here."],
  [{ sends: 3 }, "Up to 3 sends to the service are missing here."],
  [{ items: 21, changes: 40 }, "Up to 21 saved patients, bookings or webhooks are missing here."],
  [{ changes: 5 }, "Up to 5 saved changes are missing here."],
  [{ otherCopy: true }, "Another copy of these records was in use at the same time."],
])("of %o the first sentence says how much, and the last whom to tell", (some, first) => {
  const words = missingWords({ ...nothing, ...some });
  expect(words[0]).toContain(first);
  expect(words.at(-1)).toBe("Tell whoever looks after this computer.");
});

test("bookings that may have been made are only spoken of where something was sent", () => {
  const isSaid = (some: object): boolean =>
    missingWords({ ...nothing, ...some }).some((sentence) => sentence.includes("need checking"));
  expect([{ sends: 1 }, { otherCopy: true }, { items: 2, changes: 2 }].map(isSaid)).toEqual([
    true,
    true,
    false,
  ]);
});
