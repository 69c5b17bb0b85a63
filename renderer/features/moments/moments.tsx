import { useEffect, useRef, type ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useMoments } from "../../lib/hooks.ts";
import type { ShownMoment } from "../../lib/moments.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useTakeBack } from "../../lib/use-moments.ts";
import { useRoute } from "../../lib/use-route.ts";
import { listKeyNames } from "../../ui/kbd.tsx";
import { useFocusKept } from "../../ui/use-focus.ts";
import { firstClickAlone } from "../../ui/first-click.ts";
import { useItemWords } from "../items/index.ts";
import { MomentLine } from "./moment-line.tsx";
import styles from "./moments.module.css";

const keys = "mod+Z";

/** Says once that a booking is about to be sent, and how it is taken back. */
function useSaidOnce(moments: readonly ShownMoment[]): void {
  const announce = useAnnounce();
  const told = useRef<readonly string[]>([]);
  useEffect(() => {
    const fresh = moments.filter(({ itemId }) => !told.current.includes(itemId));
    told.current = moments.map(({ itemId }) => itemId);
    const last = fresh.at(-1);
    if (last === undefined) return;
    const seconds = Math.max(1, Math.round((last.until - performance.now()) / 1_000));
    announce(words.booking.moment.told({ seconds, keys: listKeyNames(keys).join(" ") }));
  }, [moments, announce]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Ctrl/Cmd+Z takes the last one back, wherever it does not undo what is typed. */
function useUndoKeys(undo: () => void): void {
  const latest = useLatest(undo);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
      if (!isUndo || event.shiftKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("[role*=dialog]") !== null) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [latest]);
}

/** Over the screen while bookings are about to be sent: each with its "Undo", but for the one that the screen shows. */
export function UndoBars(): ReactNode {
  const { moments, onScreen } = useMoments();
  const takeBack = useTakeBack();
  useSaidOnce(moments);
  useUndoKeys(() => {
    const last = moments.at(-1);
    if (last !== undefined) takeBack(last.itemId, last.itemId !== onScreen);
  });
  const shown = moments.filter(({ itemId }) => itemId !== onScreen);
  // Each button goes with its moment.
  useFocusKept(shown.length);
  if (shown.length === 0) return null;
  return (
    <section className={styles["strip"]} aria-label={words.booking.moment.label} {...firstClickAlone}>
      {shown.map((moment) => (
        <Strip key={moment.itemId} moment={moment} onUndo={() => takeBack(moment.itemId, true)} />
      ))}
    </section>
  );
}

type StripProps = { readonly moment: ShownMoment; readonly onUndo: () => void };

function Strip({ moment, onUndo }: StripProps): ReactNode {
  const { value } = useRoute("items.get", { id: moment.itemId });
  return value === null ? null : <NamedStrip item={value} moment={moment} onUndo={onUndo} />;
}

const NamedStrip = ({ item, ...line }: StripProps & { readonly item: ListedItem }): ReactNode => (
  <MomentLine {...line} name={useItemWords(item).title} />
);
