import type { z } from "zod";
import { fail, type Failure } from "../../contract/failure.ts";
import type { Phase } from "../../contract/records/item.ts";
import { itSaid } from "../../contract/sentence.ts";
import { existingPatientId, plainLine, readErrorBody } from "../../contract/service/error-body.ts";
import { networkReason } from "../platform/network-reason.ts";
import type { Exchange } from "./exchange.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/**
 * What an exchange means. `unreadable` is a success whose content is lost: the service has done it, and
 * what it answered cannot be used.
 */
export type Outcome<T> =
  | { readonly kind: "success"; readonly value: T; readonly status: number; readonly phase: Phase }
  | { readonly kind: "unreadable"; readonly failure: Failure; readonly status: number; readonly phase: Phase }
  | {
      readonly kind: "failure";
      readonly failure: Failure;
      readonly status: number | null;
      readonly phase: Phase;
    };

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
  readonly fault: "is not JSON" | "is nested too deeply" | null;
  /** The JSON's value, or the text; `undefined` when it is no text at all. */
  readonly value: unknown;
};

/** What a body holds. Never throws. */
function content(body: Buffer): Content {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { fault: "is not JSON", value: undefined };
  }
  if (isTooDeep(text)) return { fault: "is nested too deeply", value: text };
  try {
    return { fault: null, value: JSON.parse(text) };
  } catch {
    return { fault: "is not JSON", value: text };
  }
}

function refusal(answer: Answered, now: Date): Failure {
  const { status } = answer;
  const { value } = content(answer.body);
  const read = readErrorBody(value);
  const shown =
    read.message ?? (value === "" ? undefined : (plainLine(JSON.stringify(value) ?? "") ?? undefined));
  const details = { status, ...(shown === undefined ? {} : { answer: shown }) };
  const said = itSaid(read.message);
  if (status === 401)
    return fail("token-refused", "The service no longer accepts the access token. Nothing was lost.", {
      details,
    });
  if (status === 400 || status === 422)
    return fail("fields-refused", `The service did not accept this; nothing was created.${said}`, {
      fields: read.fields,
      details,
    });
  if (status === 409) {
    const id = existingPatientId(value);
    return fail("patient-exists", `The service already has this; nothing was created.${said}`, {
      details: id === null ? details : { ...details, existingPatientId: id },
    });
  }
  if (status === 429) {
    const seconds = retryAfterSeconds(answer.retryAfter, now);
    return fail("rate-limited", `The service asks to wait ${seconds} seconds. It is sent again after that.`, {
      details: { ...details, retryAfterSeconds: seconds },
    });
  }
  if (status === 408 || status >= 500)
    return fail("service-error", `The service has a problem (answer ${status}).${said}`, { details });
  if (status >= 400)
    return fail("refused", `The service refused this (answer ${status}); nothing was created.${said}`, {
      details,
    });
  return fail(
    "redirected",
    `The service pointed to another address (answer ${status}), which is not followed.`,
    {
      details,
    },
  );
}

/** Reads an exchange by the schema of its endpoint's answer. Any 2xx is success: the interface shows none. */
export function classify<S extends z.ZodType>(result: Exchange, schema: S, now: Date): Outcome<z.output<S>> {
  const { phase } = result;
  if (result.kind === "not-reached") {
    const message = `The service could not be reached: ${networkReason(result.reason)}. Nothing was sent.`;
    return { kind: "failure", failure: fail("not-reached", message), status: null, phase };
  }
  if (result.kind === "unclear") {
    const message = `The request was sent, then ${networkReason(result.reason)}. It may or may not have been made.`;
    return { kind: "failure", failure: fail("unclear", message), status: null, phase };
  }
  const { status } = result;
  if (status < 200 || status > 299) {
    if (result.bodyEnd !== "broken" || status === 401 || status === 429)
      return { kind: "failure", failure: refusal(result, now), status, phase };
    const message = `The service began to answer (${status}), then the connection broke.`;
    return { kind: "failure", failure: fail("unclear", message, { details: { status } }), status, phase };
  }
  return success(result, schema);
}

function success<S extends z.ZodType>(result: Answered, schema: S): Outcome<z.output<S>> {
  const { status, phase } = result;
  const read = content(result.body);
  const parsed = result.bodyEnd === "complete" && read.fault === null ? schema.safeParse(read.value) : null;
  if (parsed?.success === true) return { kind: "success", value: parsed.data, status, phase };
  const why =
    result.bodyEnd === "too-large"
      ? "is larger than any answer should be"
      : result.bodyEnd === "broken"
        ? "broke off"
        : (read.fault ??
          `has other content than documented (${parsed?.error?.issues[0]?.path.join(".") || "its form"})`);
  const shown = read.fault === null ? plainLine(JSON.stringify(read.value)) : plainLine(read.value);
  return {
    kind: "unreadable",
    failure: fail("unreadable-answer", `The service accepted the request, but its answer ${why}.`, {
      details: { status, ...(shown === null ? {} : { answer: shown }) },
    }),
    status,
    phase,
  };
}
