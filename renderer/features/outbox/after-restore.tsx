import { useState, type ReactNode } from "react";
import type { Result } from "../../../shared/core/failure.ts";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useItems } from "../../lib/hooks.ts";
import { watchAnswer } from "../../lib/items.ts";
import { useClaims } from "../../lib/use-claims.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { formatHistory, toShownClaim } from "../clinic/index.ts";
import { ItemName } from "../items/index.ts";
import { Question } from "../question/index.ts";

const query: RouteInput<"items.list"> = {
  kinds: ["booking"],
  statuses: ["needs-checking"],
  limit: 200,
  offset: 0,
};

type Doubted = { readonly item: ListedItem; readonly claim: SharedClaim };

/** What is held here, and needs checking for nothing else than that the clinic server's database was restored. */
function useDoubted(): readonly Doubted[] {
  const version = useItems((state) => state.version);
  const waiting = useItems((state) => countItemsIn(state.counts, ["needs-checking"]));
  const list = useRoute("items.list", query, { refresh: version, enabled: waiting > 1 });
  const items = waiting > 1 ? (list.value?.items ?? []) : [];
  const { claims } = useClaims(items.map(({ id }) => id));
  return items.flatMap((item) => {
    const claim = claims.get(item.id);
    // Of a try that may have arrived somebody has to find out what became: that is asked for each.
    const isAlike =
      claim?.isHeldHere === true && claim.blocked === "history-incomplete" && claim.attempts.length === 0;
    return isAlike ? [{ item, claim }] : [];
  });
}

/** One decision for all that a restored database left in doubt alike: asked one by one, people stop reading. */
export function AfterRestore(): ReactNode {
  const says = words.outbox.restored;
  const { bridge, items } = useDesk();
  const announce = useAnnounce();
  const doubted = useDoubted();
  const [asked, setAsked] = useState<readonly Doubted[] | null>(null);
  const { isPending, failure, run } = useWork();

  /** Up to the first that could not be said: the others still stand there. */
  async function bookAll(all: readonly Doubted[]): Promise<Result<number>> {
    for (const { item, claim } of all) {
      const decision = { id: item.id, decision: "again", shown: toShownClaim(claim) } as const;
      const answer = await watchAnswer(items, bridge.call("items.decide", decision));
      if (!answer.ok) return answer;
    }
    return { ok: true, value: all.length };
  }

  const [first] = asked ?? [];
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      {doubted.length > 1 && (
        <NoticeBox
          tone="warning"
          title={says.title({ count: doubted.length })}
          actions={
            <Button isPending={isPending} onPress={() => setAsked(doubted)}>
              {says.decide}
            </Button>
          }
        >
          {says.text}
        </NoticeBox>
      )}
      {asked !== null && first !== undefined && (
        <Question
          title={says.question({ count: asked.length })}
          no={words.outbox.notYet}
          yes={says.yes({ count: asked.length })}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            return run(
              () => bookAll(asked),
              (count) => announce(says.done({ count })),
            );
          }}
        >
          {formatHistory(first.claim).map((line) => (
            <p key={line}>
              <bdi>{line}</bdi>
            </p>
          ))}
          <ul>
            {asked.map(({ item }) => (
              <li key={item.id}>
                <ItemName item={item} />
              </li>
            ))}
          </ul>
          <p>{words.outbox.againText}</p>
        </Question>
      )}
    </>
  );
}
