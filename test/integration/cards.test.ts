import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CardStart } from "../../shared/cards/card-window.ts";
import type { Result } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import type { OpenCardWindow } from "../../main/features/cards/ports.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  asBooking,
  bookingForm,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { call } from "./mock-kit.ts";
import { said } from "../../messages/saying.ts";
import { worded } from "../support/told.ts";
import { withoutIds } from "../support/without-ids.ts";

/** A server at an origin of its own, that keeps what it was sent. */
type OtherServer = {
  readonly url: string;
  readonly seen: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  answer: (response: ServerResponse) => void;
  readonly close: () => Promise<void>;
};

async function otherServer(): Promise<OtherServer> {
  const seen: OtherServer["seen"] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      other.answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const other: OtherServer = {
    url: `http://127.0.0.1:${port}/intents`,
    seen,
    answer: (response) => response.end(JSON.stringify({ clientSecret: "seti_1_secret_1" })),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return other;
}

const key = "pk_test_practice";
let mock: MockService;
let other: OtherServer;
let desk: TestDesk;
let windows: { readonly onClosed: () => void; closed: boolean }[];
const openCardWindow: OpenCardWindow = ({ onClosed }) => {
  const window = { onClosed, closed: false };
  windows.push(window);
  return { focus: () => undefined, close: () => void (window.closed = true) };
};

const setUp = async (setupIntentUrl: string, publishableKey = key): Promise<void> => {
  const settings = await desk.get("settings.get", {});
  await desk.get("settings.save", { ...settings, card: { publishableKey, setupIntentUrl } });
};
const setupIntentUrl = (): string => `${mock.baseUrl}/api/setup-intent`;

beforeEach(async () => {
  windows = [];
  mock = await startMockService({ strictPaymentMethods: true });
  other = await otherServer();
  desk = await startDesk({ openCardWindow });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  await other.close();
  removeFolder(desk.directory);
});

/** A patient with a number, and a booking for them that lacks nothing but its card. */
async function booking(): Promise<{ readonly patient: string; readonly id: string }> {
  const { patientRecordId } = await sendPatient(desk, requiredPatient);
  const patient = patientRecordId ?? "";
  const form = bookingForm({ patient: { kind: "known", id: patient }, billingType: "Bill to Patient" });
  const { id } = await desk.get("items.create", { kind: "booking", form });
  return { patient, id };
}
const bookingOf = async (id: string) => asBooking(await desk.get("items.get", { id }));
const begin = async (renew = false): Promise<CardStart> => {
  const answer = (await desk.desk.cardRoute("begin", { renew })) as Result<CardStart>;
  if (!answer.ok) throw new Error(said(answer.failure.why));
  return answer.value;
};
const card = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };
const done = (secret: string, paymentMethod = "pm_new", facts: typeof card | null = card) =>
  desk.desk.cardRoute("done", {
    setupIntentId: secret.split("_secret_")[0],
    paymentMethod,
    card: facts,
  });
/** The provider's part, as far as main sees it. */
async function collectCard(
  id: string,
  paymentMethod = "pm_new",
  facts: typeof card | null = card,
): Promise<RouteOutput<"cards.collect">> {
  const collected = desk.get("cards.collect", { itemId: id });
  await done((await begin()).clientSecret, paymentMethod, facts);
  return collected;
}

