import { readWebhookForm } from "../../../../shared/webhooks/webhook-form.ts";
import { fail, type FailureCode } from "../../../../shared/core/failure.ts";
import { wasUncertain } from "../../../../shared/outbox/attempts.ts";
import type { WebhookItem } from "../../../../shared/outbox/item.ts";
import { parseSentMembers } from "../../../../shared/outbox/echo.ts";
import {
  isSameSubscription,
  webhookInput,
  webhookRegistration,
  type WebhookRegistration,
} from "../../../../shared/service-api/webhook.ts";
import { say } from "../../../../messages/saying.ts";
import type { Failed, Outcome, UnreadableAnswer } from "../../../http/classify.ts";
import { toIncomplete, noLongTexts, type Kind, type Sending } from "./kind.ts";
import { isElsewhere } from "./webhook-list.ts";

/** Refusals of the service itself. */
const refusals: ReadonlySet<FailureCode> = new Set(["refused", "fields-refused", "patient-exists"]);

/** The list that was asked for is not there. What was answered to it is said of it alone, not of the registration. */
function notListed(outcome: UnreadableAnswer | Failed): Failed {
  const { code, details } = outcome.failure;
  if (outcome.kind === "unreadable" || isElsewhere(outcome)) {
    const failure = fail("unreadable-answer", say("failures.outbox.webhookListUnread"), { details });
    return { kind: "failure", failure, status: null, phase: "none" };
  }
  if (!refusals.has(code)) return { ...outcome, phase: "none" };
  const { existingPatientId: _, ...rest } = details;
  const why = say("failures.outbox.webhookListRefused", { status: String(outcome.status) });
  return { ...outcome, failure: fail("refused", why, { details: rest }), phase: "none" };
}

/**
 * After an unclear attempt, also one before an edit, the service's own list says whether the registration was made.
 * Null when the list was read and does not show it: only then is it sent.
 */
async function listedAlready(
  item: WebhookItem,
  { client, credentials, post }: Sending,
): Promise<Outcome<WebhookRegistration> | null> {
  if (!wasUncertain(item.attempts) && item.editOf === null) return null;
  const listed = await client.listWebhooks(credentials, post.signal);
  if (listed.kind !== "success") return notListed(listed);
  const wanted = webhookInput.safeParse(parseSentMembers(item.payload)).data;
  const found = listed.value.find((hook) => wanted !== undefined && isSameSubscription(hook, wanted));
  return found === undefined ? null : { kind: "success", value: found, status: 200, phase: "answered" };
}

/** A webhook to be registered. The service's list shows it, so that it is looked for before a repeat. */
export const webhook: Kind<WebhookItem> = {
  repeat: "by-list",
  waitsForUndo: false,
  ownsConflict: () => false,
  hasEarlierTry: ({ mayExist }) => mayExist === true,
  withEarlierTry: (item) => (wasUncertain(item.attempts) ? { ...item, mayExist: true } : item),
  begin: (base, form) => ({ ...base, kind: "webhook", form }),
  prepare: ({ form }, { serviceHere }) => {
    const { input, errors } = readWebhookForm(form, { serviceHere });
    return input === null ? toIncomplete(errors) : { kind: "ready", payload: JSON.stringify(input) };
  },
  withDates: (item) => item,
  index: ({ form }) => ({ patientRecordId: null, appointmentInstant: null, searchText: form.url }),
  listed: ({ payload: _payload, ...listed }) => listed,
  longTexts: () => noLongTexts,
  patient: () => null,
  expired: () => false,
  send: async (item, sending) =>
    (await listedAlready(item, sending)) ?? sending.client.registerWebhook(sending.credentials, sending.post),
  takenNumber: () => null,
  complete: (item, outcome, { save }) => {
    const value = outcome.kind === "success" ? outcome.value : null;
    save({ ...item, result: webhookRegistration.safeParse(value).data ?? null });
    return [];
  },
};
