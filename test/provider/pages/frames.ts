import type { StripeError } from "@stripe/stripe-js";
import { pageOf, programOf } from "./program.ts";

/* The pages behind the stand-in's stripe.js, on the provider's own origin. Sent as text: see program.ts. */

type Args = { readonly [key: string]: unknown };
type Calls = Readonly<Record<string, (args: Args) => Promise<Args>>>;
type CardForm = {
  /** The first thing that is wrong, as the provider says it; null when the form can be sent. */
  readonly problem: () => Partial<StripeError> | null;
  readonly fields: () => Record<string, string>;
  readonly focus: () => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
};

/** Answers the calls of the page that holds this frame, and nobody else's. */
function serve(calls: Calls): { emit: (kind: string, detail: Args) => void } {
  const origin = decodeURIComponent(location.hash.slice(1));
  const send = (message: Args): void => {
    parent.postMessage(message, origin);
  };
  addEventListener("message", (event: MessageEvent<unknown>) => {
    if (event.source !== parent || event.origin !== origin) return;
    const { call, name, args } = event.data as { call: number; name: string; args: Args };
    const run = calls[name];
    if (run !== undefined) void run(args).then((detail) => send({ kind: "answer", call, detail }));
  });
  send({ kind: "there" });
  return { emit: (kind, detail) => send({ kind, detail }) };
}

/** One call of the provider's API, which never throws: a lost connection is an error like others. */
async function callApi(call: {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}): Promise<Args> {
  const form = new URLSearchParams(call.fields);
  const address = `https://api.stripe.com/v1${call.path}`;
  try {
    const response = await (call.method === "GET"
      ? fetch(`${address}?${form.toString()}`)
      : fetch(address, { method: "POST", body: form }));
    const answer: unknown = await response.json();
    return response.ok ? { answer } : { error: Reflect.get(Object(answer), "error") };
  } catch {
    return {
      error: {
        type: "api_connection_error",
        message:
          "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
      },
    };
  }
}

async function retrieveIntent(args: Args): Promise<Args> {
  const { answer, error } = await callApi({
    method: "GET",
    path: `/setup_intents/${String(args["id"])}`,
    fields: { key: String(args["key"]), client_secret: String(args["clientSecret"]), is_stripe_sdk: "false" },
  });
  return error === undefined ? { setupIntent: answer } : { error };
}

function controller(): void {
  serve({ retrieve: retrieveIntent });
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function field(options: {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: AutoFill;
  readonly placeholder: string;
  readonly form: HTMLFormElement;
  readonly whole: boolean;
}): HTMLInputElement {
  const label = document.createElement("label");
  label.textContent = options.label;
  label.classList.toggle("whole", options.whole);
  const input = document.createElement("input");
  input.name = options.name;
  input.autocomplete = options.autocomplete;
  input.placeholder = options.placeholder;
  input.inputMode = "numeric";
  label.append(input);
  options.form.append(label);
  return input;
}

/** What is wrong with a card, in the order of the form: https://docs.stripe.com/error-codes */
function problemOf(card: {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly zip: string | null;
}): Partial<StripeError> | null {
  const problem = (code: string, message: string): Partial<StripeError> => ({
    type: "validation_error",
    code,
    message,
  });
  const { number, expiry, cvc, zip } = card;
  const length = /^3[47]/.test(number) ? 15 : 16;
  if (number.length < length) return problem("incomplete_number", "Your card number is incomplete.");
  if (!passesLuhn(number)) return problem("invalid_number", "Your card number is invalid.");
  if (expiry.length < 4) return problem("incomplete_expiry", "Your card's expiration date is incomplete.");
  const now = new Date();
  const month = Number(expiry.slice(0, 2));
  const year = 2000 + Number(expiry.slice(2));
  if (month < 1 || month > 12 || year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1)
    return problem("invalid_expiry_year_past", "Your card's expiration year is in the past.");
  if (cvc.length < (length === 15 ? 4 : 3))
    return problem("incomplete_cvc", "Your card's security code is incomplete.");
  if (zip !== null && zip.length < 5) return problem("incomplete_zip", "Your ZIP is incomplete.");
  return null;
}

/** Whether the page said that it gives this part of the address itself. */
function isNever(billingDetails: unknown, name: string): boolean {
  if (billingDetails === "never") return true;
  const address: unknown = Reflect.get(Object(billingDetails), "address");
  return address === "never" || Reflect.get(Object(address), name) === "never";
}

function cardForm(form: HTMLFormElement, billingDetails: unknown): CardForm {
  const add = (label: string, name: string, rest: { autocomplete: AutoFill; placeholder: string }) =>
    field({ label, name, ...rest, form, whole: name === "number" });
  const number = add("Card number", "number", {
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
  });
  const expiry = add("Expiration date", "expiry", { autocomplete: "cc-exp", placeholder: "MM / YY" });
  const cvc = add("Security code", "cvc", { autocomplete: "cc-csc", placeholder: "CVC" });
  if (!isNever(billingDetails, "country")) {
    const label = document.createElement("label");
    label.textContent = "Country";
    const select = document.createElement("select");
    select.append(new Option("United States", "US"));
    label.append(select);
    form.append(label);
  }
  const zip = isNever(billingDetails, "postalCode")
    ? null
    : add("ZIP code", "postalCode", { autocomplete: "postal-code", placeholder: "12345" });
  number.addEventListener("input", () => {
    number.value = digitsOf(number.value)
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, "$1 ");
  });
  expiry.addEventListener("input", () => {
    expiry.value = digitsOf(expiry.value)
      .slice(0, 4)
      .replace(/^(..)(.)/, "$1 / $2");
  });
  const inputs = [number, expiry, cvc, ...(zip === null ? [] : [zip])];
  return {
    problem: () =>
      problemOf({
        number: digitsOf(number.value),
        expiry: digitsOf(expiry.value),
        cvc: digitsOf(cvc.value),
        zip: zip?.value.trim() ?? null,
      }),
    fields: () => ({
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": digitsOf(number.value),
      "payment_method_data[card][exp_month]": digitsOf(expiry.value).slice(0, 2),
      "payment_method_data[card][exp_year]": digitsOf(expiry.value).slice(2),
      "payment_method_data[card][cvc]": digitsOf(cvc.value),
      ...(zip === null
        ? {}
        : {
            "payment_method_data[billing_details][address][postal_code]": zip.value.trim(),
            "payment_method_data[billing_details][address][country]": "US",
          }),
    }),
    focus: () => number.focus(),
    clear: () => form.reset(),
    isEmpty: () => inputs.every((input) => input.value === ""),
  };
}

