import { useEffect, useState } from "react";
import { useDesk } from "../../state/hooks.ts";
import { tokenWords, type TokenWords } from "./token-words.ts";

const none: TokenWords = { echo: null, warning: null };
const afterTyping = 200;

/** What a token says of itself, a moment after the last key. */
export function useTokenWords(token: string): TokenWords {
  const { bridge } = useDesk();
  const [words, setWords] = useState(none);
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      if (token.trim() === "") return setWords(none);
      void bridge.call("session.inspectToken", { token: token.trim() }).then((answer) => {
        if (!isOld) setWords(answer.ok ? tokenWords(answer.value, Date.now()) : none);
      });
    }, afterTyping);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [bridge, token]);
  return token.trim() === "" ? none : words;
}
