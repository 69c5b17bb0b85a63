import { CircleHelp, Clock, MonitorSmartphone, Phone, SquarePen, type LucideIcon } from "lucide-react";
import { useEffect, useId, type ReactNode, type RefObject } from "react";
import type { ItemStatus, ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useRecordsKept } from "../../lib/hooks.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { listDrawnRows, findTabStop } from "../../lib/long-list.ts";
import { useClaims } from "../../lib/use-claims.ts";
import { List } from "../../ui/list.tsx";
import { findScreenTitle } from "../../ui/screen-title.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import { useRowWindow } from "../../ui/use-row-window.ts";
import { formatHolder } from "../clinic/index.ts";
import styles from "./outbox-list.module.css";
import { describeOutboxRow, type RowContext, type RowWords } from "./row-words.ts";
import type { OutboxScreen } from "./use-outbox.ts";
import { getGroup, describeGroup, listActions } from "./words.ts";

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
  readonly onShow: (item: ListedItem, byKey: boolean) => void;
};

/** Pixels of a row, until some are drawn. */
const usualHeight = 37;

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
  useFirstFocus(body);
  const tabStop = findTabStop(rows, list);
  const begins = beginnings(counts);
  const holder = useHolders(rows.map(({ row }) => row));
  return (
    <div ref={body} className={styles["table"]} {...keys}>
      <ColumnHeads />
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
              onPress={() => onShow(row, false)}
              action={
                <RowAction
                  item={row}
                  isTabStop={place === tabStop}
                  onOpen={() => onShow(row, true)}
                  {...{ context }}
                />
              }
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

/** The first row has the focus where nothing else in the screen has it: the item shown is its, or the first. */
function useFirstFocus(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isFocusLost() && document.activeElement !== findScreenTitle()) return;
    const row =
      body.current?.querySelector<HTMLElement>("[data-row][aria-current]") ??
      body.current?.querySelector<HTMLElement>("[data-row]");
    row?.focus();
  }, [body]);
}

/** What stands in each column: who hears a row hears what each part is by itself. */
function ColumnHeads(): ReactNode {
  const { patient, visit, need, changed } = words.outbox.columns;
  return (
    <div className={styles["columns"]} aria-hidden="true">
      <span />
      <span>{patient}</span>
      <span>{visit}</span>
      <span>{need}</span>
      <span className={styles["changed"]}>{changed}</span>
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
  /** What can be done with it at once. */
  readonly action?: ReactNode;
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

/** One line: who, when, what it needs, and how long it stands so; after it, what is done most often. */
export const OutboxRow = ({
  id,
  icon: Icon,
  words: { name, visit, need, changed },
  isShown,
  onPress,
  action,
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
      <bdi className={styles["name"]}>{name}</bdi> <bdi className={styles["visit"]}>{visit}</bdi>{" "}
      <bdi className={styles["need"]}>{need}</bdi> <bdi className={styles["changed"]}>{changed}</bdi>
    </button>
    {action}
  </li>
);

type ActionProps = {
  readonly item: ListedItem;
  readonly context: RowContext;
  readonly isTabStop: boolean;
  /** Shows it, where it must be read first. */
  readonly onOpen: () => void;
};

/** The word for what a row's button does; null for a row that has none. */
const actionOf = ({ status }: ListedItem): "check" | "fix" | "call" | null =>
  status === "needs-checking"
    ? "check"
    : status === "needs-editing"
      ? "fix"
      : status === "needs-card"
        ? "call"
        : null;

/** Check, Fix or Call. The arrows pass it by, Tab leads from a row to its own. */
function RowAction({ item, context, isTabStop, onOpen }: ActionProps): ReactNode {
  const { go } = useNavigation();
  const action = actionOf(item);
  if (action === null) return null;
  const { name, visit } = describeOutboxRow(item, context);
  const { row } = words.outbox;
  const act = (): void => {
    if (action === "call") go({ screen: "outbox", calls: true, itemId: item.id });
    else if (action === "fix" && listActions(item)[0] === "edit") go(getItemKind(item).target(item));
    else onOpen();
  };
  return (
    <button
      type="button"
      className={styles["action"]}
      aria-label={row.of({ action: row[action], name, visit })}
      tabIndex={isTabStop ? undefined : -1}
      onClick={act}
    >
      {row[action]}
    </button>
  );
}
