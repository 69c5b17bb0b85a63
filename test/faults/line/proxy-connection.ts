import { connect, type Socket } from "node:net";
import { frameOf, headerOf } from "./http-frame.ts";

/** Where on its way a request can be cut, in the order of the way. */
export const cutPoints = [
  "mid-request-head", // half of the head was passed on
  "mid-request-body", // the head and half of the body were passed on
  "before-forward", // the whole request came; the service saw nothing
  "after-commit", // the service has answered; no byte of that was passed on
  "mid-response-head",
  "mid-response-body",
  "after-answer", // the whole answer was passed on: an idle connection ends
] as const;
export type CutPoint = (typeof cutPoints)[number];

export type Ending =
  /** With a TCP reset. */
  | "reset"
  /** With a TCP end. */
  | "close"
  /** Nothing more comes, and the connection stays. */
  | "hang";

export type Cut =
  | { readonly at: CutPoint; readonly how: Ending }
  /** An answer of ours in place of the service's; it passes as it stands, then the connection ends. */
  | { readonly at: "before-forward" | "after-commit"; readonly how: "answer"; readonly answer: CannedAnswer }
  /** The service's own answer, that many bytes at a time. */
  | { readonly at: "drip"; readonly bytes: number; readonly everyMs: number };

export type CannedAnswer =
  /** The bytes as they go out. `broken`: then a reset, else an end. */
  | { readonly bytes: string; readonly broken: boolean }
  /** Made from what the service answered (or null before it saw the request). */
  | { readonly from: (answered: Buffer | null) => { readonly bytes: string; readonly broken: boolean } };

/** A request as the proxy saw it. */
export type Seen = {
  /** Milliseconds of the line's clock, which only ever grow. */
  readonly at: number;
  /** Number of the connection, from 1. */
  readonly connection: number;
  /** Which request on its connection it is, from 1: more than 1 means the connection was used again. */
  readonly nth: number;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
};

type ConnectionOptions = {
  readonly target: number;
  readonly number: number;
  readonly decide: (seen: Seen) => Cut | null;
  readonly onBegin: (seen: Seen) => void;
  readonly onEnd: (seen: Seen) => void;
  /** Left out, every request passes at once. */
  readonly gate?: Gate;
  readonly now: () => number;
};

/** Where requests wait for their turn. */
export type Gate = {
  /** A request came, from that port; it passes once `letThrough` is called. */
  readonly come: (seen: Seen, from: number, letThrough: () => void) => void;
  /** It is over, also where it was never let through. */
  readonly leave: (seen: Seen) => void;
  /** A connection is about to end; called again, it has. */
  readonly ending: () => () => void;
  /** Calls back as soon as whoever asked from that port has read the whole answer, and before it does anything else. */
  readonly onceRead: (from: number, act: () => void) => void;
};

/** `cut` is undefined while it waits for its turn. */
type Exchange = { readonly seen: Seen; cut: Cut | null | undefined; readonly end: () => void };

/** A reset takes back what the other side has not read yet: it comes this many milliseconds after a write. */
const resetAfterWrite = 15;

/** Ends a connection with a TCP reset where it can be, else at once. */
export function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}

function end(socket: Socket, how: Ending): void {
  if (how === "close") socket.end();
  if (how === "reset") reset(socket);
}

/** A connection to the service for one exchange: passes bytes on and collects the whole answer. */
function upstream(target: number, onAnswer: (answer: Buffer) => void, onLost: () => void) {
  const socket = connect({ port: target, host: "127.0.0.1", noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let done = false;
  const finish = (answer: Buffer | null): void => {
    if (done) return;
    done = true;
    if (answer === null) onLost();
    else onAnswer(answer);
    socket.destroy();
  };
  socket.on("error", () => finish(null));
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    const { length } = frameOf(received);
    if (length !== null && received.length >= length) finish(received.subarray(0, length));
  });
  socket.on("close", () => finish(received.length > 0 ? received : null));
  return {
    send: (bytes: Buffer): void => void socket.write(bytes),
    /** Passes these bytes on, then ends without the rest. */
    sendPart: (bytes: Buffer): void =>
      void socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), resetAfterWrite)),
    end: (): void => {
      done = true;
      socket.destroy();
    },
  };
}

