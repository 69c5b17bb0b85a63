import { FolderOutput, History } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import type { StoreProblem as Problem } from "../../shared/desk/app-routes.ts";
import { words } from "../../messages/words.ts";
import { useDesk } from "../lib/hooks.ts";
import { useWork } from "../lib/use-work.ts";
import { Button } from "../ui/button.tsx";
import { Question } from "../features/question/index.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { NoticeBox } from "../ui/notice.tsx";
import styles from "./app.module.css";

const RestoreDialog = loadOnDemand(async () => (await import("../features/backup/index.ts")).RestoreDialog);

type HaltedProps = { readonly children: ReactNode };

/**
 * Shows the screen, and a problem of the records in its place once main tells of one. The screen stays as it is
 * behind it: what was typed and not saved can still be read there. Whoever has a computer that was lost reads nothing; drafts were saved as they were typed.
 */
export function UntilHalted({ children }: HaltedProps): ReactNode {
  const { bridge } = useDesk();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => bridge.listen("store.problem", setProblem), [bridge]);
  const isShown = problem === null || isLooking;
  if (problem?.kind === "reported-lost") return <StoreProblemScreen problem={problem} />;
  return (
    <>
      {problem !== null && isLooking && (
        <aside aria-label={words.shell.storeProblem.halted.label}>
          <NoticeBox
            tone="danger"
            title={words.shell.storeProblem.halted.title}
            actions={
              <Button onPress={() => setLooking(false)}>{words.shell.storeProblem.halted.back}</Button>
            }
          />
        </aside>
      )}
      {problem !== null && !isLooking && (
        <StoreProblemScreen problem={problem}>
          <p>
            <Button onPress={() => setLooking(true)}>{words.shell.storeProblem.halted.look}</Button>
          </p>
        </StoreProblemScreen>
      )}
      <div hidden={!isShown} {...(isShown ? { className: styles["through"] } : {})}>
        {children}
      </div>
    </>
  );
}

type Props = { readonly problem: Problem; readonly children?: ReactNode };

/** Where a backup can stand in for the records. */
const restorable: ReadonlySet<Problem["kind"]> = new Set(["unopened", "missing", "reported-lost"]);

/** Shown instead of everything else when the files on this computer cannot be read or written. */
export const StoreProblemScreen = ({ problem, children }: Props): ReactNode => (
  <main className={styles["plain"]}>
    <h1>{words.shell.storeProblem.title[problem.kind]}</h1>
    <FailureNotice failure={problem.failure} />
    {problem.kind !== "other-copy" && problem.kind !== "reported-lost" && problem.files.length > 0 && (
      <>
        <p>{words.shell.storeProblem.files[problem.kind]}</p>
        <ul className={styles["files"]} aria-label={words.shell.storeProblem.filesLabel}>
          {problem.files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      </>
    )}
    {problem.kind !== "reported-lost" && <p>{words.shell.storeProblem.again}</p>}
    {children}
    {restorable.has(problem.kind) && <RestoreInstead />}
    {problem.maySetAside && problem.files.length > 0 && <SetAside isMissing={problem.kind === "missing"} />}
  </main>
);

/** Out of a backup, where there is one: what does not open is moved aside, not deleted. */
function RestoreInstead(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>
        <Button icon={History} onPress={() => setOpen(true)}>
          {words.backup.restore.open}
        </Button>
      </p>
      {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Starting anew without the records: only after a question, and nothing is deleted. */
function SetAside({ isMissing }: { readonly isMissing: boolean }): ReactNode {
  const { bridge } = useDesk();
  const [isAsking, setAsking] = useState(false);
  const { failure, run } = useWork();
  const [files, setFiles] = useState<readonly string[] | null>(null);
  const setAside = (): void => {
    setAsking(false);
    void run(
      () => bridge.call("app.setRecordsAside", {}),
      (answer) => setFiles(answer.files),
    );
  };
  if (files !== null) {
    const { startsAgain, done } = words.shell.setAside;
    return <p role="status">{isMissing ? startsAgain : done({ files })}</p>;
  }
  const own = words.shell.setAside[isMissing ? "missing" : "files"];
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <p>
        <Button icon={FolderOutput} onPress={() => setAsking(true)}>
          {own.button}
        </Button>
      </p>
      {isAsking && (
        <Question
          title={words.shell.setAside.title}
          no={own.keep}
          yes={own.confirm}
          onNo={() => setAsking(false)}
          onYes={setAside}
        >
          <p>{own.text}</p>
        </Question>
      )}
    </>
  );
}
