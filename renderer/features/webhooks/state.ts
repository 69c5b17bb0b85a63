import { emptyWebhookForm, type WebhookForm, webhookFields } from "../../../shared/webhooks/webhook-form.ts";
import { isForm, type ListedWebhook } from "../../../shared/outbox/item.ts";
import { listFieldNames } from "../../../shared/core/form.ts";
import { namedEventKinds, type WebhookRegistration } from "../../../shared/service-api/webhook.ts";
import {
  applyChange,
  reduceItemForm,
  untouched,
  type ItemForm,
  type ItemFormAction,
} from "../../lib/item-form.ts";

type WebhookField = keyof WebhookForm;

/** The form while it is filled in, and what became of it. */
export type WebhookState = ItemForm<WebhookField, ListedWebhook> & {
  readonly form: WebhookForm;
  /** What stands in `Other event kind` and is not among the kinds yet. */
  readonly other: string;
  /** Kinds beside the two named ones that have a check box here, chosen or not. */
  readonly others: readonly string[];
};

export type WebhookAction =
  | ItemFormAction<WebhookField, ListedWebhook>
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "kind"; readonly kind: string; readonly isChosen: boolean }
  | { readonly type: "other"; readonly text: string }
  | { readonly type: "add-other" };

const isNamed = (kind: string): boolean => namedEventKinds.some((named) => named === kind);
/** Both documented kinds: who registers an address wants to hear of either answer. */
const blank: WebhookState = {
  ...untouched,
  form: { ...emptyWebhookForm, events: [...namedEventKinds] },
  other: "",
  others: [],
};

/** Whether nothing was typed that is worth keeping: no address, and the kinds as they stand at first or none. */
export const isUntouched = ({ url, events }: WebhookForm): boolean =>
  url.trim() === "" &&
  events.every(isNamed) &&
  (events.length === 0 || events.length === blank.form.events.length);

/** What a form starts from. */
export type WebhookStart = {
  /** The item to go on with; null for a new one. */
  readonly item: ListedWebhook | null;
  /** The registration just made here, to be told of above the next form. */
  readonly done: ListedWebhook | null;
};

/** A new form, or that of an item to go on with. */
export function createWebhookState({ item, done }: WebhookStart): WebhookState {
  if (done !== null) return { ...blank, phase: { kind: "settled", item: done } };
  if (item === null) return blank;
  const others = item.form.events.filter((kind) => !isNamed(kind));
  const start: WebhookState = { ...blank, form: item.form, others };
  // What a refused one was corrected to is a draft that still says why.
  if (isForm(item) && item.problem === null) return start;
  const wasRefused = item.status === "needs-editing" || item.problem !== null;
  return {
    ...start,
    submitted: wasRefused ? listFieldNames(webhookFields) : [],
    refusals: item.problem?.fields ?? {},
    phase: { kind: "settled", item },
  };
}

/** The form as it is kept and sent: what is typed in `Other event kind` counts, added or not. */
export function getContent({ form, other }: Pick<WebhookState, "form" | "other">): WebhookForm {
  const kind = other.trim();
  return kind === "" || form.events.includes(kind) ? form : { ...form, events: [...form.events, kind] };
}

export function reduceWebhook(state: WebhookState, action: WebhookAction): WebhookState {
  switch (action.type) {
    case "url":
      return applyChange(state, ["url"], { url: action.url });
    case "kind": {
      const rest = state.form.events.filter((kind) => kind !== action.kind);
      return applyChange(state, ["events"], { events: action.isChosen ? [...rest, action.kind] : rest });
    }
    case "other":
      return applyChange(state, ["events"], {}, { other: action.text });
    case "add-other": {
      const kind = state.other.trim();
      if (kind === "") return { ...state, other: "" };
      const others = isNamed(kind) || state.others.includes(kind) ? state.others : [...state.others, kind];
      return applyChange(state, ["events"], getContent(state), { others, other: "" });
    }
    default:
      return reduceItemForm(state, action, webhookFields);
  }
}

const addressOf = (url: string): string => URL.parse(url.trim())?.href ?? url.trim();

/** A registration that already sends some of these kinds to this URL, and which; null when none does. */
export function findSameRegistration(
  form: WebhookForm,
  registrations: readonly WebhookRegistration[],
): { readonly id: WebhookRegistration["id"]; readonly kinds: readonly string[] } | null {
  const address = addressOf(form.url);
  for (const { id, url, events } of registrations) {
    const kinds = form.events.filter((kind) => events.includes(kind));
    if (addressOf(url) === address && kinds.length > 0) return { id, kinds };
  }
  return null;
}
