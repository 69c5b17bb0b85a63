import type { Command } from "../../contract/events.ts";

/** Which part of the window answers a command: the one that asked last, as the innermost knows best. */
export type Commands = {
  /** Answers how to stop. */
  readonly handle: (name: Command, handler: () => void) => () => void;
  /** Runs the command; false when nothing on the screen takes it. */
  readonly run: (name: Command) => boolean;
};

export function createCommands(): Commands {
  const handlers = new Map<Command, (() => void)[]>();
  return {
    handle(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
      return () =>
        handlers.set(
          name,
          (handlers.get(name) ?? []).filter((known) => known !== handler),
        );
    },
    run(name) {
      const handler = handlers.get(name)?.at(-1);
      handler?.();
      return handler !== undefined;
    },
  };
}
