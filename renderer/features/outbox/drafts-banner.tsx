import { History } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { itemKinds, type ListedItem } from "../../../shared/outbox/item.ts";
import { ItemName } from "../items/index.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { words } from "../../../messages/words.ts";
import { useToast, useDesk, useItems, useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import { RichText } from "../../ui/text.tsx";
import { useFocusKept } from "../../ui/use-focus.ts";
import styles from "./drafts-banner.module.css";
import { said } from "../../../messages/saying.ts";

/** The drafts that were there when the window started and still are, the newest first; none once other work was begun. */
function useLeftOver(): readonly ListedItem[] {
  const { bridge } = useDesk();
  const version = useItems((items) => items.version);
  const [atStart, setAtStart] = useState<ReadonlySet<string> | null>(null);
  const [drafts, setDrafts] = useState<readonly ListedItem[]>([]);
  const isOver = atStart?.size === 0;
  useEffect(() => {
    let isOld = false;
    if (isOver) return;
    const query = { kinds: [...itemKinds], statuses: ["draft" as const], limit: 50, offset: 0 };
    void bridge.call("items.list", query).then((answer) => {
      if (isOld || !answer.ok) return;
      const { items } = answer.value;
      setDrafts(items);
      const isOtherWork = items.some(({ createdAt }) => Date.parse(createdAt) >= performance.timeOrigin);
      setAtStart((before) => new Set(isOtherWork ? [] : (before ?? items.map((item) => item.id))));
    });
    return () => {
      isOld = true;
    };
  }, [bridge, version, isOver]);
  return drafts.filter((item) => atStart?.has(item.id) === true);
}

const nameOf = (item: ListedItem) => () => <ItemName item={item} />;

/** After a start: the drafts that were left, to go on with or to hold. One line, whatever the number. */
export function DraftsBanner(): ReactNode {
  const { bridge } = useDesk();
  const { target, go } = useNavigation();
  const toast = useToast();
  const [taken, setTaken] = useState<readonly string[]>([]);
  const opened = "itemId" in target ? target.itemId : undefined;
  const drafts = useLeftOver().filter((item) => item.id !== opened && !taken.includes(item.id));
  const [first] = drafts;
  // With the last of them the banner goes, and the button that was pressed.
  useFocusKept(first?.id);
  if (first === undefined || target.screen === "outbox") return null;

  const hold = async (): Promise<void> => {
    const answer = await bridge.call("items.hold", { id: first.id });
    toast(answer.ok ? words.shell.drafts.held : said(answer.failure.why));
    if (answer.ok) setTaken([...taken, first.id]);
  };
  return (
    <aside className={styles["drafts"]} aria-label={words.shell.drafts.label}>
      <History size={16} aria-hidden="true" />
      <p>
        <RichText text={words.shell.drafts.left} tags={{ item: nameOf(first) }} />
        {first.problem !== null && ` · ${said(first.problem.why)}`}
      </p>
      <div className={styles["buttons"]} {...firstClickAlone}>
        <Button
          size="small"
          onPress={() => {
            setTaken([...taken, first.id]);
            go(getItemKind(first).target(first));
          }}
        >
          {words.shell.drafts.continue}
        </Button>
        <Button size="small" variant="quiet" onPress={() => void hold()}>
          {words.shell.drafts.hold}
        </Button>
        {drafts.length > 1 && (
          <Button size="small" variant="quiet" onPress={() => go({ screen: "outbox" })}>
            {words.shell.drafts.all({ count: drafts.length })}
          </Button>
        )}
      </div>
    </aside>
  );
}
