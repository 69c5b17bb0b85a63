import { fail, type Failure } from "../../contract/failure.ts";
import type { Evidence, Phase } from "../../contract/records/item.ts";
import { itSaid } from "../../contract/sentence.ts";
import { sentMembers } from "../../domain/echo.ts";
import { existingPatientId, plainLine, readErrorBody } from "../../contract/service/error-body.ts";
import { networkReason } from "../platform/network-reason.ts";
import { evidenceOf } from "./evidence.ts";
import type { Exchange } from "./exchange.ts";
import { recognise, type Documented } from "./recognise.ts";
import { retryAfterSeconds } from "./retry-after.ts";

type Seen = {
  readonly phase: Phase;
  /** What answered; left out when nothing did. */
  readonly evidence?: Evidence;
};

/**
 * What an exchange means. `unreadable` is a 2xx that does not show the thing made: it may have been, or something
 * else has answered. `foreign`: a refusal that is no JSON, as a proxy or a sign-in page of the network gives it.
 */
export type Outcome<T> =
  | { readonly kind: "success"; readonly value: T; readonly status: number; readonly phase: Phase }
  | (Seen & { readonly kind: "unreadable"; readonly failure: Failure; readonly status: number })
  | (Seen & {
      readonly kind: "failure";
      readonly failure: Failure;
      readonly status: number | null;
      readonly foreign?: boolean;
    });

type Answered = Extract<Exchange, { kind: "answered" }>;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Deeper than any answer of the service by far; much deeper JSON overflows the stack of whoever walks it. */
const deepest = 100;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (inText) {
      if (char === "\\") at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

type Content = {
  /** Why it is no JSON that can be used; null when it is. */
  readonly fault: "is empty" | "is not JSON" | "is nested too deeply" | null;
  /** The JSON's value, or the text; `undefined` when it is no text at all. */
  readonly value: unknown;
  readonly text: string | null;
};

/** What a body holds. Never throws. */
function content(body: Buffer): Content {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { fault: "is not JSON", value: undefined, text: null };
  }
  if (text.trim() === "") return { fault: "is empty", value: "", text };
  if (isTooDeep(text)) return { fault: "is nested too deeply", value: text, text };
  try {
    return { fault: null, value: JSON.parse(text), text };
  } catch {
    return { fault: "is not JSON", value: text, text };
  }
}

const elsewhere = "Something else may have answered, such as a proxy or a sign-in page of the network.";

/** Refusals that only the service has a reason for, also where their bodies are no JSON. */
const ownRefusals: ReadonlySet<number> = new Set([400, 401, 408, 409, 422, 429]);

type Refusal = { readonly failure: Failure; readonly isForeign: boolean };

/** A refusal says what the answer was, never what became of the item: an earlier try may have made it. */
function refusal(answer: Answered, { fault, value }: Content, now: Date): Refusal {
  const { status } = answer;
  const isForeign = fault !== null && status >= 400 && status < 500 && !ownRefusals.has(status);
  const read = readErrorBody(value);
  const shown =
    read.message ?? (value === "" ? undefined : (plainLine(JSON.stringify(value) ?? "") ?? undefined));
  const details: Failure["details"] = { status, ...(shown === undefined ? {} : { answer: shown }) };
  const said = itSaid(read.message);
  const about = (failure: Failure): Refusal => ({ failure, isForeign });
  const waits = (): Failure["details"] => ({
    ...details,
    retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now),
  });
  switch (status) {
    case 400:
    case 422:
      return about(
        fail("fields-refused", `The service did not accept this.${said}`, { fields: read.fields, details }),
      );
    case 401:
      return about(
        fail("token-refused", "The service no longer accepts the access token. Nothing was lost.", {
          details,
        }),
      );
    case 407:
      return about(
        fail(
          "not-reached",
          "The network's proxy asks for a name and a password (answer 407), so this was not passed on.",
          { details },
        ),
      );
    case 409: {
      const id = existingPatientId(value);
      return about(
        fail("patient-exists", `The service already has this.${said}`, {
          details: id === null ? details : { ...details, existingPatientId: id },
        }),
      );
    }
    case 429: {
      const asked = waits();
      const seconds = String(asked.retryAfterSeconds);
      return about(
        fail("rate-limited", `The service asks to wait ${seconds} seconds. It is sent again after that.`, {
          details: asked,
        }),
      );
    }
    case 503:
      if (answer.retryAfter !== null)
        return about(
          fail("service-error", `The service has a problem (answer 503), and asks to wait.${said}`, {
            details: waits(),
          }),
        );
  }
  if (status === 408 || status >= 500)
    return about(fail("service-error", `The service has a problem (answer ${status}).${said}`, { details }));
  if (status >= 400)
    return about(
      fail("refused", `This was refused (answer ${status}).${isForeign ? ` ${elsewhere}` : said}`, {
        details,
      }),
    );
  return about(
    fail(
      "redirected",
      `The answer pointed to another address (${status}), which is not followed. ${elsewhere}`,
      { details },
    ),
  );
}

