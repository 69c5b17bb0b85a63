import { describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { createSecretFailure } from "../../../main/platform/secret-store.ts";
import { blankStore } from "../../support/blank-store.ts";
import { connect, serviceAddress, signInBench } from "../../support/sign-in-kit.ts";
import { jwtOf } from "../../support/fake-service.ts";
import { said, verbatim } from "../../../messages/saying.ts";
import { worded } from "../../support/told.ts";

const ann = jwtOf({ iss: "elm", sub: "ann" });
const bob = jwtOf({ iss: "elm", sub: "bob" });
const noSpaces = "An access token has no spaces or special characters.";

describe("connecting", () => {
  it.each([
    [
      "token-refused",
      "The booking service no longer accepts the access token.",
      "doesn’t accept this access token",
    ],
    ["refused", "It said no.", "This address responds, but not as the Appointment Booking Service"],
    ["unreadable-answer", "Not JSON.", "This address responds, but not as the Appointment Booking Service"],
    ["not-reached", "The service could not be reached.", "The service could not be reached."],
    ["service-error", "The service has a problem.", "The service has a problem."],
  ] as const)("a token that was answered with %s is kept nowhere", async (code, message, words) => {
    const bench = await signInBench();
    const desk = bench.start();
    bench.answer(() => Promise.resolve(fail(code, verbatim(message))));
    const result = await connect(desk, ann);
    expect(result).toMatchObject({ ok: false, failure: { code } });
    expect(result.ok ? "" : said(result.failure.why)).toContain(words);
    expect(desk.current()).toBeNull();
    expect(await bench.held()).toBeNull();
    expect(bench.told).toEqual([]);
  });

  it("the keychain gets a token only once the service has accepted it", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    const answer = Promise.withResolvers<null>();
    const asked = Promise.withResolvers<string>();
    bench.answer(({ token }) => {
      asked.resolve(token);
      return answer.promise;
    });
    const connecting = connect(desk, ann);
    expect(await asked.promise).toBe(ann);
    expect(await bench.held()).toBeNull();
    answer.resolve(null);
    expect(await connecting).toMatchObject({
      ok: true,
      value: { status: "signed-in", tokenKept: "keychain" },
    });
    expect(await bench.held()).toContain(ann);
  });

  it("a token that is refused leaves the one before where it was", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await connect(desk, ann);
    bench.answer(() => Promise.resolve(fail("token-refused", verbatim("no"))));
    await connect(desk, bob);
    expect(desk.current()?.credentials.token).toBe(ann);
    expect(await bench.held()).toContain(ann);
  });

  it.each([
    ["Bearer in front and blanks around it", `  Bearer ${ann}\n`, ann],
    ["more than one blank behind Bearer", "bearer \t opaque", "opaque"],
    ["nothing around it", "opaque", "opaque"],
  ])("a token with %s is sent as it is meant", async (_what, pasted, sent) => {
    const desk = (await signInBench()).start();
    await connect(desk, pasted);
    expect(desk.current()?.credentials).toEqual({ serviceAddress, token: sent });
    expect(desk.inspect(pasted)).toEqual(desk.session().token);
  });

  it.each([
    ["no token", " \n", serviceAddress, "token", "Paste the access token."],
    ["a token with a space in it", "two words", serviceAddress, "token", noSpaces],
    ["a token with Bearer in the middle", "ab-Bearer cd", serviceAddress, "token", noSpaces],
    ["a token with a letter that no header takes", "tok\u00e9n", serviceAddress, "token", noSpaces],
    ["no address", "opaque", "", "serviceAddress", expect.any(String)],
    [
      "an address without encryption",
      "opaque",
      "http://booking.example.com",
      "serviceAddress",
      expect.any(String),
    ],
  ])("%s is told at its field, and nothing is tried or kept", async (_what, token, address, field, why) => {
    const bench = await signInBench();
    let isTried = false;
    bench.answer(() => {
      isTried = true;
      return Promise.resolve(null);
    });
    expect(worded(await connect(bench.start(), token, { address }))).toMatchObject({
      ok: false,
      failure: { code: "invalid-input", why, fields: { [field]: why } },
    });
    expect(isTried).toBe(false);
    expect(await bench.held()).toBeNull();
  });

  it("the account's name is a digest: neither address nor person can be read from it", async () => {
    const desk = (await signInBench()).start();
    await connect(desk, ann);
    expect(desk.session().accountId).toMatch(/^[0-9a-f]{32}$/);
  });

  it("a service that the organization does not allow is asked nothing, now and after a restart", async () => {
    const bench = await signInBench();
    const asked: string[] = [];
    bench.answer((credentials) => {
      asked.push(credentials.serviceAddress);
      return Promise.resolve(null);
    });
    await connect(bench.start(), ann);
    bench.allowOnly("https://allowed.example.com");
    const desk = bench.start();
    await desk.restore();
    expect(desk.current()).toBeNull();
    expect(bench.logged).toEqual(["session.other-service"]);
    expect(await connect(desk, bob)).toMatchObject({ ok: false, failure: { code: "managed" } });
    expect(asked).toEqual([serviceAddress]);
    // Who was signed in is there again once that address may be used again.
    expect(await bench.held()).toContain(ann);
    bench.allowOnly(serviceAddress);
    await desk.restore();
    expect(desk.current()?.credentials.token).toBe(ann);
  });

  it("without a keychain the desk works, says so, and knows nothing after a restart", async () => {
    const bench = await signInBench();
    bench.keychain(() => createSecretFailure("unavailable"));
    expect(await connect(bench.start(), ann)).toMatchObject({ ok: true, value: { tokenKept: "memory" } });
    const again = bench.start();
    await again.restore();
    expect(again.session()).toMatchObject({ status: "signed-out", tokenKept: null });
    expect(bench.logged).toContain("keychain.not-read");
  });
});

