import { isIP } from "node:net";
import type { Check, CheckName } from "../../../shared/connection-check/doctor.ts";
import { checkNames } from "../../../shared/connection-check/doctor.ts";
import { webhookList } from "../../../shared/service-api/webhook.ts";
import { isLoopbackHost } from "../../../shared/connection/host.ts";
import {
  checkClock,
  checkServiceAnswer,
  checkHub,
  checkIntent,
  checkList,
  checkName,
  checkNotices,
  checkProxy,
  signedOutCheck,
  checkToken,
  createUnchecked,
  type AnswerFacts,
  type IntentFacts,
  type NameFacts,
  type ProxyFacts,
} from "../../../shared/connection-check/checks.ts";
import { isCertificateCode, explainNetworkError } from "../../platform/network-reason.ts";
import type { Clock } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Exchange } from "../../http/exchange.ts";
import type { DoctorPorts } from "./ports.ts";

type Options = DoctorPorts & {
  readonly clock: Pick<Clock, "now" | "monotonic" | "after">;
  /** Of a token: when it ends by its own word, in milliseconds; null: it does not say. */
  readonly expiryOf: (token: string) => number | null;
  /** The first entry of a proxy script's answer as `host:port`; null: a direct connection; undefined: none at all. */
  readonly proxyIn: (pac: string) => string | null | undefined;
};

/** What is looked at next, and what was found. */
export type OnCheck = (check: Check) => void;

/** Milliseconds that one step may take: a proxy script, a look-up, an answer. */
const stepLimit = 15_000;

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "timeout";
};

async function proxyFacts({ wayFor, proxyIn, clock }: Options, url: URL): Promise<ProxyFacts> {
  if (isLoopbackHost(url.hostname)) return { kind: "here" };
  const none = { kind: "none" as const, problem: explainNetworkError("no-proxy") };
  const limits = { clock, milliseconds: stepLimit };
  const way = await waitAtMost(wayFor(url.href), limits).catch(() => null);
  if (way === null) return none;
  const where = proxyIn(way.value);
  if (where === undefined) return none;
  return where === null ? { kind: "direct" } : { kind: "proxy", where };
}

async function nameFacts({ lookUp, clock }: Options, host: string, way: ProxyFacts): Promise<NameFacts> {
  if (way.kind === "proxy") return "proxy";
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return "address";
  const limits = { clock, milliseconds: stepLimit };
  try {
    const found = await waitAtMost(lookUp(host), limits);
    return found === null ? { problem: explainNetworkError("EAI_AGAIN") } : "found";
  } catch (error) {
    return { problem: explainNetworkError(codeOf(error)) };
  }
}

function isListIn(body: Buffer): boolean {
  try {
    return webhookList.safeParse(JSON.parse(body.toString("utf8"))).success;
  } catch {
    return false;
  }
}

function answerFacts(result: Exchange, isTls: boolean, milliseconds: number): AnswerFacts {
  if (result.kind !== "answered") {
    const { reason } = result;
    const isCertificate = isCertificateCode(reason) || reason === "proxy-certificate";
    const about = isCertificate ? "certificate" : reason === "proxy-password" ? "proxy-password" : "other";
    return { kind: "failed", problem: explainNetworkError(reason), about };
  }
  const date = Date.parse(result.date ?? "");
  return {
    kind: "answered",
    isTls,
    status: result.status,
    date: Number.isNaN(date) ? null : date,
    contentType: result.contentType?.split(";")[0]?.trim().toLowerCase().slice(0, 100) ?? null,
    isList: result.bodyEnd === "complete" && isListIn(result.body),
    milliseconds,
  };
}

async function intentFacts({ intentUrl, get }: Options, signal: AbortSignal): Promise<IntentFacts> {
  const url = intentUrl();
  if (url === "unused" || url === "practice") return url;
  // Asked as it is meant to be, it would make something: whether anything answers is all that is looked at.
  const result = await get(url, null, signal);
  return result.kind === "answered"
    ? { status: result.status }
    : { problem: explainNetworkError(result.reason) };
}

/** The way to the service, step by step; a step whose ground is missing is not tried. */
async function serviceChecks(options: Options, onCheck: OnCheck, signal: AbortSignal): Promise<void> {
  const { service, get, clock, expiryOf } = options;
  const rest = (from: CheckName): void =>
    checkNames
      .slice(checkNames.indexOf(from), checkNames.indexOf("intent"))
      .forEach((name) => onCheck(createUnchecked(name)));
  const credentials = service();
  if (credentials === null) {
    onCheck(signedOutCheck);
    return rest("name");
  }
  const url = new URL(`${credentials.serviceAddress}/api/webhooks`);
  const way = await proxyFacts(options, url);
  onCheck(checkProxy(way));
  if (way.kind === "none") return rest("name");
  const name = await nameFacts(options, url.hostname, way);
  onCheck(checkName(url.host, name));
  if (typeof name === "object") return rest("connection");
  const begun = clock.monotonic();
  const result = await get(url, credentials.token, signal);
  const facts = answerFacts(result, url.protocol === "https:", clock.monotonic() - begun);
  onCheck(checkServiceAnswer(url.host, facts));
  if (facts.kind === "failed") return rest("clock");
  const now = clock.now().getTime();
  onCheck(checkClock(facts.date, now));
  onCheck(checkToken(facts.status, { expiresAt: expiryOf(credentials.token) }, now));
  onCheck(checkList(facts));
}

/** Looks at all of it, in the order of `checkNames`; told of each as it is through. Never rejects; ends early when stopped. */
export async function examine(options: Options, onCheck: OnCheck, signal: AbortSignal): Promise<void> {
  const heed: OnCheck = (check) => {
    if (!signal.aborted) onCheck(check);
  };
  await serviceChecks(options, heed, signal);
  if (signal.aborted) return;
  heed(checkIntent(await intentFacts(options, signal)));
  if (signal.aborted) return;
  heed(checkHub(await options.hub(signal)));
  heed(checkNotices(options.notices()));
}
