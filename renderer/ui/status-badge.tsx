import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { joinClassNames } from "./class-names.ts";
import { Spinner } from "./states.tsx";
import styles from "./status-badge.module.css";

export type BadgeProps = {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: "neutral" | "info" | "success" | "warning" | "danger" | "practice";
  /** A turning circle in place of the icon. */
  readonly isBusy?: boolean;
};

/** A status as icon, word and color. */
export const StatusBadge = ({ word, icon: Icon, tone, isBusy = false }: BadgeProps): ReactNode => (
  <span className={joinClassNames(styles["badge"], styles[tone])}>
    {isBusy ? <Spinner size={14} /> : <Icon size={14} aria-hidden="true" />}
    <bdi>{word}</bdi>
  </span>
);
