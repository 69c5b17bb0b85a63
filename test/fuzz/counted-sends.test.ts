import { queryObjects } from "node:v8";
import { expect, it } from "vitest";
import { detectStaleDatabase } from "../../main/features/integrity/restored-check.ts";
import { blankStore } from "../support/blank-store.ts";
import { fakeClock } from "../support/fake-clock.ts";

const nothing = (): undefined => undefined;

/** A desk whose keychain answers when it is told to. */
async function check(isSilent = false) {
  const never = new Promise<never>(nothing);
  let sends: number | null = null;
  const restored = detectStaleDatabase({
    store: await blankStore(),
    places: {
      sends: {
        read: () => (isSilent ? never : Promise.resolve(sends)),
        write: (count) => {
          sends = count;
          return Promise.resolve(true);
        },
      },
      lease: { isTaken: () => Promise.resolve(false), take: () => Promise.resolve(true) },
    },
    notice: { add: nothing, get: () => null, clear: nothing },
    instance: "this run",
    clock: fakeClock("2026-03-02T10:00:00.000Z"),
    log: { info: nothing, warn: nothing, error: nothing },
    onOtherCopy: nothing,
  });
  if (!isSilent) await restored.look();
  return restored;
}

it("keeps nothing of the sends that were counted", async () => {
  const { counted } = await check();
  const count = async (): Promise<number> => {
    for (let send = 0; send < 500; send += 1) await counted();
    return queryObjects(Promise, { format: "count" });
  };
  const before = await count();
  expect((await count()) - before).toBeLessThan(100);
});

it("waits no more for a keychain that is silent once the program ends", async () => {
  const { counted, release } = await check(true);
  const waiting = counted();
  release();
  expect(await waiting).toBe("unknown");
  expect(await counted()).toBe("unknown");
});
