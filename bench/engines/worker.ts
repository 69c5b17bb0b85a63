import { parentPort, Worker, workerData } from "node:worker_threads";
import { people } from "../people.ts";
import { most, type EngineName } from "./engine.ts";
import { engines } from "./engines.ts";
import { alsoMeets, entryOf, keysOf, meets, type Entry, type Query } from "./text.ts";

/**
 * An engine in a thread of its own: the collection of one's garbage never falls into another's time. It measures
 * itself, without the way there and back.
 */

type Asked = { readonly number: number; readonly query: Query; readonly found?: readonly string[] };
type Answered = { readonly number: number; readonly ms: number; readonly ids: readonly string[] };
type Made = {
  readonly engine: EngineName | "everyone";
  readonly count: number;
  readonly fuzzy: boolean;
  readonly directory: string;
};

export type Finding = { readonly ms: number; readonly ids: readonly string[] };

export type EngineThread = {
  /** `found`: of the judge alone, those of them that do meet the query. */
  readonly find: (query: Query, found?: readonly string[]) => Promise<Finding>;
  readonly close: () => Promise<number>;
};

/** Builds an engine over the same people in another thread; answers when its index stands. */
export async function startEngine(made: Made): Promise<EngineThread> {
  const worker = new Worker(import.meta.filename, {
    workerData: made,
    resourceLimits: { maxOldGenerationSizeMb: 10_240 },
  });
  let asked = 0;
  const waiting = new Map<number, (answer: Answered) => void>();
  const failed = new Promise<never>((_resolve, reject) => worker.once("error", reject));
  const ready = new Promise<void>((resolve) => worker.once("message", () => resolve()));
  await Promise.race([ready, failed]);
  worker.on("message", (answer: Answered) => {
    waiting.get(answer.number)?.(answer);
    waiting.delete(answer.number);
  });
  const ask = (query: Query, found?: readonly string[]): Promise<Answered> =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      worker.postMessage({ number: asked, query, ...(found === undefined ? {} : { found }) } satisfies Asked);
    });
  return {
    find: (query, found) => Promise.race([ask(query, found), failed]),
    close: () => worker.terminate(),
  };
}

/** Looks at every person: what the others' answers are judged by. */
function everyone(entries: readonly Entry[]) {
  const keys = entries.map(keysOf);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (query: Query, found?: readonly string[]): readonly string[] => {
    if (found !== undefined)
      return found.filter((id) => {
        const entry = byId.get(id);
        return entry !== undefined && alsoMeets(entry, query);
      });
    const all: string[] = [];
    for (const [at, { id }] of entries.entries()) {
      if (meets(keys[at] ?? "", query)) all.push(id);
      // How many there are beyond that does not matter: an answer has no more.
      if (all.length === most) break;
    }
    return all;
  };
}

async function finder({ engine, count, ...options }: Made) {
  const entries = Array.from(people({ count }), entryOf);
  return engine === "everyone" ? everyone(entries) : (await engines[engine](entries, options)).find;
}

async function work(made: Made): Promise<void> {
  const find = await finder(made);
  parentPort?.on("message", ({ number, query, found }: Asked) => {
    const begun = performance.now();
    const ids = find(query, found);
    parentPort?.postMessage({ number, ms: performance.now() - begun, ids } satisfies Answered);
  });
  parentPort?.postMessage("ready");
}

if (parentPort !== null) await work(workerData as Made);
