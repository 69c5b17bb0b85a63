import { expect, it } from "vitest";
import type { Log } from "../../../main/platform/ports.ts";
import { createProgramShutdown } from "../../../main/electron/program-end.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

function ending(stops: readonly (() => Promise<void>)[]) {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const events: string[] = [];
  const note = (event: string): void => void events.push(event);
  const log: Log = { info: note, warn: note, error: note };
  const end = createProgramShutdown({ stops, within: 4_500, exit: () => note("exit"), clock, log });
  return { clock, events, end };
}

it("asked for twice, it still waits for the stop, and stops once", async () => {
  const stopping = Promise.withResolvers<void>();
  let stops = 0;
  const { end, events } = ending([
    () => {
      stops += 1;
      return stopping.promise;
    },
  ]);
  end();
  end();
  await settle();
  end();
  await settle();
  expect(events).toEqual([]);
  stopping.resolve();
  await settle();
  expect(events).toEqual(["exit"]);
  expect(stops).toBe(1);
});

it("comes all the same when something never stops: the log says so", async () => {
  const { end, events, clock } = ending([() => new Promise(() => undefined), async () => undefined]);
  end();
  await clock.advance(4_499);
  expect(events).toEqual([]);
  await clock.advance(1);
  expect(events).toEqual(["main.stop-cut-short", "exit"]);
});

it("a stop that fails keeps no other from its end", async () => {
  const other = Promise.withResolvers<void>();
  const { end, events } = ending([() => Promise.reject(new Error("SECRET")), () => other.promise]);
  end();
  await settle();
  expect(events).toEqual([]);
  other.resolve();
  await settle();
  expect(events).toEqual(["main.stop", "exit"]);
});
