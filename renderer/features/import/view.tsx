import { FileSpreadsheet, FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { ImportState } from "../../../shared/import/import.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useDroppedPatients } from "../../lib/use-dropped-patients.ts";
import { useDesk, useNavigation } from "../../lib/hooks.ts";
import { useImport } from "../../lib/use-import.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page, useWindowTitle } from "../../ui/page.tsx";
import { focusScreenTitle, ScreenTitle } from "../../ui/screen-title.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { FilePreview } from "./file-preview.tsx";
import styles from "./import.module.css";
import { JobProgress } from "./job-progress.tsx";
import { NoticeBox } from "../../ui/notice.tsx";

/** Patients out of a file: choosing it, what would become of its rows, and how the import gets on. */
export function ImportView(): ReactNode {
  useWindowTitle(words.import.title);
  const { state, failure, read, change } = useImport();
  if (state === null)
    return failure === null ? (
      <LoadingState />
    ) : (
      <Page title={words.import.title}>
        <FailureNotice
          failure={failure}
          actions={<Button onPress={() => void read()}>{words.shell.tryAgain}</Button>}
        />
      </Page>
    );
  if (state.job !== null) return <JobProgress job={state.job} change={change} />;
  return <Files state={state} change={change} />;
}

type FilesProps = { readonly state: ImportState; readonly change: ShowsAnswer<ImportState> };

function Files({ state, change }: FilesProps): ReactNode {
  const { bridge } = useDesk();
  const { isPending, failure, run } = useWork();
  const dropped = useDroppedPatients(change);
  const isTaking = (state.file?.taken ?? null) !== null;
  const choose = (): Promise<void> =>
    run(
      () => change(bridge.call("import.choose", {})),
      (next) => {
        if (next.file !== null && next.file.id !== state.file?.id) focusScreenTitle();
      },
    );
  const close = (): Promise<void> => run(() => change(bridge.call("import.close", {})), focusScreenTitle);
  const wrong = failure ?? dropped.failure;
  const { file } = state;
  return (
    <div className={styles["screen"]} data-over={dropped.isOver || undefined}>
      <header className={styles["header"]}>
        <div className={styles["heading"]}>
          <ScreenTitle>{words.import.title}</ScreenTitle>
          {file !== null && <p className={styles["soft"]}>{standing(file)}</p>}
        </div>
        {file !== null && (
          <div className={styles["tools"]}>
            <Button variant="quiet" isBlocked={isTaking} onPress={() => void close()}>
              {words.import.closeFile}
            </Button>
            <Button isPending={isPending} isBlocked={isTaking} onPress={() => void choose()}>
              {words.import.chooseOther}
            </Button>
          </div>
        )}
      </header>
      {wrong !== null && <FailureNotice failure={wrong} />}
      {state.ended !== null && file === null && <EndedNotice ended={state.ended} />}
      {file === null ? (
        <EmptyState
          icon={FileSpreadsheet}
          title={dropped.isOver ? words.import.start.drop : words.import.start.title}
          action={
            <Button
              variant={state.ended === null ? "primary" : "secondary"}
              icon={FolderOpen}
              isPending={isPending}
              onPress={() => void choose()}
            >
              {words.import.choose}
            </Button>
          }
        >
          {words.import.start.text}
        </EmptyState>
      ) : (
        <FilePreview key={file.name} file={file} change={change} />
      )}
    </div>
  );
}

/** What stands under the title of a file that is looked at. */
function standing({ name: given, dryRun }: NonNullable<ImportState["file"]>): string {
  const name = cleanLine(given, shownAtMost.word);
  return dryRun.state === "running"
    ? words.import.lookingAt({ name, percent: Math.floor(dryRun.part * 100) })
    : words.import.untouched({ name, rows: dryRun.rows });
}

type Props = { readonly ended: NonNullable<ImportState["ended"]> };

/** What an import came to. */
function EndedNotice({ ended }: Props): ReactNode {
  const says = words.import.ended;
  const { go } = useNavigation();
  const { name, created, discarded, stopped } = ended;
  return (
    <NoticeBox
      tone={stopped + discarded > 0 ? "info" : "success"}
      live="polite"
      title={(stopped > 0 ? says.stoppedTitle : says.title)({ name: cleanLine(name) })}
      actions={<Button onPress={() => go({ screen: "patients" })}>{says.patients}</Button>}
    >
      <p>{says.created({ count: created })}</p>
      {discarded > 0 && <p>{says.discarded({ count: discarded })}</p>}
      {stopped > 0 && <p>{says.stopped({ count: stopped })}</p>}
    </NoticeBox>
  );
}
