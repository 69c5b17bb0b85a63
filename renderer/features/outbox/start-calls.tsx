import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { RouteInput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { countPeople } from "./call-words.ts";
import styles from "./outbox.module.css";

const query: RouteInput<"items.list"> = {
  kinds: ["booking"],
  statuses: ["needs-card"],
  limit: 200,
  offset: 0,
};

/** How many people are to be called for a card, and the way to call them. Nothing when there are none. */
export function StartCalls(): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const waiting = useItems((state) => state.counts?.["needs-card"] ?? 0);
  const list = useRoute("items.list", query, { refresh: version, enabled: waiting > 0 });
  // Where the list cannot be read its bookings count: the calls say why, and read it again.
  const people = list.state === "failed" ? waiting : countPeople(list.value?.items ?? []);
  const count = waiting === 0 ? 0 : people;
  if (count === 0) return null;
  return (
    <div className={styles["calling"]}>
      <p className={styles["note"]}>{words.outbox.calls.people({ count })}</p>
      <Button icon={Phone} onPress={() => go({ screen: "outbox", calls: true })}>
        {words.outbox.calls.start}
      </Button>
    </div>
  );
}