describe("collecting a card", () => {
  it("books with a card that the provider has just issued", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    expect(await desk.get("cards.ways", { itemId: id })).toEqual({
      provider: true,
      practice: false,
      earlier: [],
    });
    mock.registerPaymentMethod("pm_new");
    expect(await collectCard(id)).toEqual({ outcome: "collected", card: { id: "pm_new", ...card } });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
    expect(mock.ledger().at(-1)?.body).toMatchObject({
      paymentMethod: "pm_new",
      billingType: "Bill to Patient",
    });
    expect(mock.setupIntents()).toHaveLength(1);
  });

  it("has the card on disk before the answer: a program that ends right then does not lose it", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    void desk.ask("cards.collect", { itemId: id });
    await done((await begin()).clientSecret);
    // Ended here, before anything more was written.
    const { directory, secrets } = desk;
    await desk.stop();
    desk = await startDesk({ directory, secrets, openCardWindow });
    expect(await bookingOf(id)).toMatchObject({
      form: { paymentMethod: "pm_new", card: { id: "pm_new", last4: "4242" } },
    });
    const next = await desk.get("items.create", {
      kind: "booking",
      form: bookingForm({ patient: { kind: "known", id: patient } }),
    });
    const { earlier } = await desk.get("cards.ways", { itemId: next.id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_new"]);
  });

  it("looks a setup intent up after a restart, instead of asking for the card again", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    void desk.ask("cards.collect", { itemId: id });
    const { clientSecret, lookUpFirst } = await begin();
    expect(lookUpFirst).toBe(false);
    const { directory, secrets } = desk;
    await desk.stop();
    desk = await startDesk({ directory, secrets, openCardWindow });
    const collected = desk.get("cards.collect", { itemId: id });
    expect(await begin()).toMatchObject({ clientSecret, lookUpFirst: true });
    await done(clientSecret);
    expect(await collected).toMatchObject({ outcome: "collected" });
    expect(mock.setupIntents()).toHaveLength(1);
  });

  it("never looks up the setup intent of another patient for a booking whose patient was changed", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    void desk.ask("cards.collect", { itemId: id });
    const first = await begin();
    await desk.desk.cardRoute("cancel", { reason: "closed" });
    const form = { ...(await bookingOf(id)).form, patient: { kind: "number" as const, text: "5" } };
    await desk.get("items.saveForm", { id, content: { kind: "booking", form } });
    void desk.ask("cards.collect", { itemId: id });
    const second = await begin();
    expect(second.lookUpFirst).toBe(false);
    expect(second.clientSecret).not.toBe(first.clientSecret);
  });

  it("looks up the setup intent of a booking whose patient was only chosen afterwards, and keeps the card for them", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const { form } = await bookingOf(id);
    const saved = (whose: typeof form.patient) =>
      desk.get("items.saveForm", { id, content: { kind: "booking", form: { ...form, patient: whose } } });
    await saved(null);
    void desk.ask("cards.collect", { itemId: id });
    const { clientSecret } = await begin();
    await desk.desk.cardRoute("cancel", { reason: "closed" });
    await saved({ kind: "known", id: patient });
    const collected = desk.get("cards.collect", { itemId: id });
    expect(await begin()).toMatchObject({ clientSecret, lookUpFirst: true });
    await done(clientSecret);
    expect(await collected).toMatchObject({ outcome: "collected" });
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_new"]);
  });

  it("keeps a card for its patient when the booking became another's meanwhile, and does not put it in", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const collected = desk.ask("cards.collect", { itemId: id });
    const { clientSecret } = await begin();
    const form = { ...(await bookingOf(id)).form, patient: { kind: "number" as const, text: "5" } };
    await desk.get("items.saveForm", { id, content: { kind: "booking", form } });
    await done(clientSecret);
    expect(await collected).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect((await bookingOf(id)).form).toMatchObject({ card: null, paymentMethod: "" });
    const back = { ...form, patient: { kind: "known" as const, id: patient } };
    await desk.get("items.saveForm", { id, content: { kind: "booking", form: back } });
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_new"]);
  });

  it("does not send anybody to cards used before when the patient was only a number", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const { form } = await bookingOf(id);
    const saved = (whose: typeof form.patient) =>
      desk.get("items.saveForm", { id, content: { kind: "booking", form: { ...form, patient: whose } } });
    await saved({ kind: "number", text: "987654" });
    const collected = desk.ask("cards.collect", { itemId: id });
    const { clientSecret } = await begin();
    await saved({ kind: "known", id: patient });
    await done(clientSecret);
    expect(worded(await collected)).toMatchObject({
      failure: { why: expect.stringContaining("Add a card for the patient who is selected now.") },
    });
    expect((await bookingOf(id)).form.card).toBeNull();
    expect(await desk.get("cards.ways", { itemId: id })).toMatchObject({ earlier: [] });
  });

  it("makes a booking on the call-back list complete", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    expect(await desk.get("items.submit", { id, wait: false })).toMatchObject({ status: "needs-card" });
    await collectCard(id);
    expect(await bookingOf(id)).toMatchObject({ status: "draft", form: { paymentMethod: "pm_new" } });
    mock.registerPaymentMethod("pm_new");
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
  });

  it("gives a refused booking another card without changing what was sent", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    await collectCard(id, "pm_unknown");
    const refused = asBooking(await desk.get("items.submit", { id, wait: true }));
    expect(worded(refused)).toMatchObject({
      status: "needs-editing",
      problem: { fields: { paymentMethod: expect.any(String) } },
    });
    expect(await collectCard(id, "pm_better")).toMatchObject({
      outcome: "collected",
      card: { id: "pm_better" },
    });
    expect((await bookingOf(id)).payload).toBe(refused.payload);
    expect((await bookingOf(id)).form.paymentMethod).toBe("pm_unknown");
  });

  it("is no longer offered for a booking that was sent", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const form = bookingForm({ patient: { kind: "known", id: patient } });
    await desk.get("items.saveForm", { id, content: { kind: "booking", form } });
    const sent = await desk.get("items.submit", { id, wait: true });
    expect(sent.status).toBe("done");
    const busy = { ok: false, failure: { code: "busy" } };
    expect(await desk.ask("cards.ways", { itemId: id })).toMatchObject(busy);
    expect(await desk.ask("cards.collect", { itemId: id })).toMatchObject(busy);
    expect(await desk.ask("cards.useEarlier", { itemId: id, cardId: "pm_good" })).toMatchObject(busy);
    expect(windows).toEqual([]);
    expect(await bookingOf(id)).toEqual(sent);
  });

  it("keeps the card for the patient when the booking was sent meanwhile, and leaves what was sent alone", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const collected = desk.ask("cards.collect", { itemId: id });
    const { clientSecret } = await begin();
    const form = bookingForm({ patient: { kind: "known", id: patient } });
    await desk.get("items.saveForm", { id, content: { kind: "booking", form } });
    const sent = await desk.get("items.submit", { id, wait: true });
    expect(sent.status).toBe("done");
    await done(clientSecret);
    expect(await collected).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(await bookingOf(id)).toEqual(sent);
    const next = await desk.get("items.create", { kind: "booking", form });
    const { earlier } = await desk.get("cards.ways", { itemId: next.id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_new"]);
  });

  it("is for the known patient, also where the booking has only their number", async () => {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    const { patientId } = await desk.get("patients.get", { id: patient });
    const form = bookingForm({
      patient: { kind: "number", text: ` ${patientId} ` },
      billingType: "Bill to Patient",
    });
    const numbered = await desk.get("items.create", { kind: "booking", form });
    const collected = desk.get("cards.collect", { itemId: numbered.id });
    const { clientSecret, displayName } = await begin();
    expect(said(displayName)).toBe(`${requiredPatient.firstName} ${requiredPatient.lastName}`);
    await done(clientSecret);
    await collected;
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_new"]);
  });

  // billing-13: A card of a patient known by number only is offered again for that number
  it(
    "is offered again for a patient who is known by number alone, and for no other number",
    { tags: ["billing-13"] },
    async () => {
      await setUp(setupIntentUrl());
      const numbered = (text: string) =>
        desk.get("items.create", {
          kind: "booking",
          form: bookingForm({ patient: { kind: "number", text }, billingType: "Bill to Patient" }),
        });
      const first = await numbered("987654");
      expect(await collectCard(first.id)).toMatchObject({ outcome: "collected" });
      const earlierOf = async (text: string): Promise<readonly string[]> => {
        const { earlier } = await desk.get("cards.ways", { itemId: (await numbered(text)).id });
        return earlier.map((each) => each.card.id);
      };
      expect(await earlierOf(" #987654 ")).toEqual(["pm_new"]);
      expect(await earlierOf("98765")).toEqual([]);
      expect(await earlierOf("nobody")).toEqual([]);
      const again = await numbered("987654");
      expect(await desk.get("cards.useEarlier", { itemId: again.id, cardId: "pm_new" })).toMatchObject({
        last4: "4242",
      });
      expect((await bookingOf(again.id)).form.paymentMethod).toBe("pm_new");
    },
  );

  it("is closed without a card when the desk signs out", async () => {
    await setUp(setupIntentUrl());
    const { id } = await booking();
    const collected = desk.get("cards.collect", { itemId: id });
    await desk.get("session.signOut", {});
    expect(await collected).toEqual({ outcome: "cancelled", reason: "closed" });
    await expect.poll(() => windows[0]?.closed).toBe(true);
    expect(await desk.desk.cardRoute("begin", { renew: false })).toMatchObject({ ok: false });
  });

  it("is not offered before it is set up, and says where", async () => {
    const { id } = await booking();
    expect(await desk.get("cards.ways", { itemId: id })).toMatchObject({ provider: false });
    const asked = await desk.ask("cards.collect", { itemId: id });
    expect(worded(asked)).toMatchObject({ ok: false, failure: { why: expect.stringContaining("Settings") } });
    expect(windows).toEqual([]);
  });
});

