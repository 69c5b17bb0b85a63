import { expect, it } from "vitest";
import { createDeskSession } from "../../../main/features/session/session.ts";
import { jwtOf } from "../../support/fake-service.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxKit } from "../../support/outbox-kit.ts";
import { connect, signInBench } from "../../support/sign-in-kit.ts";

/** A start of the program whose keychain answers once `goOn` is called, and the session as the window is told it. */
async function slowStart() {
  const bench = await signInBench();
  await connect(bench.start(), jwtOf({ iss: "elm", sub: "ann" }));
  const { promise, resolve } = Promise.withResolvers<null>();
  bench.keychain((verb) => (verb === "get" ? promise : null));
  const { line } = await outboxKit();
  const { clock } = bench;
  const { restore, handlers } = createDeskSession({
    account: bench.start(),
    line,
    clock,
    onChange: () => undefined,
    beforeConnecting: () => Promise.resolve(),
  });
  const told: string[] = [];
  const ask = async (): Promise<void> => {
    const answer = await handlers["session.get"]({});
    if (answer.ok) told.push(answer.value.session.status);
  };
  return { clock, restored: restore(), goOn: () => resolve(null), asked: ask(), ask, told };
}

it("who is signed in does not see the sign-in screen while the keychain answers", async () => {
  const { restored, goOn, asked, told } = await slowStart();
  await settle();
  expect(told).toEqual([]);
  goOn();
  await Promise.all([restored, asked]);
  expect(told).toEqual(["signed-in"]);
});

it("a keychain that does not answer keeps nobody from signing in", async () => {
  const { clock, asked, ask, told } = await slowStart();
  await clock.advance(1_000);
  await asked;
  await ask();
  expect(told).toEqual(["signed-out", "signed-out"]);
});
