import type { Database } from "better-sqlite3-multiple-ciphers";

/** Prepared once, when they are needed first: most desks belong to no clinic, and ask only whether they do. */
export const prepareOnDemand = <T>(db: Database, prepare: (db: Database) => T): (() => T) => {
  let made: T | null = null;
  return () => (made ??= prepare(db));
};
