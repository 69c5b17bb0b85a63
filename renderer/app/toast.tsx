import { useEffect, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { useDesk } from "../lib/hooks.ts";
import styles from "./toast.module.css";

/** How long an answer is shown, in milliseconds. */
const shownFor = 5_000;

/** Shows the answer to a press for a moment; the live region says it. */
export function Toast(): ReactNode {
  const { text, serial } = useStore(useDesk().announcer, ({ toast }) => toast);
  // One that is older than this part of the window was for whoever was there then.
  const [gone, setGone] = useState(serial);
  useEffect(() => {
    const timer = setTimeout(() => setGone(serial), shownFor);
    return () => clearTimeout(timer);
  }, [serial]);
  if (gone === serial) return null;
  return (
    <p key={serial} className={styles["toast"]} aria-hidden="true">
      {text}
    </p>
  );
}
