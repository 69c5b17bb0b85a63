import { CircleStop, Pause, Play } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ImportJob, ImportState } from "../../../shared/import/import.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation } from "../../lib/hooks.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { formatTimeLeft } from "./estimate.ts";
import styles from "./import.module.css";

type Props = { readonly job: ImportJob; readonly change: ShowsAnswer<ImportState> };

/** How an import gets on, and how to hold or stop it. It goes on wherever the window is. */
export function JobProgress({ job, change }: Props): ReactNode {
  const says = words.import.job;
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [isAsking, setAsking] = useState(false);
  const { id, name, total, left, created, queued, discarded, held, waiting } = job;
  const pause = (paused: boolean): Promise<void> =>
    run(
      () => change(bridge.call("import.pause", { id, paused })),
      () => announce(paused ? says.announcePaused : says.announceGoesOn),
    );
  const stop = (): Promise<void> => {
    setAsking(false);
    return run(() => change(bridge.call("import.stop", { id })));
  };
  return (
    <Page
      title={words.import.title}
      description={says.name({ name: cleanLine(name) })}
      note={formatTimeLeft(job.secondsLeft)}
      actions={
        left > 0 ? (
          <>
            <Button icon={CircleStop} onPress={() => setAsking(true)}>
              {says.stop}
            </Button>
            {held === "paused" ? (
              <Button variant="primary" icon={Play} isPending={isPending} onPress={() => void pause(false)}>
                {says.goOn}
              </Button>
            ) : (
              <Button icon={Pause} isPending={isPending} onPress={() => void pause(true)}>
                {says.pause}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      <div className={styles["progress"]}>
        <p id="import-progress" className={styles["strong"]}>
          {says.progress({ created, total })}
        </p>
        <progress aria-labelledby="import-progress" max={Math.max(1, total)} value={created} />
      </div>
      <Held held={held} waiting={waiting} onOpen={() => go({ screen: "outbox" })} />
      <Facts
        items={[
          { label: says.left, value: words.import.count({ count: left }) },
          { label: says.queued, value: words.import.count({ count: queued }) },
          ...(discarded > 0
            ? [{ label: says.discarded, value: words.import.count({ count: discarded }) }]
            : []),
        ]}
      />
      {isAsking && (
        <Question title={says.ask} no={says.no} yes={says.yes} onNo={() => setAsking(false)} onYes={stop}>
          {says.askText({ left })}
        </Question>
      )}
    </Page>
  );
}

type HeldProps = Pick<ImportJob, "held" | "waiting"> & { readonly onOpen: () => void };

/** Why it does not go on by itself, and what waits for a person. */
function Held({ held, waiting, onOpen }: HeldProps): ReactNode {
  const says = words.import.job;
  const open = <Button onPress={onOpen}>{says.open}</Button>;
  if (held === "person")
    return (
      <NoticeBox tone="warning" title={says.person({ count: waiting })} actions={open}>
        {says.personText}
      </NoticeBox>
    );
  return (
    <>
      {held === "paused" && (
        <NoticeBox tone="info" title={says.paused}>
          {says.pausedText}
        </NoticeBox>
      )}
      {held === "line" && (
        <NoticeBox tone="warning" title={says.line}>
          {says.lineText}
        </NoticeBox>
      )}
      {waiting > 0 && <NoticeBox tone="warning" title={says.waiting({ count: waiting })} actions={open} />}
    </>
  );
}
