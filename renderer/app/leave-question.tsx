import type { ReactNode } from "react";
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
      title="What you typed last is not saved. Leave without it?"
      isOpen
      isQuestion
      onClose={() => decide(false)}
      actions={
        <>
          <Button onPress={() => decide(false)}>Stay here</Button>
          <Button variant="danger" onPress={() => decide(true)}>
            Leave without it
          </Button>
        </>
      }
    >
      <p>{said(asks.failure.why)}</p>
      <p>What was saved before it stays saved.</p>
    </Dialog>
  );
}
