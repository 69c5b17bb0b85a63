import { FileDown, UserPlus } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { FileReading, ImportFile, ImportState } from "../../../shared/import/import.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useToast } from "../../lib/hooks.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { DryRun } from "./dry-run.tsx";
import { formatEstimate } from "./estimate.ts";
import styles from "./import.module.css";

type Props = { readonly file: ImportFile; readonly change: ShowsAnswer<ImportState> };

/** How the file is read, and what would become of its rows; nothing is created before Import. */
export function FilePreview({ file, change }: Props): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const reading = useWork();
  const saving = useWork();
  const beginning = useWork();
  const { id, dryRun, taken, missing } = file;
  useToldDone(file);
  const read = (more: Partial<FileReading>): Promise<void> =>
    reading.run(() => change(bridge.call("import.read", { id, reading: { ...file.reading, ...more } })));
  const save = (): Promise<void> =>
    saving.run(
      () => bridge.call("import.saveBad", { id }),
      ({ name, rows }) => {
        if (name !== null) toast(words.import.saved({ rows, name: cleanLine(name) }));
      },
    );
  const begin = (): Promise<void> => beginning.run(() => change(bridge.call("import.begin", { id })));
  const isDone = dryRun.state === "done";
  const isTaking = taken !== null || beginning.isPending;
  useCommandEnter(() => {
    if (isDone && !isTaking && dryRun.fresh > 0) void begin();
  });
  const failure = reading.failure ?? saving.failure ?? beginning.failure;
  return (
    <>
      <div className={styles["parts"]}>
        <ColumnsTable file={file} isBlocked={isTaking} onRead={(more) => void read(more)} />
        <div className={styles["part"]}>
          {failure !== null && <FailureNotice failure={failure} />}
          {missing.length > 0 && (
            <NoticeBox
              tone="warning"
              title={words.import.missing({ fields: missing.map((field) => words.patients.label[field]) })}
            />
          )}
          <DryRun file={file} isBlocked={isTaking} change={change} />
        </div>
      </div>
      <div className={styles["bar"]}>
        <p className={styles["note"]}>{noteOf(file)}</p>
        <div className={styles["actions"]}>
          {dryRun.bad > 0 && (
            <Button
              icon={FileDown}
              isPending={saving.isPending}
              isBlocked={!isDone || isTaking}
              onPress={() => void save()}
            >
              {words.import.saveBad({ count: dryRun.bad })}
            </Button>
          )}
          <Button
            variant="primary"
            icon={UserPlus}
            shortcut="mod+Enter"
            isPending={isTaking}
            isDisabled={isDone && dryRun.fresh === 0}
            isBlocked={!isDone}
            onPress={() => void begin()}
          >
            {words.import.begin({ count: dryRun.fresh })}
          </Button>
        </div>
      </div>
    </>
  );
}

function noteOf({ dryRun, taken }: ImportFile): string {
  if (taken !== null) return words.import.taking({ count: taken });
  if (dryRun.state === "running") return words.import.stillLookingNote;
  return dryRun.fresh === 0 ? words.import.nothingToDo : formatEstimate(dryRun.fresh);
}

/** Says once what the dry run came to. */
function useToldDone({ id, dryRun }: ImportFile): void {
  const announce = useAnnounce();
  const told = useRef("");
  const { fresh, known, bad } = dryRun;
  const isDone = dryRun.state === "done";
  useEffect(() => {
    if (!isDone || told.current === id) return;
    told.current = id;
    announce(words.import.dryRun.done({ fresh, known, bad }));
  }, [id, isDone, announce, fresh, known, bad]);
}
