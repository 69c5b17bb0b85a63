import { z } from "zod";
import { say } from "../../messages/saying.ts";
import { eventKind, namedEventKinds, webhookInput, type WebhookInput } from "../service-api/webhook.ts";
import {
  asTyped,
  buildKeptShape,
  createBlankForm,
  toBody,
  parseBody,
  readField,
  readFormFields,
  defineTextField,
  typedText,
  type Form,
  type FormRead,
} from "../core/form.ts";
import { empty, readAs, toWrong, type FieldReading } from "../core/reading.ts";
import { isLoopbackHost, isPublicHost, readAddress } from "../connection/host.ts";

/** `serviceHere`: the service is on this computer, as in practice, and reaches what this computer does. */
type WebhookContext = { readonly serviceHere: boolean };

/** What is to be known of an address that a service on this computer takes; null where nothing is. */
function warningOf({ protocol, hostname }: { readonly protocol: string; readonly hostname: string }) {
  if (isLoopbackHost(hostname)) return say("fields.address.onlyHere");
  if (!isPublicHost(hostname)) return say("fields.address.onlyNetwork");
  return protocol === "https:" ? null : say("fields.address.notEncrypted");
}

/**
 * Reads the address of a webhook: https, no user info, no fragment, a host that can be reached from
 * elsewhere. A service on this computer may be told of http and of every host, with a word of what that means.
 */
export function readWebhookAddress(text: string, { serviceHere }: WebhookContext): FieldReading<string> {
  const read = readAddress(text);
  if (read.kind === "refused") return toWrong(read.why);
  const { protocol, hostname, href } = read.address;
  if (serviceHere) return readAs(href, warningOf(read.address));
  if (protocol !== "https:") return toWrong(say("fields.address.httpsSoThat"));
  return isPublicHost(hostname) ? readAs(href) : toWrong(say("fields.address.notPublic"));
}

const isNamed = (kind: string): boolean => namedEventKinds.some((named) => named === kind);

export const webhookFields = {
  url: defineTextField({
    missing: say("fields.address.missing"),
    isSearched: true,
    // An address is refused rather than repaired.
    clean: asTyped,
    read: readWebhookAddress,
  }),
  /** Kinds of events; empty and repeated ones are dropped. */
  events: readField({
    schema: z.array(typedText).max(100),
    blank: [],
    missing: say("fields.events.missing"),
    read: (typed) => {
      const kinds = [...new Set(typed.map((kind) => kind.trim()))].filter((kind) => kind !== "");
      if (kinds.length === 0) return empty;
      const odd = kinds.find((kind) => !eventKind.safeParse(kind).success);
      if (odd !== undefined) return toWrong(say("fields.events.wrong", { kind: odd.slice(0, 100) }));
      const other = kinds.find((kind) => !isNamed(kind));
      return readAs(kinds, other === undefined ? null : say("fields.events.unknown", { kind: other }));
    },
  }),
};
export type WebhookForm = Form<typeof webhookFields>;

/** What a draft keeps: what a person typed, as typed, finished or not. */
export const webhookForm = z.strictObject(buildKeptShape(webhookFields));
export const emptyWebhookForm: WebhookForm = createBlankForm(webhookFields);

export type WebhookFormRead = FormRead<typeof webhookFields> & {
  readonly input: WebhookInput | null;
};

/** Reads what was typed about a webhook into what the service takes. */
export function readWebhookForm(form: WebhookForm, context: WebhookContext): WebhookFormRead {
  const read = readFormFields(webhookFields, form, { context, across: () => ({}) });
  const body = toBody(webhookFields, read.values);
  return { ...read, ...parseBody(webhookInput, webhookFields, { errors: read.errors, body }) };
}
