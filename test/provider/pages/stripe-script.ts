import type { SetupIntent, StripeError } from "@stripe/stripe-js";
import { programOf } from "./program.ts";

/*
 * stripe.js of the stand-in: what @stripe/stripe-js finds as `window.Stripe`. It is sent to the page as text (see
 * program.ts), so everything a function needs is in this file and is a function too. It keeps no card: the form and every
 * call of the API are in frames of the provider's own origin, reached by messages, as with the original.
 */

type Result = { readonly setupIntent?: SetupIntent; readonly error?: Partial<StripeError> };
type Listener = (event: unknown) => void;
type Reply = { readonly [key: string]: unknown };
type Frame = {
  readonly element: HTMLIFrameElement;
  /** Asks the frame's program, and waits for its answer. */
  readonly call: (name: string, args: Reply) => Promise<Reply>;
  readonly remove: () => void;
};
type ElementsOptions = {
  readonly clientSecret?: string;
  readonly locale?: string;
  readonly appearance?: { readonly theme?: string };
};
type PaymentOptions = {
  readonly wallets?: Readonly<Record<string, string>>;
  readonly fields?: { readonly billingDetails?: unknown };
  readonly business?: { readonly name?: string };
};
type ConfirmOptions = {
  readonly elements?: object;
  readonly clientSecret?: string;
  readonly redirect?: string;
  readonly confirmParams?: {
    readonly return_url?: string;
    readonly expand?: readonly string[];
    readonly payment_method_data?: {
      readonly billing_details?: { readonly address?: Readonly<Record<string, string>> };
    };
  };
};
type Account = { readonly key: string; readonly controller: Frame };

function integrationError(message: string): Error {
  const error = new Error(message);
  error.name = "IntegrationError";
  return error;
}

/** A frame of the provider, with a way to talk to the program in it. */
function openFrame(options: {
  readonly path: string;
  readonly title: string;
  readonly parent: HTMLElement;
  readonly visible: boolean;
  readonly onEvent: (name: string, detail: Reply) => void;
}): Frame {
  const origin = "https://js.stripe.com";
  const name = `__privateStripeFrame${Math.floor(Math.random() * 1e6)}`;
  const element = document.createElement("iframe");
  element.name = name;
  element.title = options.title;
  element.allow = "payment *";
  element.style.setProperty("border", "0", "important");
  element.style.setProperty("width", options.visible ? "100%" : "1px", "important");
  if (!options.visible) {
    element.style.setProperty("position", "fixed", "important");
    element.style.setProperty("visibility", "hidden", "important");
    element.style.setProperty("pointer-events", "none", "important");
    element.style.setProperty("height", "1px", "important");
    element.tabIndex = -1;
    element.ariaHidden = "true";
  }
  const waiting = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  let isThere: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  const listener = (event: MessageEvent<unknown>): void => {
    if (event.source !== element.contentWindow || event.origin !== origin) return;
    const message = event.data;
    if (typeof message !== "object" || message === null) return;
    const { kind, call, detail } = message as { kind?: unknown; call?: unknown; detail?: Reply };
    if (kind === "there") isThere();
    else if (kind === "answer") waiting.get(Number(call))?.(detail ?? {});
    else options.onEvent(String(kind), detail ?? {});
  };
  addEventListener("message", listener);
  element.src = `${origin}/endive/${options.path}#${location.origin}`;
  options.parent.append(element);
  return {
    element,
    call: async (called, args) => {
      await there;
      calls += 1;
      const call = calls;
      return new Promise((resolve) => {
        waiting.set(call, resolve);
        element.contentWindow?.postMessage({ call, name: called, args }, origin);
      });
    },
    remove: () => {
      removeEventListener("message", listener);
      element.remove();
    },
  };
}

