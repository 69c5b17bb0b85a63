import { useRef } from "react";
import type { Result } from "../../shared/core/failure.ts";
import { isForm, type Item, type ItemKind, type ListedItem } from "../../shared/outbox/item.ts";
import type { PatientInLine } from "../../shared/patients/patient.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { DeskState } from "./desk-state.ts";
import { useAnnounce, useDesk, useToast } from "./hooks.ts";
import { formatItemState, describeItem } from "./item-kinds.ts";
import { isSettled, type FormPhase, type ItemFormAction } from "./item-form.ts";
import { automaticStatuses, leaveAnswer, watchAnswer } from "./items.ts";
import { useDraft, type Draft } from "./use-draft.ts";
import { useLiveItem } from "./use-live-item.ts";
import { useIsHere, useLatest, useWhenLeft } from "./use-latest.ts";

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
  /** Whose it is, where the item itself does not say. */
  readonly patient?: PatientInLine | null;
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

const accountAt = ({ session }: DeskState): string | null => session.getState().session?.accountId ?? null;

/** A press to send that came to nothing, since a person took it back meanwhile: what they did says so. */
const isTakenBack = (item: Pick<Item, "status" | "problem">): boolean =>
  item.problem === null && (isForm(item) || item.status === "saved-for-later" || item.status === "discarded");

const isGoing = ({ status }: Pick<Item, "status">): boolean =>
  automaticStatuses.some((automatic) => automatic === status);

/**
 * The way of a form that becomes an item: saved as it is typed, frozen while it is sent, sent once, and settled by the
 * answer and by what becomes of the item later.
 */
export function useItemForm<K extends ItemKind, Known extends ListedItem>(
  options: Options<K, Known>,
): SentForm<K> {
  const { content, blank, item, phase, dispatch } = options;
  const desk = useDesk();
  const { bridge, items } = desk;
  const announce = useAnnounce();
  const toast = useToast();
  const existing = item === null ? null : { id: item.id, frozen: item.status !== "draft" };
  const draft = useDraft({ content, blank, existing, isOver: isSettled(phase) });
  const isSending = useRef(false);
  const latest = useLatest(options);
  const isHere = useIsHere();

  const settleBy = (settled: OfKind<K>, isFollowed: boolean): void => {
    const { phase: from, news, isHeading = false, onSettled } = latest.current;
    const before = from.kind === "settled" ? from.item : null;
    draft.freeze();
    dispatch({ type: "settled", item: settled });
    if (!isHere.current) return;
    const text = news(settled);
    const isNew = before === null || text !== news(before);
    const isRead = isHeading && !(isFollowed && items.getState().watched === 0);
    if (text !== null && isNew && !isRead) announce(text);
    onSettled?.(settled, before);
  };

  const settle = (settled: OfKind<K>): void => settleBy(settled, false);

  /** With the form gone, its answer is told wherever the person is; not to another account, nor on a locked desk. */
  const tellElsewhere = (text: string, account: string | null): void => {
    const isLocked = (desk.lock.getState().lock?.locked ?? null) !== null;
    if (!isHere.current && !isLocked && accountAt(desk) === account) toast(text);
  };
  const outcomeOf = (settled: OfKind<K>): string => {
    const { news, patient = null } = latest.current;
    const settings = desk.settings.getState().settings ?? { services: [], dateOrder: "month-first" };
    const { title } = describeItem(settled, { patient, settings, now: settled.updatedAt });
    const { result } = settled;
    const differs = result !== null && "differs" in result && result.differs === true;
    return words.outbox.announce.outcome({
      name: title,
      outcome: news(settled) ?? formatItemState(settled),
      differs: differs ? "yes" : "no",
    });
  };

  const sendNow = async (): Promise<void> => {
    const account = accountAt(desk);
    dispatch({ type: "sending" });
    const saved = await draft.flush();
    if (!saved.ok) return dispatch({ type: "failed", failure: saved.failure });
    if (saved.value === null) return dispatch({ type: "reopened" });
    // From here on a look around in the form is no change of what was sent.
    draft.freeze();
    const { submit } = latest.current;
    const { value: id } = saved;
    const answer = await watchAnswer(
      items,
      submit === undefined ? bridge.call("items.submit", { id, wait: true }) : submit(id),
    );
    if (!answer.ok) {
      dispatch({ type: "failed", failure: answer.failure });
      return tellElsewhere(said(answer.failure.why), account);
    }
    if (!isOfKind(answer.value, content.kind)) return;
    settle(answer.value);
    if (!isHere.current && isGoing(answer.value)) leaveAnswer(items);
    if (!isTakenBack(answer.value)) tellElsewhere(outcomeOf(answer.value), account);
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

  useWhenLeft(() => {
    if (isSettled(phase) && isGoing(phase.item)) leaveAnswer(items);
  });

  // One that needs editing waits for the person at this form; news of another form is followed by nobody.
  useLiveItem(isSettled(phase) && phase.item.id === draft.itemId ? phase.item.id : null, (fresh) => {
    if (isOfKind(fresh, content.kind)) settleBy(fresh, true);
  });
  return { draft, send, settle };
}
