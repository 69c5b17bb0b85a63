import type { Command } from "../../shared/events.ts";

/** Whose handler it is. A screen's goes before the shell's around it, whichever of the two was drawn last. */
export type CommandPlace = "shell" | "screen";

/** Which part of the window answers a command: the innermost knows best. */
export type Commands = {
  /** Answers how to stop. */
  readonly handle: (name: Command, handler: () => void, place?: CommandPlace) => () => void;
  /** From now on these alone are run: the others are taken, and do nothing. Answers how to stop. */
  readonly only: (names: readonly Command[]) => () => void;
  /** Runs the command; false when nothing on the screen takes it. */
  readonly run: (name: Command) => boolean;
};

type Taken = { readonly name: Command; readonly handler: () => void; readonly place: CommandPlace };

export function createCommands(): Commands {
  let all: readonly Taken[] = [];
  const limits = new Set<readonly Command[]>();
  return {
    handle(name, handler, place = "screen") {
      const taken = { name, handler, place };
      all = [...all, taken];
      return () => {
        all = all.filter((other) => other !== taken);
      };
    },
    only(names) {
      limits.add(names);
      return () => void limits.delete(names);
    },
    run(name) {
      if ([...limits].some((names) => !names.includes(name))) return true;
      const takers = all.filter((taken) => taken.name === name);
      const taken = takers.findLast(({ place }) => place === "screen") ?? takers.at(-1);
      taken?.handler();
      return taken !== undefined;
    },
  };
}
