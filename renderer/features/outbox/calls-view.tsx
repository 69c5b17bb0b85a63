import { Phone, PhoneCall, PhoneOff } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { Unread } from "../../ui/failure-notice.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import split from "../../ui/split.module.css";
import { Split } from "../../ui/split.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useFocusKept } from "../../ui/use-focus.ts";
import { useOpening } from "../../ui/use-opening.ts";
import { Call } from "./call.tsx";
import { sortCalls, formatLastTry } from "./call-words.ts";
import styles from "./calls.module.css";
import { OutboxRow, OutboxRows } from "./outbox-list.tsx";
import outbox from "./outbox.module.css";
import { describeCallRow, describeOutboxRow } from "./row-words.ts";

/** Those who are called for a card, one after the other. */
export function CallsView(): ReactNode {
  const version = useItems((items) => items.version);
  const { settings } = useSettings();
  const page = { limit: 200, offset: 0 };
  const reading = useRoute(
    "items.list",
    { kinds: ["booking"], statuses: ["needs-card"], ...page },
    { refresh: version },
  );
  // The heading is drawn anew with the list.
  useFocusKept(reading.state);
  if (reading.state !== "ready" || settings === null)
    return (
      <div>
        <Head />
        {reading.state === "ready" ? null : <Unread reading={reading} again={words.outbox.tryAgain} />}
      </div>
    );
  return <Calls items={reading.value.items} settings={settings} />;
}

/** The heading, and the way back. */
function Head({ children }: { readonly children?: ReactNode }): ReactNode {
  const { go } = useNavigation();
  useWindowTitle(words.outbox.calls.title);
  return (
    <header className={outbox["head"]}>
      <div className={styles["top"]}>
        <ScreenTitle>{words.outbox.calls.title}</ScreenTitle>
        <Button size="small" variant="quiet" onPress={() => go({ screen: "outbox" })}>
          {words.outbox.calls.stop}
        </Button>
      </div>
      {children}
    </header>
  );
}

type CallsProps = { readonly items: readonly ListedItem[]; readonly settings: Settings };

function Calls({ items, settings }: CallsProps): ReactNode {
  const { target } = useNavigation();
  const now = useNow();
  // Who did not answer in this round: at its end they are on the list again.
  const [tried, setTried] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(target.screen === "outbox" ? (target.itemId ?? null) : null);
  const order = useMemo(() => sortCalls(items, { settings, now }), [items, settings, now]);
  const left = order.filter(({ id }) => !tried.includes(id));
  const current = order.find(({ id }) => id === chosen) ?? left[0] ?? null;
  // Whoever is on the phone stays, whomever another desk hands over meanwhile.
  if (current !== null && current.id !== chosen) setChosen(current.id);
  const next = left.find((item) => item !== current) ?? null;
  const [isListed, setListed] = useState(false);
  const opening = useOpening({
    chosen: current?.id ?? null,
    onChoose: (id) => {
      setListed(id === null);
      if (id !== null) setChosen(id);
    },
  });
  useFocusedCall(current?.id ?? null, opening.page);
  const context = { settings, now };
  return (
    <Split
      opening={opening}
      isOpen={!isListed || current === null}
      className={joinClassNames(outbox["screen"], styles["calls"])}
      label={words.outbox.calls.who}
      back={words.outbox.calls.list}
      nothing={null}
      side={
        <>
          <Head>
            {current !== null && (
              <>
                <p className={styles["progress"]}>
                  <span>
                    {words.outbox.calls.progress({
                      at: Math.min(order.length - left.length + 1, order.length),
                      total: order.length,
                    })}
                  </span>
                  {next !== null && (
                    <span>{words.outbox.calls.next({ name: describeOutboxRow(next, context).name })}</span>
                  )}
                </p>
                <progress
                  aria-label={words.outbox.calls.title}
                  max={order.length}
                  value={order.length - left.length}
                />
              </>
            )}
          </Head>
          <div className={outbox["list"]}>
            <OutboxRows label={words.outbox.calls.list}>
              {order.map((item) => (
                <OutboxRow
                  key={item.id}
                  id={item.id}
                  icon={item === current ? PhoneCall : Phone}
                  words={{
                    ...describeCallRow(item, context),
                    changed: item === current ? words.outbox.row.callingNow : formatLastTry(item, context),
                  }}
                  isShown={item === current}
                  onPress={() => opening.open(item.id, true)}
                />
              ))}
            </OutboxRows>
          </div>
          <p className={split["foot"]}>{words.outbox.calls.foot}</p>
        </>
      }
    >
      {current === null ? (
        <AllCalled unanswered={order.length} />
      ) : (
        <Call
          key={current.id}
          item={current}
          settings={settings}
          onNoAnswer={() => {
            setTried((before) => [...before, current.id]);
            // Whoever was called meanwhile stays.
            setChosen((now) => (now === current.id ? null : now));
          }}
        />
      )}
    </Split>
  );
}

/** Takes the focus to who comes next: the button that was pressed is another person's now. */
function useFocusedCall(id: string | null, page: RefObject<HTMLElement | null>): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    page.current?.querySelector<HTMLElement>("h2")?.focus();
  }, [id, page]);
}

function AllCalled({ unanswered }: { readonly unanswered: number }): ReactNode {
  const { go } = useNavigation();
  const { calls } = words.outbox;
  return (
    <div className={split["whole"]}>
      <h2 tabIndex={-1} className={styles["done"]}>
        {calls.done}
      </h2>
      <EmptyState
        icon={PhoneOff}
        title={calls.doneText({ count: unanswered })}
        action={<Button onPress={() => go({ screen: "outbox" })}>{calls.back}</Button>}
      />
    </div>
  );
}
