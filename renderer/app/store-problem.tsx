import { FolderOutput } from "lucide-react";
import { Suspense, lazy, useState, type ReactNode } from "react";
import type { Failure } from "../../contract/failure.ts";
import type { RouteOutput } from "../../contract/routes.ts";
import { useDesk } from "../state/hooks.ts";
import { Button } from "../ui/button.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import styles from "./app.module.css";

const Dialog = lazy(async () => ({ default: (await import("../ui/dialog.tsx")).Dialog }));

type Problem = NonNullable<RouteOutput<"app.info">["storeProblem"]>;

/** Shown instead of everything else when the files on this computer cannot be read or written. */
export const StoreProblem = ({ problem }: { readonly problem: Problem }): ReactNode => (
  <main className={styles["plain"]}>
    <h1>Front Desk cannot open its records</h1>
    <FailureNotice failure={problem.failure} />
    {problem.files.length > 0 && (
      <>
        <p>
          Nothing was deleted or reset, and nothing is sent to the service. These files are left as they are.
          Give this page to whoever looks after this computer before anyone touches them:
        </p>
        <ul className={styles["files"]} aria-label="Files">
          {problem.files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      </>
    )}
    <p>Front Desk looks again at every start. To try again, close this window and start Front Desk.</p>
    {problem.maySetAside && problem.files.length > 0 && <SetAside />}
  </main>
);

/** Starting anew without the records: only after a question, and nothing is deleted. */
function SetAside(): ReactNode {
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
  if (files !== null) return <p role="status">Set aside as {files.join(", ")}. Front Desk starts again…</p>;
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <p>
        <Button icon={FolderOutput} onPress={() => setAsking(true)}>
          Set the files aside and start anew
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
                <Button onPress={() => setAsking(false)}>Leave them as they are</Button>
                <Button variant="danger" onPress={() => void setAside()}>
                  Set aside and start anew
                </Button>
              </>
            }
          >
            <p>
              The files get new names in the same folder and can be put back later. Until then their patients,
              drafts and unsent bookings are not in Front Desk, and those bookings are not sent.
            </p>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
