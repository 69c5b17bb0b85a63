import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Button } from "../ui/button.tsx";
import { shortcuts } from "./shortcuts.ts";
import styles from "./palette.module.css";

/** The list of shortcuts. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Dialog title="Shortcuts" isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
    <dl className={styles["shortcuts"]}>
      {shortcuts.map(({ keys, label }) => (
        <div key={keys}>
          <dt>{label}</dt>
          <dd>
            <Kbd keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