describe("a card used before", () => {
  /** Another booking for a patient who has two cards, one of them expired. */
  async function withCards(): Promise<{ readonly id: string }> {
    await setUp(setupIntentUrl());
    const { id, patient } = await booking();
    await collectCard(id, "pm_good");
    const second = desk.get("cards.collect", { itemId: id });
    const { clientSecret } = await begin();
    await desk.desk.cardRoute("done", {
      setupIntentId: clientSecret.split("_secret_")[0],
      paymentMethod: "pm_old",
      card: { ...card, expYear: 2020 },
    });
    await second;
    const form = bookingForm({ patient: { kind: "known", id: patient }, billingType: "Bill to Patient" });
    return desk.get("items.create", { kind: "booking", form });
  }

  it("is offered last used first, and an expired one is marked", async () => {
    const { id } = await withCards();
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => [each.card.id, each.expired])).toEqual([
      ["pm_old", true],
      ["pm_good", false],
    ]);
  });

  it("stands once however often it was collected, by the identifier used last", async () => {
    const { id } = await withCards();
    await collectCard(id, "pm_again");
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_again", "pm_old"]);
  });

  it("stands for itself when nobody described it", async () => {
    const { id } = await withCards();
    await collectCard(id, "pm_blank1", null);
    await collectCard(id, "pm_blank2", null);
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier.map((each) => each.card.id)).toEqual(["pm_old", "pm_good", "pm_blank2", "pm_blank1"]);
  });

  it("goes into the booking durably, and comes first the next time", async () => {
    const { id } = await withCards();
    expect(await desk.get("cards.useEarlier", { itemId: id, cardId: "pm_good" })).toMatchObject({
      last4: "4242",
    });
    expect((await bookingOf(id)).form).toMatchObject({ paymentMethod: "pm_good", card: { id: "pm_good" } });
    const { earlier } = await desk.get("cards.ways", { itemId: id });
    expect(earlier[0]?.card.id).toBe("pm_good");
  });

  it("that is expired cannot be picked, nor one of somebody else", async () => {
    const { id } = await withCards();
    expect(worded(await desk.ask("cards.useEarlier", { itemId: id, cardId: "pm_old" }))).toMatchObject({
      failure: { fields: { paymentMethod: expect.stringContaining("expired") } },
    });
    const form = bookingForm({ patient: { kind: "number", text: "999" }, billingType: "Bill to Patient" });
    const stranger = await desk.get("items.create", { kind: "booking", form });
    expect(await desk.ask("cards.useEarlier", { itemId: stranger.id, cardId: "pm_good" })).toMatchObject({
      failure: { code: "not-found" },
    });
    expect((await bookingOf(id)).form.paymentMethod).toBe("");
  });
});

