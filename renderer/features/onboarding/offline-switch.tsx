import { Wifi, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useSlimSide } from "../../ui/use-slim-side.ts";
import styles from "./guide.module.css";
import { usePracticeLine } from "./use-practice.ts";

/** Has the practice service stop answering, to try what happens then. */
export function OfflineSwitch(): ReactNode {
  const { isOffline, toggle } = usePracticeLine();
  const Icon = isOffline ? WifiOff : Wifi;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOffline}
      className={styles["switch"]}
      title={useSlimSide() ? words.guide.practice.offline : undefined}
      onClick={() => void toggle()}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{words.guide.practice.offline}</span>
      <span className={styles["track"]} aria-hidden="true" />
    </button>
  );
}
