import { expect, test } from "vitest";
import { fail } from "../../../contract/failure.ts";
import { itemStatuses } from "../../../contract/records/item.ts";
import {
  bookingOutcome,
  outcomeWords,
  savedForLaterText,
} from "../../../renderer/features/booking/outcome.ts";
import { groupKeys, groupTitles } from "../../../renderer/features/outbox/words.ts";
import { savedNotCreated } from "../../../renderer/features/patients/outcome.ts";
import { asKept } from "../../../renderer/state/kept.ts";
import { bookingItem } from "./builders.ts";

const refused = fail("token-refused", "Refused.");
const results = itemStatuses.flatMap((status) => {
  const { title, text } = outcomeWords(bookingOutcome(bookingItem({ status })));
  return [title, text];
});
const token = outcomeWords(bookingOutcome(bookingItem({ status: "ready", problem: refused })));
const words = [
  ...results,
  token.text,
  savedNotCreated,
  "Saved",
  "Saved on this computer – not registered yet",
  ...groupKeys.flatMap((key) => [groupTitles[key].title, groupTitles[key].sentence]),
  ...itemStatuses.flatMap((status) => [true, false].map((parked) => savedForLaterText({ status, parked }))),
];

test("where nothing is written to disk, nothing is called saved or there after a restart", () => {
  const kept = words.map((text) => asKept(text, "memory"));
  expect(kept.filter((text) => /\bsaved\b|restart|on this computer/i.test(text))).toEqual([]);
  // Something did say so, or this would prove nothing.
  expect(words.filter((text) => /\bsaved\b/i.test(text)).length).toBeGreaterThan(8);
});

test("on disk the words stay as they are", () => {
  expect(words.map((text) => asKept(text, "disk"))).toEqual(words);
});
