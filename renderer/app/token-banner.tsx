import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { useIsTokenRefused, useRecordsKept } from "../state/hooks.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import styles from "./shell.module.css";

type Props = { readonly onNewToken: () => void };

/** Asks for a new token where the person is, so that nothing typed has to be left. */
export function TokenBanner({ onNewToken }: Props): ReactNode {
  const isRefused = useIsTokenRefused();
  const kept = useRecordsKept();
  if (!isRefused) return null;
  return (
    <aside className={styles["banner"]} aria-label={words.shell.token.label}>
      <Notice
        tone="danger"
        live="assertive"
        title={words.shell.token.title}
        actions={
          <Button variant="primary" onPress={onNewToken}>
            {words.shell.token.enter}
          </Button>
        }
      >
        {words.shell.token.text({ kept })}
      </Notice>
    </aside>
  );
}
