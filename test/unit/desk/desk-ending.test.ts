import { expect, it } from "vitest";
import { createShutdown } from "../../../main/desk/ending.ts";
import { fakeClock } from "../../support/fake-clock.ts";

it.each([
  ["rejects", () => Promise.reject(new Error("held by a scanner"))],
  [
    "throws",
    () => {
      throw new Error("held by a scanner");
    },
  ],
] as const)(
  "the records are closed also where a part that ends %s, and each part has its turn",
  async (_how, fails) => {
    const done: string[] = [];
    const logged: unknown[] = [];
    const stop = createShutdown({
      clock: fakeClock("2026-11-26T09:00:00Z"),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (event, error) => void logged.push([event, String(error)]),
      },
      rest: () => void done.push("rest"),
      sent: fails,
      release: () => void done.push("release"),
      last: [fails, async () => void done.push("last")],
      close: () => void done.push("close"),
    });
    await stop();
    expect(done).toEqual(["rest", "release", "last", "close"]);
    expect(logged).toEqual(Array.from({ length: 2 }, () => ["desk.not-ended", "Error: held by a scanner"]));
  },
);
