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
  MonitorSmartphone,
  PenLine,
  Send,
  SquarePen,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ItemStatus, ListedItem } from "../../../shared/outbox/item.ts";
import { StatusBadge, type BadgeProps } from "../../ui/status-badge.tsx";
import { formatItemState, getItemKind } from "../../lib/item-kinds.ts";
import { useMoment } from "../../lib/use-moments.ts";
import { words } from "../../../messages/words.ts";

type Look = Pick<BadgeProps, "icon" | "tone">;

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
  elsewhere: { icon: MonitorSmartphone, tone: "neutral" },
  discarded: { icon: Trash2, tone: "neutral" },
};
/** An end that is not good must not look like one, also to people who see no colours. */
const endIcons = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleX } as const;

function lookOf(item: ListedItem): Look {
  if (item.status !== "done") return looks[item.status];
  const { tone } = getItemKind(item).end(item);
  return { icon: endIcons[tone], tone };
}

/** Where an item stands. The records hold one that is about to be sent as something that is not sent. */
export function ItemBadge({ item }: { readonly item: ListedItem }): ReactNode {
  const moment = useMoment(item.id);
  return moment === null ? (
    <StatusBadge {...lookOf(item)} word={formatItemState(item)} isBusy={item.status === "sending"} />
  ) : (
    <StatusBadge icon={Hourglass} tone="info" word={words.outbox.aboutToSend.title} />
  );
}
