import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { useNavigation } from "../state/hooks.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { said } from "../../messages/saying.ts";

/** Asked before a screen is left whose last keystrokes could not be saved, and would be gone. */
export function LeaveQuestion(): ReactNode {
  const { asks, decide } = useNavigation();
  if (asks === null) return null;
  return (
    <Dialog
      title={words.shell.leave.title}
      isOpen
      isQuestion
      onClose={() => decide(false)}
      actions={
        <>
          <Button onPress={() => decide(false)}>{words.shell.leave.stay}</Button>
          <Button variant="danger" onPress={() => decide(true)}>
            {words.shell.leave.leave}
          </Button>
        </>
      }
    >
      <p>{said(asks.failure.why)}</p>
      <p>{words.shell.leave.text}</p>
    </Dialog>
  );
}
