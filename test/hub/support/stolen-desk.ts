import { credentialHeader, hubRoutes, pathOf, type LoggedPush } from "../../../contract/hub/routes.ts";
import { signedPush } from "../../../contract/hub/signed.ts";
import { deskKeys } from "../../../main/clinic/desk-keys.ts";
import { currentEpoch, keyOf } from "../../../main/clinic/key-ring.ts";
import {
  keptSecrets,
  logOf,
  readMembership,
  ringOf,
  type KeptMembership,
} from "../../../main/clinic/membership.ts";
import { signPush, withContent, type Said } from "../../../main/clinic/push.ts";
import { openRecord, sealRecord } from "../../../main/clinic/sealed-records.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { openStore } from "../../../main/store/open.ts";
import type { TestDesk } from "../../support/desk-kit.ts";
import type { Keychain } from "./keychain.ts";

/** Whoever has one desk's keys and records, and writes by hand what its program would never say. */
export type StolenDesk = {
  readonly clinic: string;
  readonly desk: string;
  readonly generation: number;
  readonly members: KeptMembership["members"];
  /** Signs the words as that desk, and answers the hub's status. */
  readonly push: (words: readonly Said[]) => Promise<number>;
  /** Asks the hub for its log, with that credential or the stolen one. Answers the status and what it gave. */
  readonly pull: (
    credential?: string,
  ) => Promise<{ readonly status: number; readonly pushes: readonly LoggedPush[] }>;
  /** All records of a log that the stolen keys open, as text. */
  readonly opened: (pushes: readonly LoggedPush[]) => readonly string[];
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
  const keys = await deskKeys(secrets);
  const ring = ringOf(kept);
  let sequence = logOf(kept).members.get(kept.desk)?.sequence ?? 0;
  return {
    clinic: kept.clinic,
    desk: kept.desk,
    generation: kept.generation,
    members: kept.members,
    push: async (words) => {
      const { clinic, desk: id, generation, head: read } = kept;
      const push = signPush(keys, { clinic, desk: id, sequence: sequence + 1, generation, read }, words);
      const answer = await fetch(`${kept.hub}${pathOf(hubRoutes.push.path, { clinic })}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [credentialHeader]: `Bearer ${secrets.credential}`,
        },
        body: JSON.stringify(push),
      });
      if (answer.ok) sequence += 1;
      return answer.status;
    },
    pull: async (credential = secrets.credential) => {
      const path = pathOf(hubRoutes.pull.path, { clinic: kept.clinic });
      const answer = await fetch(`${kept.hub}${path}?after=0&limit=200`, {
        headers: { [credentialHeader]: `Bearer ${credential}` },
      });
      const read = hubRoutes.pull.output.safeParse(await answer.json());
      return { status: answer.status, pushes: read.data?.pushes ?? [] };
    },
    opened: (pushes) =>
      pushes.flatMap(({ bytes, ciphertexts }) => {
        const { entries } = signedPush.parse(JSON.parse(Buffer.from(bytes, "base64").toString("utf8")));
        const sealed = entries.filter((entry) => "ciphertext" in entry);
        return sealed.flatMap((entry, at) => {
          if (entry.type !== "record") return [];
          const { record: id, version, keyEpoch: epoch } = entry;
          const key = keyOf(ring, epoch);
          const place = { clinic: kept.clinic, id, version, epoch };
          const text = key && openRecord(Buffer.from(ciphertexts[at] ?? "", "base64"), { place, key });
          return text === null ? [] : [Buffer.from(text).toString("utf8")];
        });
      }),
    record: (record, content, version = 1) => {
      const epoch = currentEpoch(ring);
      const key = keyOf(ring, epoch);
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
