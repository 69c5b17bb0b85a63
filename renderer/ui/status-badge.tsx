import {
  CircleCheck,
  CircleHelp,
  Clock,
  CreditCard,
  Hourglass,
  PenLine,
  Send,
  SquarePen,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ItemKind, ItemStatus } from "../../contract/records/item.ts";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";
import styles from "./status-badge.module.css";

export type BadgeTone = "neutral" | "info" | "success" | "warning" | "danger" | "practice";
type Look = { readonly word: string; readonly icon: LucideIcon; readonly tone: BadgeTone };

const looks: Record<ItemStatus, Look> = {
  draft: { word: "Draft", icon: PenLine, tone: "neutral" },
  "waiting-for-patient": { word: "Waiting for its patient", icon: Hourglass, tone: "info" },
  ready: { word: "Ready to send", icon: Clock, tone: "info" },
  sending: { word: "Sending", icon: Send, tone: "info" },
  "needs-card": { word: "Needs card", icon: CreditCard, tone: "warning" },
  "needs-editing": { word: "Needs editing", icon: SquarePen, tone: "danger" },
  "needs-checking": { word: "Needs checking", icon: CircleHelp, tone: "danger" },
  done: { word: "Done", icon: CircleCheck, tone: "success" },
  discarded: { word: "Discarded", icon: Trash2, tone: "neutral" },
};
const doneWords: Record<ItemKind, string> = { booking: "Booked", patient: "Created", webhook: "Registered" };

/** The word for a status; "done" says what was done when the kind is known. */
export const statusWord = (status: ItemStatus, kind?: ItemKind): string =>
  status === "done" && kind !== undefined ? doneWords[kind] : looks[status].word;

type ItemProps = { readonly status: ItemStatus; readonly kind?: ItemKind };
type WordProps = { readonly word: string; readonly icon: LucideIcon; readonly tone: BadgeTone };

/** A status as icon, word and colour: that of an item, or words of the caller's own. */
export function StatusBadge(props: ItemProps | WordProps): ReactNode {
  const look = "status" in props ? looks[props.status] : props;
  const word = "status" in props ? statusWord(props.status, props.kind) : props.word;
  const Icon = look.icon;
  return (
    <span className={classNames(styles["badge"], styles[look.tone])}>
      {"status" in props && props.status === "sending" ? (
        <Spinner size={14} />
      ) : (
        <Icon size={14} aria-hidden="true" />
      )}
      {word}
    </span>
  );
}
