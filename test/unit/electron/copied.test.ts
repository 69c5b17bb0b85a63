import { beforeEach, describe, expect, it } from "vitest";
import { copiedMilliseconds, createClipboardGuard, type Copied } from "../../../main/electron/copied.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";

let held: string;
/** How a look at it ends while another program has it open; null: it can be read. */
let inTheWay: (() => Promise<string>) | null;
let clock: FakeClock;
let copied: Copied;

beforeEach(() => {
  held = "";
  inTheWay = null;
  clock = fakeClock("2026-03-02T15:00:00Z");
  const clipboard = {
    write: (text: string) => void (held = text),
    read: () => inTheWay?.() ?? Promise.resolve(held),
    clear: () => void (held = ""),
  };
  copied = createClipboardGuard(clipboard, clock);
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

describe("a clipboard that another program has open at that moment", () => {
  // Chromium's answer on Windows, and one that Electron may give.
  const busy = [
    ["empty", () => Promise.resolve("")],
    ["a refusal", () => Promise.reject(new Error("busy"))],
  ] as const;

  it.each(busy)("which reads as %s, is looked at again", async (_as, read) => {
    copied.copy("Ann Sample, 3/5/84");
    inTheWay = read;
    await clock.advance(copiedMilliseconds + 10_000);
    expect(held).toBe("Ann Sample, 3/5/84");
    inTheWay = null;
    await clock.advance(5_000);
    expect(held).toBe("");
  });

  it.each(busy)("which reads as %s, keeps what was put there meanwhile", async (_as, read) => {
    copied.copy("Ann Sample");
    inTheWay = read;
    await clock.advance(copiedMilliseconds + 10_000);
    held = "a shopping list";
    inTheWay = null;
    await clock.advance(10 * copiedMilliseconds);
    expect(held).toBe("a shopping list");
  });

  it("is looked at for two minutes and not for ever, nor again at the end", async () => {
    let looks = 0;
    inTheWay = () => {
      looks += 1;
      return Promise.resolve("");
    };
    copied.copy("Ann Sample");
    await clock.advance(2 * copiedMilliseconds + 1_000);
    expect(looks).toBeGreaterThan(10);
    expect(clock.pending()).toBe(0);
    const before = looks;
    await copied.forget();
    expect(looks).toBe(before);
  });

  it("is waited for at the end of the program, for less than a second", async () => {
    copied.copy("Ann Sample");
    inTheWay = busy[0][1];
    let isOver = false;
    void copied.forget().then(() => (isOver = true));
    await clock.advance(200);
    expect(isOver).toBe(false);
    inTheWay = null;
    await clock.advance(200);
    expect([isOver, held]).toEqual([true, ""]);
  });

  it("may not be cleared either: what is still there after that goes a moment later", async () => {
    copied.copy("Ann Sample");
    await clock.advance(copiedMilliseconds);
    held = "Ann Sample";
    await clock.advance(200);
    expect(held).toBe("");
  });

  it("keeps the same text of somebody else, once ours went", async () => {
    copied.copy("Ann Sample");
    await clock.advance(copiedMilliseconds + 200);
    held = "Ann Sample";
    await clock.advance(10 * copiedMilliseconds);
    await copied.forget();
    expect(held).toBe("Ann Sample");
  });

  it("takes nothing of the minute of what is copied meanwhile", async () => {
    copied.copy("Ann Sample");
    inTheWay = busy[0][1];
    await clock.advance(copiedMilliseconds + 100);
    inTheWay = null;
    copied.copy("Ann Sample");
    await clock.advance(copiedMilliseconds - 1);
    expect(held).toBe("Ann Sample");
    await clock.advance(1);
    expect(held).toBe("");
  });
});
