import type { RouteOutput } from "../../../shared/routes.ts";
import { isCall, isLink, longestLink } from "../../../shared/links/link-text.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, Log } from "../../platform/ports.ts";

/** Milliseconds without another link before one is handed on, where several come in a row. */
export const pause = 2_000;
/** Milliseconds that a link waits for somebody to sign in, or to close a dialog: later nobody means it any more. */
export const linkLifetime = 10 * 60_000;

type NextLink = RouteOutput<"app.nextLink">;

type Options = {
  /** Tells the window that a link waits; the window takes it when it can. */
  readonly tell: () => void;
  /** A person pressed a link: the window comes to the front. */
  readonly bringUp: () => void;
  /** Somebody calls: whatever the person types, here or elsewhere, keeps the keyboard. */
  readonly hint: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type LinkInbox = {
  /** The system, or another start of the program, handed over what may be a link. */
  readonly came: (text: string) => void;
  /** The window's page is there, perhaps anew: it hears again that a link waits. */
  readonly drawn: () => void;
  /** Hands over the link that waits, once. */
  readonly next: () => Promise<NextLink>;
  /** The link that nobody has followed yet, as an argument for the program that starts itself again. */
  readonly rest: () => readonly string[];
};

const nothing: NextLink = { link: null, refused: null, left: 0, isLate: false };
const several = say("links.refused.many");

/**
 * The one link among the arguments of a start; all else in them is not read. Null where there is none; "" where there are
 * several, of which none is opened.
 */
export function findLink(args: readonly string[]): string | null {
  const [first, ...others] = args.filter(isLink);
  return first === undefined ? null : others.length > 0 ? "" : first;
}

/** The arguments of a start without links, for the program that starts itself again. */
export const omitLinks = (args: readonly string[]): readonly string[] => args.filter((arg) => !isLink(arg));

/**
 * Keeps the last link until the window takes it. One that comes alone is told of at once. Where they come in a row, as
 * from a page gone wild, nothing happens until they stop: then the last of them goes on, with how many were left out.
 */
export function createLinks({ tell, bringUp, hint, clock, log }: Options): LinkInbox {
  let waiting: { readonly text: string; readonly at: number } | null = null;
  let left = 0;
  let last = -Infinity;
  let stopTimer: (() => void) | null = null;

  const goOn = (): void => {
    stopTimer = null;
    if (waiting === null) return;
    if (isCall(waiting.text)) hint();
    else bringUp();
    tell();
  };
  const read = async (text: string): Promise<NextLink> => {
    // Few starts follow a link, and the schemas that read one are no part of the others.
    const { readLink } = await import("../../../shared/links/desk-link.ts");
    const found = text === "" ? ({ kind: "refused", why: several } as const) : readLink(text);
    if (found.kind === "link") return { ...nothing, link: found.link };
    log.warn("link.refused", { why: found.why.id });
    return { ...nothing, refused: found.why };
  };
  return {
    came: (text) => {
      const now = clock.monotonic();
      if (waiting !== null) left += 1;
      // A longer one is refused all the same: no megabyte is kept for that.
      waiting = { text: text.slice(0, longestLink + 1), at: now };
      const isAlone = stopTimer === null && now - last >= pause;
      last = now;
      stopTimer?.();
      if (isAlone) goOn();
      else stopTimer = clock.after(pause, goOn);
    },
    drawn: () => {
      if (waiting !== null && stopTimer === null) tell();
    },
    next: async () => {
      if (waiting === null || stopTimer !== null) return nothing;
      const { text, at } = waiting;
      const count = left;
      waiting = null;
      left = 0;
      const isLate = clock.monotonic() - at > linkLifetime;
      return { ...(isLate ? nothing : await read(text)), left: count, isLate };
    },
    rest: () => (waiting === null || waiting.text === "" ? [] : [waiting.text]),
  };
}
