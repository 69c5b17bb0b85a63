import { z } from "zod";
import { clientSecret, publishableKey } from "../../../shared/cards/card-window.ts";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { getKeyMode, checkPublishableKey, checkSetupIntentUrl } from "../../../shared/cards/card-settings.ts";
import { addAnswer } from "../../../shared/core/sentence.ts";
import { toPlainLine, readErrorBody } from "../../../shared/service-api/error-body.ts";
import { say, sentences, type Saying } from "../../../messages/saying.ts";
import type { Agree } from "../lock/new-places.ts";
import { explainNetworkError } from "../../platform/network-reason.ts";
import type { Exchange, ServiceRequest } from "../../http/exchange.ts";

/** A setup intent of the provider, made by whoever runs the service. */
export type SetupIntent = {
  readonly clientSecret: string;
  /** Of the account that the intent is of, when the answer names it. */
  readonly publishableKey: string | null;
  /** Whether it is of the provider's live mode; null when the answer does not say. */
  readonly isLive: boolean | null;
};

/** Where setup intents come from. One call makes one; it is never repeated by itself. */
export type SetupIntentSource = {
  readonly create: (setupIntentUrl: string) => Promise<Result<SetupIntent>>;
  /** Makes one to see that the settings work. Answers what is right, or what is wrong. */
  readonly test: (settings: CardSettings) => Promise<Result<{ message: Saying }>>;
};

export type CardSettings = { readonly publishableKey: string; readonly setupIntentUrl: string };

export type SetupIntentSourceOptions = {
  /** Sends one request, once, and follows nothing. */
  readonly send: (request: ServiceRequest) => Promise<Exchange>;
  /** The service at the desk; null when nobody is signed in. */
  readonly credentials: () => { readonly serviceAddress: string; readonly token: string } | null;
  readonly agree: Agree;
  readonly userAgent: string;
};

const secretNames = ["clientSecret", "client_secret", "setupIntentClientSecret"];
const keyNames = ["publishableKey", "publishable_key"];

const wrong = (field: "setupIntentUrl" | "publishableKey", why: Saying): Result<never> =>
  failed(fail("invalid-input", why, { fields: { [field]: why } }));
const wrongUrl = (why: Saying): Result<never> => wrong("setupIntentUrl", why);
const urlProblem = (url: string): Saying | null =>
  url === "" ? say("fields.enterSetupIntentUrl") : checkSetupIntentUrl(url);

export function createSetupIntentSource(options: SetupIntentSourceOptions): SetupIntentSource {
  async function create(setupIntentUrl: string): Promise<Result<SetupIntent>> {
    const problem = urlProblem(setupIntentUrl);
    if (problem !== null) return wrongUrl(problem);
    const url = new URL(setupIntentUrl);
    const credentials = options.credentials();
    // The token is the service's alone: no other origin ever sees it.
    const token =
      credentials !== null && new URL(credentials.serviceAddress).origin === url.origin
        ? credentials.token
        : null;
    const result = await options.send({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": options.userAgent,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: "{}",
    });
    return readExchange(result, token !== null);
  }

  async function test(settings: CardSettings): Promise<Result<{ message: Saying }>> {
    const key = settings.publishableKey.trim();
    const problem = key === "" ? say("fields.enterPublishableKey") : checkPublishableKey(key);
    if (problem !== null) return wrong("publishableKey", problem);
    const url = settings.setupIntentUrl.trim();
    const wrongAddress = urlProblem(url);
    if (wrongAddress !== null) return wrongUrl(wrongAddress);
    const refusal = await options.agree("cards", url);
    if (refusal !== null) return failed(refusal);
    const made = await create(url);
    return made.ok ? compare(key, made.value) : made;
  }

  return { create, test };
}

