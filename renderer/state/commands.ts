import type { Command } from "../../contract/events.ts";

/** Whose handler it is. A screen's goes before the shell's around it, whichever of the two was drawn last. */
export type CommandPlace = "shell" | "screen";

/** Which part of the window answers a command: the innermost knows best. */
export type Commands = {
  /** Answers how to stop. */
  readonly handle: (name: Command, handler: () => void, place?: CommandPlace) => () => void;
  /** Runs the command; false when nothing on the screen takes it. */
  readonly run: (name: Command) => boolean;
};

type Taken = { readonly name: Command; readonly handler: () => void; readonly place: CommandPlace };

export function createCommands(): Commands {
  let all: readonly Taken[] = [];
  return {
    handle(name, handler, place = "screen") {
      const taken = { name, handler, place };
      all = [...all, taken];
      return () => {
        all = all.filter((other) => other !== taken);
      };
    },
    run(name) {
      const takers = all.filter((taken) => taken.name === name);
      const taken = takers.findLast(({ place }) => place === "screen") ?? takers.at(-1);
      taken?.handler();
      return taken !== undefined;
    },
  };
}
