import type { ReactNode } from "react";
import { useIsTokenRefused, useKeptWords } from "../state/hooks.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import styles from "./shell.module.css";

type Props = { readonly onNewToken: () => void };

/** Asks for a new token where the person is, so that nothing typed has to be left. */
export function TokenBanner({ onNewToken }: Props): ReactNode {
  const isRefused = useIsTokenRefused();
  const asKept = useKeptWords();
  if (!isRefused) return null;
  return (
    <aside className={styles["banner"]} aria-label="Token refused">
      <Notice
        tone="danger"
        live="assertive"
        title="The service no longer accepts the access token"
        actions={
          <Button variant="primary" onPress={onNewToken}>
            Enter a new token
          </Button>
        }
      >
        {asKept(
          "Nothing was deleted. What you type is saved on this computer, and sending goes on after a new token.",
        )}
      </Notice>
    </aside>
  );
}
