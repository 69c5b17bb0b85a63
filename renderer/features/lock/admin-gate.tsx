import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import type { Screen } from "../../lib/navigation.ts";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { AdminEntry } from "./admin-entry.tsx";
import styles from "./lock.module.css";

/** In place of a screen that an admin alone changes, until the admin PIN is given. */
export function AdminGate({ screen }: { readonly screen: Screen }): ReactNode {
  const title = words.shell.screens[screen];
  useWindowTitle(title);
  const { admin } = words.lock;
  return (
    <div className={styles["gate"]}>
      <div className={styles["card"]}>
        <header>
          <ScreenTitle>{title}</ScreenTitle>
          <p className={styles["strong"]}>{admin.title}</p>
          <p>{admin.text({ screen: title })}</p>
        </header>
        <AdminEntry />
      </div>
    </div>
  );
}
