import { ClockAlert, MonitorOff, ServerOff, UserPlus } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useMember, useNavigation } from "../../lib/hooks.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Button } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { keepTimes } from "../../ui/text.tsx";
import { formatDeskName } from "./claim-words.ts";
import styles from "./clinic.module.css";
import { describeHubAbsence } from "./hub-words.ts";
import { useWhen } from "../items/index.ts";

/** Says what came, once, whatever is on the screen: a line of the header that appears is news to nobody who does not see it. */
function useSaid(text: string | null, gone: string | null): void {
  const announce = useAnnounce();
  const isThere = text !== null;
  const before = useRef(isThere);
  const latest = useLatest({ text, gone });
  useEffect(() => {
    if (before.current === isThere) return;
    before.current = isThere;
    const news = isThere ? latest.current.text : latest.current.gone;
    if (news !== null) announce(news);
  }, [isThere, latest, announce]);
}

/** Over every screen: what the hub's absence means, and that a desk asks to join. Nothing while all is well. */
export function HubLineStatus(): ReactNode {
  const member = useMember();
  const when = useWhen();
  const { go, target } = useNavigation();
  const { header, desks } = words.clinic;
  const told = member === null ? null : describeHubAbsence(member, when);
  const asks = member?.invitation?.asks ?? null;
  const asked = asks === null ? null : header.asks({ name: formatDeskName(asks) });
  useSaid(told?.text ?? null, header.back);
  const off = member?.clock ?? null;
  const clock = off === null ? null : header.clock[off];
  useSaid(asked, null);
  const reports = (member?.desks ?? []).flatMap(({ name, report }) => {
    const [of, by] = [formatDeskName(name, desks.unnamed), formatDeskName(report?.by ?? null, desks.unnamed)];
    return report === null ? [] : [header.reported({ name: of, by })];
  });
  const reportedNow = reports.length === 0 ? null : reports.join(" ");
  useSaid(reportedNow, null);
  useSaid(clock, null);
  if (told === null && asked === null && clock === null && reportedNow === null) return null;
  return (
    <div className={styles["hubLine"]}>
      {told !== null && (
        <p>
          <StatusBadge word={told.word} tone={told.tone} icon={ServerOff} />{" "}
          <span>{keepTimes(told.text)}</span>
        </p>
      )}
      {clock !== null && (
        <p>
          <ClockAlert size={14} aria-hidden="true" /> <span>{clock}</span>
        </p>
      )}
      {reportedNow !== null && (
        <p>
          <MonitorOff size={14} aria-hidden="true" /> <bdi>{reportedNow}</bdi>
        </p>
      )}
      {asked !== null && (
        <p>
          <UserPlus size={14} aria-hidden="true" /> <bdi>{asked}</bdi>
        </p>
      )}
      {target.screen !== "settings" && (
        <Button size="small" onPress={() => go({ screen: "settings", section: "desks", field: "desks" })}>
          {header.open}
        </Button>
      )}
    </div>
  );
}
