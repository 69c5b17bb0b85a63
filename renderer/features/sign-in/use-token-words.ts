import { useEffect, useState } from "react";
import type { TokenFacts } from "../../../contract/records/account.ts";
import { useDesk } from "../../state/hooks.ts";
import { tokenWords, type TokenWords } from "./token-words.ts";

const none: TokenWords = { echo: null, warning: null };
const afterTyping = 200;

/** What a token says of itself, a moment after the last key. */
export function useTokenWords(token: string): TokenWords {
  const { bridge } = useDesk();
  const [read, setRead] = useState<{ readonly facts: TokenFacts; readonly at: number } | null>(null);
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      if (token.trim() === "") return setRead(null);
      void bridge.call("session.inspectToken", { token: token.trim() }).then((answer) => {
        if (!isOld) setRead(answer.ok ? { facts: answer.value, at: Date.now() } : null);
      });
    }, afterTyping);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [bridge, token]);
  return token.trim() === "" || read === null ? none : tokenWords(read.facts, read.at);
}
