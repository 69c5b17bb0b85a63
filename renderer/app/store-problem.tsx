import type { ReactNode } from "react";
import type { RouteOutput } from "../../contract/routes.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import styles from "./app.module.css";

type Problem = NonNullable<RouteOutput<"app.info">["storeProblem"]>;

/** Shown instead of everything else when the files on this computer cannot be read or written. */
export const StoreProblem = ({ problem }: { readonly problem: Problem }): ReactNode => (
  <main className={styles["plain"]}>
    <h1>Front Desk cannot open its records</h1>
    <FailureNotice failure={problem.failure} />
    <p>
      Nothing was deleted or reset, and nothing is sent to the service. These files are left as they are. Give
      this page to whoever looks after this computer before anyone touches them:
    </p>
    <ul className={styles["files"]} aria-label="Files">
      {problem.files.map((file) => (
        <li key={file}>{file}</li>
      ))}
    </ul>
  </main>
);