describe("practice", () => {
  it("keeps its cards as the others are kept, and its service takes them", async () => {
    await desk.get("session.practise", {});
    const [{ patients }] = [await desk.get("patients.search", { text: "", limit: 1 })];
    const patient = { kind: "known" as const, id: patients[0]?.id ?? "" };
    const form = bookingForm({ patient, billingType: "Bill to Patient" });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    const practised = await desk.get("cards.practise", { itemId: id, card: "visa" });
    expect((await bookingOf(id)).form).toMatchObject({ paymentMethod: practised.id, card: practised });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
    const again = await desk.get("items.create", { kind: "booking", form });
    const ways = await desk.get("cards.ways", { itemId: again.id });
    expect(ways).toMatchObject({
      practice: true,
      provider: false,
      earlier: [{ card: practised, expired: false }],
    });
  });

  it("has a source of setup intents of its own, once a key is set", async () => {
    await desk.get("session.practise", {});
    await setUp("");
    const { id } = await desk.get("items.create", {
      kind: "booking",
      form: bookingForm({ billingType: "Bill to Patient" }),
    });
    void desk.ask("cards.collect", { itemId: id });
    expect(worded(await begin())).toMatchObject({
      practice: true,
      publishableKey: key,
      displayName: "this appointment",
    });
  });

  it("has no practice cards elsewhere", async () => {
    const { id } = await booking();
    expect(await desk.ask("cards.practise", { itemId: id, card: "visa" })).toMatchObject({
      failure: { code: "refused" },
    });
  });
});

