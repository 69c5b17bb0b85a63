import { useEffect, useRef, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { findScreenTitle } from "../../ui/screen-title.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import { CallRow } from "./call-row.tsx";
import { LinkedRow } from "./linked-row.tsx";
import styles from "./links.module.css";
import { useLinks } from "./use-links.ts";

/** Above the screen: who is calling, and links that wait for a word. It takes no focus by itself. */
export function LinkBar(): ReactNode {
  const { rows, remove } = useLinks();
  const part = useRef<HTMLElement>(null);
  /** Where the person was before they came here. */
  const before = useRef<HTMLElement | null>(null);
  useKey(part);
  if (rows.length === 0) return null;
  return (
    <aside
      ref={part}
      className={styles["bar"]}
      aria-label={words.links.label}
      {...firstClickAlone}
      onFocus={({ relatedTarget, currentTarget }) => {
        const isFromOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
        if (isFromOutside) before.current = relatedTarget;
      }}
    >
      {rows.map(({ key, row }) => {
        const onGone = (): void => remove(key);
        const onDismiss = (): void => {
          onGone();
          // Its buttons go: back to what was being typed.
          const isThere = before.current?.isConnected === true;
          (isThere ? before.current : findScreenTitle())?.focus();
        };
        return row.kind === "call" ? (
          <CallRow key={key} from={row.from} {...{ onGone, onDismiss }} />
        ) : (
          <LinkedRow key={key} row={row} {...{ onGone, onDismiss }} />
        );
      })}
    </aside>
  );
}

/** Alt 0 goes to the first button. By the place of the key: macOS writes signs with Alt. */
function useKey(part: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
      const first = part.current?.querySelector("button") ?? null;
      if (!altKey || ctrlKey || metaKey || shiftKey || code !== "Digit0" || first === null) return;
      event.preventDefault();
      first.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [part]);
}
