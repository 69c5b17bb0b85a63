import { expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { createCountedSend, sentElsewhere } from "../../../main/features/outbox/counted-send.ts";
import { doubts } from "../../../main/features/outbox/restored.ts";
import type { Counted } from "../../../main/features/outbox/send-counter.ts";
import type { Outcome } from "../../../main/http/classify.ts";
import { said, say, verbatim } from "../../../messages/saying.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";
import { deskAccount, startOfTest } from "../../support/outbox-kit.ts";
import { bookingItem } from "../../support/store-records.ts";

const item = bookingItem(1);
const made: Outcome<unknown> = { kind: "success", value: {}, status: 200, phase: "answered" };
const failed = (code: "not-reached" | "unclear"): Outcome<unknown> => ({
  kind: "failure",
  failure: fail(code, verbatim(code)),
  status: null,
  phase: code === "not-reached" ? "connecting" : "sent",
});

/** A send that settles when the test says so. */
function sending() {
  const clock = fakeClock(startOfTest);
  const count = Promise.withResolvers<Counted>();
  const answer = Promise.withResolvers<Outcome<unknown>>();
  const ending = new AbortController();
  const sent: unknown[][] = [];
  const logged: [string, unknown][] = [];
  const world = { isWanted: true };
  const isWanted = (): boolean => world.isWanted;
  const send = createCountedSend({
    send: (...all) => {
      sent.push(all);
      return answer.promise;
    },
    counted: () => count.promise,
    clock,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (event: string, error: unknown) => void logged.push([event, error]),
    },
    signal: ending.signal,
  });
  const outcome = send(item, deskAccount, isWanted);
  return { clock, count, answer, ending, sent, logged, world, isWanted, outcome };
}

const withdrawn = {
  kind: "failure",
  failure: fail("not-reached", say("failures.outbox.withdrawn")),
  status: null,
  phase: "none",
};

it("sends what is counted, once, for that account, and answers what came of it", async () => {
  const { count, answer, sent, isWanted, outcome } = sending();
  await settle();
  expect(sent).toEqual([]);
  count.resolve("counted");
  answer.resolve(made);
  expect(await outcome).toBe(made);
  expect(sent).toEqual([[item, deskAccount, isWanted]]);
});

it("sends where the keychain could not be asked", async () => {
  const { count, answer, sent, outcome } = sending();
  count.resolve("unknown");
  answer.resolve(made);
  expect(await outcome).toBe(made);
  expect(sent).toHaveLength(1);
});

it("sends nothing where another copy of the records sends, and says which", async () => {
  const { count, sent, outcome } = sending();
  count.resolve("other-copy");
  expect(await outcome).toBe(sentElsewhere);
  expect(sent).toEqual([]);
  expect(sentElsewhere).toEqual({ kind: "failure", failure: doubts.otherCopy, status: null, phase: "none" });
});

it("sends nothing that is not wanted any more once it is counted, and says that it was withdrawn", async () => {
  const { count, sent, world, outcome } = sending();
  world.isWanted = false;
  count.resolve("counted");
  expect(await outcome).toEqual(withdrawn);
  expect(said(withdrawn.failure.why)).not.toBe("");
  expect(sent).toEqual([]);
});

it("waits a quarter of a minute for the count, and not longer", async () => {
  const { clock, answer, sent, outcome } = sending();
  await clock.advance(14_999);
  expect(sent).toEqual([]);
  await clock.advance(1);
  expect(sent).toHaveLength(1);
  answer.resolve(made);
  expect(await outcome).toBe(made);
});

it("does not wait for the count when the program ends", async () => {
  const { ending, world, sent, outcome } = sending();
  world.isWanted = false;
  ending.abort();
  expect(await outcome).toEqual(withdrawn);
  expect(sent).toEqual([]);
});

it("sends, and notes it, where counting failed altogether", async () => {
  const { count, answer, logged, outcome } = sending();
  const error = new Error("keychain");
  count.reject(error);
  answer.resolve(made);
  expect(await outcome).toBe(made);
  expect(logged).toEqual([["outbox.count", error]]);
});

it("takes a fault of ours on the way for a request that may have arrived", async () => {
  const { count, answer, logged, outcome } = sending();
  const error = new Error("fault");
  count.resolve("counted");
  answer.reject(error);
  expect(await outcome).toEqual({
    kind: "failure",
    failure: fail("unclear", say("failures.outbox.brokenSend")),
    status: null,
    phase: "sending",
  });
  expect(logged).toEqual([["outbox.send", error]]);
});

it.each([
  ["an answer stays what it is", made, false, made],
  ["what may have arrived stays so", failed("unclear"), false, failed("unclear")],
  ["what was not reached was withdrawn", failed("not-reached"), false, withdrawn],
  ["what was not reached says so to who is still there", failed("not-reached"), true, failed("not-reached")],
])("after whoever asked has left: %s (%#)", async (_what, came, isWanted, told) => {
  const { count, answer, world, outcome } = sending();
  count.resolve("counted");
  await settle();
  world.isWanted = isWanted;
  answer.resolve(came);
  expect(await outcome).toEqual(told);
});
