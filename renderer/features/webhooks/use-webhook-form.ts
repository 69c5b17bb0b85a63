import { useMemo, useReducer, type RefObject } from "react";
import { listFieldNames } from "../../../shared/core/form.ts";
import {
  readWebhookForm,
  webhookFields,
  type WebhookFormRead,
} from "../../../shared/webhooks/webhook-form.ts";
import type { WebhookItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import type { Draft } from "../../lib/use-draft.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { focusField } from "../../ui/focus.ts";
import { useItemForm } from "../../lib/use-item-form.ts";
import {
  getContent,
  isUntouched,
  createWebhookState,
  reduceWebhook,
  type WebhookAction,
  type WebhookStart,
  type WebhookState,
} from "./state.ts";

type Options = WebhookStart & {
  /** The service is on this computer. */
  readonly serviceHere: boolean;
  readonly part: RefObject<HTMLElement | null>;
  /** It is registered; the next form is another one. */
  readonly onDone: (item: WebhookItem) => void;
};

type WebhookField = keyof typeof webhookFields;

export type WebhookEditing = {
  readonly state: WebhookState;
  readonly read: WebhookFormRead;
  readonly draft: Draft;
  readonly dispatch: (action: WebhookAction) => void;
  readonly register: () => void;
  readonly focus: (field: WebhookField) => void;
};

/** A registration with its draft, and what became of it. */
export function useWebhookForm({ item, done, serviceHere, part, onDone }: Options): WebhookEditing {
  const [state, dispatch] = useReducer(reduceWebhook, { item, done }, createWebhookState);
  const form = useMemo(() => getContent(state), [state]);
  const read = useMemo(() => readWebhookForm(form, { serviceHere }), [form, serviceHere]);
  const { draft, send } = useItemForm({
    content: { kind: "webhook", form },
    blank: isUntouched(form),
    item,
    phase: state.phase,
    dispatch,
    news: ({ status, result }) => {
      const { registered, registeredAs } = words.webhooks.announce;
      if (status !== "done") return null;
      return result === null ? registered : registeredAs({ id: result.id });
    },
    onSettled: (settled) => {
      if (settled.status === "done") onDone(settled);
    },
  });
  const goToBad = useBadField(part);
  const register = (): void => {
    dispatch({ type: "submitted", fields: listFieldNames(webhookFields) });
    if (read.input === null) return goToBad();
    dispatch({ type: "add-other" });
    send();
  };
  const focus = (field: WebhookField): void => void focusField(part.current, field);
  return { state, read, draft, dispatch, register, focus };
}
