import type { Database } from "better-sqlite3-multiple-ciphers";
import type { MetaRepository } from "./record-types.ts";

/** What a database and its copies are called outside of them. */
export const databaseNameKey = "name";
export const sendCounterKey = "send-counter";

/** Small facts of the database itself, by key. */
export function createMetaRepository(db: Database): MetaRepository {
  const read = db.prepare<unknown[], { value: string }>("select value from meta where key = ?");
  const write = db.prepare(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
  );
  const get = (key: string): string | null => read.get(key)?.value ?? null;
  const sendCounter = (): number => Number(get(sendCounterKey) ?? 0);
  return {
    get,
    set: (key, value) => void write.run(key, value),
    sendCounter,
    raiseSendCounter: (count) => {
      if (count > sendCounter()) write.run(sendCounterKey, String(count));
    },
    countSend: () => {
      const next = sendCounter() + 1;
      write.run(sendCounterKey, String(next));
      return next;
    },
  };
}
