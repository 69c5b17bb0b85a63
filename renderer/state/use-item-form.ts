import { useRef } from "react";
import type { Result } from "../../contract/failure.ts";
import type { Item, ItemKind, ListedItem } from "../../contract/records/item.ts";
import type { FormOf } from "../../contract/routes/items.ts";
import { useAnnounce, useDesk } from "./hooks.ts";
import { isOver, type FormPhase, type ItemFormAction } from "./item-form.ts";
import { watching } from "./items.ts";
import { useDraft, type Draft } from "./use-draft.ts";
import { useLiveItem } from "./use-live-item.ts";
import { useIsHere, useLatest } from "./use-latest.ts";

type OfKind<K extends ItemKind> = Extract<Item, { kind: K }>;

type Options<K extends ItemKind, Known extends ListedItem> = {
  /** What is typed now, as it is kept and sent. A new `form` object is a change to keep. */
  readonly content: FormOf & { readonly kind: K };
  /** Nothing worth keeping was typed: no draft is made for it. */
  readonly blank: boolean;
  /** The item that the form began with; null for a new one. */
  readonly item: Known | null;
  readonly phase: FormPhase<Known>;
  readonly dispatch: (action: ItemFormAction<never, OfKind<K>>) => void;
  /** What is announced of an answer, if anything. */
  readonly news: (item: OfKind<K> | Known) => string | null;
  /** An answer to a press is a heading that takes the focus: only what becomes of it by itself is announced. */
  readonly isHeading?: boolean;
  /** How it is submitted where that is not one item; answers the one that stands for all. */
  readonly submit?: ((id: string) => Promise<Result<OfKind<K>>>) | undefined;
  /** What else it means. `before`: the answer that stood there, when its item was followed to this one. */
  readonly onSettled?: (item: OfKind<K>, before: Known | null) => void;
};

type SentForm<K extends ItemKind> = {
  readonly draft: Draft;
  /** Saves the last keystrokes and sends them; what is wrong with them has been looked at. */
  readonly send: () => void;
  /** An answer that came by another way than `send`. */
  readonly settle: (item: OfKind<K>) => void;
};

const isOfKind = <K extends ItemKind>(item: Item, kind: K): item is OfKind<K> => item.kind === kind;

/**
 * The way of a form that becomes an item: saved as it is typed, frozen while it is sent, sent once, and settled by the
 * answer and by what becomes of the item later.
 */
export function useItemForm<K extends ItemKind, Known extends ListedItem>(
  options: Options<K, Known>,
): SentForm<K> {
  const { content, blank, item, phase, dispatch } = options;
  const { bridge, items } = useDesk();
  const announce = useAnnounce();
  const existing = item === null ? null : { id: item.id, frozen: item.status !== "draft" };
  const draft = useDraft({ content, blank, existing, isOver: isOver(phase) });
  const isSending = useRef(false);
  const latest = useLatest(options);
  const isHere = useIsHere();

  const settleBy = (settled: OfKind<K>, isFollowed: boolean): void => {
    const { phase: from, news, isHeading = false, onSettled } = latest.current;
    const before = from.kind === "settled" ? from.item : null;
    draft.freeze();
    dispatch({ type: "settled", item: settled });
    // With the form gone, by another account even, its news is the outbox's.
    if (!isHere.current) return;
    const text = news(settled);
    const isNew = before === null || text !== news(before);
    const isRead = isHeading && !(isFollowed && items.getState().watched === 0);
    if (text !== null && isNew && !isRead) announce(text);
    onSettled?.(settled, before);
  };

  const settle = (settled: OfKind<K>): void => settleBy(settled, false);

  const sendNow = async (): Promise<void> => {
    dispatch({ type: "sending" });
    const saved = await draft.flush();
    if (!saved.ok) return dispatch({ type: "failed", failure: saved.failure });
    if (saved.value === null) return dispatch({ type: "reopened" });
    // From here on a look around in the form is no change of what was sent.
    draft.freeze();
    const { submit } = latest.current;
    const { value: id } = saved;
    const answer = await watching(
      items,
      submit === undefined ? bridge.call("items.submit", { id, wait: true }) : submit(id),
    );
    if (!answer.ok) return dispatch({ type: "failed", failure: answer.failure });
    if (isOfKind(answer.value, content.kind)) settle(answer.value);
  };

  /** A double click or a storm of keys sends once: the mark is set before anything is awaited. */
  const send = (): void => {
    // What is being put aside is not sent as well.
    if (isSending.current || latest.current.phase.kind === "keeping") return;
    isSending.current = true;
    void sendNow().finally(() => {
      isSending.current = false;
    });
  };

  // One that needs editing waits for the person at this form; news of another form is followed by nobody.
  useLiveItem(isOver(phase) && phase.item.id === draft.itemId ? phase.item.id : null, (fresh) => {
    if (isOfKind(fresh, content.kind)) settleBy(fresh, true);
  });
  return { draft, send, settle };
}
