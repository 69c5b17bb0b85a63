import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Button } from "../ui/button.tsx";
import { shortcuts } from "./shortcuts.ts";
import styles from "./palette.module.css";

/** The list of shortcuts. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Dialog
    title={words.shell.shortcuts.title}
    onClose={onClose}
    actions={<Button onPress={onClose}>{words.shell.shortcuts.close}</Button>}
  >
    <dl className={styles["shortcuts"]}>
      {shortcuts.map(({ keys, name }) => (
        <div key={keys}>
          <dt>{words.shell.shortcut[name]}</dt>
          <dd>
            <Kbd keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
