import type { Command } from "../../shared/events.ts";
import type { Words } from "../../messages/words.ts";
import { getKeysOfItem, navigationItems } from "./navigation-items.ts";

/** A key press as far as shortcuts go. `key` and `code` are those of `KeyboardEvent`. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

type Shortcut = {
  readonly keys: string;
  /** Its words in the catalogue. */
  readonly name: keyof Words["shell"]["shortcut"];
  readonly command: Command | null;
};

const of = (command: Command & Shortcut["name"], keys: string): Shortcut => ({
  keys,
  name: command,
  command,
});

/** Every shortcut of the window. Those without a command belong to the part that has the focus. */
export const shortcuts: readonly Shortcut[] = [
  of("new-booking", "mod+N"),
  of("find", "mod+K"),
  { keys: "mod+F", name: "search", command: null },
  { keys: "mod+Enter", name: "confirm", command: null },
  { keys: "mod+Z", name: "undo", command: null },
  of("hold", "mod+Shift+P"),
  of("print", "mod+P"),
  of("go-booking", "mod+1"),
  of("go-patients", "mod+2"),
  of("go-bookings", "mod+3"),
  of("go-outbox", "mod+4"),
  of("go-webhooks", "mod+5"),
  of("settings", "mod+,"),
  of("lock", "mod+L"),
  of("shortcuts", "mod+/"),
  { keys: "Alt+1", name: "start", command: null },
  { keys: "Alt+0", name: "link", command: null },
  { keys: "Esc", name: "close", command: null },
];

/** Other keys for the same, which need no line of their own in the list. */
const aliases: readonly Pick<Shortcut, "keys" | "command">[] = [
  ...navigationItems.map(({ command }, index) => ({ keys: getKeysOfItem(index), command })),
  { keys: "F1", command: "shortcuts" },
];

/** A sign that is no letter: on some keyboards it takes Shift, `/` on a German one. */
const isSymbol = (key: string): boolean => key.length === 1 && key.toLowerCase() === key.toUpperCase();

/** What was pressed as shortcuts are written, the likelier first; none when the keys mean nothing here. */
function keysOf(press: KeyPress, isMac: boolean): readonly string[] {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || press.altKey) return [];
  const written = (key: string, isShifted: boolean): string =>
    [mod ? "mod" : "", isShifted ? "Shift" : "", key].filter((part) => part !== "").join("+");
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  // A French keyboard has é where others have the 2.
  const digit = press.shiftKey ? undefined : /^Digit(\d)$/.exec(press.code)?.[1];
  return [
    written(key, press.shiftKey && !isSymbol(press.key)),
    ...(digit === undefined ? [] : [written(digit, false)]),
  ];
}

/** The command of a key press; null when the keys mean nothing here. No command is a letter alone. */
export function findCommand(press: KeyPress, isMac: boolean): Command | null {
  for (const keys of keysOf(press, isMac)) {
    const found = [...shortcuts, ...aliases].find((shortcut) => shortcut.keys === keys);
    if (found !== undefined) return found.command;
  }
  return null;
}
