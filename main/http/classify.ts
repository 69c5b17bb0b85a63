import { fail, type Failure } from "../../shared/core/failure.ts";
import type { Evidence, Phase } from "../../shared/outbox/item.ts";
import { addAnswer } from "../../shared/core/sentence.ts";
import { parseSentMembers } from "../../shared/outbox/echo.ts";
import { isTooDeep } from "../../shared/text/too-deep.ts";
import { readExistingPatientId, toPlainLine, readErrorBody } from "../../shared/service-api/error-body.ts";
import { say, sentences, verbatim, type Saying } from "../../messages/saying.ts";
import { explainNetworkError } from "../platform/network-reason.ts";
import { collectEvidence } from "./evidence.ts";
import type { Exchange } from "./exchange.ts";
import { validateResponse, type Documented } from "./recognise.ts";
import { parseRetryAfter } from "./retry-after.ts";

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
  | UnreadableAnswer
  | Failed;
export type UnreadableAnswer = Seen & {
  readonly kind: "unreadable";
  readonly failure: Failure;
  readonly status: number;
};
export type Failed = Seen & {
  readonly kind: "failure";
  readonly failure: Failure;
  readonly status: number | null;
  readonly foreign?: boolean;
};

type Answered = Extract<Exchange, { kind: "answered" }>;

const utf8 = new TextDecoder("utf-8", { fatal: true });

type Content = {
  /** Why it is no JSON that can be used; null when it is. */
  readonly fault: "empty" | "notJson" | "tooDeep" | null;
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
    return { fault: "notJson", value: undefined, text: null };
  }
  if (text.trim() === "") return { fault: "empty", value: "", text };
  if (isTooDeep(text)) return { fault: "tooDeep", value: text, text };
  try {
    return { fault: null, value: JSON.parse(text), text };
  } catch {
    return { fault: "notJson", value: text, text };
  }
}

/** Refusals that only the service has a reason for, also where their bodies are no JSON. */
const ownRefusals: ReadonlySet<number> = new Set([400, 401, 408, 409, 422, 429]);

/** What a refusal is read by, whatever a 2xx would have held. */
type Wanting = { readonly documented: Pick<Documented<unknown>, "conflictIsPatient">; readonly now: Date };

type Refusal = { readonly failure: Failure; readonly isForeign: boolean };

const orElsewhere = (why: Saying): Saying => sentences(why, say("failures.service.somethingElse"));

/** A refusal says what the answer was, never what became of the item: an earlier try may have made it. */
function refusal(answer: Answered, { fault, value }: Content, { documented, now }: Wanting): Refusal {
  const { status } = answer;
  const isForeign = fault !== null && status >= 400 && status < 500 && !ownRefusals.has(status);
  const read = readErrorBody(value);
  const shown =
    read.message ?? (value === "" ? undefined : (toPlainLine(JSON.stringify(value) ?? "") ?? undefined));
  const details: Failure["details"] = { status, ...(shown === undefined ? {} : { answer: shown }) };
  const about = (failure: Failure): Refusal => ({ failure, isForeign });
  const waits = (): number => parseRetryAfter(answer.retryAfter, now);
  switch (status) {
    case 400:
    case 422:
      return about(
        fail("fields-refused", addAnswer(say("failures.service.notAccepted"), read.message), {
          fields: Object.fromEntries(
            Object.entries(read.fields).map(([name, text]) => [name, verbatim(text)]),
          ),
          details,
        }),
      );
    case 401:
      return about(
        fail("token-refused", say("failures.service.tokenRefused"), {
          details,
        }),
      );
    case 407:
      return about(fail("not-reached", say("failures.service.proxyPassword", { status }), { details }));
    case 409: {
      if (!documented.conflictIsPatient) break;
      const id = readExistingPatientId(value);
      return about(
        fail("patient-exists", addAnswer(say("failures.service.alreadyThere"), read.message), {
          details: id === null ? details : { ...details, existingPatientId: id },
        }),
      );
    }
    case 429: {
      const seconds = waits();
      return about(
        fail("rate-limited", say("failures.service.asksToWait", { seconds }), {
          details: { ...details, retryAfterSeconds: seconds },
        }),
      );
    }
    case 503:
      if (answer.retryAfter !== null)
        return about(
          fail(
            "service-error",
            addAnswer(say("failures.service.brokenAsksToWait", { status }), read.message),
            {
              details: { ...details, retryAfterSeconds: waits() },
            },
          ),
        );
  }
  if (status === 408 || status >= 500)
    return about(
      fail("service-error", addAnswer(say("failures.service.broken", { status }), read.message), {
        details,
      }),
    );
  if (status >= 400) {
    const refused = say("failures.service.refused", { status });
    const why = isForeign ? orElsewhere(refused) : addAnswer(refused, read.message);
    return about(fail("refused", why, { details }));
  }
  return about(fail("redirected", orElsewhere(say("failures.service.redirected", { status })), { details }));
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
    const why = say("failures.service.notReached", { reason: explainNetworkError(result.reason) });
    return { kind: "failure", failure: fail("not-reached", why), status: null, phase };
  }
  if (result.kind === "unclear") {
    const why = say("failures.service.unclear", { reason: explainNetworkError(result.reason) });
    return { kind: "failure", failure: fail("unclear", why), status: null, phase };
  }
  const read = content(result.body);
  const evidence = collectEvidence(result.contentType ?? null, read.text ?? "");
  return result.status < 200 || result.status > 299
    ? notMade(result, { read, evidence, wanted })
    : perhapsMade(result, { read, evidence, wanted });
}

type Read = { readonly read: Content; readonly evidence: Evidence };

function notMade(
  result: Answered,
  { read, evidence, wanted }: Read & { readonly wanted: Wanting },
): Outcome<never> {
  const { status, phase } = result;
  if (result.bodyEnd === "broken" && status !== 401 && status !== 429) {
    const failure = fail("unclear", say("failures.service.brokeOff", { status }), { details: { status } });
    return { kind: "failure", failure, status, phase, evidence };
  }
  const { failure, isForeign } = refusal(result, read, wanted);
  return { kind: "failure", failure, status, phase, evidence, ...(isForeign ? { foreign: true } : {}) };
}

function perhapsMade<T>(
  result: Answered,
  { read, evidence, wanted }: Read & { readonly wanted: Wanted<T> },
): Outcome<T> {
  const { status, phase } = result;
  const found =
    result.bodyEnd === "too-large"
      ? { doubt: say("failures.service.doubt.tooLarge") }
      : result.bodyEnd === "broken"
        ? { doubt: say("failures.service.doubt.brokeOff") }
        : read.fault !== null
          ? { doubt: say(`failures.service.doubt.${read.fault}`) }
          : validateResponse(wanted.documented, read.value, parseSentMembers(wanted.payload));
  if ("value" in found) return { kind: "success", value: found.value, status, phase };
  const { contentType, firstWords } = evidence;
  const failure = fail("unreadable-answer", say("failures.service.unlike", { status, doubt: found.doubt }), {
    details: {
      status,
      ...(firstWords === null ? {} : { answer: firstWords }),
      ...(contentType === null ? {} : { contentType }),
    },
  });
  return { kind: "unreadable", failure, status, phase, evidence };
}
