import { CircleCheckBig } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useSettings } from "../../state/hooks.ts";
import { sumOf } from "../../state/items.ts";
import { useNow } from "../../state/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { headingId, useWindowTitle } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { useReveal } from "../../ui/use-focus.ts";
import { callOrder } from "./call-words.ts";
import { CallsView } from "./calls-view.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { OutboxGroup } from "./outbox-list.tsx";
import styles from "./outbox.module.css";
import { SendingBar } from "./sending-bar.tsx";
import { StartCalls } from "./start-calls.tsx";
import { SettledDetail } from "./settled-detail.tsx";
import split from "./split.module.css";
import { OutboxTabs, panelId, tabId } from "./tabs.tsx";
import { useOutbox } from "./use-outbox.ts";
import { groupKeys, groupsOf, tabOf, type Group } from "./words.ts";

type Outbox = ReturnType<typeof useOutbox>;

/** Everything that is not done: what needs a person, what goes out by itself, and what was put off. */
export function OutboxView(): ReactNode {
  const { target, visit } = useNavigation();
  const isCalling = target.screen === "outbox" && target.calls === true;
  return isCalling ? <CallsView key={visit} /> : <OutboxList />;
}

function OutboxList(): ReactNode {
  useWindowTitle(words.outbox.title);
  const outbox = useOutbox();
  const { replace } = useNavigation();
  const groups = useGroups(outbox.items);
  const { part, reveal } = useReveal();
  const shown = outbox.wanted ?? groups[0]?.items[0] ?? null;
  const show = (item: ListedItem): void => replace({ screen: "outbox", itemId: item.id });
  return (
    <div className={split["split"]}>
      <div className={split["column"]}>
        <header className={split["head"]}>
          <h1 id={headingId} tabIndex={-1}>
            {words.outbox.title}
          </h1>
          <p>{words.outbox.description}</p>
          <OutboxTabs chosen={outbox.tab ?? "needsYou"} onChoose={outbox.choose} />
        </header>
        <div
          id={panelId}
          role="tabpanel"
          aria-labelledby={tabId(outbox.tab ?? "needsYou")}
          className={split["list"]}
        >
          <Notices outbox={outbox} />
          <Groups
            groups={groups}
            shownId={shown?.id ?? null}
            onShow={(item) => {
              show(item);
              reveal();
            }}
          />
          <Nothing outbox={outbox} />
          {outbox.hidden > 0 && (
            <p className={`${split["inset"]} ${styles["times"]}`}>
              {words.outbox.notShown({ count: outbox.hidden })}
            </p>
          )}
        </div>
        <StartCalls items={outbox.items} />
      </div>
      {shown !== null && (
        <section className={split["column"]} aria-label={words.outbox.item}>
          {tabOf(shown) === null ? (
            <div ref={part} tabIndex={-1} className={split["detail"]}>
              <SettledDetail key={shown.id} item={shown} />
            </div>
          ) : (
            <ItemDetail key={shown.id} item={shown} part={part} onAct={() => show(shown)} />
          )}
        </section>
      )}
    </div>
  );
}

/** Those to call for a card in the order in which they are called. */
function useGroups(items: readonly ListedItem[]): readonly Group[] {
  const { settings } = useSettings();
  const now = useNow();
  return useMemo(() => {
    const found = groupsOf(items);
    if (settings === null) return found;
    return found.map((group) =>
      group.key === "needs-card" ? { ...group, items: callOrder(group.items, { settings, now }) } : group,
    );
  }, [items, settings, now]);
}

type GroupsProps = {
  readonly groups: readonly Group[];
  readonly shownId: string | null;
  readonly onShow: (item: ListedItem) => void;
};

function Groups({ groups, ...rows }: GroupsProps): ReactNode {
  const { settings } = useSettings();
  const now = useNow();
  if (settings === null) return null;
  return groups.map((group) => (
    <OutboxGroup key={group.key} group={group} context={{ settings, now }} {...rows} />
  ));
}

/** How sending gets on, and what could not be read. */
const Notices = ({ outbox }: { readonly outbox: Outbox }): ReactNode => (
  <div className={split["inset"]}>
    {outbox.tab === "automatic" && <SendingBar />}
    {!outbox.isRead && outbox.failure === null && <LoadingState>{words.outbox.reading}</LoadingState>}
    {outbox.failure !== null && (
      <FailureNotice
        failure={outbox.failure}
        title={words.outbox.notRead}
        actions={<Button onPress={outbox.reload}>{words.outbox.tryAgain}</Button>}
      />
    )}
    {outbox.damaged > 0 && (
      <Notice tone="warning" title={words.outbox.damaged({ count: outbox.damaged })}>
        {words.outbox.damagedHelp}
      </Notice>
    )}
    {outbox.newer > 0 && (
      <Notice tone="warning" title={words.outbox.newer({ count: outbox.newer })}>
        {words.outbox.newerHelp}
      </Notice>
    )}
  </div>
);

/** Nothing in the tab, or in the whole outbox. */
function Nothing({ outbox }: { readonly outbox: Outbox }): ReactNode {
  const all = useItems((items) => sumOf(items.counts, groupKeys));
  const { tab, isRead, items, damaged, newer } = outbox;
  if (tab === null || !isRead || items.length + damaged + newer > 0) return null;
  return all === 0 ? (
    <EmptyState icon={CircleCheckBig} title={words.outbox.nothingWaits}>
      {words.outbox.allSent}
    </EmptyState>
  ) : (
    <EmptyState icon={CircleCheckBig} title={words.outbox.tabEmpty[tab]} />
  );
}
