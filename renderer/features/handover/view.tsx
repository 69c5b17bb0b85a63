import { ArrowRightLeft, CircleCheckBig, Copy, Printer } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { itemKinds, type ListedItem } from "../../../shared/outbox/item.ts";
import { formatTally } from "../../../shared/outbox/tally.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import {
  useToast,
  useCommand,
  useDesk,
  useItems,
  useNavigation,
  useSettings,
  useStaffName,
} from "../../lib/hooks.ts";
import { urgentStatuses } from "../../lib/items.ts";
import { useNow } from "../../lib/use-now.ts";
import { useTally } from "../../lib/use-tally.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListRow } from "../../ui/list.tsx";
import { Page, PageSection } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { ItemBadge, formatVisitTime } from "../items/index.ts";
import { formatHandover, countByPerson, columns, listHandoverRows, type HandoverRow } from "./handover.ts";
import styles from "./handover.module.css";
import { StaffDialog } from "../staff/index.ts";

const statuses = [...urgentStatuses, "saved-for-later", "draft", "on-hold"] as const;

/** The end of a shift: what is left, soonest visit first, and by whom it was begun. */
export function HandoverView(): ReactNode {
  const { handover } = words;
  const { settings } = useSettings();
  const now = useNow();
  const version = useItems((items) => items.version);
  const page = { kinds: [...itemKinds], statuses: [...statuses], limit: 200, offset: 0 };
  const list = useRoute("items.list", page, { refresh: version });
  const rows = useMemo(
    () =>
      settings === null || list.value === null ? null : listHandoverRows(list.value.items, { settings, now }),
    [list.value, settings, now],
  );
  const hidden = (list.value?.total ?? 0) - (list.value?.items.length ?? 0);
  return (
    <Page title={handover.title} description={<When />} actions={<Actions rows={rows} />}>
      {list.failure !== null && (
        <FailureNotice
          failure={list.failure}
          title={handover.notRead}
          actions={<Button onPress={list.reload}>{handover.again}</Button>}
        />
      )}
      {rows === null && list.failure === null && <LoadingState>{handover.reading}</LoadingState>}
      {rows !== null && <Left rows={rows} hidden={hidden} />}
      {list.value !== null && <People items={list.value.items} />}
      <PageSection title={handover.automatic}>
        <Automatic />
      </PageSection>
    </Page>
  );
}

/** What goes out without anybody, each kind by its own number. */
function Automatic(): ReactNode {
  const { automaticNone, automaticText } = words.handover;
  const tally = useTally();
  const counts = formatTally(tally, ["aboutToSend", "sending", "waiting", "stopped", "unshared"]);
  const isHeld = tally.stopped + tally.unshared > 0;
  return counts === "" ? (
    <p>{automaticNone}</p>
  ) : (
    <p>
      <strong>{counts}</strong> {!isHeld && automaticText}
    </p>
  );
}

/** When this is read, and who hands over. */
function When(): ReactNode {
  const { settings } = useSettings();
  const name = useStaffName();
  const now = useNow();
  if (settings === null) return null;
  const { timeZone } = settings;
  const when = formatVisitTime(now, { timeZone, clinicZone: timeZone, now });
  return name === null ? words.handover.whenNobody({ when }) : words.handover.when({ when, name });
}

type LeftProps = { readonly rows: readonly HandoverRow[]; readonly hidden: number };

function Left({ rows, hidden }: LeftProps): ReactNode {
  const { handover } = words;
  const { go } = useNavigation();
  if (rows.length === 0)
    return (
      <EmptyState icon={CircleCheckBig} title={handover.nothing}>
        {handover.nothingText}
      </EmptyState>
    );
  return (
    <PageSection title={handover.before}>
      <List label={handover.before}>
        {rows.map(({ item, when, who, what }) => (
          <ListRow
            key={item.id}
            title={who}
            detail={[when ?? handover.noTime, what].join(" · ")}
            meta={<ItemBadge item={item} />}
            onPress={() => go({ screen: "outbox", itemId: item.id })}
          />
        ))}
      </List>
      {hidden > 0 && <p>{handover.notShown({ count: hidden })}</p>}
    </PageSection>
  );
}

function People({ items }: { readonly items: readonly ListedItem[] }): ReactNode {
  const { handover } = words;
  const { settings } = useSettings();
  const people = countByPerson(items, settings?.staff ?? []);
  if (people.length === 0) return null;
  return (
    <PageSection title={handover.byPerson}>
      <table className={styles["people"]} aria-label={handover.byPerson}>
        <thead>
          <tr>
            <th scope="col">{handover.who}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {handover.column[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.name ?? ""}>
              <th scope="row">
                <bdi>{person.name ?? handover.unnamed}</bdi>
              </th>
              {columns.map((column) => (
                <td key={column}>{person[column] === 0 ? "–" : person[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}

/** `rows` null: what is left is not read, and nothing is copied in its place. */
function Actions({ rows }: { readonly rows: readonly HandoverRow[] | null }): ReactNode {
  const { handover } = words;
  const { bridge } = useDesk();
  const toast = useToast();
  const { failure, run } = useWork();
  const [asks, setAsks] = useState(false);
  const print = (): Promise<void> => run(() => bridge.call("app.print", {}));
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text: formatHandover(rows ?? []) }),
      () => toast(handover.copied),
    );
  useCommand("print", () => void print());
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Printer} onPress={() => void print()} shortcut="mod+P">
        {handover.print}
      </Button>
      <Button icon={Copy} isBlocked={rows === null} onPress={() => void copy()}>
        {handover.copy}
      </Button>
      <Button variant="primary" icon={ArrowRightLeft} onPress={() => setAsks(true)}>
        {handover.handOver}
      </Button>
      {asks && <StaffDialog onClose={() => setAsks(false)} />}
    </>
  );
}
