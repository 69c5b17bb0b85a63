// The words of https://www.electronjs.org/docs/latest/tutorial/keyboard-shortcuts, and KeyboardEvent's names for them.
const modifiers: Readonly<Record<string, string>> = {
  command: "meta",
  cmd: "meta",
  super: "meta",
  meta: "meta",
  control: "control",
  ctrl: "control",
  alt: "alt",
  option: "alt",
  shift: "shift",
};
const keys: Readonly<Record<string, string>> = {
  plus: "+",
  space: " ",
  esc: "escape",
  return: "enter",
  up: "arrowup",
  down: "arrowdown",
  left: "arrowleft",
  right: "arrowright",
  del: "delete",
};
/** Keys whose names are longer than one sign, as pages report them. */
const named =
  /^( |tab|enter|escape|backspace|delete|insert|home|end|pageup|pagedown|arrow(up|down|left|right)|capslock|numlock|scrolllock|printscreen|volume(up|down|mute)|media\w+|num(\d|dec|add|sub|mult|div)|f([1-9]|1\d|2[0-4]))$/;

const order = ["control", "alt", "shift", "meta"];

/**
 * Writes an accelerator the way pages report pressed keys, e.g. `CmdOrCtrl+Shift+N` -> `control+shift+n`.
 * Null for one that is no accelerator, which Electron warns of and leaves out.
 * @param platform as `process.platform` names it
 */
export function chordOf(accelerator: string, platform: string): string | null {
  const command = platform === "darwin" ? "meta" : "control";
  // A plus sign at the end is the key itself.
  const words = accelerator
    .replace(/\+\+$/, "+Plus")
    .split("+")
    .map((word) => word.trim().toLowerCase());
  const held = new Set<string>();
  let key = "";
  for (const word of words) {
    const modifier = /^(commandorcontrol|cmdorctrl)$/.test(word) ? command : modifiers[word];
    if (modifier === undefined) key = keys[word] ?? word;
    else held.add(modifier);
  }
  if (key.length !== 1 && !named.test(key)) {
    console.warn(`Invalid accelerator token: ${key === "" ? accelerator : key}`);
    return null;
  }
  return [...order.filter((name) => held.has(name)), key].join("+");
}
