import type { Clock } from "../platform/ports.ts";

/** How long a text that was copied here stays on the clipboard, in milliseconds. */
export const copiedMilliseconds = 60_000;

/**
 * Milliseconds between looks at a clipboard that cannot be read: another program has it open, mostly for a moment. So many
 * of them come at once, and are waited for at the program's end; the others follow.
 */
const soon = { pause: 200, looks: 3 };
const later = { pause: 5_000, looks: 12 };

type Clipboard = {
  readonly write: (text: string) => void;
  /** Empty as well where it could not be read: Windows does not tell the two apart. */
  readonly read: () => Promise<string>;
  readonly clear: () => void;
};

export type Copied = {
  /** Puts a text on the clipboard, for a minute. */
  readonly copy: (text: string) => void;
  /** Takes what was copied here off the clipboard, if it is still there. */
  readonly forget: () => Promise<void>;
};

type Text = { readonly text: string };
/** What a look came to. `unknown`: it seems empty. */
type Found = "taken-off" | "gone" | "unknown";

/** Patient data does not stay on the clipboard; what somebody else put there since does. */
export function createClipboardGuard(clipboard: Clipboard, clock: Clock): Copied {
  let ours: Text | null = null;
  let keep = (): void => undefined;
  const after = (milliseconds: number, work: () => Promise<void>): void => {
    keep();
    keep = clock.after(milliseconds, () => void work());
  };
  /** Looks once. Nothing but the very text is ever taken off. */
  async function look(mine: Text): Promise<Found> {
    const there = await clipboard.read().catch(() => "");
    // Copied anew meanwhile, with a minute of its own.
    if (ours !== mine) return "gone";
    if (there === mine.text) {
      clipboard.clear();
      return "taken-off";
    }
    if (there === "") return "unknown";
    ours = null;
    return "gone";
  }
  /** Looks on until it went: what was taken off may have stayed, and what seems empty may be full. */
  function lookOn(mine: Text, found: Found, left: number): void {
    if (found === "gone") return;
    const isTakenOff = found === "taken-off";
    // A moment alone after that: then it may be the same text of somebody else.
    after(isTakenOff ? soon.pause : later.pause, async () => {
      const next = await look(mine);
      if (next === "gone") return;
      if (left === 1 || (isTakenOff && next === "unknown")) ours = null;
      else lookOn(mine, next, left - 1);
    });
  }
  async function forget(): Promise<void> {
    const mine = ours;
    if (mine === null) return;
    let found = await look(mine);
    for (let looks = 1; found === "unknown" && looks < soon.looks; looks += 1) {
      await new Promise<void>((resolve) => clock.after(soon.pause, resolve));
      found = await look(mine);
    }
    lookOn(mine, found, later.looks);
  }
  return {
    copy: (text) => {
      ours = { text };
      clipboard.write(text);
      // The minute is that of the last copy.
      after(copiedMilliseconds, forget);
    },
    forget,
  };
}