/** Serves the requests of one connection, one after the other, each by what `decide` says. */
export function serveConnection(socket: Socket, options: ConnectionOptions): void {
  let received: Buffer = Buffer.alloc(0);
  let nth = 0;
  let current: Exchange | null = null;
  let endUpstream = (): void => undefined;
  let isOver = false;
  /** The whole request is there and no answer yet. */
  let isWaiting = false;

  function over(): void {
    isOver = true;
    endUpstream();
    current?.end();
    current = null;
  }
  socket.once("close", over);
  socket.on("data", (chunk) => {
    if (isOver) return;
    received = Buffer.concat([received, chunk]);
    next();
  });

  function begin(head: string): Exchange {
    nth += 1;
    const [method = "", path = ""] = head.split(" ", 2);
    const { number: connection } = options;
    const idempotencyKey = headerOf(head, "idempotency-key");
    const seen: Seen = { at: options.now(), connection, nth, method, path, idempotencyKey };
    let ended = false;
    const exchange: Exchange = {
      seen,
      cut: undefined,
      end: () => {
        if (ended) return;
        ended = true;
        options.gate?.leave(seen);
        options.onEnd(seen);
      },
    };
    const pass = (): void => {
      exchange.cut = options.decide(seen);
    };
    options.onBegin(seen);
    if (options.gate === undefined) pass();
    else
      options.gate.come(seen, socket.remotePort ?? 0, () => {
        pass();
        if (!isOver) next();
      });
    return exchange;
  }

  /** Ends the exchange and the connection; while it hangs, the exchange is under way. */
  function cutOff(how: Ending): void {
    isOver = true;
    if (how === "hang") return;
    current?.end();
    end(socket, how);
  }

  function endAfterWrite(how: Ending): void {
    isOver = true;
    if (how !== "reset") return cutOff(how);
    const ended = options.gate?.ending();
    setTimeout(() => {
      cutOff("reset");
      ended?.();
    }, resetAfterWrite);
  }

  function passPart(part: Buffer, how: Ending): void {
    const { sendPart } = upstream(
      options.target,
      () => undefined,
      () => undefined,
    );
    sendPart(part);
    cutOff(how);
  }

  function next(): void {
    const { head, headLength, length } = frameOf(received);
    if (head === null || isWaiting) return;
    current ??= begin(head);
    const { cut } = current;
    if (cut === undefined) return;
    if (cut?.at === "mid-request-head")
      return passPart(received.subarray(0, Math.floor(headLength / 2)), cut.how);
    const total = length ?? headLength;
    const half = headLength + Math.ceil((total - headLength) / 2);
    if (cut?.at === "mid-request-body") {
      if (received.length >= half) passPart(received.subarray(0, half), cut.how);
      return;
    }
    if (received.length < total) return;
    const request = received.subarray(0, total);
    received = received.subarray(total);
    isWaiting = true;
    forward(request, current);
  }

  function forward(request: Buffer, exchange: Exchange): void {
    const { cut } = exchange;
    if (cut?.at === "before-forward") {
      if (cut.how === "answer") answerWith(cut.answer, null);
      else cutOff(cut.how);
      return;
    }
    const service = upstream(
      options.target,
      (answer) => deliver(answer, exchange),
      () => cutOff("reset"),
    );
    endUpstream = service.end;
    service.send(request);
  }

  function answerWith(canned: CannedAnswer, answered: Buffer | null): void {
    const { bytes, broken } = "from" in canned ? canned.from(answered) : canned;
    current?.end();
    isOver = true;
    socket.write(bytes, "latin1", () => endAfterWrite(broken ? "reset" : "close"));
  }

  function deliver(answer: Buffer, exchange: Exchange): void {
    if (isOver) return;
    const { cut } = exchange;
    const { headLength } = frameOf(answer);
    const upTo = (length: number, how: Ending): void =>
      void socket.write(answer.subarray(0, length), () => endAfterWrite(how));
    switch (cut?.at) {
      case "after-commit":
        return cut.how === "answer" ? answerWith(cut.answer, answer) : cutOff(cut.how);
      case "mid-response-head":
        return upTo(Math.floor(headLength / 2), cut.how);
      case "mid-response-body":
        return upTo(headLength + Math.floor((answer.length - headLength) / 2), cut.how);
      case "drip":
        return drip(answer, cut);
      default:
        if (cut?.at === "after-answer") endAfterAnswer(answer, cut.how);
        else socket.write(answer);
        finished();
    }
  }

  /** Where requests wait for their turn, no request can come to be on its way while the connection ends. */
  function endAfterAnswer(answer: Buffer, how: Ending): void {
    const { gate } = options;
    gate?.onceRead(socket.remotePort ?? 0, () => cutOff(how));
    socket.write(answer, () => (gate === undefined ? endAfterWrite(how) : undefined));
  }

  function drip(
    answer: Buffer,
    { bytes, everyMs }: { readonly bytes: number; readonly everyMs: number },
  ): void {
    if (isOver || socket.destroyed) return;
    socket.write(answer.subarray(0, bytes));
    const rest = answer.subarray(bytes);
    if (rest.length === 0) return finished();
    setTimeout(() => drip(rest, { bytes, everyMs }), everyMs);
  }

  /** The answer is out; the next request of the connection may be there already. */
  function finished(): void {
    current?.end();
    current = null;
    isWaiting = false;
    next();
  }
}
