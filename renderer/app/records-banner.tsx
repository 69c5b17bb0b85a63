import { useEffect, useState, type ReactNode } from "react";
import type { RecordsNotice } from "../../contract/routes.ts";
import { useAnnounce, useDesk, useNavigation } from "../state/hooks.ts";
import { useRoute } from "../state/use-route.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { missingWords } from "./records-words.ts";
import styles from "./shell.module.css";

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
    announce(answer.ok ? "Noted." : answer.failure.message);
  };
  if (notice === null) return null;
  return (
    <>
      {notice.missing !== null && (
        <aside className={styles["banner"]} aria-label="Something is missing">
          <Notice
            tone="danger"
            live="assertive"
            title="Something that was saved or sent here is missing from the records"
            actions={<Button onPress={() => void read()}>I have read this</Button>}
          >
            {missingWords(notice.missing).join(" ")}
          </Notice>
        </aside>
      )}
      {notice.settings !== null && (
        <aside className={styles["banner"]} aria-label="Settings not readable">
          <Notice
            tone="danger"
            live="assertive"
            title="The settings on this computer cannot be read"
            actions={<Button onPress={() => go({ screen: "settings" })}>Open settings</Button>}
          >
            Front Desk goes on with its first settings: this computer’s time zone and no services. Check them
            before you book.{" "}
            {notice.settings === "newer"
              ? "What was there was saved by a newer Front Desk and is kept. Install the newest version to go on with it."
              : "What was there is kept, and this goes away when settings are saved."}
          </Notice>
        </aside>
      )}
    </>
  );
}
