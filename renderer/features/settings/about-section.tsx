import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

/** The way to what the program is made of. */
export function AboutSection(): ReactNode {
  const { commands } = useDesk();
  const { label, help, open } = words.settings.about;
  return (
    <SettingGroup section="about">
      <SettingRow id="about">
        <div>
          <div className={styles["label"]}>{label}</div>
          <Button icon={Info} onPress={() => void commands.run("about")}>
            {open}
          </Button>
          <p className={styles["soft"]}>{help}</p>
        </div>
      </SettingRow>
    </SettingGroup>
  );
}