function readSecret(clientSecret: unknown, where: string): { id: string; clientSecret: string } {
  if (typeof clientSecret !== "string" || !/^seti_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.test(clientSecret))
    throw integrationError(
      `Invalid value for ${where}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  return { id: clientSecret.slice(0, clientSecret.indexOf("_secret_")), clientSecret };
}

/** Listeners of an element: on, once, off. */
function listenersOf(): {
  add: (name: string, listener: Listener) => void;
  once: (name: string, listener: Listener) => void;
  remove: (name: string, listener?: Listener) => void;
  emit: (name: string, event: unknown) => void;
} {
  const all: { name: string; listener: Listener; once: boolean }[] = [];
  const drop = (keep: (entry: (typeof all)[number]) => boolean): void => {
    all.splice(0, all.length, ...all.filter((entry) => keep(entry)));
  };
  return {
    add: (name, listener) => all.push({ name, listener, once: false }),
    once: (name, listener) => all.push({ name, listener, once: true }),
    remove: (name, listener) =>
      drop((entry) => entry.name !== name || (listener !== undefined && entry.listener !== listener)),
    emit: (name, event) => {
      const called = all.filter((entry) => entry.name === name);
      drop((entry) => !(entry.name === name && entry.once));
      for (const entry of called) entry.listener(event);
    },
  };
}

/** The Payment Element, in setup mode: https://docs.stripe.com/js/element/payment_element */
function paymentElement(parts: {
  readonly account: Account;
  readonly elements: ElementsOptions;
  readonly options: PaymentOptions;
}) {
  const listeners = listenersOf();
  const elementType = "payment";
  let frame: Frame | null = null;
  let isReady = false;
  const onEvent = (name: string, detail: Reply): void => {
    if (name === "size") frame?.element.style.setProperty("height", `${String(detail["height"])}px`);
    else {
      if (name === "ready") isReady = true;
      listeners.emit(name, { elementType, ...detail });
    }
  };
  const open = (parent: HTMLElement): void => {
    frame = openFrame({
      path: "elements-inner-payment.html",
      title: "Secure payment input frame",
      parent,
      visible: true,
      onEvent,
    });
    listeners.emit("loaderstart", { elementType });
    void frame.call("start", {
      key: parts.account.key,
      clientSecret: parts.elements.clientSecret ?? "",
      theme: parts.elements.appearance?.theme ?? "stripe",
      wallets: parts.options.wallets ?? {},
      billingDetails: parts.options.fields?.billingDetails ?? "auto",
      business: parts.options.business?.name ?? "",
    });
  };
  const element = {
    on: (name: string, listener: Listener) => {
      listeners.add(name, listener);
      return element;
    },
    once: (name: string, listener: Listener) => {
      listeners.once(name, listener);
      return element;
    },
    off: (name: string, listener?: Listener) => {
      listeners.remove(name, listener);
      return element;
    },
    mount: (where: string | HTMLElement) => {
      const found = typeof where === "string" ? document.querySelector<HTMLElement>(where) : where;
      if (found === null)
        throw integrationError(
          `The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
        );
      found.classList.add("StripeElement");
      open(found);
    },
    unmount: () => {
      frame?.remove();
      frame = null;
      isReady = false;
    },
    destroy: () => element.unmount(),
    update: () => element,
    collapse: () => element,
    focus: () => void frame?.call("focus", {}),
    blur: () => void frame?.call("blur", {}),
    clear: () => void frame?.call("clear", {}),
    /** For confirmSetup and elements.submit alone. */
    ask: (name: string, args: Reply): Promise<Reply> => {
      if (frame === null || !isReady)
        throw integrationError(
          "Invalid value for stripe.confirmSetup(): elements should have a mounted Payment Element or Express Checkout Element.",
        );
      return frame.call(name, args);
    },
    options: parts.options,
  };
  return element;
}

function elementsGroup(account: Account, options: ElementsOptions = {}) {
  const { id, clientSecret } = readSecret(options.clientSecret, "elements()");
  let payment: ReturnType<typeof paymentElement> | null = null;
  return {
    id,
    clientSecret,
    create: (type: string, chosen: PaymentOptions = {}) => {
      if (type !== "payment") throw integrationError(`The stand-in has no ${type} element.`);
      if (payment !== null)
        throw integrationError("Can only create one Payment Element per Elements instance.");
      payment = paymentElement({ account, elements: options, options: chosen });
      return payment;
    },
    getElement: (type: string) => (type === "payment" ? payment : null),
    update: async () => undefined,
    on: () => undefined,
    fetchUpdates: async () => ({}),
    submit: async (): Promise<Reply> => {
      if (payment === null) throw integrationError("elements.submit() needs a mounted Payment Element.");
      const { error } = await payment.ask("validate", {});
      return error === undefined ? { selectedPaymentMethod: "card" } : { error };
    },
    payment: () => payment,
  };
}

/** 3-D Secure: the fingerprint frame, then the bank's question in a dialog over the page, then the intent once more. */
async function authenticate(account: Account, intent: SetupIntent): Promise<Result> {
  const action: { three_d_secure_2_source?: string } | undefined = intent.next_action?.use_stripe_sdk;
  const source = action?.three_d_secure_2_source ?? "";
  const onEvent = (): void => undefined;
  const fingerprint = openFrame({
    path: "three-ds-2-fingerprint.html",
    title: "Fingerprint",
    parent: document.body,
    visible: false,
    onEvent,
  });
  await fingerprint.call("start", { source });
  fingerprint.remove();
  const challenge = openFrame({
    path: "three-ds-2-challenge.html",
    title: "3D Secure authentication",
    parent: document.body,
    visible: true,
    onEvent,
  });
  for (const [property, value] of Object.entries({
    position: "fixed",
    inset: "0",
    height: "100%",
    "z-index": "2147483647",
    background: "rgba(0, 0, 0, 0.45)",
  }))
    challenge.element.style.setProperty(property, value, "important");
  await challenge.call("start", { source });
  challenge.remove();
  const result: Result = await account.controller.call("retrieve", {
    key: account.key,
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
  });
  const error = result.setupIntent?.last_setup_error;
  if (result.setupIntent === undefined || result.setupIntent.status === "succeeded" || !error) return result;
  return { error: { ...error, setup_intent: result.setupIntent } };
}

