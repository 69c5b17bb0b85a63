import type { CDPSession, Page } from "playwright";

/** How a scanner that types sends a control character. */
export type Habit = {
  /** Line feed and carriage return: the Enter key, Ctrl with a letter, or nothing. */
  readonly lineEnds: "enter" | "control" | "none";
};

/** Milliseconds from one key to the next, as the keyboard says: however late a busy computer delivers them. */
const pace = 4;
const shift = 8;
const control = 2;

type Key = {
  readonly key: string;
  readonly code: string;
  readonly modifiers: number;
  readonly text?: string;
};
const codes: Readonly<Record<string, string>> = { "@": "Digit2", " ": "Space", "\r": "Enter" };
const controls: Readonly<Record<string, readonly [string, string]>> = {
  "\n": ["j", "KeyJ"],
  "\r": ["m", "KeyM"],
  "\u001E": ["6", "Digit6"],
  "\u001C": ["\\", "Backslash"],
};

function keyOf(sign: string, { lineEnds }: Habit): Key | null {
  const [letter, code] = controls[sign] ?? [];
  if (letter === undefined || code === undefined) {
    const isCapital = sign !== sign.toLowerCase() || sign === "@";
    const named = codes[sign] ?? (/\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`);
    return { key: sign, code: named, modifiers: isCapital ? shift : 0, text: sign };
  }
  if (lineEnds === "none") return null;
  const isEnter = lineEnds === "enter" && (sign === "\n" || sign === "\r");
  return isEnter
    ? { key: "Enter", code: "Enter", modifiers: 0, text: "\r" }
    : { key: letter, code, modifiers: control };
}

/** Types a text as a scanner does, by the engine's own key events. */
export async function scanCard(page: Page, text: string, habit: Habit): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const keys = [...text].flatMap((sign) => keyOf(sign, habit) ?? []);
  // The last key is pressed now: none is of a time that has not been.
  const start = (Date.now() - keys.length * pace) / 1_000;
  const sent = keys.flatMap((key, at) => {
    const timestamp = start + (at * pace) / 1_000;
    // Without waiting in between, as no scanner waits.
    return [
      session.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, timestamp }),
      session.send("Input.dispatchKeyEvent", { type: "keyUp", key: key.key, code: key.code, timestamp }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}
