import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { Agent } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Stripe from "stripe";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createIntentServer } from "../../examples/setup-intent/server.ts";
import { createWebhookReceiver, type Notice } from "../../examples/webhook-receiver/server.ts";
import { startMockService } from "../../mock/service.ts";
import type { CardStart } from "../../shared/cards/card-window.ts";
import type { Result } from "../../shared/core/failure.ts";
import { startProvider, type Provider } from "../provider/kit.ts";
import { bookingForm, removeFolder, requiredPatient, sendPatient, startDesk } from "../support/desk-kit.ts";
import { call, invoiceBooking, watchDeliveries } from "./mock-kit.ts";

const path = `/${"a1-_".repeat(8)}`;
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Starts an example as its command does, until it has said a line. Answers its address and what it says later. */
async function startExample(name: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../examples", name, "server.ts")], {
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  closing.push(async () => {
    child.kill();
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  const told = createInterface({ input: child.stderr });
  const first = new Promise<string>((resolve) => {
    lines.once("line", resolve);
    told.once("line", resolve);
  });
  const said = await Promise.race([first, ended.then(([status]) => `ended with ${String(status)}`)]);
  return { said, lines, ended, url: `http://127.0.0.1:${/"port":(\d+)/.exec(said)?.[1] ?? "0"}` };
}

describe("examples/setup-intent", () => {
  /** The provider's own library, led to the stand-in by its socket alone. */
  async function startIntents(): Promise<{ readonly provider: Provider; readonly url: string }> {
    const provider = await startProvider();
    closing.push(provider.close);
    const httpAgent = new Agent({
      ca: [...provider.trusted],
      lookup: (_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
    });
    closing.push(() => httpAgent.destroy());
    const stripe = new Stripe(provider.secretKey, {
      port: provider.port,
      httpAgent,
      telemetry: false,
      maxNetworkRetries: 0,
    });
    return { provider, url: await listen(createIntentServer({ stripe, path })) };
  }

  it("gives the card window a setup intent that the provider made, for cards alone", async () => {
    const { provider, url } = await startIntents();
    const mock = await startMockService();
    closing.push(mock.close);
    const openCardWindow = () => ({ focus: () => undefined, close: () => undefined });
    const desk = await startDesk({ openCardWindow });
    closing.push(async () => {
      await desk.stop();
      removeFolder(desk.directory);
    });
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
    const card = { publishableKey: provider.publishableKey, setupIntentUrl: url + path };
    await desk.get("settings.save", { ...(await desk.get("settings.get", {})), card });
    const { patientRecordId } = await sendPatient(desk, requiredPatient);
    const form = bookingForm({
      patient: { kind: "known", id: patientRecordId ?? "" },
      billingType: "Bill to Patient",
    });
    const { id: itemId } = await desk.get("items.create", { kind: "booking", form });
    const collected = desk.get("cards.collect", { itemId });
    const begun = (await desk.desk.cardRoute("begin", { renew: false })) as Result<CardStart>;
    if (!begun.ok) throw new Error(begun.failure.why.id);
    const [intent] = provider.ledger();
    expect(begun.value.clientSecret.split("_secret_")[0]).toBe(intent?.id);
    const [made] = provider.requests("api.stripe.com");
    expect(made).toMatchObject({ method: "POST", authorization: `Bearer ${provider.secretKey}` });
    expect([...new URLSearchParams(made?.body)]).toEqual([
      ["allowed_payment_method_types[0]", "card"],
      ["usage", "off_session"],
    ]);
    await desk.desk.cardRoute("done", { setupIntentId: intent?.id, paymentMethod: "pm_1New", card: null });
    expect(await collected).toMatchObject({ outcome: "collected" });
  });

  it("makes none for who does not know the path, or does not post", async () => {
    const { provider, url } = await startIntents();
    const others = [`${path.slice(0, -1)}b`, `${path}?a=1`, "/", `${path}/`].map(async (other) => {
      const { status } = await fetch(url + other, { method: "POST" });
      return status;
    });
    expect(await Promise.all(others)).toEqual([404, 404, 404, 404]);
    expect((await fetch(url + path)).status).toBe(405);
    expect(provider.ledger()).toEqual([]);
  });

  it("says that the provider made none, without its words and the key", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => told.mockRestore());
    const { provider, url } = await startIntents();
    provider.treat("create", "broken");
    const answer = await fetch(url + path, { method: "POST", body: "{}" });
    const text = await answer.text();
    expect(answer.status).toBe(502);
    expect(text).not.toContain(provider.secretKey);
    expect(text).not.toContain("broken");
    expect(told.mock.calls).toEqual([["No setup intent: StripeAPIError"]]);
    expect(provider.ledger()).toEqual([]);
  });

  it("starts with one command, and not with a publishable key or a short path", async () => {
    const key = "sk_test_none";
    const { url } = await startExample("setup-intent", { STRIPE_SECRET_KEY: key, SECRET_PATH: path });
    expect((await fetch(url + path)).status).toBe(405);
    const wrong = [
      { STRIPE_SECRET_KEY: "pk_test_none", SECRET_PATH: path },
      { STRIPE_SECRET_KEY: key, SECRET_PATH: "/short" },
    ];
    for (const env of wrong) {
      const { ended } = await startExample("setup-intent", env);
      expect(await ended).toEqual([2, null]);
    }
  });
});

describe("examples/webhook-receiver", () => {
  it("takes what the booking service sends, and calls none of it verified", async () => {
    const watch = watchDeliveries();
    const service = await startMockService({
      decideAfterMs: 0,
      sampleData: true,
      onDelivery: watch.onDelivery,
    });
    closing.push(service.close);
    const { url, said, lines } = await startExample("webhook-receiver", { SECRET_PATH: path });
    expect(said).toContain("Nothing that arrives is verified");
    const printed = once(lines, "line");
    const { token } = service;
    const registration = { url: url + path, events: ["appointment.approved.v1", "appointment.denied.v1"] };
    await call(service.baseUrl, { path: "/api/webhooks", token, json: registration });
    const appointmentDateTime = new Date(Date.now() + 86_400_000).toISOString();
    const json = { ...invoiceBooking(service.samplePatients[0]?.patientId ?? 0), appointmentDateTime };
    expect((await call(service.baseUrl, { path: "/api/appointment", token, json })).status).toBe(201);
    const [delivery] = await watch.until(1);
    expect(delivery?.outcome).toEqual({ type: "answered", status: 204 });
    const [line] = await printed;
    const notice = JSON.parse(String(line)) as Notice;
    expect(notice).toMatchObject({ isVerified: false, kinds: ["appointment.approved.v1"] });
    expect(JSON.parse(notice.body)).toMatchObject({ data: { appointmentId: 1 } });
  });

  it("takes any body as it is, a forged signature unchecked, and nothing at another path or too long", async () => {
    const notices: Notice[] = [];
    const url = await listen(createWebhookReceiver({ path, onNotice: (notice) => notices.push(notice) }));
    const post = async (to: string, body: string): Promise<number> => {
      const headers = { "webhook-signature": "v1,forged" };
      return (await fetch(url + to, { method: "POST", headers, body })).status;
    };
    expect(await post(path, "no JSON")).toBe(204);
    expect(notices).toMatchObject([{ body: "no JSON", kinds: [], isVerified: false }]);
    expect(await post(`${path}x`, "{}")).toBe(404);
    expect((await fetch(url + path)).status).toBe(405);
    expect(await post(path, "x".repeat(64 * 1024))).toBe(204);
    expect(await post(path, "x".repeat(64 * 1024 + 1))).toBe(413);
    expect(notices).toHaveLength(2);
  });

  it("says 500 when its own part fails, so that the notice may be sent again", async () => {
    const onNotice = (): never => {
      throw new Error("no room");
    };
    const url = await listen(createWebhookReceiver({ path, onNotice }));
    expect((await fetch(url + path, { method: "POST", body: "{}" })).status).toBe(500);
  });
});
