import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../main/platform/ports.ts";
import type { Gate } from "../line/proxy.ts";
import type { TestDesk } from "../../support/desk-kit.ts";
import { pick } from "./random.ts";
import { virtualClock } from "./virtual-clock.ts";

/**
 * Decides alone what happens next among desks of this process: which of the requests that wait at a line is let through, or that
 * time goes on to the next timer. One thing at a time, each when all that the last one set off has come to rest. So the order
 * follows the random numbers, and never how fast the computer is.
 */
export type Turns = {
  readonly clock: Clock;
  /** The gate of a line: what desks send there waits for its turn. */
  readonly gate: () => Gate;
  /** Names the address at which that line is taken. */
  readonly watch: (address: string) => void;
  /** Lets the world go on until this has settled. Rejects when it never can. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Lets that many milliseconds of the clock pass. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Settles when all that was set off has come to rest. */
  readonly rest: () => Promise<void>;
  /** Answers true as soon as `met` does, false when that long has passed on the clock (milliseconds). */
  readonly until: (met: () => Promise<boolean>, within: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** What a person asks of such a desk. */
type Asked = Pick<TestDesk, "ask" | "get" | "stop">;

/** The same desk, for which the world goes on while it is asked something. */
export function byTurns<D extends Asked>(desk: D, { during }: Pick<Turns, "during">): D {
  const { ask, get, stop } = desk;
  const asked: Asked = {
    ask: (name, input) => during(ask(name, input)),
    get: (name, input) => during(get(name, input)),
    stop: () => during(stop()),
  };
  return { ...desk, ...asked };
}

export type TurnsOptions = {
  readonly random: () => number;
  /** How often time goes on while a request waits: from 0 to 1. */
  readonly slowness: number;
  /** Milliseconds of the clock that each request is on its way; 0 when left out. */
  readonly travel?: number;
};

/** A request of a desk, from when it is made until it has an answer or has failed. */
type Made = { readonly line: number; readonly order: number; from: number | null };
/** A request that a line holds back; `from` is the port that it came from, by which it is known to be the same one. */
type Waiting = {
  readonly from: number;
  readonly isStream: boolean;
  /** The moment from which on it may be let through. */
  readonly dueAt: number;
  readonly letThrough: () => void;
};

/** Turns of the event loop in which nothing happens, after which nothing will. */
const stillTurns = 3;
/** Things that happen while one promise settles: a desk that needs more goes in a circle. */
const mostSteps = 3_000;
/** Between two looks at something that is waited for, in milliseconds of the clock. */
const pause = 250;
/** Only a line that never answers takes that long, in milliseconds. */
const patience = 120_000;

/** Requests to the system, and what was put off to the next turn of the event loop. */
const isWork = (resource: string): boolean => /^Immediate$|Req/.test(resource);
/**
 * Counts what the cryptography of the desks' keys, which runs on cryptography of its own, is working at: nothing else tells of it.
 * Answers how to end that.
 */
function watchCryptography() {
  const { subtle } = globalThis.crypto;
  let under = 0;
  const methods = ["generateKey", "importKey", "exportKey", "deriveBits", "sign", "digest"] as const;
  for (const name of methods) {
    const method = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>;
    const counted = async (...given: unknown[]): Promise<unknown> => {
      under += 1;
      try {
        return await method(...given);
      } finally {
        under -= 1;
      }
    };
    Object.defineProperty(subtle, name, { value: counted, configurable: true });
  }
  return {
    isBusy: () => under > 0,
    end: () => {
      for (const name of methods) Reflect.deleteProperty(subtle, name);
    },
  };
}

const channels = {
  create: "undici:request:create",
  sent: "undici:client:sendHeaders",
  whole: "undici:request:trailers",
  failed: "undici:request:error",
} as const;

export function takeTurns({ random, slowness, travel = 0 }: TurnsOptions): Turns {
  const clock = virtualClock();
  const cryptography = watchCryptography();
  /** Lines by their addresses, in the order in which they were named. */
  const lines = new Map<string, number>();
  const made = new Map<object, Made>();
  const waiting = new Set<Waiting>();
  /** What is done when the answer that is on its way to that port was read. */
  const reads = new Map<number, () => void>();
  let order = 0;
  let endings = 0;
  let wanted = 0;
  let steps = 0;
  let stirred = 0;
  let isGoing = false;
  let isClosed = false;
  const isOver = (): boolean => isClosed;
  const isWanted = (): boolean => wanted > 0 && !isClosed;
  let onChange = (): void => undefined;
  const changed = (): void => {
    stirred += 1;
    onChange();
  };

  type Said = { readonly request: { readonly origin: unknown }; readonly socket?: Socket };
  const hear = (name: string, take: (said: Said) => void) => {
    const listener = (said: unknown): void => {
      take(said as Said);
      changed();
    };
    subscribe(name, listener);
    return () => unsubscribe(name, listener);
  };
  const ending = [
    hear(channels.create, ({ request }) => {
      const line = lines.get(new URL(String(request.origin)).origin);
      if (line !== undefined) made.set(request, { line, order: (order += 1), from: null });
    }),
    hear(channels.sent, ({ request, socket }) => {
      const known = made.get(request);
      if (known !== undefined) known.from = socket?.localPort ?? null;
    }),
    hear(channels.whole, ({ request }) => {
      const from = made.get(request)?.from ?? 0;
      made.delete(request);
      reads.get(from)?.();
      reads.delete(from);
    }),
    hear(channels.failed, ({ request }) => void made.delete(request)),
  ];

  /** Requests that wait for their turn, in the order in which they were made; null while some are on their way. */
  function waitingOnes(): readonly Waiting[] | null {
    if (made.size !== waiting.size || endings > 0) return null;
    const by = new Map([...waiting].map((one) => [one.from, one]));
    const found = [...made.values()]
      .toSorted((a, b) => a.line - b.line || a.order - b.order)
      .flatMap(({ from }) => (from === null ? [] : (by.get(from) ?? [])));
    return found.length === made.size ? found : null;
  }

  /** One wait for all who ask, since each would take the other's for work; it begins anew with each of them. */
  let resting: Promise<void> | null = null;
  function rest(): Promise<void> {
    stirred += 1;
    return (resting ??= comeToRest().finally(() => {
      resting = null;
    }));
  }
  async function comeToRest(): Promise<void> {
    for (let still = 0, before = stirred; still < stillTurns && !isOver();) {
      if (waitingOnes() === null) await change();
      await nextTurn();
      const isStill =
        stirred === before && !cryptography.isBusy() && !process.getActiveResourcesInfo().some(isWork);
      before = stirred;
      still = isStill ? still + 1 : 0;
    }
  }

  const change = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("A line never answered.")), patience);
      onChange = () => {
        clearTimeout(timer);
        onChange = () => undefined;
        resolve();
      };
    });

  function step(): void {
    steps += 1;
    if (steps > mostSteps) throw new Error("It never comes to rest.");
    const ready = (waitingOnes() ?? []).filter(
      ({ isStream, dueAt }) => !isStream && dueAt <= clock.monotonic(),
    );
    const isSlow = clock.nextAt() !== null && random() < slowness;
    if (ready.length > 0 && !isSlow) pick(random, ready).letThrough();
    else if (clock.nextAt() !== null) clock.runNext();
    else throw new Error("Nothing is left that could happen.");
  }

  let failed = Promise.withResolvers<never>();
  async function go(): Promise<void> {
    isGoing = true;
    try {
      while (isWanted()) {
        await rest();
        if (isWanted()) step();
      }
    } catch (error) {
      failed.reject(error instanceof Error ? error : new Error(String(error)));
      failed = Promise.withResolvers<never>();
    } finally {
      isGoing = false;
    }
  }

  async function during<T>(work: Promise<T>): Promise<T> {
    wanted += 1;
    steps = 0;
    changed();
    failed.promise.catch(() => undefined);
    const { promise: failure } = failed;
    if (!isGoing) void go();
    try {
      return await Promise.race([work, failure]);
    } finally {
      wanted -= 1;
    }
  }

  const pass = (milliseconds: number): Promise<void> =>
    during(new Promise<void>((resolve) => void clock.after(milliseconds, resolve)));

  return {
    clock,
    pass,
    watch: (address) => void lines.set(new URL(address).origin, lines.size),
    gate: () => {
      const here = new Map<object, Waiting>();
      return {
        come: (seen, from, letThrough) => {
          const one: Waiting = {
            from,
            isStream: seen.path.endsWith("/stream"),
            dueAt: clock.monotonic() + travel,
            letThrough: () => {
              waiting.delete(one);
              here.delete(seen);
              letThrough();
            },
          };
          here.set(seen, one);
          waiting.add(one);
          if (travel > 0) clock.after(travel, () => undefined);
          changed();
        },
        ending: () => {
          endings += 1;
          return () => {
            endings -= 1;
            changed();
          };
        },
        onceRead: (from, act) => void reads.set(from, act),
        leave: (seen) => {
          const one = here.get(seen);
          if (one === undefined) return;
          here.delete(seen);
          waiting.delete(one);
          changed();
        },
      };
    },
    during,
    rest,
    until: async (met, within) => {
      const end = clock.monotonic() + within;
      while (!(await met())) {
        if (clock.monotonic() > end) return false;
        await pass(pause);
      }
      return true;
    },
    close: async () => {
      isClosed = true;
      changed();
      await resting;
      for (const end of ending) end();
      cryptography.end();
    },
  };
}
