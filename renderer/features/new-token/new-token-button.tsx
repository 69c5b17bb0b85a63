import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useFocusKept } from "../../ui/use-focus.ts";
import { useIsTokenRefused } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";

const TokenDialog = loadOnDemand(async () => (await import("../session/index.ts")).TokenDialog);

/** Asks for another token beside what waits for it; nothing while the banner over every screen asks for one. */
export function NewTokenButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  // With the token the notice around the button goes as well.
  useFocusKept(isOpen);
  if (useIsTokenRefused() && !isOpen) return null;
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {words.outbox.newToken}
      </Button>
      {isOpen && <TokenDialog onClose={() => setOpen(false)} />}
    </>
  );
}
