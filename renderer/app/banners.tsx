import { useEffect, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import type { Session } from "../../shared/session/account.ts";
import type { RecordsNotice } from "../../shared/desk/app-routes.ts";
import { said } from "../../messages/saying.ts";
import {
  useAnnounce,
  useDesk,
  useIsTokenRefused,
  useNavigation,
  useRecordsKept,
  useSession,
  useToast,
} from "../lib/hooks.ts";
import { formatClockMoment } from "../ui/format.ts";
import { Button } from "../ui/button.tsx";
import { NoticeBox, type NoticeProps } from "../ui/notice.tsx";
import { useLatest } from "../lib/use-latest.ts";
import { useRecordsNotice } from "../lib/use-records-notice.ts";
import { useFocusKept } from "../ui/use-focus.ts";
import styles from "./shell.module.css";

type BannerProps = NoticeProps & { readonly label: string };

/** A notice over every screen. */
const Banner = ({ label, ...notice }: BannerProps): ReactNode => (
  <aside className={styles["banner"]} aria-label={label}>
    <NoticeBox {...notice} />
  </aside>
);

type Props = { readonly onNewToken: () => void };

/** Asks for a new token where the person is, so that nothing typed has to be left. */
export function TokenBanner({ onNewToken }: Props): ReactNode {
  const isRefused = useIsTokenRefused();
  const kept = useRecordsKept();
  const announce = useAnnounce();
  const text = words.shell.token.text({ kept });
  const latest = useLatest(`${words.shell.token.title}. ${text}`);
  useEffect(() => {
    if (!isRefused) return undefined;
    // What became of the booking is read first.
    const timer = setTimeout(() => announce(latest.current), 1_500);
    return () => clearTimeout(timer);
  }, [isRefused, announce, latest]);
  if (!isRefused) return null;
  return (
    <Banner
      label={words.shell.token.label}
      tone="danger"
      title={words.shell.token.title}
      actions={
        <Button variant="primary" onPress={onNewToken}>
          {words.shell.token.enter}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

/** Says that nothing outlives the window, where there is no keychain to keep the records' key. */
export function MemoryBanner(): ReactNode {
  if (useRecordsKept() !== "memory") return null;
  return (
    <Banner label={words.shell.memory.label} tone="warning" title={words.shell.memory.title}>
      {words.shell.memory.text}
    </Banner>
  );
}

/** Says what is missing from the records until somebody has read it, and that settings could not be read. */
export function RecordsBanner(): ReactNode {
  const { bridge } = useDesk();
  const { go, target } = useNavigation();
  const toast = useToast();
  const notice = useRecordsNotice();
  const { session } = useSession();
  useFocusKept(notice?.missing);
  const read = async (): Promise<void> => {
    const answer = await bridge.call("app.noticeRead", {});
    toast(answer.ok ? words.shell.missing.noted : said(answer.failure.why));
  };
  if (notice === null) return null;
  /** A person put a backup back: nobody altered anything. */
  const isSince = notice.log === "restored";
  return (
    <>
      {notice.missing !== null && (
        <Banner
          label={words.shell.missing.label}
          tone="danger"
          live="assertive"
          title={
            notice.missing.restored === undefined
              ? words.shell.missing.title
              : words.shell.missing.restoredTitle
          }
          actions={<Button onPress={() => void read()}>{words.shell.missing.read}</Button>}
        >
          {formatMissing(notice.missing, session).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Banner>
      )}
      {notice.settings !== null && (
        <Banner
          label={words.shell.settingsDamaged.label}
          tone="danger"
          live="assertive"
          title={words.shell.settingsDamaged.title}
          actions={
            <Button onPress={() => go({ screen: "settings", section: "clinic" })}>
              {words.shell.settingsDamaged.open}
            </Button>
          }
        >
          {notice.settings === "newer" ? words.shell.settingsDamaged.newer : words.shell.settingsDamaged.text}
        </Banner>
      )}
      {notice.log !== undefined && target.screen !== "activity" && (
        <Banner
          label={isSince ? words.audit.state.restored : words.audit.banner.label}
          tone={isSince ? "warning" : "danger"}
          live="assertive"
          title={isSince ? words.audit.state.restored : words.audit.banner.title}
          actions={<Button onPress={() => go({ screen: "activity" })}>{words.audit.banner.open}</Button>}
        >
          {isSince ? words.audit.state.restoredText : words.audit.banner.text}
        </Banner>
      )}
    </>
  );
}

type Missing = NonNullable<RecordsNotice["missing"]>;

/** What is missing from the records, a sentence each. `session`: who is at the desk. */
export function formatMissing(
  { sends, items, changes, otherCopy, restored, restoredOf }: Missing,
  session: Pick<Session, "accountId" | "practice"> | null,
): readonly string[] {
  const { missing } = words.shell;
  const at = session === null || session.practice ? null : session.accountId;
  const isElses = at !== null && restoredOf?.includes(at) === false;
  return [
    ...(restored === undefined ? [] : [missing.restored({ when: formatClockMoment(restored, undefined) })]),
    ...(sends > 0 ? [missing.sends({ count: sends })] : []),
    ...(items > 0
      ? [missing.items({ count: items })]
      : changes > 0
        ? [missing.changes({ count: changes })]
        : []),
    ...(restored === undefined && sends + items + changes > 0 ? [missing.olderCopy] : []),
    ...(otherCopy ? [missing.otherCopy] : []),
    ...(isElses
      ? [missing.otherAccount]
      : sends > 0 || otherCopy || restored !== undefined
        ? [missing.check]
        : []),
    missing.tell,
  ];
}
