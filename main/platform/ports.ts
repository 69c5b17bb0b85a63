/** What the rest of main needs of the machine, so that tests can stand in for it. */
type Timer = {
  /** Milliseconds that only ever grow, for measuring and waiting. */
  readonly monotonic: () => number;
  /** Calls back once after that many milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type Clock = Timer & {
  /** Wall time: for showing and recording, never for deciding whether something may be sent again. */
  readonly now: () => Date;
  /**
   * Counts how long the work of others may take, and how long their word is good: the hub, the service, the keychain. A test that
   * hurries the program's own pauses leaves these limits as they are, since others do not work faster for it.
   */
  readonly limits: Timer;
};

export type RandomIds = {
  readonly uuid: () => string;
  readonly bytes: (length: number) => Uint8Array;
  /** A number from 0 up to, not including, 1: for jitter alone. */
  readonly fraction: () => number;
};

/** Names of the points on an item's way to the service, in their order. */
export const tracePoints = [
  "saved",
  "submitted",
  "intent-begun",
  "intent-kept",
  "connecting",
  "sending",
  "sent",
  "answering",
  "answered",
  "finish-begun",
  "finish-kept",
  "told",
] as const;
export type TracePoint = (typeof tracePoints)[number];

/** Called when a point is reached. The program itself only passes through; tests stop it there. */
export type Trace = (point: TracePoint) => void;

/**
 * Takes texts of the program alone: literals, and unions of them. A text that came from anywhere else, `string` or a
 * template with one in it, is `never`.
 */
export type Code<T extends string> = T extends string
  ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- it lacks a literal, and no text that any may be
    Record<never, never> extends Record<T, unknown>
    ? never
    : T
  : never;

type Fact = string | number | boolean | null;
/** Facts whose texts are codes. */
export type Codes<F extends Readonly<Record<string, Fact>>> = {
  readonly [N in keyof F]: F[N] extends string ? Code<F[N]> : F[N];
};
type Facts = Readonly<Record<string, Fact>>;

/**
 * Facts never hold patient data, tokens or keys: names of things, counts, codes and times only. The types see to it: no
 * free text can be passed.
 */
export type Log = {
  readonly info: <E extends string, F extends Facts>(event: E & Code<E>, facts?: F & Codes<F>) => void;
  readonly warn: <E extends string, F extends Facts>(event: E & Code<E>, facts?: F & Codes<F>) => void;
  readonly error: <E extends string, F extends Facts>(
    event: E & Code<E>,
    error: unknown,
    facts?: F & Codes<F>,
  ) => void;
};
