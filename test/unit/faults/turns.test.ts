import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { exchange } from "../../../main/http/exchange.ts";
import { createSystemDispatchers, type Dispatchers } from "../../../main/http/dispatcher.ts";
import { seeded } from "../../faults/kit/random.ts";
import { takeTurns, type Turns } from "../../faults/kit/turns.ts";
import { virtualClock } from "../../faults/kit/virtual-clock.ts";
import { startFaultProxy, type FaultProxy } from "../../faults/line/proxy.ts";

let server: Server;
let served: string[];
beforeEach(async () => {
  served = [];
  server = createServer((asked, answer) => {
    served.push(String(asked.url));
    answer.end("well");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

type Stage = {
  readonly turns: Turns;
  readonly proxy: FaultProxy;
  readonly get: (path: string) => Promise<string>;
};

/** A world with one line, in which `get` answers what became of a request. */
async function inTurns<T>(seed: number, run: (stage: Stage) => Promise<T>, travel = 0): Promise<T> {
  const turns = takeTurns({ random: seeded(seed), slowness: 0, travel });
  const target = (server.address() as AddressInfo).port;
  const proxy: FaultProxy = await startFaultProxy({ target, gate: turns.gate() });
  turns.watch(proxy.url);
  const dispatchers: Dispatchers = createSystemDispatchers({
    resolveProxy: () => Promise.resolve("DIRECT"),
    clock: turns.clock,
  });
  const get = async (path: string): Promise<string> => {
    const request = { origin: proxy.url, path, method: "GET", headers: {}, body: null } as const;
    const way = await dispatchers.for(new URL(proxy.url));
    return (await exchange(way, request, { deadline: 60_000, mostBytes: 1_000 })).kind;
  };
  try {
    return await run({ turns, proxy, get });
  } finally {
    await turns.close();
    await dispatchers.close();
    await proxy.close();
  }
}

const paths = Array.from({ length: 6 }, (_none, at) => `/${at}`);
const orderOf = async (seed: number): Promise<readonly string[]> => {
  served = [];
  await inTurns(seed, ({ turns, get }) => turns.during(Promise.all(paths.map(get))));
  return served;
};

it("lets requests through one by one, in an order that the seed gives", async () => {
  const orders = [await orderOf(1), await orderOf(1), await orderOf(2)];
  expect(orders[0]).toEqual(orders[1]);
  expect(orders[0]).not.toEqual(orders[2]);
  expect(orders[2]?.toSorted()).toEqual(paths);
});

it("lets a request through when it has been on its way so long", async () => {
  await inTurns(
    1,
    async ({ turns, get }) => {
      await turns.during(Promise.all(["/one", "/two"].map(get)));
      expect(turns.clock.monotonic()).toBe(250);
      await turns.during(get("/three"));
      expect(turns.clock.monotonic()).toBe(500);
    },
    250,
  );
});

it("ends a connection with the answer on it before its reader does anything else", async () => {
  await inTurns(1, async ({ turns, proxy, get }) => {
    proxy.follow({ request: () => ({ at: "after-answer", how: "reset" }) });
    const ends: string[] = [];
    for (const path of paths) {
      ends.push(await turns.during(get(path)));
      // In the first of them the connection may be used again; by the second its end is heard of.
      for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    }
    expect(ends).toEqual(paths.map(() => "answered"));
  });
});

it("lets nothing through while nobody waits for anything", async () => {
  await inTurns(1, async ({ turns, get }) => {
    const asked = get("/later");
    await turns.rest();
    expect(served).toEqual([]);
    expect(await turns.during(asked)).toBe("answered");
    expect(served).toEqual(["/later"]);
  });
});

it("lets time go on to the next timer only when no request waits", async () => {
  await inTurns(1, async ({ turns, get }) => {
    const seen: string[] = [];
    const note = (what: string) => () => void seen.push(`${what} at ${turns.clock.monotonic()}`);
    turns.clock.after(3_600_000, note("an hour"));
    turns.clock.after(1_000, note("a second"));
    await Promise.all([turns.pass(7_200_000), turns.during(get("/first").then(note("answered")))]);
    expect(seen).toEqual(["answered at 0", "a second at 1000", "an hour at 3600000"]);
  });
});

it("gives up where nothing is left that could happen, and on what never comes within its time", async () => {
  await inTurns(1, async ({ turns }) => {
    await expect(turns.during(new Promise(() => undefined))).rejects.toThrow("Nothing is left");
    expect(await turns.until(() => Promise.resolve(false), 10_000)).toBe(false);
    expect(turns.clock.monotonic()).toBeGreaterThan(10_000);
  });
});

it("runs timers of one moment as they were set, and none that was cancelled", async () => {
  const clock = virtualClock();
  const ran: number[] = [];
  for (const number of [1, 2, 3]) {
    const cancel = clock.after(5, () => void ran.push(number));
    if (number === 2) cancel();
  }
  clock.after(1, () => void ran.push(0));
  while (clock.nextAt() !== null) clock.runNext();
  await nextTurn();
  expect(ran).toEqual([0, 1, 3]);
  expect(clock.monotonic()).toBe(5);
});
