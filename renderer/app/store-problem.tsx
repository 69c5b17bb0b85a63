import { FolderOutput } from "lucide-react";
import { Suspense, lazy, useEffect, useState, type ReactNode } from "react";
import type { Failure } from "../../contract/failure.ts";
import type { StoreProblem as Problem } from "../../contract/routes.ts";
import { useDesk } from "../state/hooks.ts";
import { Button } from "../ui/button.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import styles from "./app.module.css";
import { filesWords, problemTitles } from "./records-words.ts";

const Dialog = lazy(async () => ({ default: (await import("../ui/dialog.tsx")).Dialog }));

type HaltedProps = { readonly children: ReactNode };

/**
 * Shows the screen, and a problem of the records in its place once main tells of one. The screen stays as it is
 * behind it: what was typed and not saved can still be read there.
 */
export function UntilHalted({ children }: HaltedProps): ReactNode {
  const { bridge } = useDesk();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => bridge.listen("store.problem", setProblem), [bridge]);
  const isShown = problem === null || isLooking;
  return (
    <>
      {problem !== null && isLooking && (
        <aside aria-label="Nothing is saved">
          <Notice
            tone="danger"
            title="Nothing that is typed here is saved or sent any more"
            actions={<Button onPress={() => setLooking(false)}>Back to the reason</Button>}
          />
        </aside>
      )}
      {problem !== null && !isLooking && (
        <StoreProblem problem={problem}>
          <p>
            <Button onPress={() => setLooking(true)}>Show what I was typing</Button>
          </p>
        </StoreProblem>
      )}
      <div hidden={!isShown} {...(isShown ? { className: styles["through"] } : {})}>
        {children}
      </div>
    </>
  );
}

type Props = { readonly problem: Problem; readonly children?: ReactNode };

/** Shown instead of everything else when the files on this computer cannot be read or written. */
export const StoreProblem = ({ problem, children }: Props): ReactNode => (
  <main className={styles["plain"]}>
    <h1>{problemTitles[problem.kind]}</h1>
    <FailureNotice failure={problem.failure} />
    {problem.files.length > 0 && (
      <>
        <p>{filesWords[problem.kind]}</p>
        <ul className={styles["files"]} aria-label="Files">
          {problem.files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      </>
    )}
    <p>Front Desk looks again at every start. To try again, close this window and start Front Desk.</p>
    {children}
    {problem.maySetAside && problem.files.length > 0 && <SetAside isMissing={problem.kind === "missing"} />}
  </main>
);

/** Starting anew without the records: only after a question, and nothing is deleted. */
function SetAside({ isMissing }: { readonly isMissing: boolean }): ReactNode {
  const { bridge } = useDesk();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [files, setFiles] = useState<readonly string[] | null>(null);
  const setAside = async (): Promise<void> => {
    setAsking(false);
    const answer = await bridge.call("app.setRecordsAside", {});
    if (answer.ok) setFiles(answer.value.files);
    else setFailure(answer.failure);
  };
  if (files !== null) {
    const done = isMissing ? "" : `Set aside as ${files.join(", ")}. `;
    return <p role="status">{done}Front Desk starts again…</p>;
  }
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <p>
        <Button icon={FolderOutput} onPress={() => setAsking(true)}>
          {isMissing ? "Start anew without the records" : "Set the files aside and start anew"}
        </Button>
      </p>
      {isAsking && (
        <Suspense fallback={null}>
          <Dialog
            title="Start anew without these records?"
            isOpen
            isQuestion
            onClose={() => setAsking(false)}
            actions={
              <>
                <Button onPress={() => setAsking(false)}>
                  {isMissing ? "Not now" : "Leave them as they are"}
                </Button>
                <Button variant="danger" onPress={() => void setAside()}>
                  {isMissing ? "Start anew" : "Set aside and start anew"}
                </Button>
              </>
            }
          >
            <p>
              {isMissing
                ? "Front Desk begins with nothing, and no longer looks for the records that are missing: their patients, drafts and unsent bookings are not in Front Desk, and those bookings are not sent. If there is a backup, put it back instead."
                : "The files get new names in the same folder and can be put back later. Until then their patients, drafts and unsent bookings are not in Front Desk, and those bookings are not sent."}
            </p>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
