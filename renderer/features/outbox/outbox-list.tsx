import { CircleHelp, Clock, Phone, SquarePen, type LucideIcon } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useRecordsKept } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { List } from "../../ui/list.tsx";
import styles from "./outbox-list.module.css";
import { rowWords, type RowContext, type RowWords } from "./row-words.ts";
import { groupWords, type Group } from "./words.ts";

const icons: { readonly [status in ListedItem["status"]]?: LucideIcon } = {
  "needs-checking": CircleHelp,
  "needs-editing": SquarePen,
  "needs-card": Phone,
};

const firstRows = 50;

type GroupProps = {
  readonly group: Group;
  readonly context: RowContext;
  readonly shownId: string | null;
  readonly onShow: (item: ListedItem) => void;
};

/** The items that stand alike, under their name and number. */
export function OutboxGroup({ group, context, shownId, onShow }: GroupProps): ReactNode {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { title } = groupWords(group.key, useRecordsKept());
  const rows = showsAll ? group.items : group.items.slice(0, firstRows);
  const hidden = group.items.length - rows.length;
  return (
    <section className={styles["group"]} aria-labelledby={id}>
      <h2 id={id} className={styles["heading"]}>
        <span>{title}</span>
        <span className={styles["count"]}>{group.items.length}</span>
      </h2>
      <OutboxRows label={title}>
        {rows.map((item) => (
          <OutboxRow
            key={item.id}
            icon={icons[item.status] ?? Clock}
            words={rowWords(item, context)}
            isShown={item.id === shownId}
            onPress={() => onShow(item)}
          />
        ))}
      </OutboxRows>
      {hidden > 0 && (
        <div className={styles["more"]}>
          <Button onPress={() => setShowsAll(true)}>{words.outbox.showMore({ count: hidden })}</Button>
        </div>
      )}
    </section>
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
  readonly icon: LucideIcon;
  readonly words: RowWords;
  readonly isShown: boolean;
  readonly onPress: () => void;
};

/** One line: who, when and what, and how long it stands so. */
export const OutboxRow = ({ icon: Icon, words: { name, detail, meta }, isShown, onPress }: RowProps) => (
  <li className={styles["item"]}>
    <button
      type="button"
      data-row=""
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
