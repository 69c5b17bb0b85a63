import { describe, expect, it } from "vitest";
import { createSecretFailure, type SecretProblem } from "../../../main/platform/secret-store.ts";
import { connect, serviceAddress, signInBench, type SignInBench } from "../../support/sign-in-kit.ts";
import { jwtOf } from "../../support/fake-service.ts";

const ann = jwtOf({ iss: "elm", sub: "ann" });
const bob = jwtOf({ iss: "elm", sub: "bob" });

/** The keychain answers that call only once the function is called. */
function slow(bench: SignInBench, slowVerb: "get" | "set" | "delete"): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  bench.keychain((verb) => (verb === slowVerb ? promise : null));
  return () => resolve(null);
}
const refusing = (bench: SignInBench, problem: SecretProblem): void =>
  bench.keychain((verb) => (verb === "delete" ? createSecretFailure(problem) : null));

describe("signing out", () => {
  it("forgets the token: it is in no keychain, and the next start asks for one", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await connect(desk, ann);
    expect(await desk.signOut()).toMatchObject({
      ok: true,
      value: { status: "signed-out", tokenKept: null },
    });
    expect(await bench.held()).toBeNull();
    const again = bench.start();
    await again.restore();
    expect(again.current()).toBeNull();
  });

  it("tells the window once that nobody is there", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    const nobody = {
      status: "signed-out",
      practice: false,
      serviceAddress: null,
      accountId: null,
      token: null,
      tokenKept: null,
    };
    expect(desk.session()).toEqual(nobody);
    await connect(desk, ann);
    expect(desk.session().serviceAddress).toBe(serviceAddress);
    await desk.signOut();
    expect(bench.told.slice(1)).toEqual([nobody]);
  });

  it("takes the token from the desk at once, and not when a slow keychain has let go of it", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await connect(desk, ann);
    const goOn = slow(bench, "delete");
    const leaving = desk.signOut();
    expect(desk.current()).toBeNull();
    expect(bench.told.at(-1)).toMatchObject({ status: "signed-out", token: null, tokenKept: null });
    goOn();
    expect(await leaving).toMatchObject({ ok: true, value: { status: "signed-out", tokenKept: null } });
  });

  it("does not sign out whoever has signed in while the keychain was slow", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await connect(desk, ann);
    const goOn = slow(bench, "delete");
    const leaving = desk.signOut();
    await connect(desk, bob);
    goOn();
    await leaving;
    expect(desk.session()).toMatchObject({ status: "signed-in", tokenKept: "keychain" });
    expect(await bench.held()).toContain(bob);
    expect(desk.current()?.credentials.token).toBe(bob);
  });
});

describe("a keychain that does not let go of the token", () => {
  it.each(["locked", "damaged", "unavailable"] as const)(
    "(%s) signs out all the same, and the window is told that the token may still be there",
    async (problem) => {
      const bench = await signInBench();
      const desk = bench.start();
      await connect(desk, ann);
      refusing(bench, problem);
      expect(await desk.signOut()).toMatchObject({
        ok: true,
        value: { status: "signed-out", token: null, tokenKept: "keychain" },
      });
      expect(desk.current()).toBeNull();
      expect(bench.told.at(-1)).toMatchObject({ status: "signed-out", tokenKept: "keychain" });
      const again = bench.start();
      await again.restore();
      expect(again.current()?.credentials.token).toBe(ann);
    },
  );

  it("is asked again by signing out again, until it has", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await connect(desk, ann);
    refusing(bench, "locked");
    for (const time of ["first", "second"]) {
      await desk.signOut();
      expect([time, desk.session().tokenKept]).toEqual([time, "keychain"]);
      expect(await bench.held()).toContain(ann);
    }
    const goOn = slow(bench, "delete");
    const leaving = desk.signOut();
    // Not said to be gone before it is.
    expect(desk.session().tokenKept).toBe("keychain");
    goOn();
    await leaving;
    expect(desk.session().tokenKept).toBeNull();
    expect(await bench.held()).toBeNull();
  });

  it("is not spoken of where there is none: the token was in memory alone", async () => {
    const bench = await signInBench();
    bench.keychain(() => createSecretFailure("unavailable"));
    const desk = bench.start();
    await connect(desk, ann);
    expect(await desk.signOut()).toMatchObject({ ok: true, value: { tokenKept: null } });
  });

  it("is spoken of where it is locked: it may hold the token of somebody before", async () => {
    const bench = await signInBench();
    await connect(bench.start(), ann);
    bench.keychain(() => createSecretFailure("locked"));
    const desk = bench.start();
    await desk.restore();
    expect(await connect(desk, bob)).toMatchObject({ ok: true, value: { tokenKept: "memory" } });
    expect(await desk.signOut()).toMatchObject({ ok: true, value: { tokenKept: "keychain" } });
  });
});

describe("signing out while somebody is signed in is under way", () => {
  const meanwhile = { ok: false, failure: { code: "busy" } };

  it("the service's answer comes too late: nothing is kept", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    const answer = Promise.withResolvers<null>();
    bench.answer(() => answer.promise);
    const connecting = connect(desk, ann);
    await desk.signOut();
    answer.resolve(null);
    expect(await connecting).toMatchObject(meanwhile);
    expect(desk.current()).toBeNull();
    expect(await bench.held()).toBeNull();
  });

  it("the keychain is too late: the token is taken out again", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    const goOn = slow(bench, "set");
    const connecting = connect(desk, ann);
    await bench.clock.advance(0);
    const leaving = desk.signOut();
    goOn();
    await leaving;
    expect(await connecting).toMatchObject(meanwhile);
    expect(desk.session()).toMatchObject({ status: "signed-out", tokenKept: null });
    expect(await bench.held()).toBeNull();
  });

  it.each([
    ["is starting", (bench: SignInBench) => bench.holdPractice("start")],
    ["the keychain is slow to keep", (bench: SignInBench) => slow(bench, "set")],
  ])("practice that %s is not taken up", async (_what, hold) => {
    const bench = await signInBench();
    const desk = bench.start();
    const goOn = hold(bench);
    const practising = desk.practise();
    await bench.clock.advance(0);
    await desk.signOut();
    goOn();
    expect(await practising).toMatchObject(meanwhile);
    expect(desk.current()).toBeNull();
    expect(await bench.held()).toBeNull();
  });

  it("practice that a start takes up again is not gone on with", async () => {
    const bench = await signInBench();
    await bench.start().practise();
    const goOn = bench.holdPractice("start");
    const desk = bench.start();
    const restoring = desk.restore();
    await bench.clock.advance(0);
    await desk.signOut();
    goOn();
    await restoring;
    expect(desk.current()).toBeNull();
  });

  it("a start that is still looking into the keychain does not use what it finds", async () => {
    const bench = await signInBench();
    await connect(bench.start(), ann);
    const goOn = slow(bench, "get");
    const desk = bench.start();
    const restoring = desk.restore();
    await desk.signOut();
    goOn();
    await restoring;
    expect(desk.current()).toBeNull();
  });
});
