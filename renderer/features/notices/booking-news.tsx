import { useEffect, type ReactNode } from "react";
import type { NoticeOfBooking } from "../../../shared/notices/notices.ts";
import { deniedEvent } from "../../../shared/notices/news.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { useWhen } from "../items/index.ts";
import { formatEventKind, formatNotice } from "./notice-words.ts";
import { useNoticesVersion } from "../../lib/use-notices.ts";

type Props = { readonly id: string };

function useOfBooking(id: string) {
  const items = useItems((state) => state.version);
  const refresh = `${items} ${useNoticesVersion()}`;
  return useRoute("notices.ofBooking", { id }, { refresh, clears: true });
}

/** All that notices said of a booking, or that one may be missing. Looking at it is what takes it off the badge. */
export function BookingNews({ id }: Props): ReactNode {
  const { bridge } = useDesk();
  const when = useWhen();
  const { value } = useOfBooking(id);
  const count = value?.notices.length ?? 0;
  useEffect(() => {
    if (count > 0) void bridge.call("notices.seen", { id });
  }, [bridge, id, count]);
  if (value === null) return null;
  const { notices, missedIn } = value;
  const says = words.notices.booking;
  if (missedIn !== null)
    return (
      <NoticeBox tone="warning" title={says.missed}>
        <p>{says.missedText({ from: when(missedIn.from), to: when(missedIn.to) })}</p>
      </NoticeBox>
    );
  if (notices.length === 0) return null;
  const isDenied = notices.at(-1)?.event === deniedEvent;
  return (
    <NoticeBox tone={isDenied ? "danger" : "info"} title={isDenied ? says.deniedTitle : says.title}>
      {isDenied && <p>{says.deniedText}</p>}
      <History notices={notices} />
      <p>{says.unsigned}</p>
    </NoticeBox>
  );
}

/** More than anybody reads; the last ones count. */
const mostShown = 20;

function History({ notices }: { readonly notices: readonly NoticeOfBooking[] }): ReactNode {
  const when = useWhen();
  return (
    <ol>
      {notices.slice(-mostShown).map((notice, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same may come twice in one moment
        <li key={at}>{formatNotice(notice, when).word}</li>
      ))}
    </ol>
  );
}

/** Beside a booking that needs checking: what came since with a number that no booking here has. A person decides. */
export function NoticeEvidence({ id }: Props): ReactNode {
  const when = useWhen();
  const { value } = useOfBooking(id);
  if (value === null || value.unmatched.length === 0) return null;
  const says = words.notices.booking;
  return (
    <NoticeBox tone="info" title={says.evidence}>
      <p>{says.evidenceText}</p>
      <ul>
        {value.unmatched.map(({ number, booking, event, receivedAt }) => (
          <li key={number}>
            {says.evidenceLine({
              number: String(booking),
              kind: formatEventKind(event ?? ""),
              when: when(receivedAt),
            })}
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}
