import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emptyWebhookForm } from "../../shared/webhooks/webhook-form.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";
import {
  json,
  jwtOf,
  startFakeService,
  type FakeAnswer,
  type FakeRequest,
  type FakeService,
} from "../support/fake-service.ts";
import { said } from "../../messages/saying.ts";
import { worded } from "../support/told.ts";

let service: FakeService;
let desk: TestDesk;

beforeEach(async () => {
  service = await startFakeService();
  desk = await startDesk();
});
afterEach(async () => {
  await desk.stop();
  await service.close();
  removeFolder(desk.directory);
});

const connect = (token: string, sameAccount: boolean | null = null) =>
  desk.ask("session.connect", { serviceAddress: service.baseUrl, token, sameAccount });
const held = async (): Promise<string | null> => {
  const read = await desk.secrets.get("session");
  return read.ok ? read.value : null;
};

describe("an address at which something else answers", () => {
  it.each<[string, FakeAnswer]>([
    [
      "a sign-in page of the network",
      { status: 200, body: "<html><body>Welcome</body></html>", type: "text/html" },
    ],
    ["nothing, with 200", { status: 200, body: "" }],
    ["nothing, with 204", { status: 204, body: "" }],
    ["an object", json(200, {})],
    ["null", json(200, null)],
    ["an object that says that it went well", json(202, { success: true })],
    ["a list of something else", json(200, ["a"])],
    ["text", { status: 200, body: "pong", type: "text/plain" }],
  ])("(%s) is not signed in to, and the token is kept nowhere", async (_what, answer) => {
    service.rule(() => answer);
    const result = await connect("a-token");
    expect(worded(result)).toMatchObject({
      ok: false,
      failure: { fields: { serviceAddress: expect.any(String) } },
    });
    expect(result.ok ? "" : said(result.failure.why)).toContain(
      "This address responds, but not as the Appointment Booking Service",
    );
    expect((await desk.get("session.get", {})).session.status).toBe("signed-out");
    expect(await held()).toBeNull();
  });
});

describe("two people whose tokens name an issuer and no subject", () => {
  const ann = jwtOf({ iss: "elm", email: "ann@example.com" });
  const bob = jwtOf({ iss: "elm", email: "bob@example.com" });

  async function annSavesOffline(): Promise<string> {
    await connect(ann);
    await desk.get("outbox.pause", { paused: true });
    service.rule(() => json(503, {}));
    expect((await desk.get("connection.check", {})).state).toBe("offline");
    const form = { ...emptyWebhookForm, url: "https://ann.example.com/hooks", events: ["a.b.v1"] };
    const { id } = await desk.get("items.create", { kind: "webhook", form });
    const item = await desk.get("items.submit", { id, wait: true });
    expect(item).toMatchObject({ status: "ready" });
    service.rule(() => null);
    return id;
  }

  it("are asked about, and what the first has saved does not go out with the second's token", async () => {
    const id = await annSavesOffline();
    expect(await connect(bob)).toMatchObject({ ok: false, failure: { code: "account-question" } });
    // Nothing is asked with the second token before the answer.
    expect(service.requests.filter(({ token }) => token === bob)).toEqual([]);
    expect(await connect(bob, false)).toMatchObject({ ok: true });
    await desk.get("outbox.pause", { paused: false });
    await desk.get("connection.check", {});
    expect((await desk.get("items.list", { kinds: [], statuses: [], limit: 9, offset: 0 })).items).toEqual(
      [],
    );
    expect(await connect(ann, false)).toMatchObject({ ok: true });
    expect(await desk.ask("items.get", { id })).toMatchObject({ ok: false });
    expect(service.sent("/api/webhooks")).toEqual([]);
  });

  it("are one account on a person's word: it is sent then", async () => {
    const id = await annSavesOffline();
    expect(await connect(bob, true)).toMatchObject({ ok: true });
    await desk.get("outbox.pause", { paused: false });
    await expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("done");
    expect(service.requests.filter(({ method }) => method === "POST")).toMatchObject([{ token: bob }]);
  });
});

