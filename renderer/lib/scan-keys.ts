/**
 * A scanner types: the text of a driver's license arrives as a burst of keys that begins as every such card does. This
 * tells the burst from typing, key by key, so that nothing of a card gets into a field and nothing typed is lost.
 */

/** A key press as far as scanners go: those of `KeyboardEvent`, and when it came, in milliseconds. */
export type ScanKey = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly at: number;
};

export type ScanState =
  | { readonly kind: "idle" }
  /** It may be the head of a card: held back until the next key tells. */
  | { readonly kind: "held"; readonly keys: readonly ScanKey[]; readonly text: string; readonly at: number }
  /** It is a card: all keys are its own until it pauses. */
  | { readonly kind: "card"; readonly text: string; readonly at: number }
  /** A card has ended. Keys of it that a busy computer delivers late are known by when they were pressed. */
  | { readonly kind: "tail"; readonly at: number };

export type ScanStep = {
  readonly state: ScanState;
  /** The key is the scanner's, as far as is known: nobody else gets it. */
  readonly takes: boolean;
  /** What was held back and is no card: it is given to the field before this key is. */
  readonly back: readonly ScanKey[];
  /** A card that ended before this key. */
  readonly card: string | null;
};

/** Between the keys of a head as they were pressed: a person who types quickly rarely is as quick, and types no head. */
export const headPace = 60;
/** How long is waited for the next key: a busy computer delivers them late. A card may be whole, or not yet. */
const pauseHead = 250;
const pauseWhole = 150;
const pausePart = 600;
const longest = 8_000;

export const idle: ScanState = { kind: "idle" };

/**
 * What a key adds to the text; "" for one that only shifts others, null for one that no scanner sends. A control character arrives as
 * Ctrl with a letter, as Alt with digits, or as a key without a character: ArrowDown for a line feed, F-keys, one without a name.
 */
function signOf({ key, code, ctrlKey, altKey, metaKey }: ScanKey): string | null {
  if (metaKey) return null;
  if (/^(?:Shift|Control|Alt|AltGraph|(?:Caps|Num|Scroll)Lock|Fn)$/.test(key)) return "";
  if (ctrlKey !== altKey && (key.length === 1 || code.startsWith("Numpad"))) return "\n";
  // A dead key and an input method write letters.
  if (/^(?:Dead|Process)$/.test(key)) return null;
  return /^.$/su.test(key) ? key : "\n";
}

const compact = (text: string): string => text.replace(/\n/g, "");
const isHead = (text: string): boolean => /^.(?:ANSI|AAMVA) ?\d{6}/i.test(compact(text));
/** Whether a head may begin so; its sign "@" is another on some keyboards. */
const mayBeHead = (text: string): boolean =>
  /^.\n{0,12}(?:A(?:N(?:S(?:I ?\d{0,5})?)?|A(?:M(?:V(?:A ?\d{0,5})?)?)?)?)?$/i.test(compact(text)) &&
  text.length < 40;

/** The head says how long the card is: with what a scanner may leave out of it. */
function isWhole(text: string): boolean {
  const [, offset, length] = /(?:DL|ID)(\d{4})(\d{4})/i.exec(text.slice(0, 80)) ?? [];
  return text.length + 8 >= Number(offset ?? Infinity) + Number(length ?? 0);
}

/** How long a burst may pause before it has ended, in milliseconds; null where none is under way. */
export function getPause(state: ScanState): number | null {
  if (state.kind === "idle" || state.kind === "tail") return null;
  return state.kind === "held" ? pauseHead : isWhole(state.text) ? pauseWhole : pausePart;
}

const passes: ScanStep = { state: idle, takes: false, back: [], card: null };

function begin(press: ScanKey): ScanStep {
  const isFirst = press.key === "@" || (press.code === "Digit2" && press.shiftKey && press.key.length === 1);
  if (!isFirst || press.ctrlKey !== press.altKey) return passes;
  return { ...passes, state: { kind: "held", keys: [press], text: press.key, at: press.at }, takes: true };
}

/** No key came for as long as a pause may be: a card is whole, or what was held back is none. */
export function endScan(state: ScanState): ScanStep {
  if (state.kind === "card") return { ...passes, state: { kind: "tail", at: state.at }, card: state.text };
  return state.kind === "held" ? { ...passes, back: state.keys } : passes;
}

/** One key further. Pure. */
export function handleScanKey(state: ScanState, press: ScanKey): ScanStep {
  if (state.kind === "idle") return begin(press);
  if (state.kind === "tail") {
    const since = press.at - state.at;
    if (since < 0 || since > headPace) return begin(press);
    return { ...passes, state: { kind: "tail", at: press.at }, takes: true };
  }
  const pause = state.kind === "held" ? headPace : getPause(state);
  if (press.at - state.at > (pause ?? 0)) return { ...begin(press), ...without(endScan(state)) };
  const sign = signOf(press);
  if (state.kind === "card") {
    // Of what no card has only the end is not waited for.
    const text = state.text.length < longest ? state.text + (sign ?? "") : state.text;
    return { ...passes, state: { kind: "card", text, at: press.at }, takes: true };
  }
  if (sign === "") return { ...passes, state };
  const text = state.text + (sign ?? "");
  if (sign !== null && isHead(text))
    return { ...passes, state: { kind: "card", text, at: press.at }, takes: true };
  if (sign !== null && mayBeHead(text))
    return {
      ...passes,
      state: { kind: "held", keys: [...state.keys, press], text, at: press.at },
      takes: true,
    };
  return { ...begin(press), back: state.keys };
}

const without = ({ back, card }: ScanStep): Pick<ScanStep, "back" | "card"> => ({ back, card });
