import { toDatabaseTrouble } from "./errors.ts";

/** Adds what is to be kept; resolves when it is, rejects when it is not. */
export type Batches<T> = { readonly add: (key: string, one: T) => Promise<void> };

type Waiting<T> = {
  readonly one: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** So many at once: a batch holds one transaction's memory. */
const most = 200;

/**
 * Keeps what comes while the last batch of the same key is being written together, in the order of arrival: one wait for the
 * disk serves many. Keys do not wait for each other.
 */
export function createBatches<T>(keep: (key: string, all: readonly T[]) => Promise<void>): Batches<T> {
  const queues = new Map<string, Waiting<T>[]>();

  async function run(key: string, queue: Waiting<T>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, most);
      try {
        await keep(
          key,
          batch.map(({ one }) => one),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // Who came while it hung has waited as long as a request may: the next one has a connection of its own.
        const isAway = toDatabaseTrouble(error) === "database-unavailable";
        for (const { reject } of [...batch, ...(isAway ? queue.splice(0) : [])]) reject(error);
      }
    }
    queues.delete(key);
  }

  return {
    add: (key, one) =>
      new Promise<void>((resolve, reject) => {
        const queue = queues.get(key);
        if (queue !== undefined) {
          queue.push({ one, resolve, reject });
          return;
        }
        const started = [{ one, resolve, reject }];
        queues.set(key, started);
        void run(key, started);
      }),
  };
}
