import { mkdirSync } from "node:fs";
import { peer } from "./peers.ts";

/** The part of PouchDB that the bench uses. */
export type PouchDatabase = {
  readonly put: (document: object) => Promise<{ readonly rev: string }>;
  readonly get: (id: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly bulkDocs: (documents: readonly object[]) => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly replicate: {
    readonly to: (address: string, options: object) => Promise<{ readonly docs_written: number }>;
  };
};

type Pouch = {
  new (name: string, options: object): PouchDatabase;
  readonly plugin: (plugin: unknown) => Pouch;
};

async function load(): Promise<Pouch> {
  const core = await peer<Pouch>("pouchdb-core");
  return core
    .plugin(await peer("pouchdb-adapter-leveldb"))
    .plugin(await peer("pouchdb-adapter-http"))
    .plugin(await peer("pouchdb-replication"));
}

/** A plugin is taken once. */
let loaded: Promise<Pouch> | null = null;

/** PouchDB for Node as its documentation puts it together: LevelDB on the disk, HTTP, replication. */
export async function pouchDatabase(directory: string): Promise<PouchDatabase> {
  mkdirSync(directory, { recursive: true });
  loaded ??= load();
  return new (await loaded)(directory, { adapter: "leveldb" });
}
