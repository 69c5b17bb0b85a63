import { useId, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk, useItems, useMoments, useNavigation, useSettings } from "../../lib/hooks.ts";
import { isAboutToGo } from "../../lib/moments.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import styles from "./drafts-slot.module.css";
import { listDraftRows } from "./start-rows.ts";

/** Rows that are shown; all of them stand in the outbox. */
const fewRows = 3;

/** At the side of every screen: what was begun and is not finished, each one press away. */
export function DraftsSlot(): ReactNode {
  const id = useId();
  const { settings } = useSettings();
  const { target, go } = useNavigation();
  const now = useNow();
  const moments = useMoments();
  const { value } = useRoute(
    "items.list",
    { kinds: ["booking", "patient"], statuses: ["draft", "on-hold"], limit: fewRows + 2, offset: 0 },
    { refresh: useItems((items) => items.version) },
  );
  const { flushes } = useDesk();
  // Each save of one that is open counts the items' version up, and with it this is drawn anew.
  const open = flushes.openDrafts().map(({ id: each }) => each);
  const opened = "itemId" in target ? target.itemId : undefined;
  const read = value?.items ?? [];
  const drafts = read.filter(
    (item) => item.id !== opened && !open.includes(item.id) && !isAboutToGo(moments, item.id),
  );
  const total = (value?.total ?? 0) - (read.length - drafts.length);
  if (settings === null || drafts.length === 0) return null;
  const shown = drafts.slice(0, fewRows);
  const rows = listDraftRows(shown, { settings, now });
  return (
    <section className={styles["slot"]} aria-labelledby={id} data-slot="drafts">
      <h2 id={id}>{words.booking.drafts.label}</h2>
      <ul>
        {shown.map((item, at) => {
          const { name = "", detail = "", meta = "" } = rows[at] ?? {};
          const step = item.kind === "booking" ? words.booking.steps[item.form.step] : meta;
          return (
            <li key={item.id}>
              <button
                type="button"
                title={`${name}\n${detail}`}
                onClick={() => go(getItemKind(item).target(item))}
              >
                <bdi>{name}</bdi> <span>{step}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > shown.length && (
        <button type="button" className={styles["all"]} onClick={() => go({ screen: "outbox" })}>
          {words.shell.drafts.all({ count: total })}
        </button>
      )}
    </section>
  );
}
