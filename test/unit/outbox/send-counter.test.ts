import { describe, expect, it } from "vitest";
import type { Item } from "../../../shared/outbox/item.ts";
import { createSendCounter, type SendCounter } from "../../../main/features/outbox/send-counter.ts";
import { markRestored, markUncertain } from "../../../main/features/outbox/restored.ts";
import { createItem } from "../../../main/features/outbox/new-item.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { settle } from "../../support/fake-clock.ts";
import { bookingForm, requiredPatient } from "../../support/desk-kit.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const at = "2026-11-20T12:00:00.000Z";
const made = (content: Parameters<typeof createItem>[0], status: Item["status"]): Item => ({
  ...createItem(content, { accountId: "a", at, by: null, random: systemRandom }),
  status,
});

type Outside = { count: number | null; holder: string | null };

/** A keychain that several runs of the program share; `step` comes before each call has its effect. */
function keychain(start: Outside) {
  const outside = { ...start };
  const written: number[] = [];
  const state = { fails: false };
  /** Calls that the keychain does not answer, one by one. */
  const failing = new Set<"read" | "write" | "look" | "take">();
  const fails = (call: "read" | "write" | "look" | "take"): boolean => state.fails || failing.has(call);
  const warned: string[] = [];
  type Step = () => Promise<unknown>;
  const counterOf = (
    instance: string,
    inside: () => number,
    step: Step = () => Promise.resolve(),
  ): SendCounter =>
    createSendCounter({
      place: {
        read: async () => (await step(), fails("read") ? "unreadable" : outside.count),
        write: async (count) => {
          await step();
          if (fails("write")) return false;
          written.push(count);
          outside.count = count;
          return true;
        },
      },
      lease: {
        isTaken: async (name) => {
          await step();
          return fails("look") ? "unreadable" : outside.holder !== null && outside.holder !== name;
        },
        take: async (name) => {
          await step();
          if (!fails("take")) outside.holder = name;
          return !fails("take");
        },
      },
      instance,
      inside,
      log: { ...silent, warn: (event) => void warned.push(event) },
    });
  return { outside, written, state, failing, warned, counterOf };
}

describe("the send counter", () => {
  it("writes once for attempts that begin together, and with the highest number", async () => {
    let inside = 0;
    const { written, counterOf } = keychain({ count: null, holder: null });
    const counter = counterOf("a", () => inside);
    await counter.open(0);
    const all = [1, 2, 3, 4].map((count) => {
      inside = count;
      return counter.count();
    });
    expect(await Promise.all(all)).toEqual(Array(4).fill("counted"));
    expect(written.length).toBeLessThan(3);
    expect(written.at(-1)).toBe(4);
  });

  it("lets a request go on when the keychain cannot be asked, and never takes its own late write for a copy's", async () => {
    let inside = 5;
    const { state, outside, counterOf } = keychain({ count: 5, holder: null });
    const counter = counterOf("a", () => inside);
    await counter.open(5);
    state.fails = true;
    inside = 6;
    expect(await counter.count()).toBe("unknown");
    state.fails = false;
    expect(await counter.count()).toBe("counted");
    expect(outside.count).toBe(6);
  });

  it("does not write over a count that it never read", async () => {
    const { state, outside, counterOf } = keychain({ count: 9, holder: null });
    const counter = counterOf("a", () => 6);
    state.fails = true;
    expect(await counter.open(5)).toBe("unreadable");
    state.fails = false;
    expect(await counter.count()).toBe("unknown");
    expect(outside.count).toBe(9);
  });

  it("knows for the rest of the run that another copy has the desk", async () => {
    const { outside, written, counterOf } = keychain({ count: 5, holder: null });
    const older = counterOf("older", () => 6);
    await older.open(5);
    const newer = counterOf("newer", () => 6);
    await newer.open(5);
    expect(await older.count()).toBe("other-copy");
    // The one that was opened last is not disturbed by it.
    expect(written).toEqual([]);
    expect(await newer.count()).toBe("counted");
    // Not even when all traces of the other one are gone.
    Object.assign(outside, { holder: "older", count: 5 });
    expect(await older.count()).toBe("other-copy");
  });

  it.each([
    ["its turn cannot be taken", "take", []],
    ["whose turn it is cannot be read", "look", []],
    ["the count cannot be read", "read", []],
    ["the count cannot be written", "write", ["send-counter.not-written"]],
  ] as const)("is unknown while %s, and goes on when it can be", async (_, call, warnings) => {
    const { outside, failing, warned, counterOf } = keychain({ count: 5, holder: null });
    if (call === "take") failing.add("take");
    const counter = counterOf("a", () => 6);
    await counter.open(5);
    failing.add(call);
    expect(await counter.count()).toBe("unknown");
    expect(outside.count).toBe(5);
    expect(warned).toEqual(warnings);
    failing.clear();
    expect(await counter.count()).toBe("counted");
    expect(outside).toEqual({ count: 6, holder: "a" });
  });

  it("takes a count outside that is higher from the start for no copy's: these records are behind", async () => {
    const { outside, counterOf } = keychain({ count: 9, holder: null });
    const counter = counterOf("a", () => 10);
    expect(await counter.open(5)).toBe(9);
    expect(await counter.count()).toBe("counted");
    expect(outside.count).toBe(10);
  });

  it("opened again, knows its own late write still", async () => {
    const { outside, failing, counterOf } = keychain({ count: 5, holder: null });
    const counter = counterOf("a", () => 6);
    await counter.open(5);
    failing.add("write");
    expect(await counter.count()).toBe("unknown");
    await counter.open(5);
    failing.clear();
    outside.count = 6;
    expect(await counter.count()).toBe("counted");
  });

  it("notices a copy by its count, where the keychain did not take its name", async () => {
    const { outside, counterOf } = keychain({ count: 5, holder: null });
    const counter = counterOf("a", () => 6);
    await counter.open(5);
    outside.count = 6;
    expect(await counter.count()).toBe("other-copy");
  });
});

