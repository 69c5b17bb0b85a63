import type { Command } from "../../contract/events.ts";

/** A key press as far as shortcuts go. `key` is that of `KeyboardEvent`. */
export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

export type Shortcut = { readonly keys: string; readonly label: string; readonly command: Command | null };

/** Every shortcut of the window. Those without a command belong to the part that has the focus. */
export const shortcuts: readonly Shortcut[] = [
  { keys: "mod+N", label: "New booking", command: "new-booking" },
  { keys: "mod+K", label: "Find a patient or a command", command: "find" },
  { keys: "mod+Enter", label: "Confirm this step", command: null },
  { keys: "mod+Shift+P", label: "Park this booking", command: "park" },
  { keys: "mod+P", label: "Print the appointment slip", command: "print" },
  { keys: "mod+2", label: "Patients", command: "go-patients" },
  { keys: "mod+3", label: "Bookings", command: "go-bookings" },
  { keys: "mod+4", label: "Outbox", command: "go-outbox" },
  { keys: "mod+5", label: "Webhooks", command: "go-webhooks" },
  { keys: "mod+,", label: "Settings", command: "settings" },
  { keys: "mod+/", label: "This list", command: "shortcuts" },
  { keys: "Esc", label: "Close a dialog or a list", command: null },
];

/** Other keys for the same, which need no line of their own in the list. */
const aliases: readonly { readonly keys: string; readonly command: Command }[] = [
  { keys: "mod+1", command: "new-booking" },
  { keys: "mod+6", command: "settings" },
  { keys: "F1", command: "shortcuts" },
];

const keysOf = (press: KeyPress, isMac: boolean): string => {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || press.altKey) return "";
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  return [mod ? "mod" : "", press.shiftKey ? "Shift" : "", key].filter((part) => part !== "").join("+");
};

/** The command of a key press; null when the keys mean nothing here. No command is a letter alone. */
export function commandFor(press: KeyPress, isMac: boolean): Command | null {
  const keys = keysOf(press, isMac);
  return [...shortcuts, ...aliases].find((shortcut) => shortcut.keys === keys)?.command ?? null;
}
