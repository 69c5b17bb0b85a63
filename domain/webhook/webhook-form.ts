import { say } from "../../messages/saying.ts";
import type { FieldErrors } from "../../contract/failure.ts";
import type { WebhookForm } from "../../contract/records/forms.ts";
import { eventKind, namedEventKinds, type WebhookInput } from "../../contract/service/webhook.ts";
import { readWebhookAddress } from "./webhook-address.ts";

export type WebhookFormRead = {
  readonly input: WebhookInput | null;
  /** By `url` and `events`. */
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
};

/** Reads a webhook registration; event kinds are trimmed, and empty and repeated ones dropped. */
export function readWebhookForm(
  form: WebhookForm,
  { practice }: { readonly practice: boolean },
): WebhookFormRead {
  const errors: FieldErrors = {};
  const warnings: FieldErrors = {};
  const address = readWebhookAddress(form.url, { practice });
  if (address.kind === "refused") errors["url"] = address.why;
  const events = [...new Set(form.events.map((kind) => kind.trim()))].filter((kind) => kind !== "");
  const wrong = events.find((kind) => !eventKind.safeParse(kind).success);
  if (events.length === 0) errors["events"] = say("fields.events.missing");
  if (wrong !== undefined) {
    errors["events"] = say("fields.events.wrong", { kind: wrong.slice(0, 100) });
  }
  const named: readonly string[] = namedEventKinds;
  const other = events.find((kind) => !named.includes(kind));
  if (other !== undefined && wrong === undefined) {
    warnings["events"] = say("fields.events.unknown", { kind: other });
  }
  const input = address.kind === "ok" && errors["events"] === undefined ? { url: address.url, events } : null;
  return { input, errors, warnings };
}
