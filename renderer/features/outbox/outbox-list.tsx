import { CircleHelp, Clock, MonitorSmartphone, Phone, SquarePen, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { ItemStatus, ListedItem } from "../../../shared/outbox/item.ts";
import { useRecordsKept } from "../../lib/hooks.ts";
import { listDrawnRows, findTabStop } from "../../lib/long-list.ts";
import { useClaims } from "../../lib/use-claims.ts";
import { List } from "../../ui/list.tsx";
import { useRowWindow } from "../../ui/use-row-window.ts";
import { formatHolder } from "../clinic/index.ts";
import styles from "./outbox-list.module.css";
import { describeOutboxRow, type RowContext, type RowWords } from "./row-words.ts";
import type { OutboxScreen } from "./use-outbox.ts";
import { getGroup, describeGroup } from "./words.ts";

const icons: { readonly [status in ListedItem["status"]]?: LucideIcon } = {
  "needs-checking": CircleHelp,
  "needs-editing": SquarePen,
  "needs-card": Phone,
  elsewhere: MonitorSmartphone,
};

type ListProps = {
  readonly outbox: Pick<OutboxScreen, "list" | "counts" | "see" | "stopAt" | "beginsAt">;
  readonly context: RowContext;
  readonly shownId: string | null;
  readonly onShow: (item: ListedItem) => void;
};

/** Pixels of a row, until some are drawn. */
const usualHeight = 50;

/** The items of a tab, those that stand alike under their name and number. Only the rows around those in view are drawn. */
export function OutboxItems({ outbox, context, shownId, onShow }: ListProps): ReactNode {
  const { list, counts, see, stopAt, beginsAt } = outbox;
  const { rows, after } = listDrawnRows(list);
  const { body, height, ...keys } = useRowWindow({
    total: list.total,
    drawn: list.range,
    stop: list.stop?.place ?? null,
    height: usualHeight,
    beginsAt,
    onSee: see,
    onStop: stopAt,
  });
  const kept = useRecordsKept();
  const tabStop = findTabStop(rows, list);
  const begins = beginnings(counts);
  const holder = useHolders(rows.map(({ row }) => row));
  return (
    <div ref={body} {...keys}>
      {[...Map.groupBy(rows, ({ row }) => row.status)].map(([status, own]) => (
        <OutboxGroup
          key={status}
          gap={(own[0]?.gap ?? 0) * height}
          title={describeGroup(getGroup({ status }) ?? "ready", kept).title}
          count={counts.get(status) ?? own.length}
        >
          {own.map(({ place, row, gap }, at) => (
            <OutboxRow
              key={row.id}
              id={row.id}
              icon={icons[row.status] ?? Clock}
              words={describeOutboxRow(row, { ...context, holder })}
              isShown={row.id === shownId}
              onPress={() => onShow(row)}
              inList={{
                place,
                number: place - (begins.get(status) ?? 0) + 1,
                of: counts.get(status) ?? own.length,
                gap: at === 0 ? 0 : gap * height,
                isTabStop: place === tabStop,
              }}
            />
          ))}
        </OutboxGroup>
      ))}
      <div style={{ blockSize: after * height }} />
    </div>
  );
}

/** Which desk holds each of the drawn items that another one holds. */
function useHolders(rows: readonly ListedItem[]): (id: string) => string | null {
  const { claims } = useClaims(rows.filter(({ status }) => status === "elsewhere").map(({ id }) => id));
  return (id) => {
    const claim = claims.get(id);
    return claim === undefined ? null : formatHolder(claim);
  };
}

/** The place at which each group begins. */
function beginnings(counts: ReadonlyMap<ItemStatus, number>): ReadonlyMap<ItemStatus, number> {
  let sum = 0;
  return new Map(
    [...counts].map(([status, count]) => {
      sum += count;
      return [status, sum - count];
    }),
  );
}

type GroupProps = {
  /** Pixels of what is left out before it. */
  readonly gap: number;
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
};

function OutboxGroup({ gap, title, count, children }: GroupProps): ReactNode {
  const id = useId();
  return (
    <>
      <div style={{ blockSize: gap }} />
      <section className={styles["group"]} aria-labelledby={id}>
        <h2 id={id} className={styles["heading"]}>
          <span>{title}</span>
          <span className={styles["count"]}>{count}</span>
        </h2>
        <ul aria-label={title} className={styles["long"]}>
          {children}
        </ul>
      </section>
    </>
  );
}

type RowsProps = { readonly label: string; readonly children: ReactNode };

/** Rows from edge to edge of their column. */
export const OutboxRows = ({ label, children }: RowsProps): ReactNode => (
  <div className={styles["rows"]}>
    <List label={label}>{children}</List>
  </div>
);

type RowProps = {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly words: RowWords;
  readonly isShown: boolean;
  readonly onPress: () => void;
  /** Where it stands in a long list. */
  readonly inList?: {
    readonly place: number;
    /** Its number in its group, and how many that has. */
    readonly number: number;
    readonly of: number;
    /** Pixels of what is left out before it. */
    readonly gap: number;
    readonly isTabStop: boolean;
  };
};

/** One line: who, when and what, and how long it stands so. */
export const OutboxRow = ({
  id,
  icon: Icon,
  words: { name, detail, meta },
  isShown,
  onPress,
  inList,
}: RowProps): ReactNode => (
  <li
    className={inList === undefined ? styles["item"] : styles["drawn"]}
    data-place={inList?.place}
    data-item={inList === undefined ? undefined : id}
    aria-setsize={inList?.of}
    aria-posinset={inList?.number}
    style={inList === undefined || inList.gap === 0 ? undefined : { marginBlockStart: inList.gap }}
  >
    <button
      type="button"
      data-row={id}
      tabIndex={inList === undefined || inList.isTabStop ? undefined : -1}
      className={styles["row"]}
      aria-current={isShown || undefined}
      onClick={onPress}
    >
      <Icon size={16} aria-hidden="true" />
      <span className={styles["text"]}>
        <span className={styles["first"]}>
          <bdi className={styles["name"]}>{name}</bdi> <bdi className={styles["meta"]}>{meta}</bdi>
        </span>{" "}
        <bdi className={styles["detail"]}>{detail}</bdi>
      </span>
    </button>
  </li>
);
