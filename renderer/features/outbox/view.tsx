import { said } from "../../../messages/saying.ts";
import { CircleCheckBig } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import { cleanLine } from "../../../domain/clean-text.ts";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useRecordsKept, useSettings } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListRow } from "../../ui/list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useReveal } from "../../ui/use-arrive.ts";
import { ItemDetail } from "./item-detail.tsx";
import { useLineWords } from "./item-name.tsx";
import { callBackOrder, phoneWords } from "./item-words.ts";
import { NextCard } from "./next-card.tsx";
import styles from "./outbox.module.css";
import { SendingBar } from "./sending-bar.tsx";
import { SettledDetail } from "./settled-detail.tsx";
import { groupOf, groupsOf, groupWords, otherStatuses, urgentStatuses, type Group } from "./words.ts";

const pageSize = 200;
const kinds = ["patient" as const, "booking" as const, "webhook" as const];

/** Everything that is not done: by state, with the reason and the next step. */
export function OutboxView(): ReactNode {
  const version = useItems((items) => items.version);
  const { target, replace } = useNavigation();
  const list = useOutbox(version);
  const { settings } = useSettings();
  const now = useNow();
  const groups = useMemo(() => {
    const found = groupsOf(list.items);
    if (settings === null) return found;
    return found.map((group) =>
      group.key === "needs-card" ? { ...group, items: callBackOrder(group.items, { settings, now }) } : group,
    );
  }, [list.items, settings, now]);
  const wanted = target.screen === "outbox" ? (target.itemId ?? null) : null;
  const { part, reveal } = useReveal();
  const listed = groups.flatMap((group) => group.items).find((item) => item.id === wanted) ?? null;
  // One that is no longer listed is done, or among those that are not shown yet.
  const unlisted = useRoute(
    "items.get",
    { id: wanted ?? "" },
    { enabled: wanted !== null && listed === null && list.isRead, refresh: version, clears: true },
  );
  const isNone = wanted === null || unlisted.state === "failed";
  const shown = listed ?? (isNone ? (groups[0]?.items[0] ?? null) : unlisted.value);
  const show = (item: ListedItem): void => replace({ screen: "outbox", itemId: item.id });
  return (
    <Page
      title={words.outbox.title}
      description={words.outbox.description}
      asideLabel={words.outbox.item}
      aside={
        shown === null ? undefined : (
          <div ref={part} tabIndex={-1}>
            {groupOf(shown) === null ? (
              <SettledDetail key={shown.id} item={shown} />
            ) : (
              <ItemDetail key={shown.id} item={shown} onAct={() => show(shown)} />
            )}
          </div>
        )
      }
    >
      <SendingBar />
      {!list.isRead && list.failure === null && <LoadingState>{words.outbox.reading}</LoadingState>}
      {list.failure !== null && (
        <FailureNotice
          failure={list.failure}
          title={words.outbox.notRead}
          actions={<Button onPress={list.reload}>{words.outbox.tryAgain}</Button>}
        />
      )}
      {list.damaged > 0 && <Damaged count={list.damaged} />}
      {list.newer > 0 && <Newer count={list.newer} />}
      {list.isRead && groups.length === 0 && list.damaged + list.newer === 0 && (
        <EmptyState icon={CircleCheckBig} title={words.outbox.nothingWaits}>
          {words.outbox.allSent}
        </EmptyState>
      )}
      {groups.map((group) => (
        <GroupSection
          key={group.key}
          group={group}
          now={now}
          shownId={shown?.id ?? null}
          onShow={(item) => {
            show(item);
            reveal();
          }}
        />
      ))}
      {list.hidden > 0 && <p className={styles["times"]}>{words.outbox.notShown({ count: list.hidden })}</p>}
    </Page>
  );
}

type Outbox = {
  readonly items: readonly ListedItem[];
  readonly isRead: boolean;
  readonly failure: Failure | null;
  /** How many there are beyond those that were read, and how many cannot be read, or were saved by a newer version. */
  readonly hidden: number;
  readonly damaged: number;
  readonly newer: number;
  readonly reload: () => void;
};

/** What waits for a person is read apart: however many others there are, it is not pushed off the list. */
function useOutbox(version: number): Outbox {
  const page = { kinds, limit: pageSize, offset: 0 };
  const urgent = useRoute("items.list", { ...page, statuses: [...urgentStatuses] }, { refresh: version });
  const others = useRoute("items.list", { ...page, statuses: [...otherStatuses] }, { refresh: version });
  const items = useMemo(
    () => [...(urgent.value?.items ?? []), ...(others.value?.items ?? [])],
    [urgent.value, others.value],
  );
  const sum = (count: "total" | "damaged" | "newer"): number =>
    (urgent.value?.[count] ?? 0) + (others.value?.[count] ?? 0);
  const [damaged, newer] = [sum("damaged"), sum("newer")];
  return {
    items,
    isRead: urgent.state === "ready" && others.state === "ready",
    failure: urgent.failure ?? others.failure,
    hidden: Math.max(0, sum("total") - damaged - newer - items.length),
    damaged,
    newer,
    reload: () => {
      urgent.reload();
      others.reload();
    },
  };
}

const Damaged = ({ count }: { readonly count: number }): ReactNode => (
  <Notice tone="warning" title={words.outbox.damaged({ count })}>
    {words.outbox.damagedHelp}
  </Notice>
);

const Newer = ({ count }: { readonly count: number }): ReactNode => (
  <Notice tone="warning" title={words.outbox.newer({ count })}>
    {words.outbox.newerHelp}
  </Notice>
);

const firstRows = 50;

type GroupProps = {
  readonly group: Group;
  /** RFC 3339 instant. */
  readonly now: string;
  readonly shownId: string | null;
  readonly onShow: (item: ListedItem) => void;
};

function GroupSection({ group, now, shownId, onShow }: GroupProps): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const { title, sentence } = groupWords(group.key, useRecordsKept());
  const rows = showsAll ? group.items : group.items.slice(0, firstRows);
  const hidden = group.items.length - rows.length;
  return (
    <Section
      title={words.outbox.groupHeading({ title, count: group.items.length })}
      description={sentence}
      tools={group.key === "needs-card" ? <NextCard /> : undefined}
    >
      <List label={title}>
        {rows.map((item) => (
          <ItemRow key={item.id} item={item} now={now} isShown={item.id === shownId} onShow={onShow} />
        ))}
      </List>
      {hidden > 0 && (
        <div>
          <Button onPress={() => setShowsAll(true)}>{words.outbox.showMore({ count: hidden })}</Button>
        </div>
      )}
    </Section>
  );
}

type RowProps = {
  readonly item: ListedItem;
  readonly now: string;
  readonly isShown: boolean;
  readonly onShow: (item: ListedItem) => void;
};

function ItemRow({ item, now, isShown, onShow }: RowProps): ReactNode {
  const { title, detail, phone } = useLineWords(item, now);
  return (
    <ListRow
      title={title}
      detail={
        <>
          {detail}
          {item.status === "needs-card" && <span className={styles["phone"]}>{phoneWords(phone)}</span>}
          {item.problem !== null && (
            <bdi className={styles["problem"]}>{cleanLine(said(item.problem.why))}</bdi>
          )}
        </>
      }
      meta={<StatusBadge item={item} />}
      isSelected={isShown}
      onPress={() => onShow(item)}
    />
  );
}
