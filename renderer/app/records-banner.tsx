import { useEffect, useState, type ReactNode } from "react";
import type { RecordsNotice } from "../../contract/routes.ts";
import { words } from "../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation } from "../state/hooks.ts";
import { useRoute } from "../state/use-route.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { missingWords } from "./records-words.ts";
import styles from "./shell.module.css";
import { said } from "../../messages/saying.ts";

function useRecordsNotice(): RecordsNotice | null {
  const { bridge } = useDesk();
  const info = useRoute("app.info", {});
  const [told, setTold] = useState<RecordsNotice | null>(null);
  useEffect(() => bridge.listen("records.notice", setTold), [bridge]);
  return told ?? info.value?.recordsNotice ?? null;
}

/** Says what is missing from the records until somebody has read it, and that settings could not be read. */
export function RecordsBanner(): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const notice = useRecordsNotice();
  const read = async (): Promise<void> => {
    const answer = await bridge.call("app.noticeRead", {});
    announce(answer.ok ? words.shell.missing.noted : said(answer.failure.why));
  };
  if (notice === null) return null;
  return (
    <>
      {notice.missing !== null && (
        <aside className={styles["banner"]} aria-label={words.shell.missing.label}>
          <Notice
            tone="danger"
            live="assertive"
            title={words.shell.missing.title}
            actions={<Button onPress={() => void read()}>{words.shell.missing.read}</Button>}
          >
            {missingWords(notice.missing).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        </aside>
      )}
      {notice.settings !== null && (
        <aside className={styles["banner"]} aria-label={words.shell.settingsDamaged.label}>
          <Notice
            tone="danger"
            live="assertive"
            title={words.shell.settingsDamaged.title}
            actions={
              <Button onPress={() => go({ screen: "settings" })}>{words.shell.settingsDamaged.open}</Button>
            }
          >
            {notice.settings === "newer"
              ? words.shell.settingsDamaged.newer
              : words.shell.settingsDamaged.text}
          </Notice>
        </aside>
      )}
    </>
  );
}
