import {
  Bookmark,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  Clock,
  CreditCard,
  Hourglass,
  Info,
  PenLine,
  Send,
  SquarePen,
  Trash2,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ListedItem, ItemStatus } from "../../contract/records/item.ts";
import { classNames } from "./class-names.ts";
import { endOf, itemWord } from "./item-words.ts";
import { Spinner } from "./spinner.tsx";
import styles from "./status-badge.module.css";

export type BadgeTone = "neutral" | "info" | "success" | "warning" | "danger" | "practice";
type Look = { readonly icon: LucideIcon; readonly tone: BadgeTone };

const looks: Record<Exclude<ItemStatus, "done">, Look> = {
  draft: { icon: PenLine, tone: "neutral" },
  "on-hold": { icon: CirclePause, tone: "neutral" },
  "saved-for-later": { icon: Bookmark, tone: "neutral" },
  "waiting-for-patient": { icon: Hourglass, tone: "info" },
  ready: { icon: Clock, tone: "info" },
  sending: { icon: Send, tone: "info" },
  "needs-card": { icon: CreditCard, tone: "warning" },
  "needs-editing": { icon: SquarePen, tone: "danger" },
  "needs-checking": { icon: CircleHelp, tone: "danger" },
  discarded: { icon: Trash2, tone: "neutral" },
};
/** An end that is not good must not look like one, also to people who see no colours. */
const endIcons = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleX } as const;

function lookOf(item: ListedItem): Look {
  if (item.status !== "done") return looks[item.status];
  const { tone } = endOf(item);
  return { icon: endIcons[tone], tone };
}

type ItemProps = { readonly item: ListedItem };
type WordProps = { readonly word: string; readonly icon: LucideIcon; readonly tone: BadgeTone };

/** A status as icon, word and colour: that of an item, or words of the caller's own. */
export function StatusBadge(props: ItemProps | WordProps): ReactNode {
  const look = "item" in props ? lookOf(props.item) : props;
  const word = "item" in props ? itemWord(props.item) : props.word;
  const Icon = look.icon;
  return (
    <span className={classNames(styles["badge"], styles[look.tone])}>
      {"item" in props && props.item.status === "sending" ? (
        <Spinner size={14} />
      ) : (
        <Icon size={14} aria-hidden="true" />
      )}
      <bdi>{word}</bdi>
    </span>
  );
}
