import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { hubFailure } from "../../../shared/hub-api/failure.ts";
import { credentialHeader, hubRoutes, buildPath, type LoggedPush } from "../../../shared/hub-api/routes.ts";
import { deriveDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import { getCurrentEpoch, getRingKey } from "../../../main/features/clinic/key-ring.ts";
import {
  keptSecrets,
  getClinicLog,
  readMembership,
  readRing,
  type KeptMembership,
} from "../../../main/features/clinic/membership.ts";
import { signPush, withContent, type Said } from "../../../main/features/clinic/push.ts";
import { openRecord, sealRecord } from "../../../main/features/clinic/sealed-records.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { openStore } from "../../../main/db/open.ts";
import type { TestDesk } from "../../support/desk-kit.ts";
import { recordsIn } from "./logged.ts";
import type { Keychain } from "./keychain.ts";

/** Whoever has one desk's keys and records, and writes by hand what its program would never say. */
export type StolenDesk = {
  readonly clinic: string;
  readonly desk: string;
  readonly generation: number;
  readonly card: Pick<EntryOf<"member-added">, "publicKey" | "recipient">;
  readonly members: KeptMembership["members"];
  readonly kept: KeptMembership;
  /** Where it asks from now on; without an address, where its clinic is. */
  readonly askAt: (address?: string) => void;
  /** Signs the words as that desk, and answers the hub's status. A hub that was put back it follows. */
  readonly push: (words: readonly Said[]) => Promise<number>;
  /** Asks the hub for its log, with that credential or the stolen one. Answers the status and what it gave. */
  readonly pull: (
    credential?: string,
  ) => Promise<{ readonly status: number; readonly pushes: readonly LoggedPush[] }>;
  /** All records of a log that the stolen keys open, as text. */
  readonly opened: (pushes: readonly LoggedPush[]) => readonly string[];
  /** How many records of these pushes it can open, and how many there are. */
  readonly opens: (pushes: readonly LoggedPush[]) => readonly [number, number];
  /** Any content under any name, sealed with the clinic's key. */
  readonly record: (record: string, content: object, version?: number) => Said;
};

/** Ends the desk's program, and goes on with what it left. */
export async function stealDesk(desk: TestDesk, keychain: Keychain): Promise<StolenDesk> {
  await desk.stop();
  const opened = await openStore({
    directory: desk.directory,
    secrets: keychain.store,
    random: systemRandom,
  });
  if (!opened.ok) throw new Error(opened.problem);
  const store = opened.value;
  const kept = store.read(({ accounts, clinic }) =>
    readMembership(clinic.get(accounts.list().find(({ id }) => clinic.get(id) !== null)?.id ?? "")),
  );
  store.close();
  if (kept === null) throw new Error("it is in no clinic");
  const secrets = keptSecrets.parse(JSON.parse(keychain.clinic()));
  const keys = await deriveDeskKeys(secrets);
  const ring = readRing(kept);
  let sequence = getClinicLog(kept).members.get(kept.desk)?.sequence ?? 0;
  let { generation } = kept;
  const { clinic } = kept;
  let { hub } = kept;
  const ask = (path: string, body?: object, credential: string = secrets.credential): Promise<Response> =>
    fetch(`${hub}${buildPath(path, { clinic })}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        [credentialHeader]: `Bearer ${credential}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const push = async (words: readonly Said[]): Promise<number> => {
    const { desk, head: read } = kept;
    const facts = { clinic, desk, sequence: sequence + 1, generation, read };
    const response = await ask(hubRoutes.push.path, signPush(keys, facts, words));
    const failure = hubFailure.safeParse(await response.json()).data;
    if (failure?.code === "generation-changed") {
      ({ generation } = failure);
      return push(words);
    }
    if (response.ok) sequence += 1;
    return response.status;
  };
  const textsIn = (pushes: readonly LoggedPush[]): string[] =>
    recordsIn(pushes).flatMap(({ entry, sealed }) => {
      const key = getRingKey(ring, entry.keyEpoch);
      const place = { clinic, id: entry.record, version: entry.version, epoch: entry.keyEpoch };
      const text = key && openRecord(Buffer.from(sealed ?? "", "base64"), { place, key });
      return text === null ? [] : [Buffer.from(text).toString("utf8")];
    });
  return {
    clinic: kept.clinic,
    desk: kept.desk,
    generation: kept.generation,
    card: keys.card,
    members: kept.members,
    kept,
    askAt: (address = kept.hub) => {
      hub = address;
    },
    push,
    pull: async (credential) => {
      const answer = await ask(`${hubRoutes.pull.path}?after=0&limit=200`, undefined, credential);
      const read = hubRoutes.pull.output.safeParse(await answer.json());
      return { status: answer.status, pushes: read.data?.pushes ?? [] };
    },
    opened: textsIn,
    opens: (pushes) => [textsIn(pushes).length, recordsIn(pushes).length],
    record: (record, content, version = 1) => {
      const epoch = getCurrentEpoch(ring);
      const key = getRingKey(ring, epoch);
      if (key === null) throw new Error("it has no key");
      const place = { clinic: kept.clinic, id: record, version, epoch };
      const sealed = sealRecord(Buffer.from(JSON.stringify(content)), {
        place,
        key,
        nonce: systemRandom.bytes(24),
      });
      return withContent(
        (ciphertext) => ({ type: "record", record, version, keyEpoch: epoch, ciphertext }),
        sealed,
      );
    },
  };
}
