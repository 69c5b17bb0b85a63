import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { useImport } from "../../lib/use-import.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./outbox.module.css";

/** In place of all patients of a file, of which a few at a time are listed: one line with how many there are. */
export function ImportLine(): ReactNode {
  const job = useImport().state?.job ?? null;
  const { go } = useNavigation();
  if (job === null) return null;
  const { created, total } = job;
  return (
    <div className={styles["sending"]}>
      <div className={styles["sendingText"]}>
        <p className={styles["strong"]}>{words.import.line({ created, total })}</p>
      </div>
      <Button size="small" onPress={() => go({ screen: "import" })}>
        {words.import.openImport}
      </Button>
    </div>
  );
}
