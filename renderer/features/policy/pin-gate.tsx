import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { PinDialog } from "../lock/index.ts";
import styles from "./policy.module.css";

/** In place of every screen until there is the PIN that the organization asks for. */
export function PinGate(): ReactNode {
  const says = words.policy.pin;
  const [isOpen, setOpen] = useState(false);
  useWindowTitle(says.title);
  return (
    <div className={styles["gate"]}>
      <div className={styles["card"]}>
        <ScreenTitle>{says.title}</ScreenTitle>
        <p>{says.text}</p>
        <ButtonRow>
          <Button variant="primary" icon={KeyRound} onPress={() => setOpen(true)}>
            {says.set}
          </Button>
        </ButtonRow>
      </div>
      {isOpen && <PinDialog which="desk" does="set" onClose={() => setOpen(false)} />}
    </div>
  );
}
