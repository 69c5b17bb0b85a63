import type { Clock } from "./platform/ports.ts";

/** How long a text that was copied here stays on the clipboard, in milliseconds. */
export const copiedMilliseconds = 60_000;

type Clipboard = {
  readonly write: (text: string) => void;
  readonly read: () => Promise<string>;
  readonly clear: () => void;
};

export type Copied = {
  /** Puts a text on the clipboard, for a minute. */
  readonly copy: (text: string) => void;
  /** Takes what was copied here off the clipboard, if it is still there. */
  readonly forget: () => Promise<void>;
};

/** Patient data does not stay on the clipboard; what somebody else put there since does. */
export function copiedTexts(clipboard: Clipboard, clock: Clock): Copied {
  let ours: string | null = null;
  let keep = (): void => undefined;
  const forget = async (): Promise<void> => {
    const text = ours;
    if (text !== null && (await clipboard.read()) === text) clipboard.clear();
  };
  return {
    copy: (text) => {
      ours = text;
      clipboard.write(text);
      // The minute is that of the last copy.
      keep();
      keep = clock.after(copiedMilliseconds, () => void forget());
    },
    forget,
  };
}