/** What the form was told never to ask for must come with the call. */
function checkBillingDetails(options: PaymentOptions, confirm: ConfirmOptions): void {
  const fields = options.fields?.billingDetails;
  const isNever = (name: string): boolean => {
    if (fields === "never") return true;
    if (typeof fields !== "object" || fields === null || !("address" in fields)) return false;
    const { address } = fields;
    return (
      address === "never" ||
      (typeof address === "object" && address !== null && Reflect.get(address, name) === "never")
    );
  };
  const given = confirm.confirmParams?.payment_method_data?.billing_details?.address ?? {};
  for (const [name, field] of [
    ["country", "country"],
    ["postalCode", "postal_code"],
  ] as const) {
    if (isNever(name) && given[field] === undefined)
      throw integrationError(
        `You specified "never" for fields.billing_details.address.${field} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.address.${field} when calling stripe.confirmSetup().`,
      );
  }
}

/** https://docs.stripe.com/js/setup_intents/confirm_setup */
async function confirmSetup(account: Account, options: ConfirmOptions): Promise<Result> {
  const elements = options.elements as ReturnType<typeof elementsGroup> | undefined;
  const payment = elements?.payment();
  if (elements === undefined || payment === null || payment === undefined)
    throw integrationError(
      "Invalid value for stripe.confirmSetup(): elements should have a mounted Payment Element or Express Checkout Element.",
    );
  if (options.redirect !== "if_required" && options.confirmParams?.return_url === undefined)
    throw integrationError(
      "stripe.confirmSetup(): the `confirmParams.return_url` argument is required unless passing `redirect: 'if_required'`.",
    );
  checkBillingDetails(payment.options, options);
  const answer: Result = await payment.ask("confirm", {
    expand: options.confirmParams?.expand ?? [],
    id: elements.id,
    address: options.confirmParams?.payment_method_data?.billing_details?.address ?? {},
  });
  const intent = answer.setupIntent;
  if (intent === undefined) return answer;
  const result =
    intent.status === "requires_action"
      ? await authenticate(account, { ...intent, client_secret: elements.clientSecret })
      : answer;
  if (result.setupIntent !== undefined && options.redirect !== "if_required")
    location.assign(options.confirmParams?.return_url ?? "");
  return result;
}

/** Refuses what the original refuses: https://docs.stripe.com/js/initializing and its security guide, about TLS. */
function checkKey(key: unknown): string {
  if (typeof key !== "string" || key === "")
    throw integrationError("Missing value for Stripe(): apiKey should be a string.");
  if (key.startsWith("sk_") || key.startsWith("rk_"))
    throw integrationError(
      "You should not use your secret key with Stripe.js. Please pass a publishable key instead.",
    );
  if (key.startsWith("pk_live_") && location.protocol !== "https:")
    throw integrationError(
      "Live Stripe.js integrations must use HTTPS. For more information: https://stripe.com/docs/security/guide#tls",
    );
  return key;
}

/** The frame that measures visitors, unless the script was asked for with `advancedFraudSignals=false`. */
function openFraudSignals(): void {
  const script = document.querySelector<HTMLScriptElement>("script[src*='/endive/stripe.js']");
  if (script === null || script.src.includes("advancedFraudSignals=false")) return;
  openFrame({
    path: "m-outer.html",
    title: "m-outer",
    parent: document.body,
    visible: false,
    onEvent: () => undefined,
  });
}

function installStripe(): void {
  const Stripe = (given: unknown) => {
    const key = checkKey(given);
    const controller = openFrame({
      path: "controller.html",
      title: "controller",
      parent: document.body,
      visible: false,
      onEvent: () => undefined,
    });
    openFraudSignals();
    const account = { key, controller };
    return {
      elements: (options?: ElementsOptions) => elementsGroup(account, options),
      confirmSetup: (options: ConfirmOptions) => confirmSetup(account, options),
      retrieveSetupIntent: async (secret: string): Promise<Result> =>
        controller.call("retrieve", { key, ...readSecret(secret, "stripe.retrieveSetupIntent()") }),
      _registerWrapper: () => undefined,
    };
  };
  Reflect.set(window, "Stripe", Object.assign(Stripe, { version: "endive" }));
}

export const stripeScript = programOf(
  integrationError,
  openFrame,
  readSecret,
  listenersOf,
  paymentElement,
  elementsGroup,
  authenticate,
  checkBillingDetails,
  confirmSetup,
  checkKey,
  openFraudSignals,
  installStripe,
);
