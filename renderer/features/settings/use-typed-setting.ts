import type { Saying } from "../../../messages/saying.ts";
import { useState } from "react";
import { useFlush } from "../../state/hooks.ts";

type Options = {
  readonly saved: string;
  /** What is wrong with a text; null when it may be kept. */
  readonly check: (text: string) => Saying | string | null;
  readonly commit: (text: string) => Promise<void>;
};

export type TypedSetting = {
  readonly text: string;
  readonly error: Saying | string | null;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
};

/** A text that is kept on leaving its field, or when the window goes, if nothing is wrong with it. */
export function useTypedSetting({ saved, check, commit }: Options): TypedSetting {
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const text = typed ?? saved;
  const problem = check(text.trim());
  const keep = async (): Promise<void> => {
    if (typed === null || problem !== null) return;
    if (typed.trim() !== saved) await commit(typed.trim());
    setTyped(null);
  };
  useFlush({
    flush: async () => {
      await keep();
      return null;
    },
    hasUnsaved: () => false,
  });
  return {
    text,
    error: wasLeft && typed !== null ? problem : null,
    onChange: (next) => {
      setTyped(next);
    },
    onBlur: () => {
      setWasLeft(true);
      void keep();
    },
  };
}
