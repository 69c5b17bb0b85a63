import { Copy, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useCommand, useDesk } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { factsAsText, type BookingFacts } from "./facts.ts";
import { said } from "../../../messages/saying.ts";

/** Print and copy, for a booking whose slip is on the page. */
export function BookingActions({ facts }: { readonly facts: BookingFacts }): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [failure, setFailure] = useState<Failure | null>(null);
  const print = async (): Promise<void> => {
    const answer = await bridge.call("app.print", {});
    setFailure(answer.ok ? null : answer.failure);
  };
  const copy = async (): Promise<void> => {
    const answer = await bridge.call("app.copy", { text: factsAsText(facts) });
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) announce(words.bookings.copied);
  };
  useCommand("print", () => void print());
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Copy} onPress={() => void copy()}>
        {words.bookings.copy}
      </Button>
      <Button icon={Printer} onPress={() => void print()} shortcut="mod+P">
        {words.bookings.print}
      </Button>
    </>
  );
}
