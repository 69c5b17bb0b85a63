import { useEffect, useRef, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import type { TokenFacts } from "../../../shared/session/account.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useDesk } from "../../lib/hooks.ts";
import { describeToken, type TokenWords } from "./token-words.ts";

type Props = {
  readonly token: string;
  readonly onChange: (token: string) => void;
  readonly error: string | null;
  /** The id of what says that this very token was refused; null as long as it was not. */
  readonly refusedBy: string | null;
  /** While it is asked about: the answer is about this one. */
  readonly isReadOnly: boolean;
  readonly autoFocus?: boolean;
};

/** The token's field, with what the token says of itself below. */
export function TokenField({
  token,
  onChange,
  error,
  refusedBy,
  isReadOnly,
  autoFocus = false,
}: Props): ReactNode {
  const read = useTokenWords(token);
  // What it says of itself is no praise for one that was refused.
  const { echo, warning } = refusedBy === null ? read : none;
  return (
    <TextField
      label={words.signIn.token}
      name="token"
      type="password"
      isRequired
      isCode
      autoFocus={autoFocus}
      isReadOnly={isReadOnly}
      value={token}
      onChange={onChange}
      error={error}
      echo={echo}
      warning={warning}
      question={refusedBy}
      help={words.signIn.tokenHelp}
    />
  );
}

const none: TokenWords = { echo: null, warning: null };
const afterTyping = 200;

/**
 * What a token says of itself: at once when it was pasted, so that the line stands before a hand gets to the button
 * below it; a moment after the last key when it is typed, as half a token says nothing.
 */
function useTokenWords(token: string): TokenWords {
  const { bridge } = useDesk();
  const [read, setRead] = useState<{ readonly facts: TokenFacts; readonly at: number } | null>(null);
  const lengthBefore = useRef(0);
  useEffect(() => {
    let isOld = false;
    const isTyped = Math.abs(token.length - lengthBefore.current) <= 1;
    lengthBefore.current = token.length;
    const timer = setTimeout(
      () => {
        if (token.trim() === "") return setRead(null);
        void bridge.call("session.inspectToken", { token: token.trim() }).then((answer) => {
          if (!isOld) setRead(answer.ok ? { facts: answer.value, at: Date.now() } : null);
        });
      },
      isTyped ? afterTyping : 0,
    );
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [bridge, token]);
  return token.trim() === "" || read === null ? none : describeToken(read.facts, read.at);
}
