import type { DeskParts } from "../desk/phases/parts.ts";
import type { Handlers } from "../ipc/router.ts";

/** What an optional feature adds to an open desk. The core takes it from the list of `index.ts`, and names none. */
export type DeskFeature = {
  /** Answers its routes. One that no feature and no part of the core answers does not compile. */
  readonly handlers: Partial<Handlers>;
  /** Begins what it does by itself, once the desk has started. */
  readonly begin?: () => void;
  /** Ends what still goes on, before the records are closed. */
  readonly stop?: () => void;
};

/** Makes it of the parts of the core. It takes those that it names; nothing is waited for. */
export type OpenFeature = (parts: DeskParts) => DeskFeature;