describe("the setup intent URL", () => {
  const testSource = (url: string, publishableKey = key) =>
    desk.ask("cards.testSource", { publishableKey, setupIntentUrl: url });

  it("on the service's own origin gets the token, and works", async () => {
    expect(worded(await testSource(setupIntentUrl()))).toMatchObject({
      ok: true,
      value: { message: expect.stringContaining("It works") },
    });
  });

  it("on another origin never sees a byte of the token", async () => {
    expect(await testSource(other.url)).toMatchObject({ ok: true });
    await setUp(other.url);
    const { id } = await booking();
    void desk.ask("cards.collect", { itemId: id });
    await begin();
    expect(other.seen).toHaveLength(2);
    const everything = JSON.stringify(other.seen);
    expect(everything).not.toContain(mock.token);
    for (const part of mock.token.split(".")) expect(everything).not.toContain(part);
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it("that points to another address is not followed there", async () => {
    other.answer = (response) => response.writeHead(307, { location: setupIntentUrl() }).end();
    const before = mock.setupIntents().length;
    expect(await testSource(other.url)).toMatchObject({ failure: { code: "redirected" } });
    expect(mock.setupIntents()).toHaveLength(before);
  });

  it.each<[string, string, RegExp]>([
    ["with a path that is not there", "/api/nothing", /404/],
    ["with a path that takes only GET", "/api/webhooks", /rejected|400|415|422/],
  ])("%s says so", async (_name, path, words) => {
    const tested = await testSource(`${mock.baseUrl}${path}`);
    expect(tested.ok ? "it works" : said(tested.failure.why)).toMatch(words);
  });

  it("that answers nothing is said to be out of reach", async () => {
    const { url } = other;
    await other.close();
    expect(worded(await testSource(url))).toMatchObject({
      failure: { code: "not-reached", why: expect.stringContaining("rejected the connection") },
    });
  });

  it("that breaks off is said to have broken off", async () => {
    other.answer = (response) => void response.socket?.destroy();
    expect(await testSource(other.url)).toMatchObject({ failure: { code: "not-reached" } });
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ["a page", (response) => response.end("<html>hello</html>"), /not with JSON/],
    ["an endless body", (response) => response.end("x".repeat(200_000)), /not with JSON/],
    ["no secret", (response) => response.end('{"id":"seti_1"}'), /without a client secret/],
    [
      "a secret of another form",
      (response) => response.end('{"clientSecret":"abc"}'),
      /isn’t in the provider’s format/,
    ],
    [
      "a live intent for a test key",
      (response) => response.end('{"client_secret":"seti_1_secret_1","livemode":true}'),
      /test mode.*live mode/,
    ],
    [
      "401",
      (response) => response.writeHead(401).end(),
      /only sends the access token to the booking service’s own address/,
    ],
    ["403", (response) => response.writeHead(403).end(), /403/],
    ["500", (response) => response.writeHead(500).end("<html>"), /500/],
  ])("that answers with %s is told for what it is", async (_name, answer, words) => {
    other.answer = answer;
    const tested = await testSource(other.url);
    expect(tested.ok ? "it works" : said(tested.failure.why)).toMatch(words);
  });

  it("of the mock asks for the token, as its documented paths do", async () => {
    const expired = await mock.issueToken({ subject: "practice-clinic", expiresInSeconds: -10 });
    const post = { method: "POST", path: "/api/setup-intent", json: {} };
    expect(await call(mock.baseUrl, { ...post, token: expired })).toMatchObject({ status: 401 });
    expect(await call(mock.baseUrl, post)).toMatchObject({ status: 401 });
    expect(mock.setupIntents()).toEqual([]);
  });

  it.each([
    ["not an address", key, "setupIntentUrl"],
    ["http://clinic.example/intents", key, "setupIntentUrl"],
    ["ftp://x", key, "setupIntentUrl"],
    ["", key, "setupIntentUrl"],
    ["https://clinic.example/intents", "sk_test_1", "publishableKey"],
    ["https://clinic.example/intents", "", "publishableKey"],
  ])("%j with the key %j is refused at its field", async (url, publishableKey, field) => {
    expect(worded(await testSource(url, publishableKey))).toMatchObject({
      failure: { fields: { [field]: expect.any(String) } },
    });
  });
});

it("the desk's page never hears of a client secret, and the log of neither that nor the card", async () => {
  await setUp(setupIntentUrl());
  const { id } = await booking();
  await collectCard(id, "pm_sentinel");
  const secrets = mock.setupIntents().map(({ clientSecret }) => clientSecret);
  expect(secrets).toHaveLength(1);
  for (const secret of secrets) expect(desk.crossed.join()).not.toContain(secret);
  for (const text of [...secrets, "pm_sentinel", mock.token]) expect(desk.logged.join()).not.toContain(text);
  expect(withoutIds(desk.logged.join())).not.toContain("4242");
});