/** The wallets and Link, as far as one sees whether they were switched off. */
function showWallets(form: HTMLFormElement, wallets: unknown): void {
  const box = document.createElement("div");
  box.className = "wallets";
  for (const [name, text] of [
    ["applePay", "Apple Pay"],
    ["googlePay", "Google Pay"],
    ["link", "Save my information for faster checkout with Link"],
  ] as const) {
    if (Reflect.get(Object(wallets), name) === "never") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    box.append(button);
  }
  if (box.childElementCount > 0) form.append(box);
}

function paymentFrame(): void {
  const form = document.createElement("form");
  const error = document.createElement("p");
  error.className = "error";
  error.setAttribute("role", "alert");
  let started: { readonly card: CardForm; readonly key: string; readonly clientSecret: string } | null = null;
  form.addEventListener("submit", (event) => event.preventDefault());

  const validate = async (): Promise<Args> => {
    const problem = started?.card.problem() ?? null;
    error.textContent = problem?.message ?? "";
    return problem === null ? {} : { error: problem };
  };
  const start = async (args: Args): Promise<Args> => {
    const key = String(args["key"]);
    const clientSecret = String(args["clientSecret"]);
    const session = await callApi({
      method: "GET",
      path: "/elements/sessions",
      fields: { key, type: "setup_intent", locale: "en-US", client_secret: clientSecret },
    });
    if (session["error"] !== undefined) {
      emit("loaderror", { error: session["error"] });
      return {};
    }
    document.documentElement.classList.toggle("night", args["theme"] === "night");
    started = { card: cardForm(form, args["billingDetails"]), key, clientSecret };
    showWallets(form, args["wallets"]);
    const terms = document.createElement("p");
    terms.className = "terms";
    const business = String(args["business"]) || "Clinic";
    terms.textContent = `By providing your card information, you allow ${business} to charge your card for future payments in accordance with their terms.`;
    form.append(error, terms);
    document.body.append(form);
    new ResizeObserver(() => emit("size", { height: form.scrollHeight + 8 })).observe(form);
    emit("size", { height: form.scrollHeight + 8 });
    emit("ready", {});
    return {};
  };
  const confirm = async (args: Args): Promise<Args> => {
    const { error: problem } = await validate();
    if (problem !== undefined || started === null) return { error: problem };
    const expand = Array.isArray(args["expand"]) ? args["expand"].map(String) : [];
    const fields: Record<string, string> = {
      ...started.card.fields(),
      expected_payment_method_type: "card",
      use_stripe_sdk: "true",
      key: started.key,
      client_secret: started.clientSecret,
    };
    for (const [index, path] of expand.entries()) fields[`expand[${index}]`] = path;
    const called = await callApi({
      method: "POST",
      path: `/setup_intents/${String(args["id"])}/confirm`,
      fields,
    });
    return called["error"] === undefined ? { setupIntent: called["answer"] } : { error: called["error"] };
  };
  const { emit } = serve({
    start,
    validate,
    confirm,
    focus: async () => {
      started?.card.focus();
      return {};
    },
    blur: async () => ({}),
    clear: async () => {
      started?.card.clear();
      return {};
    },
  });
  form.addEventListener("input", () => {
    const empty = started?.card.isEmpty() ?? true;
    const complete = (started?.card.problem() ?? null) === null;
    emit("change", { empty, complete, collapsed: false, value: { type: "card" } });
  });
  form.addEventListener("focusin", () => emit("focus", {}));
  form.addEventListener("focusout", () => emit("blur", {}));
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") emit("escape", {});
  });
}

