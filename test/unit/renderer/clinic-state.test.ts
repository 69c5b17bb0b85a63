import { expect, it, onTestFinished } from "vitest";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { verbatim } from "../../../messages/saying.ts";
import { createClinicStore, getMembership } from "../../../renderer/lib/clinic.ts";
import { member } from "../../support/clinic-states.ts";
import { fakeBridge, settled } from "../../support/fake-bridge.ts";

const none: ClinicState = { membership: "none", reason: null };

/** The store over a main whose answers the test gives, the first question first. */
function started() {
  const asked: ((answer: Result<ClinicState>) => void)[] = [];
  const fake = fakeBridge({
    "clinic.get": () => new Promise((resolve) => asked.push(resolve)),
  });
  const clinic = createClinicStore({ bridge: fake.bridge, session: { getState: () => ({ session: null }) } });
  const stop = clinic.follow();
  onTestFinished(stop);
  const answer = async (at: number, given: Result<ClinicState>): Promise<void> => {
    asked[at]?.(given);
    await settled();
  };
  const signIn = (accountId: string): void =>
    fake.emit("session.changed", {
      status: "signed-in",
      practice: false,
      serviceAddress: "https://service.example",
      accountId,
      token: null,
      tokenKept: null,
    });
  return { ...fake, stop, answer, signIn, now: () => clinic.getState() };
}

it("is what main answers, or why it does not", async () => {
  const { answer, now, emit } = started();
  expect(now()).toEqual({ clinic: null, failure: null });
  const failure = fail("busy", verbatim("Busy."));
  await answer(0, failed(failure));
  expect(now()).toEqual({ clinic: null, failure });
  emit("clinic.changed", member());
  expect(now()).toEqual({ clinic: member(), failure: null });
});

it("does not go back to an answer that is older than what main told since", async () => {
  const { answer, now, emit } = started();
  emit("clinic.changed", member());
  await answer(0, ok(none));
  expect(now().clinic).toEqual(member());
});

it("shows nothing of one account's clinic to the next, and goes on with that of the same one", async () => {
  const { answer, signIn, now, calls } = started();
  signIn("a");
  await answer(1, ok(member()));
  signIn("a");
  expect([now().clinic, calls.length]).toEqual([member(), 3]);
  signIn("b");
  expect(getMembership(now())).toBeNull();
  await answer(2, ok(member()));
  expect(getMembership(now())).toBeNull();
  await answer(3, ok(none));
  expect(now().clinic).toEqual(none);
});

it("changes nothing after its end", async () => {
  const { stop, answer, now, listening } = started();
  stop();
  await answer(0, ok(member()));
  expect([now().clinic, listening()]).toEqual([null, 0]);
});