/** What to read of an answer, and what it is the answer to. */
export type Wanted<T> = {
  readonly documented: Documented<T>;
  /** The body of the request; null when it had none. */
  readonly payload: string | null;
  readonly now: Date;
};

/** Reads an exchange. Never throws. */
export function classify<T>(result: Exchange, wanted: Wanted<T>): Outcome<T> {
  const { phase } = result;
  if (result.kind === "not-reached") {
    const message = `The service could not be reached: ${networkReason(result.reason)}.`;
    return { kind: "failure", failure: fail("not-reached", message), status: null, phase };
  }
  if (result.kind === "unclear") {
    const message = `The request was sent, then ${networkReason(result.reason)}. It may or may not have been made.`;
    return { kind: "failure", failure: fail("unclear", message), status: null, phase };
  }
  const read = content(result.body);
  const evidence = evidenceOf(result.contentType ?? null, read.text ?? "");
  return result.status < 200 || result.status > 299
    ? notMade(result, { read, evidence, now: wanted.now })
    : perhapsMade(result, { read, evidence, wanted });
}

type Read = { readonly read: Content; readonly evidence: Evidence };

function notMade(result: Answered, { read, evidence, now }: Read & { readonly now: Date }): Outcome<never> {
  const { status, phase } = result;
  if (result.bodyEnd === "broken" && status !== 401 && status !== 429) {
    const message = `The service began to answer (${status}), then the connection broke. It may or may not have been made.`;
    const failure = fail("unclear", message, { details: { status } });
    return { kind: "failure", failure, status, phase, evidence };
  }
  const { failure, isForeign } = refusal(result, read, now);
  return { kind: "failure", failure, status, phase, evidence, ...(isForeign ? { foreign: true } : {}) };
}

function perhapsMade<T>(
  result: Answered,
  { read, evidence, wanted }: Read & { readonly wanted: Wanted<T> },
): Outcome<T> {
  const { status, phase } = result;
  const found =
    result.bodyEnd === "too-large"
      ? { doubt: "it is larger than any answer should be" }
      : result.bodyEnd === "broken"
        ? { doubt: "it broke off" }
        : read.fault !== null
          ? { doubt: `it ${read.fault}` }
          : recognise(wanted.documented, read.value, sentMembers(wanted.payload));
  if ("value" in found) return { kind: "success", value: found.value, status, phase };
  const { contentType, firstWords } = evidence;
  const failure = fail(
    "unreadable-answer",
    `Something answered ${status}, but not as the service does: ${found.doubt}.`,
    {
      details: {
        status,
        ...(firstWords === null ? {} : { answer: firstWords }),
        ...(contentType === null ? {} : { contentType }),
      },
    },
  );
  return { kind: "unreadable", failure, status, phase, evidence };
}
