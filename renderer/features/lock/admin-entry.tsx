import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { PinEntry } from "./pin-entry.tsx";
import { TokenRecovery } from "./token-recovery.tsx";

type Props = {
  readonly label?: string;
  readonly button?: string;
  /** Other ways, beside the button. */
  readonly children?: ReactNode;
};

/** Takes the admin PIN; where it is forgotten, the access token in its place. */
export function AdminEntry({ label, button, children }: Props): ReactNode {
  const { bridge } = useDesk();
  const [isForgotten, setForgotten] = useState(false);
  const { admin, forgotten } = words.lock;
  if (isForgotten) return <TokenRecovery which="admin" onBack={() => setForgotten(false)} />;
  return (
    <PinEntry
      label={label ?? admin.pin}
      button={button ?? admin.open}
      call={(pin) => bridge.call("lock.openAdmin", { pin })}
    >
      {children}
      <Button variant="quiet" onPress={() => setForgotten(true)}>
        {forgotten}
      </Button>
    </PinEntry>
  );
}