describe("the service's word on the token", () => {
  it("401 stops this token, and an accepted one goes on; the window is told once each", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    desk.tokenRefused();
    desk.tokenAccepted();
    expect(bench.told).toEqual([]);
    await connect(desk, ann);
    for (const said of [desk.tokenRefused, desk.tokenRefused, desk.tokenAccepted, desk.tokenAccepted]) said();
    expect(bench.told.map(({ status }) => status)).toEqual(["signed-in", "token-refused", "signed-in"]);
    desk.tokenRefused();
    await connect(desk, bob);
    expect(desk.session().status).toBe("signed-in");
  });
});

describe("practice", () => {
  it("is an account of its own, of no service and no person, at an address of this computer", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await desk.practise();
    expect(desk.current()).toEqual({
      accountId: "practice",
      practice: true,
      credentials: { serviceAddress: "http://127.0.0.1:4010", token: "practice-token" },
    });
    expect(bench.store.read(({ accounts }) => accounts.list())).toMatchObject([
      { id: "practice", serviceAddress: "practice", issuer: null, subject: null },
    ]);
  });

  it("is left alone by who was not in it: nothing is stopped", async () => {
    const bench = await signInBench();
    bench.breakPractice("stop");
    const desk = bench.start();
    await connect(desk, ann);
    await desk.signOut();
    expect(bench.logged).toEqual([]);
  });

  it("that an organization allows no service for goes on after a restart all the same", async () => {
    const bench = await signInBench();
    await bench.start().practise();
    bench.allowOnly("https://allowed.example.com");
    const again = bench.start();
    await again.restore();
    expect(again.session().practice).toBe(true);
  });

  it("runs from its button until the desk is connected to a real service", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    expect(await desk.practise()).toMatchObject({ ok: true, value: { practice: true, status: "signed-in" } });
    expect(bench.practiceRuns()).toBe(true);
    await connect(desk, ann);
    expect(bench.practiceRuns()).toBe(false);
    expect(desk.session().practice).toBe(false);
  });

  it("that does not end keeps nobody from a real service", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await desk.practise();
    bench.breakPractice("stop");
    expect(await connect(desk, ann)).toMatchObject({ ok: true, value: { practice: false } });
    expect(bench.logged).toContain("practice.not-stopped");
  });

  it("ends when it is left, and is not there at the next start", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await desk.practise();
    await desk.signOut();
    expect(bench.practiceRuns()).toBe(false);
    const again = bench.start();
    await again.restore();
    expect(again.current()).toBeNull();
  });

  it("that is taken up again at once is not ended by the leaving before", async () => {
    const bench = await signInBench();
    const desk = bench.start();
    await desk.practise();
    const stopped = bench.holdPractice("stop");
    const leaving = desk.signOut();
    const practising = desk.practise();
    stopped();
    await Promise.all([leaving, practising]);
    expect(desk.session().practice).toBe(true);
    expect(bench.practiceRuns()).toBe(true);
  });

  it("goes on after a restart, under the account that its records have", async () => {
    const bench = await signInBench();
    await bench.start().practise();
    const again = bench.start();
    await again.restore();
    expect(again.session()).toMatchObject({ practice: true, accountId: "practice", tokenKept: "keychain" });
  });
});

describe("a restart", () => {
  it("signs in with what the keychain holds, also where the records know no account yet", async () => {
    const bench = await signInBench();
    const first = bench.start();
    await connect(first, ann);
    const records = await blankStore();
    const again = bench.start(records);
    await again.restore();
    expect(again.session()).toEqual(first.session());
    expect(again.current()).toEqual(first.current());
    expect(records.read(({ accounts }) => accounts.list())).toMatchObject([
      { id: first.session().accountId, serviceAddress, issuer: "elm", subject: "ann" },
    ]);
  });

  it.each([
    ["no JSON", "hello"],
    ["of another form", JSON.stringify({ kind: "service", token: ann })],
    ["of another kind", JSON.stringify({ kind: "robot" })],
  ])("with a session that is %s waits for a person", async (_what, text) => {
    const bench = await signInBench();
    await bench.hold(text);
    const desk = bench.start();
    await desk.restore();
    expect(desk.current()).toBeNull();
    expect(bench.told).toEqual([]);
  });

  it("is not kept from starting by practice that does not start", async () => {
    const bench = await signInBench();
    await bench.start().practise();
    bench.breakPractice("start");
    const desk = bench.start();
    await desk.restore();
    expect(desk.current()).toBeNull();
    expect(bench.logged).toContain("session.not-restored");
  });

  it("with a slow keychain starts no practice for somebody who has signed in meanwhile", async () => {
    const bench = await signInBench();
    await bench.hold(JSON.stringify({ kind: "practice" }));
    const open = Promise.withResolvers<null>();
    bench.keychain((verb) => (verb === "get" ? open.promise : null));
    const desk = bench.start();
    const restoring = desk.restore();
    await connect(desk, ann);
    open.resolve(null);
    await restoring;
    expect(bench.practiceRuns()).toBe(false);
    expect(desk.session().practice).toBe(false);
  });

  it("with a slow keychain does not take the desk from whoever has signed in meanwhile", async () => {
    const bench = await signInBench();
    await connect(bench.start(), ann);
    const open = Promise.withResolvers<null>();
    bench.keychain((verb) => (verb === "get" ? open.promise : null));
    const today = bench.start();
    const restoring = today.restore();
    await connect(today, bob);
    open.resolve(null);
    await restoring;
    expect(today.current()?.credentials.token).toBe(bob);
  });
});
