/** What the rest of main needs of the machine, so that tests can stand in for it. */
export type Clock = {
  /** Wall time: for showing and recording, never for deciding whether something may be sent again. */
  readonly now: () => Date;
  /** Milliseconds that only ever grow, for measuring and waiting. */
  readonly monotonic: () => number;
  /** Calls back once after that many milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
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

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Facts never hold patient data, tokens or keys: names of things, counts, codes and times only. */
export type Log = {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, error: unknown, facts?: Facts) => void;
};
