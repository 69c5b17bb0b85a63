import { useEffect, useRef, useState, type RefObject } from "react";

const isShown = (part: HTMLElement | null): boolean => part !== null && part.getClientRects().length > 0;

type Options = {
  /** What is opened of the list, by the id that its row has as `data-row` or `data-line`. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** Where the focus goes from what has no row any more; without it, to the first row that Tab reaches. */
  readonly otherwise?: RefObject<HTMLElement | null>;
};

export type Opening = {
  readonly chosen: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly page: RefObject<HTMLElement | null>;
  /** `byKey`: the focus goes along, also where the list stays in view. */
  readonly open: (id: string, byKey: boolean) => void;
  /** Whether the list is not behind what is opened of it. */
  readonly isListInView: () => boolean;
  /** Back to the list, at the row. */
  readonly close: () => void;
};

/** Opens a row of a list, and comes back to it; in a narrow window the one stands in the other's place. */
export function useOpening({ chosen, onChoose, otherwise }: Options): Opening {
  const list = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState({ byKey: false, press: 0 });
  const [left, setLeft] = useState<{ readonly id: string } | null>(null);
  useEffect(() => {
    if (opened.press > 0 && (opened.byKey || !isShown(list.current))) page.current?.focus();
  }, [opened]);
  useEffect(() => {
    if (left === null) return;
    const id = CSS.escape(left.id);
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${id}"], [data-line="${id}"]`);
    const first = list.current?.querySelector<HTMLElement>("[data-row]:not([tabindex='-1'])");
    (row ?? otherwise?.current ?? first)?.focus();
  }, [left, otherwise]);
  return {
    chosen,
    list,
    page,
    isListInView: () => isShown(list.current),
    open: (id, byKey) => {
      setLeft(null);
      onChoose(id);
      setOpened(({ press }) => ({ byKey, press: press + 1 }));
    },
    close: () => {
      if (chosen !== null) setLeft({ id: chosen });
      onChoose(null);
    },
  };
}
