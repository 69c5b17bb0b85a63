import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { words } from "../../messages/words.ts";
import { useCommand, useDesk } from "../lib/hooks.ts";
import { useWork } from "../lib/use-work.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { listCardThings } from "./quick-card.ts";
import styles from "./quick-card.module.css";
import { ShortcutsList } from "./shortcuts-list.tsx";

/** What to know and the keys on a sheet, to be looked at and printed. */
export function QuickCardDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { bridge } = useDesk();
  const { failure, isPending, run } = useWork();
  const { card, close, print: printWord } = words.shell.shortcuts;
  const print = (): void => {
    if (!isPending) void run(() => bridge.call("app.print", {}));
  };
  useCommand("print", print);
  return (
    <Dialog
      title={card}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{close}</Button>
          <Button variant="primary" icon={Printer} shortcut="mod+P" isPending={isPending} onPress={print}>
            {printWord}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      <CardContent />
      {createPortal(
        <div className={styles["printed"]} aria-hidden="true">
          <p className={styles["brand"]}>{words.shell.brand}</p>
          <CardContent />
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

const CardContent = (): ReactNode => (
  <div className={styles["card"]}>
    {listCardThings(words).map(({ heading, says }) => (
      <section key={heading} className={styles["thing"]}>
        <h3>{heading}</h3>
        <ul>
          {says.map(([about, sentences]) => (
            <li key={about}>
              <b>{about}</b> – {sentences}
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section>
      <h3>{words.shell.shortcuts.title}</h3>
      <ShortcutsList className={styles["keys"]} />
    </section>
  </div>
);
