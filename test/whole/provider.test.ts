import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright";
import { findChromium, realSurroundings } from "../../tools/chromium-host/host/chromium/find-chromium.ts";
import { challengeOf, fillCard, paymentFrame, pressWithKey, testNumbers } from "../provider/card-page.ts";
import { startProvider, type Provider } from "../provider/kit.ts";

/* The stand-in, used by a page of this test that does what the provider's documentation says, with the real loader. */

const shop = "https://shop.example.test";
const loader = readFileSync(
  join(import.meta.dirname, "../../node_modules/@stripe/stripe-js/dist/pure.mjs"),
  "utf8",
);
const markup = `<!doctype html><title>shop</title><div id="card"></div><script type="module">
  import { loadStripe } from "/pure.mjs";
  window.loadStripe = loadStripe;
</script>`;
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' https://js.stripe.com https://*.js.stripe.com",
  "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "connect-src 'self' https://api.stripe.com",
].join("; ");

let provider: Provider;
let context: BrowserContext;
let page: Page;
const profile = mkdtempSync(join(tmpdir(), "front-desk-provider-"));
const methods: string[] = [];

beforeAll(async () => {
  provider = await startProvider({ onPaymentMethod: (id) => methods.push(id) });
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(realSurroundings()),
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      ...provider.switches,
    ],
  });
  await context.route(`${shop}/**`, (route) =>
    route.fulfill(
      route.request().url().endsWith("pure.mjs")
        ? { contentType: "text/javascript", body: loader }
        : {
            contentType: "text/html",
            body: markup,
            headers: { "content-security-policy": policy },
          },
    ),
  );
});
afterAll(async () => {
  await context.close();
  await provider.close();
  rmSync(profile, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${shop}/`);
  await page.waitForFunction(() => "loadStripe" in window);
});
afterEach(async () => {
  for (const point of ["script", "session", "confirm", "retrieve", "challenge"] as const)
    provider.treat(point, "ok");
  await page.close();
});

type Outcome = { readonly ok?: Record<string, unknown>; readonly error?: Record<string, unknown> };

/** Runs a line of a shop's code, with the key and a secret, and answers the result or what was thrown. */
const shopRuns = (code: string, clientSecret = ""): Promise<Outcome> =>
  page.evaluate(
    async ([body, key, secret]) => {
      try {
        const run = new Function("key", "secret", `return (async () => { ${body} })()`);
        return { ok: await run(key, secret) };
      } catch (error) {
        return { error: { name: (error as Error).name, message: (error as Error).message } };
      }
    },
    [code, provider.publishableKey, clientSecret] as const,
  );

/** Mounts the card form, and waits for `ready` or `loaderror`. */
const mount = (clientSecret: string, options = "{}"): Promise<Outcome> =>
  shopRuns(
    `window.stripe = await loadStripe(key);
     window.elements = stripe.elements({ clientSecret: secret });
     const element = elements.create("payment", ${options});
     const settled = new Promise((resolve) => {
       element.on("ready", (event) => resolve({ ready: event }));
       element.on("loaderror", (event) => resolve({ loaderror: event }));
     });
     element.mount("#card");
     return settled;`,
    clientSecret,
  );

const confirm = (params = "{}"): Promise<Outcome> =>
  shopRuns(`return stripe.confirmSetup({ elements, redirect: "if_required", confirmParams: ${params} })`);

describe("setting up a card", () => {
  it("ends in a succeeded intent, with the card when it was asked to expand it", async () => {
    const { id, clientSecret } = provider.intents.create();
    expect(await mount(clientSecret)).toEqual({ ok: { ready: { elementType: "payment" } } });
    await fillCard(page, testNumbers.accepted);
    const answer = await confirm('{ expand: ["payment_method"] }');
    expect(answer).toMatchObject({
      ok: {
        setupIntent: {
          id,
          object: "setup_intent",
          status: "succeeded",
          payment_method: { object: "payment_method", card: { brand: "visa", last4: "4242", exp_month: 12 } },
        },
      },
    });
    expect(provider.ledger().find((entry) => entry.id === id)).toMatchObject({
      status: "succeeded",
      confirms: 1,
      paymentMethod: methods.at(-1),
    });
  });

  it("gives the identifier alone without expand, and when it is looked up", async () => {
    const { clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.accepted);
    const answer = await confirm();
    expect(answer).toMatchObject({ ok: { setupIntent: { payment_method: methods.at(-1) } } });
    expect(await shopRuns("return stripe.retrieveSetupIntent(secret)", clientSecret)).toMatchObject({
      ok: { setupIntent: { status: "succeeded", payment_method: methods.at(-1) } },
    });
  });

  it("says which field is wrong, and sends nothing", async () => {
    const { id, clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await paymentFrame(page).getByLabel("Card number").fill("4242");
    expect(await confirm()).toMatchObject({
      ok: { error: { type: "validation_error", code: "incomplete_number" } },
    });
    expect(provider.ledger().find((entry) => entry.id === id)?.confirms).toBe(0);
  });

  it("declines, keeps the intent open, and takes the next card", async () => {
    const { id, clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.declined);
    expect(await confirm()).toMatchObject({
      ok: {
        error: {
          type: "card_error",
          code: "card_declined",
          decline_code: "generic_decline",
          message: "Your card was declined.",
          setup_intent: { status: "requires_payment_method" },
        },
      },
    });
    await fillCard(page, testNumbers.accepted);
    expect(await confirm()).toMatchObject({ ok: { setupIntent: { status: "succeeded" } } });
    expect(provider.ledger().find((entry) => entry.id === id)?.confirms).toBe(2);
  });

  it("refuses an intent that has succeeded: the form does not load, a second confirm fails", async () => {
    const { clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.accepted);
    await confirm();
    expect(await confirm()).toMatchObject({
      ok: { error: { code: "setup_intent_unexpected_state", setup_intent: { status: "succeeded" } } },
    });
    await page.reload();
    await page.waitForFunction(() => "loadStripe" in window);
    expect(await mount(clientSecret)).toMatchObject({
      ok: { loaderror: { error: { code: "setup_intent_unexpected_state" } } },
    });
  });

  it("refuses an expired intent, before and after the form is there", async () => {
    const early = provider.intents.create();
    provider.intents.expire(early.id);
    expect(await mount(early.clientSecret)).toMatchObject({ ok: { loaderror: { elementType: "payment" } } });
    const late = provider.intents.create();
    await page.reload();
    await page.waitForFunction(() => "loadStripe" in window);
    await mount(late.clientSecret);
    await fillCard(page, testNumbers.accepted);
    provider.intents.expire(late.id);
    expect(await confirm()).toMatchObject({
      ok: {
        error: {
          code: "setup_intent_unexpected_state",
          setup_intent: { status: "canceled", cancellation_reason: "abandoned" },
        },
      },
    });
  });
});

describe("3-D Secure", () => {
  it.each([
    ["Complete", { setupIntent: { status: "succeeded" } }],
    [
      "Fail",
      {
        error: {
          code: "setup_intent_authentication_failure",
          setup_intent: { status: "requires_payment_method" },
        },
      },
    ],
  ] as const)("asks in a frame of the bank, and says what came of %s", async (button, result) => {
    const { clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.asks);
    const answer = confirm('{ expand: ["payment_method"] }');
    await pressWithKey(challengeOf(page).getByRole("button", { name: button }));
    expect(await answer).toMatchObject({ ok: result });
    expect(provider.requests("acs.bank.example").map(({ path }) => path)).toContain("/3ds-method");
  });
});

describe("faults", () => {
  it("lets the loader fail when the script cannot be had, and work on a later call", async () => {
    provider.treat("script", "refused");
    expect(await shopRuns("await loadStripe(key)")).toMatchObject({
      error: { message: "Failed to load Stripe.js" },
    });
    provider.treat("script", "ok");
    const { clientSecret } = provider.intents.create();
    expect(await mount(clientSecret)).toMatchObject({ ok: { ready: {} } });
  });

  it("holds the script until it is let go", async () => {
    provider.treat("script", "held");
    const before = provider.requests("js.stripe.com").length;
    const { clientSecret } = provider.intents.create();
    const mounted = mount(clientSecret);
    await expect.poll(() => provider.requests("js.stripe.com").length).toBeGreaterThan(before);
    provider.treat("script", "ok");
    expect(await mounted).toMatchObject({ ok: { ready: {} } });
  });

  it.each([
    ["cut", "succeeded", 1],
    ["refused", "requires_payment_method", 0],
  ] as const)("loses the answer to a confirm that is %s: the intent is %s", async (how, status, confirms) => {
    const { id, clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.accepted);
    provider.treat("confirm", how);
    expect(await confirm()).toMatchObject({ ok: { error: { type: "api_connection_error" } } });
    expect(await shopRuns("return stripe.retrieveSetupIntent(secret)", clientSecret)).toMatchObject({
      ok: { setupIntent: { status } },
    });
    expect(provider.ledger().find((entry) => entry.id === id)).toMatchObject({ status, confirms });
  });

  it("meets a browser that sends a confirm again by itself, with the truth about the first", async () => {
    const { id, clientSecret } = provider.intents.create();
    await mount(clientSecret);
    await fillCard(page, testNumbers.accepted);
    provider.treat("confirm", "reset");
    const answer = await confirm();
    const entry = provider.ledger().find((kept) => kept.id === id);
    expect(entry).toMatchObject({ status: "succeeded", paymentMethod: methods.at(-1) });
    expect(answer).toMatchObject({ ok: { error: {} } });
  });

  it("says that a key is of another account, or a secret of another intent", async () => {
    const { clientSecret } = provider.intents.create();
    const wrong = clientSecret.replace(/.$/, (last) => (last === "x" ? "y" : "x"));
    expect(await mount(wrong)).toMatchObject({ ok: { loaderror: { error: { param: "client_secret" } } } });
    await page.reload();
    await page.waitForFunction(() => "loadStripe" in window);
    expect(
      await shopRuns(
        'const stripe = await loadStripe("pk_test_somebodyelse"); return stripe.retrieveSetupIntent(secret)',
        clientSecret,
      ),
    ).toMatchObject({ ok: { error: { message: expect.stringContaining("Invalid API Key") } } });
  });
});

describe("what the original refuses", () => {
  it.each([
    ['await loadStripe("sk_test_1")', "should not use your secret key"],
    ['(await loadStripe(key)).elements({ clientSecret: "seti_1" })', "client secret of the form"],
    ["(await loadStripe(key)).confirmSetup({ elements: null, redirect: 'if_required' })", "Payment Element"],
  ])("refuses %s", async (code, message) => {
    expect(await shopRuns(`return ${code}`)).toEqual({
      error: { name: "IntegrationError", message: expect.stringContaining(message) },
    });
  });

  it("asks for a return_url unless it may stay, and for a ZIP code that the form may not ask for", async () => {
    const { clientSecret } = provider.intents.create();
    await mount(clientSecret, '{ fields: { billingDetails: { address: { postalCode: "never" } } } }');
    expect(await shopRuns("return stripe.confirmSetup({ elements })")).toMatchObject({
      error: { message: expect.stringContaining("return_url") },
    });
    expect(await confirm()).toMatchObject({ error: { message: expect.stringContaining("postal_code") } });
    expect(await paymentFrame(page).getByLabel("ZIP code").count()).toBe(0);
  });

  it("shows wallets and Link until they are switched off", async () => {
    await mount(provider.intents.create().clientSecret);
    const frame = paymentFrame(page);
    expect(await frame.getByRole("button").count()).toBe(3);
    await page.reload();
    await page.waitForFunction(() => "loadStripe" in window);
    await mount(
      provider.intents.create().clientSecret,
      '{ wallets: { applePay: "never", googlePay: "never", link: "never" } }',
    );
    await frame.getByLabel("Card number").waitFor();
    expect(await frame.getByRole("button").count()).toBe(0);
  });

  it("measures visitors only when the loader was not told otherwise", async () => {
    const measured = (): number => provider.requests("m.stripe.network").length;
    const before = measured();
    await shopRuns("loadStripe.setLoadParameters({ advancedFraudSignals: false }); await loadStripe(key)");
    await shopRuns("return (await loadStripe(key)).retrieveSetupIntent('seti_1_secret_1')");
    expect(measured()).toBe(before);
    await page.reload();
    await page.waitForFunction(() => "loadStripe" in window);
    await shopRuns("await loadStripe(key)");
    await expect.poll(measured).toBeGreaterThan(before);
  });
});
