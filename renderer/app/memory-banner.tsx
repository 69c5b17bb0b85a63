import { useContext, type ReactNode } from "react";
import { KeptContext } from "../state/hooks.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./shell.module.css";

/** Says that nothing outlives the window, where there is no keychain to keep the records' key. */
export function MemoryBanner(): ReactNode {
  if (useContext(KeptContext) !== "memory") return null;
  return (
    <aside className={styles["banner"]} aria-label="Nothing is kept">
      <Notice tone="warning" title="What you type is kept only while Front Desk is open">
        This computer’s keychain could not take the key of the records, and patients’ data is never written
        without one. Send everything before you quit. Unlock the keychain or have one set up, then start Front
        Desk again: it keeps records from then on.
      </Notice>
    </aside>
  );
}