/** The bank's own page in a frame of the provider's frame, reached by a POST, as EMV 3-D Secure does it. */
function openBank(where: { readonly path: string; readonly name: string; readonly source: string }): void {
  const frame = document.createElement("iframe");
  frame.name = where.name;
  frame.style.cssText = "border: 0; position: fixed; inset: 0; width: 100%; height: 100%";
  document.body.append(frame);
  const form = document.createElement("form");
  form.method = "post";
  form.action = `https://acs.bank.example${where.path}`;
  form.target = where.name;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "source";
  input.value = where.source;
  form.append(input);
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Waits for a word from the provider's callback page inside the bank's frame. */
function bankIsDone(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("message", (event: MessageEvent<unknown>) => {
      if (event.origin === "https://hooks.stripe.com") resolve();
    });
  });
}

function fingerprintFrame(): void {
  serve({
    start: async ({ source }) => {
      const done = bankIsDone();
      openBank({ path: "/3ds-method", name: "threeDSMethodFrame", source: String(source) });
      await done;
      await callApi({ method: "POST", path: "/3ds2/authenticate", fields: { source: String(source) } });
      return {};
    },
  });
}

function challengeFrame(): void {
  serve({
    start: async ({ source }) => {
      const done = bankIsDone();
      openBank({ path: "/challenge", name: "acsFrame", source: String(source) });
      await done;
      await callApi({ method: "POST", path: "/3ds2/challenge_complete", fields: { source: String(source) } });
      return {};
    },
  });
}

/** Inside the bank's frame, back on the provider's host: tells the frame around it. */
function bankCallback(): void {
  parent.postMessage("done", "https://js.stripe.com");
}

function fraudFrame(): void {
  serve({});
  const inner = document.createElement("iframe");
  inner.src = "https://m.stripe.network/inner.html";
  document.body.append(inner);
}

function fraudInner(): void {
  void fetch("https://m.stripe.com/6", { method: "POST", body: "signals" }).catch(() => undefined);
}

/** The pages of js.stripe.com, by their names under `/endive/`. */
export const framePages: Readonly<Record<string, string>> = {
  "controller.html": pageOf("controller", {
    program: programOf(serve, callApi, retrieveIntent, controller),
  }),
  "elements-inner-payment.html": pageOf("Secure payment input frame", {
    program: programOf(
      serve,
      callApi,
      digitsOf,
      passesLuhn,
      field,
      problemOf,
      isNever,
      cardForm,
      showWallets,
      paymentFrame,
    ),
  }),
  "three-ds-2-fingerprint.html": pageOf("Fingerprint", {
    program: programOf(serve, callApi, openBank, bankIsDone, fingerprintFrame),
  }),
  "three-ds-2-challenge.html": pageOf("3D Secure authentication", {
    program: programOf(serve, callApi, openBank, bankIsDone, challengeFrame),
  }),
  "m-outer.html": pageOf("m-outer", { program: programOf(serve, fraudFrame) }),
};

export const fraudInnerPage = pageOf("inner", { program: programOf(fraudInner) });
export const bankCallbackPage = pageOf("callback", { program: programOf(bankCallback) });

const hidden = (source: string): string => `<input type="hidden" name="source" value="${source}">`;

/** The bank's invisible page, which posts itself to the provider. */
export const bankMethodPage = (source: string): string =>
  pageOf("3DS method", {
    body: `<form method="post" action="https://hooks.stripe.com/3d_secure_2/method_complete">${hidden(source)}</form>`,
    program: "document.forms[0].submit()",
  });

/** The bank's question, with the two answers that the provider's test page has. */
export const bankChallengePage = (source: string): string =>
  pageOf("3D Secure 2 Test Page", {
    body: `<main><h1>3D Secure 2 Test Page</h1><p>The bank of this card asks for a proof.</p>
<form method="post" action="https://hooks.stripe.com/3d_secure_2/challenge_complete">${hidden(source)}
<button id="test-source-authorize-3ds" name="answer" value="Y">Complete</button>
<button id="test-source-fail-3ds" name="answer" value="N">Fail</button></form></main>`,
  });
