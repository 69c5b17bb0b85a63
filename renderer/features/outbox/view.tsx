import { CircleCheckBig } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useSettings } from "../../lib/hooks.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { countUnreadableRows } from "../../lib/long-list.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import split from "../../ui/split.module.css";
import { Split } from "../../ui/split.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { useOpening, type Opening } from "../../ui/use-opening.ts";
import { AfterRestore } from "./after-restore.tsx";
import { CallsView } from "./calls-view.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { OutboxItems } from "./outbox-list.tsx";
import styles from "./outbox.module.css";
import { SendingBar } from "./sending-bar.tsx";
import { StartCalls } from "./start-calls.tsx";
import { SettledDetail } from "./settled-detail.tsx";
import { OutboxTabs, panelId, getTabId } from "./tabs.tsx";
import { useOutbox, type OutboxScreen } from "./use-outbox.ts";
import { groupKeys, findTab } from "./words.ts";
import { useImport } from "../../lib/use-import.ts";

/** Where `split.module.css` has room for both. */
const wide = "(min-width: 73.75rem)";

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether what is opened of a list stands beside it; else it stands in its place. */
const useBeside = (): boolean => useSyncExternalStore(watchWidth, () => matchMedia(wide).matches);

/** Everything that is not done: what needs a person, what goes out by itself, and what was put off. */
export function OutboxView(): ReactNode {
  const { target, visit } = useNavigation();
  const isCalling = target.screen === "outbox" && target.calls === true;
  return isCalling ? <CallsView key={visit} /> : <OutboxList />;
}

function OutboxList(): ReactNode {
  useWindowTitle(words.outbox.title);
  const outbox = useOutbox();
  const { target, replace } = useNavigation();
  const { shown } = outbox;
  const show = (id: string): void => replace({ screen: "outbox", itemId: id });
  // In a narrow window the list goes before an item that nobody asked for, and marks none.
  const isOpen = shown !== null && target.screen === "outbox" && target.itemId !== undefined;
  const isBeside = useBeside();
  const marked = isOpen || isBeside ? (shown?.id ?? null) : null;
  const opening: Opening = useOpening({
    chosen: shown?.id ?? null,
    onChoose: (id) => {
      if (id !== null) show(id);
      else if (!opening.isListInView()) replace({ screen: "outbox" });
    },
  });
  return (
    <Split
      opening={opening}
      isOpen={isOpen}
      className={joinClassNames(styles["screen"], styles[shown === null ? "empty" : "beside"])}
      label={words.outbox.item}
      back={words.outbox.calls.back}
      nothing={null}
      top={
        <>
          <ScreenTitle>{words.outbox.title}</ScreenTitle>
          <OutboxTabs chosen={outbox.tab ?? "needsYou"} onChoose={outbox.choose} />
          {outbox.tab === "needsYou" && <StartCalls />}
        </>
      }
      side={
        <>
          <div
            id={panelId}
            role="tabpanel"
            aria-labelledby={getTabId(outbox.tab ?? "needsYou")}
            className={styles["list"]}
          >
            <Notices outbox={outbox} />
            <Items outbox={outbox} shownId={marked} onShow={({ id }, byKey) => opening.open(id, byKey)} />
            <Nothing outbox={outbox} />
          </div>
          <p className={styles["foot"]}>{words.outbox.description}</p>
        </>
      }
    >
      {shown === null ? null : findTab(shown) === null ? (
        <div className={split["whole"]}>
          <SettledDetail key={shown.id} item={shown} />
        </div>
      ) : (
        <ItemDetail
          key={shown.id}
          item={shown}
          isInView={isOpen || isBeside}
          onAct={() => show(shown.id)}
          onOther={(id) => opening.open(id, false)}
        />
      )}
    </Split>
  );
}

type ItemsProps = {
  readonly outbox: OutboxScreen;
  readonly shownId: string | null;
  readonly onShow: (item: ListedItem, byKey: boolean) => void;
};

function Items({ outbox, shownId, onShow }: ItemsProps): ReactNode {
  const { settings } = useSettings();
  const { visit } = useNavigation();
  const now = useNow();
  if (settings === null || !outbox.isRead) return null;
  const list = { outbox, shownId, onShow };
  return <OutboxItems key={`${visit} ${outbox.tab ?? ""}`} {...list} context={{ settings, now }} />;
}

/** How sending gets on, and what could not be read. */
function Notices({ outbox }: { readonly outbox: OutboxScreen }): ReactNode {
  const { damaged, newer } = countUnreadableRows(outbox.list);
  return (
    <div className={styles["inset"]}>
      {outbox.tab === "needsYou" && <AfterRestore />}
      {outbox.tab === "automatic" && <SendingBar />}
      {outbox.tab === "automatic" && <ImportLine />}
      {!outbox.isRead && outbox.failure === null && <LoadingState>{words.outbox.reading}</LoadingState>}
      {outbox.failure !== null && (
        <FailureNotice
          failure={outbox.failure}
          title={words.outbox.notRead}
          actions={<Button onPress={outbox.reload}>{words.outbox.tryAgain}</Button>}
        />
      )}
      {damaged > 0 && (
        <NoticeBox tone="warning" title={words.outbox.damaged({ count: damaged })}>
          {words.outbox.damagedHelp}
        </NoticeBox>
      )}
      {newer > 0 && (
        <NoticeBox tone="warning" title={words.outbox.newer({ count: newer })}>
          {words.outbox.newerHelp}
        </NoticeBox>
      )}
    </div>
  );
}

/** Nothing in the tab, or in the whole outbox. */
function Nothing({ outbox }: { readonly outbox: OutboxScreen }): ReactNode {
  const all = useItems((items) => countItemsIn(items.counts, groupKeys));
  const { tab, isRead, list } = outbox;
  if (tab === null || !isRead || list.total !== 0) return null;
  return all === 0 ? (
    <EmptyState icon={CircleCheckBig} title={words.outbox.nothingWaits}>
      {words.outbox.allSent}
    </EmptyState>
  ) : (
    <EmptyState icon={CircleCheckBig} title={words.outbox.tabEmpty[tab]}>
      {words.outbox.tabEmptyText[tab]}
    </EmptyState>
  );
}

/** In place of all patients of a file, of which a few at a time are listed: one line with how many there are. */
function ImportLine(): ReactNode {
  const job = useImport().state?.job ?? null;
  const { go } = useNavigation();
  if (job === null) return null;
  const { created, total } = job;
  return (
    <div className={styles["sending"]}>
      <div className={styles["sendingText"]}>
        <p className={styles["strong"]}>{words.import.line({ created, total })}</p>
      </div>
      <Button size="small" onPress={() => go({ screen: "import" })}>
        {words.import.openImport}
      </Button>
    </div>
  );
}