/** Whether key and intent belong together, as far as they say so themselves. */
function compare(key: string, intent: SetupIntent): Result<{ message: Saying }> {
  const mode = getKeyMode(key);
  const other = intent.publishableKey === null ? null : getKeyMode(intent.publishableKey);
  const live = intent.isLive ?? (other === null ? null : other === "live");
  if (mode !== null && live !== null && (mode === "live") !== live) {
    return wrong("publishableKey", say("fields.keyMode", { key: mode, intent: live ? "live" : "test" }));
  }
  if (intent.publishableKey !== null && intent.publishableKey !== key) {
    return wrong("publishableKey", say("fields.otherKey"));
  }
  const works = say("failures.card.source.works");
  return ok({
    message: mode === null ? works : sentences(works, say("failures.card.source.keyOf", { mode })),
  });
}

/** A setup intent made twice does no harm, so an unclear end is told as what it is: no answer. */
function readExchange(result: Exchange, withToken: boolean): Result<SetupIntent> {
  if (result.kind !== "answered")
    return failed(
      fail(
        "not-reached",
        say("failures.card.source.notReached", { reason: explainNetworkError(result.reason) }),
      ),
    );
  const { status, body, bodyEnd } = result;
  const value = parse(body);
  if (status > 299) return failed(refusal(status, value, withToken));
  if (bodyEnd !== "complete" || value === undefined)
    return failed(fail("unreadable-answer", say("failures.card.source.noJson"), { details: { status } }));
  return readIntent(value);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Of a status from 300 on. */
function refusal(status: number, value: unknown, withToken: boolean): Failure {
  const said = toPlainLine(readErrorBody(value).message);
  const details = { status, ...(said === null ? {} : { answer: said }) };
  const told = (why: Saying): Saying => addAnswer(why, said);
  if (status === 401) {
    return withToken
      ? fail("token-refused", told(say("failures.card.source.tokenRefused", { status })), { details })
      : fail("refused", told(say("failures.card.source.asksForSignIn", { status })), { details });
  }
  if (status < 400)
    return fail("redirected", say("failures.card.source.redirected", { status }), { details });
  if (status === 429)
    return fail("rate-limited", told(say("failures.card.source.asksToWait", { status })), { details });
  if (status >= 500)
    return fail("service-error", told(say("failures.card.source.broken", { status })), {
      details,
      next: "retry",
    });
  return fail("refused", told(refused(status)), { details });
}

function refused(status: number): Saying {
  if (status === 403) return say("failures.card.source.refusesAccount", { status });
  if (status === 404) return say("failures.card.source.nothingThere", { status });
  if (status === 405) return say("failures.card.source.noPost", { status });
  return say("failures.card.source.refused", { status });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The first text under one of these names, at the top or one level down. */
function textUnder(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  for (const place of [value, ...Object.values(value).filter(isObject)]) {
    for (const name of names) if (typeof place[name] === "string") return place[name];
  }
  return null;
}

const livemode = z.looseObject({ livemode: z.boolean() });

function readIntent(value: unknown): Result<SetupIntent> {
  const noSecret = say("failures.card.source.noSecret");
  if (!isObject(value)) return wrongAnswer(noSecret);
  const secret = textUnder(value, secretNames);
  if (secret === null) return wrongAnswer(noSecret);
  if (secret.startsWith("pi_")) return wrongAnswer(say("failures.card.source.paymentIntent"));
  if (!clientSecret.safeParse(secret).success) return wrongAnswer(say("failures.card.source.secretForm"));
  const key = textUnder(value, keyNames);
  if (key !== null && !publishableKey.safeParse(key).success)
    return wrongAnswer(say("failures.card.source.keyForm"));
  const live = [value, ...Object.values(value)].map((place) => livemode.safeParse(place).data?.livemode);
  return ok({
    clientSecret: secret,
    publishableKey: key,
    isLive: live.find((mode) => mode !== undefined) ?? null,
  });
}

const wrongAnswer = (why: Saying): Result<never> => failed(fail("unreadable-answer", why, { next: "edit" }));
