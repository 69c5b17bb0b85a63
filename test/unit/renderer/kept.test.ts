import { expect, test } from "vitest";
import { fail } from "../../../contract/failure.ts";
import { itemStatuses } from "../../../contract/records/item.ts";
import { words as catalogue } from "../../../messages/words.ts";
import {
  bookingOutcome,
  outcomeWords,
  savedForLaterText,
} from "../../../renderer/features/booking/outcome.ts";
import { groupKeys, groupWords } from "../../../renderer/features/outbox/words.ts";
import { savedPatient } from "../../../renderer/features/patients/outcome.ts";
import { webhookTitle } from "../../../renderer/features/webhooks/words.ts";
import { asKept, type RecordsKept } from "../../../renderer/state/kept.ts";
import { bookingItem, webhookItem } from "./builders.ts";

const refused = fail("token-refused", "Refused.");
const results = itemStatuses.flatMap((status) => {
  const { title, text } = outcomeWords(bookingOutcome(bookingItem({ status })));
  return [title, text];
});
const token = outcomeWords(bookingOutcome(bookingItem({ status: "ready", problem: refused })));
const words = [
  ...results,
  token.text,
  "Saved",
  ...itemStatuses.map((status) => savedForLaterText({ status })),
];

/** Words that the catalogue has for both. */
const lists = (kept: RecordsKept): string[] => [
  savedPatient(false, kept),
  savedPatient(true, kept),
  webhookTitle(webhookItem({ status: "ready" }), kept),
  catalogue.webhooks.draftSaved({ kept }),
  ...groupKeys.flatMap((key) => Object.values(groupWords(key, kept))),
];

test("where nothing is written to disk, nothing is called saved or there after a restart", () => {
  const kept = [...words.map((text) => asKept(text, "memory")), ...lists("memory")];
  expect(kept.filter((text) => /\bsaved\b|restart|on this computer/i.test(text))).toEqual([]);
  // Something did say so, or this would prove nothing.
  expect([...words, ...lists("disk")].filter((text) => /\bsaved\b/i.test(text)).length).toBeGreaterThan(8);
});

test("on disk the words stay as they are", () => {
  expect(words.map((text) => asKept(text, "disk"))).toEqual(words);
});
