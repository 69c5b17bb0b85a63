import { expect, test } from "vitest";
import { readCatalogue } from "../../../scripts/words.ts";
import { textsOf } from "../../support/message-texts.ts";

/** Sentences that once said more than is known. They are looked at in English, in which each message is written first. */
const english = readCatalogue("en-US");
const textsAt = (path: string): readonly string[] =>
  [...english]
    .filter(([id]) => id === path || id.startsWith(`${path}.`))
    .flatMap(([, message]) => textsOf(message));

test("a denial of which only an update tells is told as what the update says, and as unverified", () => {
  expect(textsAt("desk.attention.denied")).toHaveLength(2);
  for (const title of textsAt("desk.attention.denied"))
    expect(title).toMatch(/, according to (an update|updates)$/);
  expect(textsAt("desk.attention.deniedText").join()).toContain("unverified");
});

test("a window that broke promises to send only what is ready: the rest of the Outbox waits for a person", () => {
  const ready = textsAt("items.status.ready").join().toLowerCase();
  expect(textsAt("desk.broken.detail").join()).toContain(`Anything ${ready} is sent when`);
});

test("nobody is charged by Front Desk or by the clinic: where a card is charged, the booking service does it", () => {
  const charged = textsAt("booking.billing").filter((text) => /\bcharges?\b/.test(text));
  expect(charged.length).toBeGreaterThan(0);
  expect(charged.filter((text) => !/\bbooking service (then )?charges\b/.test(text))).toEqual([]);
});

test("what is sent is canceled by the booking service, and never by Front Desk", () => {
  const all = [...english.values()].flatMap((message) => textsOf(message));
  expect(textsAt("settings.undoTime.help").join()).toContain("Front Desk can’t cancel it.");
  expect(all.filter((text) => /\bbooking service (can’t|cannot|can not) cancel\b/.test(text))).toEqual([]);
});

test("a desk that locked for want of keys and mouse says nothing of who was there", () => {
  expect(textsAt("audit.why.idle")).toEqual(["no activity"]);
});
