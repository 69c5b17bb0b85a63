import { useEffect, useRef } from "react";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { useDesk, useToast } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

/**
 * Has main hold every moment to undo while a question is on the screen, so that what it says stays true. `onOver` closes
 * one that was asked for too long, or that cannot be held. Answers how a yes is carried out: not at all once the question was not held any more.
 */
export function useQuestion(onOver: () => void): (yes: () => unknown) => Promise<void> {
  const { bridge } = useDesk();
  const toast = useToast();
  const asked = useRef<Promise<string | null>>(Promise.resolve(null));
  const done = useRef<Promise<unknown>>(Promise.resolve());
  const close = useLatest((why: string) => {
    toast(why);
    onOver();
  });
  useEffect(() => {
    const hold = bridge.call("question.hold", {}).then((answer) => {
      if (answer.ok) return answer.value.id;
      if (answer.failure.code === "busy") close.current(said(answer.failure.why));
      // Where there are no records, nothing is about to be sent and nothing is held.
      return null;
    });
    asked.current = hold;
    const stop = bridge.listen("question.over", ({ id }) => {
      void hold.then((own) => {
        if (own === id) close.current(words.ui.questionOver);
      });
    });
    return () => {
      stop();
      // What was answered is carried out before anything goes on.
      void Promise.allSettled([hold, done.current]).then(async () => {
        const id = await hold;
        if (id !== null) await bridge.call("question.release", { id });
      });
    };
  }, [bridge, close]);
  return async (yes) => {
    const id = await asked.current;
    const answer = id === null ? null : await bridge.call("question.answer", { id });
    if (answer?.ok === true && !answer.value.isHeld) return close.current(words.ui.questionOver);
    done.current = Promise.resolve(yes());
    await done.current;
  };
}
