import { Phone } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Bridge } from "../../lib/ipc.ts";
import { countItemsIn, countNeedingPerson, countWaiting } from "../../../shared/outbox/tally.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useItems, useNavigation, useSession, useToast } from "../../lib/hooks.ts";
import { briefLoss } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./back-online.module.css";
import { useTally } from "../../lib/use-tally.ts";
import { updateRunLine, type RunLine } from "./run-line.ts";
import { updateBackLine, type BackLine } from "./back-line.ts";
import { countPeople } from "./call-words.ts";

type News = { readonly sent: number; readonly people: number; readonly visit: number };

/** `waiting`: their bookings, as main last counted them; that stands where the list of them cannot be read. */
async function peopleToCall(bridge: Bridge, waiting: number): Promise<number> {
  const wanted = { kinds: ["booking" as const], statuses: ["needs-card" as const], limit: 200, offset: 0 };
  const answer = await bridge.call("items.list", wanted);
  return answer.ok ? countPeople(answer.value.items) : waiting;
}

/** Says what a run of sending came to, once. What the return of the line came to; null while there is nothing to tell, or it is old. */
function useReturn(): { readonly news: News | null; readonly clear: () => void } {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const toast = useToast();
  const state = useSession().connection?.state ?? "checking";
  const counts = useItems((items) => items.counts);
  const progress = useItems((items) => items.progress);
  const tally = useTally();
  const urgent = countNeedingPerson(tally);
  const { sending } = tally;
  const waiting = countWaiting(tally);
  const { visit } = useNavigation();
  const watched = useItems((items) => items.watched);
  const abandoned = useItems((items) => items.abandoned);
  const line = useRef<BackLine>({ kind: "steady" });
  const run = useRef<RunLine>({ kind: "still" });
  const [news, setNews] = useState<News | null>(null);
  const lostAt = useRef(0);
  useEffect(() => {
    if (counts === null) return;
    const before = line.current;
    const isHeld = progress !== null && (progress.paused || progress.waitsUntil !== null);
    const left = progress?.left ?? countItemsIn(counts, ["ready", "sending"]);
    const now = updateBackLine(before, { state, done: counts.done, left, isHeld });
    line.current = now;
    if (now.kind === "down" && before.kind !== "down") lostAt.current = performance.now();
    const isBrief = performance.now() - lostAt.current < briefLoss;
    run.current = updateRunLine(run.current, {
      left,
      done: counts.done,
      urgent,
      isWatched: watched > 0,
      abandoned,
    });
    // What was sent since the line came back is said with its return.
    const isReturn = before.kind === "down" || before.kind === "sending";
    if (run.current.kind === "over" && !isReturn) {
      const { kind: _over, ...news } = run.current;
      toast(words.outbox.announce.run({ ...news, sending, waiting }));
    }
    // Down again, or up and refused: what came back is news no more.
    if (now.kind === "down" || now.kind === "steady") setNews(null);
    if (now.kind !== "back" || before.kind === "back") return;
    const { sent } = now;
    void peopleToCall(bridge, counts["needs-card"]).then((people) => {
      if (!isBrief || sent + people > 0) announce(words.outbox.back({ sent, people }));
      setNews({ sent, people, visit });
    });
  }, [bridge, announce, toast, state, counts, progress, urgent, sending, waiting, watched, abandoned, visit]);
  const people = counts?.["needs-card"] === 0 ? 0 : (news?.people ?? 0);
  const isEmpty = people === 0 && news?.sent === 0;
  // With nobody to call it is read where it came, and gone on the next screen.
  const isOld = news === null || isEmpty || (people === 0 && news.visit !== visit);
  return { news: isOld ? null : { ...news, people }, clear: () => setNews(null) };
}

/** Over the screen once the line is back: what was sent meanwhile, and whom to call. */
export function BackOnline(): ReactNode {
  const { news, clear } = useReturn();
  const { go, target } = useNavigation();
  if (news === null) return null;
  // The outbox has whom to call, and the way there, below its list.
  const people = target.screen === "outbox" ? 0 : news.people;
  const { sent } = news;
  return (
    <div className={styles["back"]}>
      <p>{words.outbox.back({ sent, people })}</p>
      {people > 0 && (
        <Button
          size="small"
          icon={Phone}
          onPress={() => {
            clear();
            go({ screen: "outbox", calls: true });
          }}
        >
          {words.outbox.calls.start}
        </Button>
      )}
    </div>
  );
}