/** Two copies of one database send the same booking at once; their calls to the keychain come in that order. */
async function race(newerFirst: readonly boolean[]): Promise<{ older: boolean; newer: boolean }> {
  const shared = keychain({ count: 5, holder: null });
  const gates: { older: (() => void) | null; newer: (() => void) | null } = { older: null, newer: null };
  let isOpen = true;
  const gate = (side: "older" | "newer") => (): Promise<void> =>
    isOpen ? Promise.resolve() : new Promise((resolve) => (gates[side] = resolve));
  const older = shared.counterOf("older", () => 6, gate("older"));
  const newer = shared.counterOf("newer", () => 6, gate("newer"));
  await older.open(5);
  isOpen = false;
  const sends = {
    older: older.count().then((counted) => counted === "counted"),
    // A start finds out whether its records are behind, before it sends.
    newer: newer
      .open(5)
      .then(async (count) => Number(count ?? 0) <= 5 && (await newer.count()) === "counted"),
  };
  // At most ten calls in all; where one of them has none to make, the other goes on.
  for (const isNewer of [...newerFirst, ...newerFirst]) {
    await settle();
    const side = gates[isNewer ? "newer" : "older"] === null ? !isNewer : isNewer;
    const name = side ? "newer" : "older";
    const release = gates[name];
    gates[name] = null;
    release?.();
  }
  return { older: await sends.older, newer: await sends.newer };
}

describe("two copies that send at once", () => {
  const length = 10;
  const orders = Array.from({ length: 2 ** length }, (_order, number) =>
    Array.from({ length }, (_bit, place) => ((number >> place) & 1) === 1),
  );

  it("never both have a send counted, whatever the order of their calls to the keychain", async () => {
    const both: string[] = [];
    const seen = new Set<string>();
    for (const order of orders) {
      const { older, newer } = await race(order);
      seen.add(`${older} ${newer}`);
      if (older && newer) both.push(order.join(" "));
    }
    expect(both).toEqual([]);
    // Either may have been the one.
    expect(seen).toContain("true false");
    expect(seen).toContain("false true");
  });
});

describe("a restored backup", () => {
  const items = [
    made({ kind: "booking", form: bookingForm({}) }, "ready"),
    made({ kind: "booking", form: bookingForm({}) }, "draft"),
    made({ kind: "patient", form: requiredPatient }, "ready"),
    made({ kind: "patient", form: requiredPatient }, "draft"),
  ];
  const mark = (inside: number, outside: number | null): Item[] => {
    const saved: Item[] = [];
    markRestored({
      inside,
      outside,
      unfinished: () => items,
      save: (item) => void saved.push(item),
      now: () => at,
    });
    return saved;
  };

  it("is noticed only when more was sent than the database knows", () => {
    expect(mark(3, 3)).toEqual([]);
    expect(mark(4, 3)).toEqual([]);
    expect(mark(3, null)).toEqual([]);
    expect(mark(3, 4)).toHaveLength(3);
  });

  it("puts every unfinished booking to needs-checking", () => {
    expect(
      mark(0, 1)
        .filter((item) => item.kind === "booking")
        .map((item) => item.status),
    ).toEqual(["needs-checking", "needs-checking"]);
  });

  it("lets a patient be sent again, as one that may be there already", () => {
    const patient = items[2];
    if (patient === undefined) throw new Error("no patient");
    expect(markUncertain(patient, at)).toMatchObject({
      status: "ready",
      attempts: [{ phase: "sending", status: null }],
    });
  });
});
