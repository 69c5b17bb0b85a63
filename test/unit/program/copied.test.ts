import { beforeEach, expect, it } from "vitest";
import { copiedMilliseconds, copiedTexts, type Copied } from "../../../main/copied.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";

let held: string;
let clock: FakeClock;
let copied: Copied;

beforeEach(() => {
  held = "";
  clock = fakeClock("2026-03-02T15:00:00Z");
  const clipboard = {
    write: (text: string) => void (held = text),
    read: () => Promise.resolve(held),
    clear: () => void (held = ""),
  };
  copied = copiedTexts(clipboard, clock);
});

it("what was copied goes after a minute, and not before", async () => {
  copied.copy("Ann Sample, 3/5/84");
  await clock.advance(copiedMilliseconds - 1);
  expect(held).toBe("Ann Sample, 3/5/84");
  await clock.advance(1);
  expect(held).toBe("");
});

it("what somebody else put there since stays", async () => {
  copied.copy("Ann Sample");
  held = "a shopping list";
  await clock.advance(copiedMilliseconds);
  expect(held).toBe("a shopping list");
});

it("the last copy has its own minute, also of the same text", async () => {
  for (const text of ["Ann Sample", "Ben Sample", "Ben Sample"]) {
    copied.copy(text);
    await clock.advance(copiedMilliseconds / 2);
  }
  expect(held).toBe("Ben Sample");
  await clock.advance(copiedMilliseconds / 2);
  expect(held).toBe("");
});

it("the end of the program takes it off at once, and nothing else", async () => {
  copied.copy("Ann Sample");
  await copied.forget();
  expect(held).toBe("");
  held = "a shopping list";
  await copied.forget();
  expect(held).toBe("a shopping list");
});

it("nothing is taken off where nothing was copied here", async () => {
  held = "";
  await copied.forget();
  held = "a shopping list";
  await copied.forget();
  expect(held).toBe("a shopping list");
});
