import type { EventName } from "../../shared/events.ts";
import type { DeskOptions } from "./desk.ts";

/** Tells the window. One that cannot be told must not undo what it was to be told of. */
export const createSafeEmit =
  (options: Pick<DeskOptions, "emit" | "log">): DeskOptions["emit"] =>
  (name, payload) => {
    const event: EventName = name;
    try {
      options.emit(name, payload);
    } catch (error) {
      options.log.error("window.not-told", error, { event });
    }
  };
