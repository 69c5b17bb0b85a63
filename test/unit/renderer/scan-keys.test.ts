import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  endScan,
  headPace,
  idle,
  handleScanKey,
  type ScanKey,
  type ScanState,
} from "../../../renderer/lib/scan-keys.ts";
import { readLicense } from "../../../shared/intake/license.ts";
import { madeUpCards } from "../../support/license-cards.ts";

type Press = Partial<ScanKey> & { readonly key: string };
const bare = { code: "", ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
const card = madeUpCards[0]?.text ?? "";

/** As a scanner sends it: Shift before each capital, control characters as `control` says. */
const keysOf = (text: string, control: (sign: string) => readonly Press[]): readonly Press[] =>
  [...text].flatMap((sign) => {
    if (/\p{Cc}/u.test(sign)) return control(sign);
    return sign === sign.toLowerCase() ? [{ key: sign }] : [{ key: "Shift" }, { key: sign, shiftKey: true }];
  });
const asEnter = (): readonly Press[] => [{ key: "Enter" }];
const asControl = (): readonly Press[] => [{ key: "Control" }, { key: "j", ctrlKey: true }];
const asAlt = (): readonly Press[] => [
  { key: "Alt" },
  ...[..."010"].map((key) => ({ key, code: `Numpad${key}`, altKey: true })),
];

/** What the page gets, in its order: keys that pass and those that are given back; and the cards. */
function play(presses: readonly (Press & { readonly after?: number })[], pace = 4) {
  let state: ScanState = idle;
  let at = 0;
  const page: string[] = [];
  const cards: string[] = [];
  const note = ({ back, card }: ReturnType<typeof endScan>): void => {
    page.push(...back.map(({ key }) => key));
    if (card !== null) cards.push(card);
  };
  for (const { after = pace, ...press } of presses) {
    at += after;
    const step = handleScanKey(state, { ...bare, ...press, at });
    note(step);
    if (!step.takes) page.push(press.key);
    state = step.state;
  }
  note(endScan(state));
  return { page: page.filter((key) => key.length === 1 || key === "Enter"), cards };
}

describe("a license that a scanner types", () => {
  it.each([
    ["the Enter key", asEnter],
    ["Ctrl with letters", asControl],
    ["Alt with digits", asAlt],
    ["an arrow", () => [{ key: "ArrowDown" }]],
    ["keys of functions", (sign: string) => [{ key: sign === "\u001E" ? "F12" : "F9" }]],
    ["keys without a name", () => [{ key: "Unidentified" }]],
    ["Num Lock and Alt", () => [{ key: "NumLock" }, ...asAlt(), { key: "NumLock" }]],
    ["other keys without a character", (sign: string) => [{ key: sign === "\r" ? "Home" : "PageDown" }]],
    ["nothing", () => []],
  ] as const)(
    "is a card with %s for its control characters, and the page gets none of it",
    (_what, control) => {
      const { page, cards } = play(keysOf(card, control));
      expect(page).toEqual([]);
      expect(cards.map((text) => text.replace(/[\s\p{Cc}]/gu, ""))).toEqual([
        card.replace(/[\s\p{Cc}]/gu, ""),
      ]);
    },
  );

  it("whose line ends are keys without a character keeps its lines", () => {
    const { cards } = play(keysOf(card, () => [{ key: "ArrowDown" }]));
    expect(readLicense(cards[0] ?? "")).toMatchObject({ kind: "read", intake: { odd: [] } });
  });

  it("begins with an at sign, an arrow and Shift, as such scanners send it", () => {
    const { page, cards } = play([
      { key: "@" },
      { key: "ArrowDown" },
      { key: "Shift" },
      ...keysOf(card.slice(4), asEnter),
    ]);
    expect([page, cards.length]).toEqual([[], 1]);
  });

  it("comes after what was being typed, which stays, and before what is typed next", () => {
    const typed = [..."mar"].map((key) => ({ key, after: 90 }));
    const next = [{ key: "x", after: 2_000 }];
    const { page, cards } = play([...typed, ...keysOf(card, asEnter), ...next]);
    expect(page).toEqual(["m", "a", "r", "x"]);
    expect(cards).toHaveLength(1);
  });

  it("twice in a row is read as one text, and later as two", () => {
    const keys = keysOf(card, asEnter);
    expect(play([...keys, ...keys]).cards).toHaveLength(1);
    const [first, ...rest] = keys;
    expect(play([...keys, { key: "@", ...first, after: 5_000 }, ...rest]).cards).toHaveLength(2);
  });

  it("whose last keys a busy computer delivers after the pause leaves none of them to the page", () => {
    const keys = keysOf(card, asEnter).map((press, at) => ({ ...bare, ...press, at: at * 4 }));
    const [first, late] = [keys.slice(0, -4), keys.slice(-4)];
    let state: ScanState = idle;
    for (const press of first) ({ state } = handleScanKey(state, press));
    const end = endScan(state);
    expect(end.card).not.toBeNull();
    ({ state } = end);
    for (const press of late) {
      const step = handleScanKey(state, press);
      expect(step.takes).toBe(true);
      ({ state } = step);
    }
    expect(handleScanKey(state, { ...bare, key: "x", at: keys.length * 4 + headPace }).takes).toBe(false);
  });

  it("that stops in the middle ends all the same", () =>
    expect(play(keysOf(card.slice(0, 120), asEnter)).cards).toHaveLength(1));
});

describe("what a person types", () => {
  // window-31: A fast typist is not mistaken for a scanner, and loses no letter
  it.each([
    "ann@aol.com",
    "@",
    "@a",
    "@ansi 12",
    "ANSI 636000",
    "a@ansi 6360",
    '"AAMVA"',
    "@@ann",
    "@é",
    "@\n",
    "@\nANSI x",
  ])("%j loses no letter, however quickly it is typed", { tags: ["window-31"] }, (text) => {
    const presses = [...text].map((key) => ({ key: key === "\n" ? "Enter" : key }));
    expect(play(presses, 1).page).toEqual(presses.map(({ key }) => key));
  });

  it("keys without a character behind an at sign are given back in their order", () => {
    const keys = ["@", "ArrowDown", "Dead", "a", "@", "F5", "b"].map((key) => ({ key }));
    let state: ScanState = idle;
    const got: string[] = [];
    for (const [at, press] of keys.entries()) {
      const step = handleScanKey(state, { ...bare, ...press, at });
      got.push(...step.back.map(({ key }) => key), ...(step.takes ? [] : [press.key]));
      ({ state } = step);
    }
    expect(got).toEqual(keys.map(({ key }) => key));
  });

  it("even the head of a card loses nothing at a person's pace", () => {
    const text = "@ANSI 636000090002DL0041";
    const { page, cards } = play(
      [...text].map((key) => ({ key })),
      headPace + 1,
    );
    expect([page.join(""), cards]).toEqual([text, []]);
  });

  it("loses nothing in any order, at any pace, with any keys between", () => {
    const press = fc.record({
      key: fc.oneof(
        fc.constantFrom("@", "A", "a", "N", "M", "S", "I", " ", "6", "Enter", "F5", "Escape"),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
      after: fc.integer({ min: 0, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 80 }), (presses) => {
        const { page, cards } = play(presses);
        if (cards.length > 0) return;
        expect(page).toEqual(
          presses.map(({ key }) => key).filter((key) => key.length === 1 || key === "Enter"),
        );
      }),
    );
  });
});
