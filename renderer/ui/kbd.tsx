import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import styles from "./kbd.module.css";

const isMac = (): boolean => navigator.userAgent.includes("Mac");

/** `mod+Shift+P` as this computer's keyboard names it: ⌘ ⇧ P or Ctrl Shift P. */
export function listKeyNames(keys: string): readonly string[] {
  const names = isMac() ? { mod: "⌘", Shift: "⇧", Alt: "⌥", Enter: "↩" } : words.ui.keys;
  return keys.split("+").map((key) => Object.entries(names).find(([name]) => name === key)?.[1] ?? key);
}

/** The same for `aria-keyshortcuts`. */
export const toAriaKeys = (keys: string): string => keys.replace("mod", isMac() ? "Meta" : "Control");

/** A shortcut, key by key. */
export const Kbd = ({ keys }: { readonly keys: string }): ReactNode => (
  <kbd className={styles["keys"]}>
    {listKeyNames(keys).map((key) => (
      <kbd key={key} className={styles["key"]}>
        {key}
      </kbd>
    ))}
  </kbd>
);
