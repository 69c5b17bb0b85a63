import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { useDesk, useNavigation } from "../lib/hooks.ts";
import { Question } from "../features/question/index.ts";
import { said } from "../../messages/saying.ts";

/** Asked before a screen is left whose last keystrokes could not be saved, and would be gone. */
export function LeaveQuestion(): ReactNode {
  const { intake } = useDesk();
  const { asks, decide } = useNavigation();
  if (asks === null) return null;
  return (
    <Question
      title={words.shell.leave.title}
      no={words.shell.leave.stay}
      yes={words.shell.leave.leave}
      onNo={() => {
        // A card that was scanned for the form that does not open now would fill in a later one.
        intake.setState({ waiting: null });
        decide(false);
      }}
      onYes={() => decide(true)}
    >
      <p>{said(asks.failure.why)}</p>
      <p>{words.shell.leave.text}</p>
    </Question>
  );
}
