import type { Failure } from "../../../contract/failure.ts";
import { emptyWebhookForm, type WebhookForm } from "../../../contract/records/forms.ts";
import { isBlankForm } from "../../../domain/form.ts";
import { webhookFields } from "../../../domain/webhook/webhook-form.ts";
import type { ListedWebhook } from "../../../contract/records/item.ts";
import { namedEventKinds, type WebhookRegistration } from "../../../contract/service/webhook.ts";

/** The form while it is filled in, and what became of it. */
export type WebhookState = {
  readonly form: WebhookForm;
  /** What stands in `Other event kind` and is not among the kinds yet. */
  readonly other: string;
  /** Kinds beside the two named ones that have a check box here, chosen or not. */
  readonly others: readonly string[];
  /** The person asked to register: missing fields are marked from now on. */
  readonly wasAsked: boolean;
  readonly phase:
    | { readonly kind: "editing" }
    | { readonly kind: "sending" }
    | { readonly kind: "settled"; readonly item: ListedWebhook }
    | { readonly kind: "failed"; readonly failure: Failure };
};

export type WebhookAction =
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "kind"; readonly kind: string; readonly isChosen: boolean }
  | { readonly type: "other"; readonly text: string }
  | { readonly type: "add-other" }
  | { readonly type: "asked" }
  | { readonly type: "sending" }
  | { readonly type: "settled"; readonly item: ListedWebhook }
  | { readonly type: "failed"; readonly failure: Failure };

const isNamed = (kind: string): boolean => namedEventKinds.some((named) => named === kind);
const blank: WebhookState = {
  form: emptyWebhookForm,
  other: "",
  others: [],
  wasAsked: false,
  phase: { kind: "editing" },
};

/** What a form starts from. */
export type WebhookStart = {
  /** The item to go on with; null for a new one. */
  readonly item: ListedWebhook | null;
  /** The registration just made here, to be told of above the next form. */
  readonly done: ListedWebhook | null;
};

/** A new form, or that of an item to go on with. */
export function startOf({ item, done }: WebhookStart): WebhookState {
  if (done !== null) return { ...blank, phase: { kind: "settled", item: done } };
  if (item === null) return blank;
  const others = item.form.events.filter((kind) => !isNamed(kind));
  const wasRefused = item.status === "needs-editing" || item.problem !== null;
  return {
    ...blank,
    form: item.form,
    others,
    wasAsked: wasRefused,
    phase: item.status === "draft" && item.problem === null ? { kind: "editing" } : { kind: "settled", item },
  };
}

/** The form as it is kept and sent: what is typed in `Other event kind` counts, added or not. */
export function contentOf({ form, other }: Pick<WebhookState, "form" | "other">): WebhookForm {
  const kind = other.trim();
  return kind === "" || form.events.includes(kind) ? form : { ...form, events: [...form.events, kind] };
}

export const isBlank = (form: WebhookForm): boolean => isBlankForm(webhookFields, form);

/** A change of the form makes the last answer an old one. */
const editing = (state: WebhookState): WebhookState => ({ ...state, phase: { kind: "editing" } });

export function webhookReducer(state: WebhookState, action: WebhookAction): WebhookState {
  switch (action.type) {
    case "url":
      return editing({ ...state, form: { ...state.form, url: action.url } });
    case "kind": {
      const rest = state.form.events.filter((kind) => kind !== action.kind);
      const events = action.isChosen ? [...rest, action.kind] : rest;
      return editing({ ...state, form: { ...state.form, events } });
    }
    case "other":
      return editing({ ...state, other: action.text });
    case "add-other": {
      const kind = state.other.trim();
      if (kind === "") return { ...state, other: "" };
      const others = isNamed(kind) || state.others.includes(kind) ? state.others : [...state.others, kind];
      return editing({ ...state, form: contentOf(state), others, other: "" });
    }
    case "asked":
      return { ...state, wasAsked: true };
    case "sending":
      return { ...state, phase: { kind: "sending" } };
    case "settled":
      return { ...state, phase: { kind: "settled", item: action.item } };
    case "failed":
      return { ...state, phase: { kind: "failed", failure: action.failure } };
  }
}

const addressOf = (url: string): string => URL.parse(url.trim())?.href ?? url.trim();

/** The registration that already has this URL and exactly these kinds; null when none has. */
export function sameRegistration(
  form: WebhookForm,
  registrations: readonly WebhookRegistration[],
): WebhookRegistration | null {
  const address = addressOf(form.url);
  const kinds = new Set(form.events);
  const isSame = ({ url, events }: WebhookRegistration): boolean =>
    addressOf(url) === address &&
    kinds.size === new Set(events).size &&
    events.every((kind) => kinds.has(kind));
  return registrations.find(isSame) ?? null;
}
