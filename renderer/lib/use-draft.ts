import { useCallback, useEffect, useRef, useState } from "react";
import type { Result } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { Bridge } from "./ipc.ts";
import { createDraftSaver, type DraftSaver, type SaveState, type SaverPorts } from "./draft-saver.ts";
import { useDesk, useFlush } from "./hooks.ts";
import { useSaveState } from "./use-save-state.ts";

type Options = {
  /** What is typed now. A new `form` object is a change to keep. */
  readonly content: FormOf;
  /** Nothing worth keeping was typed: no draft is made for it. */
  readonly blank: boolean;
  /** The item that holds this draft already; `frozen` when it was attempted. Read once. */
  readonly existing: { readonly id: string; readonly frozen: boolean } | null;
  /** It was answered: nobody is in the middle of it any more. */
  readonly isOver?: boolean;
};

export type Draft = {
  /** The item that holds what is typed; null until something is worth keeping. */
  readonly itemId: string | null;
  /** The item as main made it, when this form made it: at first, or in the place of one that was attempted. */
  readonly made: Item | null;
  readonly save: SaveState;
  /** Saves the last keystrokes now and answers the item's id. `whole`: also where nothing was worth keeping until now. */
  readonly flush: (whole?: boolean) => Promise<Result<string | null>>;
  /** The item was attempted: the next change goes to a draft linked to it. */
  readonly freeze: () => void;
};

type Listeners = Pick<SaverPorts<FormOf, Item>, "onState" | "onCreated" | "onMoved">;

const portsOf = (
  bridge: Bridge,
  { onMade, ...listeners }: Listeners & { readonly onMade: (item: Item) => void },
): SaverPorts<FormOf, Item> => ({
  create: (content) => bridge.call("items.create", content),
  save: (id, content) => bridge.call("items.saveForm", { id, content }),
  edit: async (id) => {
    const answer = await bridge.call("items.edit", { id });
    if (answer.ok) onMade(answer.value);
    return answer;
  },
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  ...listeners,
});

/** What was typed, without where in the form the person is. */
const typedIn = (form: FormOf["form"]): string => JSON.stringify({ ...form, step: null, focus: null });

/** Keeps a form as a draft item while it is typed, and at once before the window or the screen goes. */
export function useDraft({ content, blank, existing, isOver = false }: Options): Draft {
  const { bridge } = useDesk();
  const [itemId, setItemId] = useState<string | null>(existing?.id ?? null);
  const [made, setMade] = useState<Item | null>(null);
  const [save, tellSave] = useSaveState();
  const latest = useRef({ content, blank });
  const handed = useRef(content.form);
  const started = useRef(existing !== null);
  // What was sent stays as it is, with its answer, until something else is typed: a look around is no edit.
  const frozenAs = useRef<string | null>(existing?.frozen === true ? typedIn(content.form) : null);
  const [saver] = useState<DraftSaver<FormOf>>(() =>
    createDraftSaver(
      portsOf(bridge, {
        onState: tellSave,
        onMoved: setItemId,
        onMade: setMade,
        onCreated: (item) => {
          setItemId(item.id);
          setMade(item);
        },
      }),
      existing ?? undefined,
    ),
  );

  const hand = useCallback(
    (whole = false) => {
      const { content: now, blank: nothing } = latest.current;
      const isWanted = whole && !started.current;
      if (now.form === handed.current && !isWanted) return;
      if (frozenAs.current !== null && typedIn(now.form) === frozenAs.current) return;
      frozenAs.current = null;
      handed.current = now.form;
      if (nothing && !started.current && !isWanted) return;
      started.current = true;
      saver.change(now);
    },
    [saver],
  );
  useEffect(() => {
    latest.current = { content, blank };
    hand();
  });

  const flush = useCallback(
    (whole = false) => {
      hand(whole);
      return saver.flush();
    },
    [hand, saver],
  );
  useFlush({
    flush: async () => {
      const saved = await flush();
      return saved.ok ? null : saved.failure;
    },
    hasUnsaved: () => {
      hand();
      return saver.hasUnsaved();
    },
    isOpen: () => !isOver && !latest.current.blank,
    draft: () => {
      // What is drawn may not know yet of a draft that was just made.
      const id = saver.itemId();
      return id === null || isOver ? null : { kind: content.kind, id };
    },
  });
  const freeze = useCallback(() => {
    frozenAs.current = typedIn(latest.current.content.form);
    saver.freeze();
  }, [saver]);
  return { itemId, made, save, flush, freeze };
}
