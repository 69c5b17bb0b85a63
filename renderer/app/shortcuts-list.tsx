import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { joinClassNames } from "../ui/class-names.ts";
import { Kbd } from "../ui/kbd.tsx";
import { shortcuts } from "./shortcuts.ts";
import styles from "./palette.module.css";

/** Each shortcut and what it does. */
export const ShortcutsList = ({ className }: { readonly className?: string | undefined }): ReactNode => (
  <dl className={joinClassNames(styles["shortcuts"], className)}>
    {shortcuts.map(({ keys, name }) => (
      <div key={keys}>
        <dt>{words.shell.shortcut[name]}</dt>
        <dd>
          <Kbd keys={keys} />
        </dd>
      </div>
    ))}
  </dl>
);