describe("an answer to a token that is no longer the desk's", () => {
  /** Holds the answer to the next list that is asked for with that token. */
  function heldBack(token: string) {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<FakeAnswer>();
    let isHeld = false;
    service.rule((request: FakeRequest) => {
      if (request.token !== token || isHeld) return null;
      isHeld = true;
      asked.resolve();
      return answer.promise;
    });
    return { asked: asked.promise, answer: answer.resolve };
  }

  it("says nothing of the new one: it is not refused, and the list is the new token's", async () => {
    const [old, fresh] = [jwtOf({ sub: "ann" }, "old"), jwtOf({ sub: "ann" }, "fresh")];
    await connect(old);
    const late = heldBack(old);
    const listing = desk.get("webhooks.list", {});
    await late.asked;
    await connect(fresh);
    late.answer(json(401, { message: "expired" }));
    expect(await listing).toMatchObject({ webhooks: [], failure: null });
    const { session, connection } = await desk.get("session.get", {});
    expect(session.status).toBe("signed-in");
    expect(connection.state).toBe("online");
    expect(desk.crossed.join()).not.toContain("token-refused");
  });

  it("does not put the line of the next account out of order, nor show it another's list", async () => {
    await connect(jwtOf({ sub: "ann" }));
    const late = heldBack(jwtOf({ sub: "ann" }));
    const listing = desk.get("webhooks.list", {});
    await late.asked;
    await connect(jwtOf({ sub: "bob" }));
    late.answer(json(200, [{ id: 1, url: "https://ann.example.com", events: ["a.b.v1"] }]));
    expect(await listing).toMatchObject({ webhooks: [], failure: null });
  });

  it("is for nobody once somebody has signed out", async () => {
    await connect("a-token");
    const late = heldBack("a-token");
    const listing = desk.ask("webhooks.list", {});
    await late.asked;
    await desk.get("session.signOut", {});
    late.answer(json(503, {}));
    expect(await listing).toMatchObject({ ok: false, failure: { code: "signed-out" } });
    expect((await desk.get("session.get", {})).connection.state).toBe("signed-out");
  });
});

it("from Sign out on nothing is asked or sent with the token, however slow the keychain is", async () => {
  const kept = createMemorySecretStore();
  const open = Promise.withResolvers<void>();
  const secrets: SecretStore = {
    ...kept,
    delete: async (name) => {
      await open.promise;
      return kept.delete(name);
    },
  };
  await desk.stop();
  removeFolder(desk.directory);
  desk = await startDesk({ secrets });
  await connect("a-token");
  const form = { ...emptyWebhookForm, url: "https://ann.example.com/hooks", events: ["a.b.v1"] };
  const { id } = await desk.get("items.create", { kind: "webhook", form });
  const before = service.requests.length;
  const leaving = desk.ask("session.signOut", {});
  expect((await desk.get("session.get", {})).session.status).toBe("signed-out");
  for (const answer of [
    await desk.ask("items.submit", { id, wait: true }),
    await desk.ask("webhooks.list", {}),
  ])
    expect(answer).toMatchObject({ ok: false, failure: { code: "signed-out" } });
  expect((await desk.get("connection.check", {})).state).toBe("signed-out");
  open.resolve();
  expect(await leaving).toMatchObject({ ok: true, value: { status: "signed-out", tokenKept: null } });
  expect(service.requests.length).toBe(before);
});

describe("a proxy look-up that does not answer", () => {
  const restart = async (resolveProxy: () => Promise<string>): Promise<void> => {
    await desk.stop();
    removeFolder(desk.directory);
    desk = await startDesk({ resolveProxy });
  };
  const far = { serviceAddress: "https://service.invalid", token: "a-token", sameAccount: null };

  it("does not keep the program from ending, and whoever waited is told", async () => {
    await restart(() => new Promise(() => undefined));
    const connecting = desk.ask("session.connect", far);
    await desk.stop();
    const result = await connecting;
    expect(result).toMatchObject({ ok: false, failure: { code: "not-reached" } });
  });

  it("or fails, is told at sign-in and at the setup intent URL in words", async () => {
    await restart(() => Promise.reject(new Error("net::ERR_PAC_SCRIPT_FAILED")));
    const words = "this computer’s proxy settings couldn’t be used";
    const result = await desk.ask("session.connect", far);
    expect(result.ok ? "" : said(result.failure.why)).toContain(words);
    await connect("a-token");
    const tested = await desk.ask("cards.testSource", {
      publishableKey: "pk_test_1",
      setupIntentUrl: "https://clinic.invalid/intents",
    });
    expect(tested.ok ? "" : said(tested.failure.why)).toContain(words);
  });
});
