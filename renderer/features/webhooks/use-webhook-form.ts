import { useMemo, useReducer, useRef, type RefObject } from "react";
import { readWebhookForm, type WebhookFormRead } from "../../../domain/webhook/webhook-form.ts";
import type { WebhookItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../state/hooks.ts";
import { useDraft, type Draft } from "../../state/use-draft.ts";
import {
  contentOf,
  isBlank,
  startOf,
  webhookReducer,
  type WebhookAction,
  type WebhookStart,
  type WebhookState,
} from "./state.ts";

type Options = WebhookStart & {
  readonly practice: boolean;
  readonly url: RefObject<HTMLInputElement | null>;
  readonly other: RefObject<HTMLInputElement | null>;
  /** It is registered; the next form is another one. */
  readonly onDone: (item: WebhookItem) => void;
};

export type WebhookEditing = {
  readonly state: WebhookState;
  readonly read: WebhookFormRead;
  readonly draft: Draft;
  readonly dispatch: (action: WebhookAction) => void;
  readonly register: () => void;
};

/** A registration with its draft, and what became of it. */
export function useWebhookForm({ item, done, practice, url, other, onDone }: Options): WebhookEditing {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [state, dispatch] = useReducer(webhookReducer, { item, done }, startOf);
  const isSending = useRef(false);
  const form = useMemo(() => contentOf(state), [state]);
  const read = useMemo(() => readWebhookForm(form, { practice }), [form, practice]);
  const draft = useDraft({
    content: { kind: "webhook", form },
    blank: isBlank(form),
    existing: item === null ? null : { id: item.id, frozen: item.status !== "draft" },
  });

  const settle = (settled: WebhookItem): void => {
    draft.freeze();
    dispatch({ type: "settled", item: settled });
    if (settled.status !== "done") return;
    const { registered, registeredAs } = words.webhooks.announce;
    announce(settled.result === null ? registered : registeredAs({ id: settled.result.id }));
    onDone(settled);
  };
  const send = async (): Promise<void> => {
    dispatch({ type: "sending" });
    const saved = await draft.flush();
    if (!saved.ok) return dispatch({ type: "failed", failure: saved.failure });
    if (saved.value === null) return;
    const answer = await bridge.call("items.submit", { id: saved.value, wait: true });
    if (!answer.ok) dispatch({ type: "failed", failure: answer.failure });
    else if (answer.value.kind === "webhook") settle(answer.value);
  };
  /** A double click registers once. */
  const register = (): void => {
    if (isSending.current) return;
    dispatch({ type: "asked" });
    if (read.errors["url"] !== undefined) return url.current?.focus();
    if (read.input === null) return other.current?.focus();
    dispatch({ type: "add-other" });
    isSending.current = true;
    void send().finally(() => {
      isSending.current = false;
    });
  };
  return { state, read, draft, dispatch, register };
}
