import type { PatientForm } from "../shared/patients/patient-form.ts";
import { peer } from "./peers.ts";

type Document = Readonly<Record<string, string>>;

type Core = {
  readonly createRxDatabase: (options: object) => Promise<{
    readonly addCollections: (collections: object) => Promise<Readonly<Record<string, Collection>>>;
    readonly close: () => Promise<unknown>;
  }>;
};
type Collection = { readonly bulkInsert: (documents: readonly Document[]) => Promise<unknown> };
type Memory = { readonly getRxStorageMemory: () => unknown };
type Replication = {
  readonly replicateRxCollection: (options: object) => {
    readonly awaitInSync: () => Promise<unknown>;
    readonly cancel: () => Promise<unknown>;
  };
};

const text = { type: "string" };

/**
 * An RxDB collection of these patients in memory, and its replication as the documentation of its HTTP replication has
 * it: a push handler that is given a batch. The service takes one patient a request, so a batch is as many at once.
 */
export async function rxCollection(
  forms: readonly PatientForm[],
  send: (form: Document) => Promise<void>,
): Promise<{ readonly push: (batchSize: number) => Promise<void>; readonly close: () => Promise<void> }> {
  const { createRxDatabase } = await peer<Core>("rxdb/plugins/core");
  const { getRxStorageMemory } = await peer<Memory>("rxdb/plugins/storage-memory");
  const { replicateRxCollection } = await peer<Replication>("rxdb/plugins/replication");
  const name = `bench${performance.now().toString(36).replaceAll(/\W/g, "")}`;
  const database = await createRxDatabase({ name, storage: getRxStorageMemory(), multiInstance: false });
  const keys = Object.keys(forms[0] ?? {});
  const schema = {
    version: 0,
    primaryKey: "externalId",
    type: "object",
    properties: {
      ...Object.fromEntries(keys.map((key) => [key, text])),
      externalId: { type: "string", maxLength: 100 },
    },
  };
  const { patients } = await database.addCollections({ patients: { schema } });
  if (patients === undefined) throw new Error("RxDB made no collection.");
  await patients.bulkInsert(forms.map((form) => ({ ...form })));
  let stop = async (): Promise<unknown> => undefined;
  return {
    push: async (batchSize) => {
      const replication = replicateRxCollection({
        collection: patients,
        replicationIdentifier: name,
        live: false,
        push: {
          batchSize,
          handler: async (rows: readonly { readonly newDocumentState: Document }[]) => {
            await Promise.all(rows.map(({ newDocumentState }) => send(newDocumentState)));
            return [];
          },
        },
      });
      stop = replication.cancel.bind(replication);
      await replication.awaitInSync();
    },
    close: async () => {
      await stop();
      await database.close();
    },
  };
}
