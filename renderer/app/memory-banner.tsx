import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { useRecordsKept } from "../state/hooks.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./shell.module.css";

/** Says that nothing outlives the window, where there is no keychain to keep the records' key. */
export function MemoryBanner(): ReactNode {
  if (useRecordsKept() !== "memory") return null;
  return (
    <aside className={styles["banner"]} aria-label={words.shell.memory.label}>
      <Notice tone="warning" title={words.shell.memory.title}>
        {words.shell.memory.text}
      </Notice>
    </aside>
  );
}
