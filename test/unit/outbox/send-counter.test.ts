import { describe, expect, it } from "vitest";
import type { Item } from "../../../contract/records/item.ts";
import { sendCounter } from "../../../main/outbox/send-counter.ts";
import { markRestored, suspect } from "../../../main/outbox/restored.ts";
import { newItem } from "../../../main/outbox/new-item.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { bookingForm, requiredPatient } from "../../support/desk-kit.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const at = "2026-11-20T12:00:00.000Z";
const made = (content: Parameters<typeof newItem>[0], status: Item["status"]): Item => ({
  ...newItem(content, { accountId: "a", at, random: systemRandom }),
  status,
});

describe("the send counter", () => {
  it("writes once for attempts that begin together, and with the highest number", async () => {
    const written: number[] = [];
    let release = (): void => undefined;
    const place = {
      read: () => Promise.resolve(null),
      write: async (count: number) => {
        written.push(count);
        await new Promise<void>((resolve) => (release = resolve));
        return true;
      },
    };
    const counter = sendCounter(place, silent);
    const first = counter.raise(1);
    const others = [counter.raise(2), counter.raise(3), counter.raise(4)];
    release();
    await first;
    await Promise.resolve();
    await expect.poll(() => written.length).toBe(2);
    release();
    await Promise.all(others);
    expect(written).toEqual([1, 4]);
  });

  it("lets a request go on when the keychain cannot be written", async () => {
    const counter = sendCounter(
      { read: () => Promise.resolve(null), write: () => Promise.resolve(false) },
      silent,
    );
    await expect(counter.raise(7)).resolves.toBeUndefined();
  });

  it("does not write a number that is there already", async () => {
    const written: number[] = [];
    const place = {
      read: () => Promise.resolve(null),
      write: (count: number) => Promise.resolve(written.push(count) > 0),
    };
    const counter = sendCounter(place, silent);
    await counter.raise(5);
    await counter.raise(5);
    await counter.raise(4);
    expect(written).toEqual([5]);
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
    expect(suspect(patient, at)).toMatchObject({
      status: "ready",
      attempts: [{ phase: "sending", status: null }],
    });
  });
});
