import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { headingId, useWindowTitle } from "../../ui/page.tsx";
import styles from "./lock.module.css";
import { PinEntry } from "./pin-entry.tsx";
import { TokenRecovery } from "./token-recovery.tsx";

/** In place of a screen that an admin alone changes, until the admin PIN is given. */
export function AdminGate({ screen }: { readonly screen: "settings" | "webhooks" }): ReactNode {
  const { bridge } = useDesk();
  const [isForgotten, setForgotten] = useState(false);
  const title = words.shell.screens[screen];
  useWindowTitle(title);
  const { admin } = words.lock;
  return (
    <div className={styles["gate"]}>
      <div className={styles["card"]}>
        <header>
          <h1 id={headingId} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles["strong"]}>{admin.title}</p>
          <p>{admin.text({ screen: title })}</p>
        </header>
        {isForgotten ? (
          <TokenRecovery which="admin" onBack={() => setForgotten(false)} />
        ) : (
          <PinEntry
            label={admin.pin}
            button={admin.open}
            call={(pin) => bridge.call("lock.openAdmin", { pin })}
          >
            <Button variant="quiet" onPress={() => setForgotten(true)}>
              {words.lock.forgotten}
            </Button>
          </PinEntry>
        )}
      </div>
    </div>
  );
}
