import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import { isHere } from "../../../shared/connection/host.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import { isNotHttpsCode, isTlsCode, explainNetworkError } from "../../platform/network-reason.ts";
import type { HubAnswer } from "./hub-client.ts";
import type { Answer } from "./pusher.ts";

/** Why the hub cannot be worked with just now: one of its codes, or what the hub's client says of the way there. */
export type Trouble = HubFailure["code"] | "not-a-hub" | (string & {});

const away = say("failures.clinic.away");
/** What a hub that speaks this version never answers to what this desk asks. */
const otherVersion = say("failures.clinic.otherVersion");

const sayings: Readonly<Record<string, Saying>> = {
  "not-a-hub": say("failures.clinic.notAHub"),
  "storage-full": say("failures.clinic.storageFull"),
  "database-unavailable": say("failures.clinic.databaseAway"),
  internal: say("failures.clinic.hubFault"),
  "rate-limited": say("failures.clinic.tooOften"),
  unauthorized: say("failures.clinic.unknownHere"),
  "not-found": otherVersion,
  "media-type": otherVersion,
  invalid: otherVersion,
  "too-large": otherVersion,
  "members-changed": say("failures.clinic.membersChanged"),
  "other-history": say("failures.clinic.otherHistory"),
};

/** The trouble in words, for who looks at the hub and for who waits for it. */
export function formatTrouble(trouble: Trouble | null): Saying {
  if (trouble === null) return away;
  // It answers, and no wait mends it.
  if (isTlsCode(trouble)) return say("failures.clinic.notSecure", { reason: explainNetworkError(trouble) });
  return Object.hasOwn(sayings, trouble) ? (sayings[trouble] ?? away) : away;
}

type NotOk = Exclude<HubAnswer<unknown>, { readonly kind: "ok" }>;

const troubleIn = (answer: NotOk): Trouble => {
  if (answer.kind === "refused") return answer.failure.code;
  return answer.kind === "not-a-hub" ? "not-a-hub" : answer.reason;
};

/** Why what was asked of the hub was not done. */
export const createHubFailure = (answer: NotOk): Failure =>
  fail("not-reached", formatTrouble(troubleIn(answer)));

/** The same where the hub's address was just typed: said at the address, where that may be what is wrong. */
export function createHubAddressFailure(address: string, answer: NotOk): Failure {
  const why = addressWords(address, answer);
  return why === null
    ? createHubFailure(answer)
    : fail("invalid-input", say("failures.someFields"), { fields: { hub: why } });
}

/** How a connection ends that speaks http to a port of https. */
const brokenOff = new Set(["UND_ERR_SOCKET", "ECONNRESET"]);

function addressWords(address: string, answer: NotOk): Saying | null {
  const trouble = troubleIn(answer);
  switch (answer.kind) {
    case "refused":
      return null;
    case "not-a-hub":
      return formatTrouble(trouble);
    case "unknown":
      return address.startsWith("http://") && brokenOff.has(trouble)
        ? say("failures.clinic.perhapsTls")
        : null;
    case "not-reached":
      if (isNotHttpsCode(trouble)) return say(`failures.clinic.${isHere(address) ? "noTlsHere" : "noTls"}`);
      return isTlsCode(trouble)
        ? formatTrouble(trouble)
        : say("failures.clinic.nothingThere", { reason: explainNetworkError(trouble) });
  }
}

const refused = fail("refused", say("failures.clinic.refused"));

/** Why what a person asked to be said in the log is not there. `reason`: what is wrong with the line, if it is known. */
export function createNotPushedFailure(answer: Answer, reason: Trouble | null): Failure {
  if (answer.kind !== "refused") return fail("not-reached", formatTrouble(reason));
  return answer.failure.code === "members-changed"
    ? fail("refused", formatTrouble("members-changed"))
    : refused;
}
