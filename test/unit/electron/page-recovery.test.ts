import { expect, it } from "vitest";
import { createPageRecovery } from "../../../main/electron/page-recovery.ts";
import type { Log } from "../../../main/platform/ports.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

function recovering({ loadAgain = true, stays = false } = {}) {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const did: string[] = [];
  const logged: unknown[] = [];
  const note = (...facts: readonly unknown[]): void => void logged.push(facts);
  const log: Log = { info: note, warn: note, error: note };
  const recover = createPageRecovery({
    clock,
    log,
    reload: () => void did.push("reload"),
    ask: async () => {
      did.push("ask");
      return loadAgain;
    },
    quit: async () => {
      did.push("quit");
      return !stays;
    },
  });
  const gone = async (): Promise<void> => {
    await recover("crashed");
    await clock.advance(0);
    await settle();
  };
  return { clock, did, logged, gone };
}

it("a page that breaks is loaded again by itself once, and logged by Chromium's word alone", async () => {
  const { did, logged, gone } = recovering();
  await gone();
  expect(did).toEqual(["reload"]);
  expect(logged).toEqual([["window.gone", { reason: "crashed", isAgain: false }]]);
});

it("one that breaks again within a minute is a question, so that it does not break for ever", async () => {
  const { did, clock, gone } = recovering();
  await gone();
  await clock.advance(59_999);
  await gone();
  expect(did).toEqual(["reload", "ask", "reload"]);
});

it("the question may be answered with quitting", async () => {
  const { did, gone } = recovering({ loadAgain: false });
  await gone();
  await gone();
  expect(did).toEqual(["reload", "ask", "quit"]);
});

it("who quits and then stays, for what is not sent yet, has a page again", async () => {
  const { did, gone } = recovering({ loadAgain: false, stays: true });
  await gone();
  await gone();
  expect(did).toEqual(["reload", "ask", "quit", "reload"]);
});

it("after a minute it is a first time again", async () => {
  const { did, clock, gone } = recovering();
  await gone();
  await clock.advance(60_000);
  await gone();
  expect(did).toEqual(["reload", "reload"]);
});
