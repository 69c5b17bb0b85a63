import { afterEach, describe, expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { appointmentStatuses, billingTypes } from "../../../shared/service-api/appointment.ts";
import { saying } from "../../../shared/core/saying.ts";
import { clock, day, list, weekday, zoned, zonedShort, zonedText } from "../../../messages/format.ts";
import { firstLanguage, languages, preferredLanguage } from "../../../messages/language.ts";
import { rich, unmarked } from "../../../messages/rich.ts";
import { isMadeWith, said, say, sentences, verbatim, type Saying } from "../../../messages/saying.ts";
import { speak, words } from "../../../messages/words.ts";
import { formatStatus } from "../../../renderer/lib/item-kinds.ts";
import { formatBillingType } from "../../../renderer/ui/billing-words.ts";
import { textsOf } from "../../support/message-texts.ts";
import { parametersOf, readCatalogue, tagsOf } from "../../../scripts/words.ts";

afterEach(() => speak("en-US"));

describe("sayings", () => {
  test("a text from outside stays as it is in every language", async () => {
    await speak("en-XA");
    expect(said(verbatim("Zip {is} 'wrong' <b>."))).toBe("Zip {is} 'wrong' <b>.");
  });

  test("a saying within a saying is worded too", () => {
    expect(said(say("common.verbatim", { text: verbatim("inner") }))).toBe("inner");
  });

  test("a saying is made with itself and with its values, however deep, and with no part of a text", () => {
    const inner = say("time.noSuch");
    const whole = sentences(
      say("failures.service.broken", { status: 503 }),
      say("card.notice.declined", { said: inner }),
    );
    expect([whole, inner, 503].map((part) => isMadeWith(whole, part))).toEqual([true, true, true]);
    expect([50, "503", say("failures.done")].map((part) => isMadeWith(whole, part))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each(["common", "common.toString", "constructor", "common.verbatim.name", "__proto__", "gone.away"])(
    "an id that is no message is said to be unknown, and runs nothing: %s",
    (id) => {
      expect(said({ id, values: {} })).toBe(words.common.unknownSaying({ id }));
    },
  );

  test("values that its message cannot take do not break the page that shows it", () => {
    const id = "shell.setAside.done";
    expect(said({ id, values: { files: 5 } })).toBe(words.common.unknownSaying({ id }));
  });

  test("one that is deeper than any of ours is refused where it comes in, not followed to its end", () => {
    const nested = (depth: number): Saying =>
      Array.from({ length: depth }).reduce<Saying>((text) => say("common.verbatim", { text }), verbatim("x"));
    expect(saying.safeParse(nested(6)).success).toBe(true);
    expect(saying.safeParse(nested(20_000)).success).toBe(false);
  });
});

describe("dates and times", () => {
  test("in English as a front desk writes them", () => {
    expect(day("1984-03-05")).toBe("March 5, 1984");
    expect(weekday("2026-12-01")).toBe("Tuesday, December 1, 2026");
    expect(clock("14:00")).toBe("2:00 PM");
    expect(clock("00:05:09")).toBe("12:05:09 AM");
    const moment = zonedText("2026-12-01T14:00:00-05:00", "America/New_York");
    expect(zoned(moment)).toBe("Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time");
    expect(zonedShort(moment)).toBe("Dec 1, 2026, 2:00 PM EST");
    expect(list(["a", "b", "c"])).toBe("a, b, and c");
  });

  test("in Spanish", () => {
    expect(weekday("2026-12-01", "es-US")).toBe("martes, 1 de diciembre de 2026");
  });

  test("what is no date or time comes back as it is", () => {
    expect(day("soon")).toBe("soon");
    expect(clock("25")).toBe("25");
    expect(zoned(zonedText("soon", "America/New_York"))).toBe("soon");
  });

  test("a zone this computer does not know keeps its name", () => {
    expect(zonedShort(zonedText("2026-12-01T14:00:00-05:00", "Mars/Base"))).toBe(
      "Dec 1, 2026, 2:00 PM Mars/Base (UTC-05:00)",
    );
  });
});

describe("tags", () => {
  test("split the sentence where the message says", () => {
    expect(rich("Go \u0001b\u0002now\u0003, Ann")).toEqual(["Go ", { tag: "b", text: "now" }, ", Ann"]);
  });
  test("cannot be forged by a value", () => {
    expect(unmarked({ name: "\u0001b\u0002x\u0003" })).toEqual({ name: "bx" });
  });
});

test("the language is the first of the system's that the app speaks", () => {
  expect(preferredLanguage(["xx-XX", "es-MX", "en-US"])).toBe("es-US");
  expect(preferredLanguage(["en-GB"])).toBe("en-US");
  expect(preferredLanguage(["xx"])).toBe("en-US");
});

describe.each(languages.filter((language) => language !== firstLanguage))("%s", (language) => {
  const english = readCatalogue(firstLanguage);
  const other = readCatalogue(language);
  test("has no message that English lacks, and the same values and tags in each", () => {
    expect(other.size).toBeGreaterThan(0);
    for (const [path, message] of other) {
      const original = english.get(path);
      expect(original, path).toBeDefined();
      const own = parametersOf(path, original ?? "");
      for (const [name, type] of parametersOf(path, message))
        expect(own.get(name), `${path} ${name}`).toBe(type);
      expect([...tagsOf(message)].sort(), path).toEqual([...tagsOf(original ?? "")].sort());
    }
  });
});

test("Spanish lacks no message", () => {
  const spanish = readCatalogue("es-US");
  // Values alone, and texts from outside, are the same in every language.
  const isWords = (message: string): boolean => /\p{L}/u.test(message.replaceAll(/\{[^{}]*\}/g, ""));
  const missing = [...readCatalogue(firstLanguage)].filter(
    ([path, message]) => isWords(message) && !spanish.has(path),
  );
  expect(missing).toEqual([]);
});

test("every folder of messages is a language that can be chosen", () => {
  const folders = readdirSync("messages").filter((name) => /^[a-z]+-[A-Z]+$/.test(name));
  expect(folders.toSorted()).toEqual(languages.toSorted());
});

// billing-3: Billing types and statuses keep the service's name in Spanish, and only that is sent
test.each(languages)(
  "%s: the service's own name stands in every word for a billing type and a status",
  { tags: ["billing-3"] },
  async (language) => {
    await speak(language);
    const { billing } = words.booking;
    for (const type of billingTypes) expect(billing.names[type]).toContain(type);
    for (const status of appointmentStatuses) expect(formatStatus(status)).toContain(status);
    expect(formatStatus("Rescheduled")).toBe("Rescheduled");
    expect(formatBillingType("Bill to Mars")).toBe("Bill to Mars");
  },
);

const texts = (language: (typeof languages)[number]): readonly string[] =>
  [...readCatalogue(language).values()].flatMap(textsOf);

// booking-30: Every message is more than "unexpected error"
test(
  "no message says that something unexpected went wrong, and leaves it at that",
  { tags: ["booking-30"] },
  () => {
    const isEmpty = (text: string): boolean =>
      /\bunexpected\b|something went wrong|\binesperad[oa]s?\b|algo salió mal/i.test(text);
    expect(isEmpty("An unexpected error occurred")).toBe(true);
    expect(languages.flatMap(texts).filter(isEmpty)).toEqual([]);
  },
);

describe("one word for one thing", () => {
  // window-21: One word for one thing: booked is "reservada", and one button closes a dialog or form
  test("what is booked is reservada in every Spanish message", { tags: ["window-21"] }, () => {
    const all = texts("es-US");
    expect(all.filter((text) => /\breservadas?\b/i.test(text)).length).toBeGreaterThan(15);
    expect(all.filter((text) => /\bcitas? hechas?\b/i.test(text))).toEqual([]);
  });

  test.each([
    ["en-US", "Cancel"],
    ["es-US", "Cancelar"],
  ] as const)("leaving a dialog or a form has one button in %s", (language, cancel) => {
    expect(texts(language).filter((text) => text === cancel)).toHaveLength(1);
  });
});
