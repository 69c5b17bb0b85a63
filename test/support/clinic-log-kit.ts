import { randomBytes, randomUUID } from "node:crypto";
import type { Entry } from "../../shared/hub-api/entries.ts";
import type { LoggedPush } from "../../shared/hub-api/routes.ts";
import { emptyLog, type LogHead } from "../../shared/hub-api/values.ts";
import {
  emptyClinicLog,
  hashBytes,
  computeNextHead,
  readPush,
  listRingRecipients,
  type ClinicLog,
  type LogFault,
  type ReadPush,
} from "../../main/features/clinic/clinic-log.ts";
import { deriveDeskKeys, createDeskKeys, type DeskKeys } from "../../main/features/clinic/desk-keys.ts";
import { createRing, sealRing } from "../../main/features/clinic/key-ring.ts";
import { signPush, withContent, type Said } from "../../main/features/clinic/push.ts";
import { sealRecord } from "../../main/features/clinic/sealed-records.ts";
import { deriveSheetCredential, getSheetKeys, type SheetIdentity } from "../../main/features/clinic/sheet.ts";
import { generateX25519Identity } from "age-encryption";

/** A desk of a clinic without its program: keys, and its own count of pushes. */
export type Desk = { readonly id: string; readonly keys: DeskKeys; sequence: number };

export async function aDesk(): Promise<Desk> {
  return { id: randomUUID(), keys: await deriveDeskKeys(await createDeskKeys()), sequence: 0 };
}

export const memberAdded = ({ id, keys }: Desk, admin = false): Said => ({
  entry: { type: "member-added", desk: id, admin, ...keys.card, credential: hashBytes(Buffer.from(id)) },
});

/** A hub that is honest, as far as the log goes: it takes every push, numbers it and keeps it. */
export type KeptLog = { readonly pushes: LoggedPush[]; head: LogHead };

/** A push as it travels, or as the log shows it. */
type Shown = Pick<LoggedPush, "bytes" | "signature" | "ciphertexts">;

export function keep(log: KeptLog, desk: string, push: Shown): LoggedPush {
  log.head = computeNextHead(log.head, Buffer.from(push.bytes, "base64"));
  const logged = { ...log.head, desk, receivedAt: "2026-11-23T12:00:00.000Z", ...push };
  log.pushes.push(logged);
  return logged;
}

/** Reads a log from its beginning as a desk does; answers where it stopped believing it. */
export function readAll(
  pushes: readonly LoggedPush[],
  clinic: string,
): { readonly log: ClinicLog; readonly read: readonly ReadPush[]; readonly fault: LogFault | null } {
  let log = emptyClinicLog;
  const hashes: string[] = [];
  const read: ReadPush[] = [];
  for (const logged of pushes) {
    const step = readPush(log, { logged, clinic, hashAt: (number) => hashes[number - 1] ?? null });
    if (typeof step === "string") return { log, read, fault: step };
    read.push(step);
    ({ log } = step);
    hashes.push(log.head.hash);
  }
  return { log, read, fault: null };
}

/** A clinic with its log, its members and its ring, as its desks make it. */
export async function aClinic() {
  const founder = await aDesk();
  const identity = await generateX25519Identity();
  const sheet: SheetIdentity = { hub: "https://hub.example", clinic: "", identity };
  const paper: Desk = { id: randomUUID(), keys: await deriveDeskKeys(getSheetKeys(sheet)), sequence: 0 };
  const kept: KeptLog = { pushes: [], head: emptyLog };
  const ring: Uint8Array[] = [randomBytes(32)];
  let clinic: string | null = null;

  const push = (desk: Desk, said: readonly Said[], read: LogHead = kept.head): LoggedPush => {
    desk.sequence += 1;
    const facts = { clinic, desk: desk.id, sequence: desk.sequence, generation: 0, read };
    return keep(kept, desk.id, signPush(desk.keys, facts, said));
  };
  const ringFor = async (recipients: readonly string[]): Promise<Said> => {
    const sealed = await sealRing(createRing(ring), { clinic: clinic ?? "", recipients });
    return withContent((ciphertext) => ({ type: "ring", keyEpoch: ring.length, ciphertext }), sealed);
  };
  const record = (plain: string, version = 1, id: string = randomUUID()): Said => {
    const place = { clinic: clinic ?? "", id, version, epoch: ring.length };
    const key = ring.at(-1) ?? randomBytes(32);
    const sealed = sealRecord(Buffer.from(plain), { place, key, nonce: randomBytes(24) });
    return withContent(
      (ciphertext): Entry => ({ type: "record", record: id, version, keyEpoch: ring.length, ciphertext }),
      sealed,
    );
  };
  const recipients = (): readonly string[] => listRingRecipients(readAll(kept.pushes, clinic ?? "").log);

  const first = push(founder, [
    memberAdded(founder, true),
    {
      entry: {
        type: "member-added",
        desk: paper.id,
        admin: true,
        ...paper.keys.card,
        credential: hashBytes(deriveSheetCredential(sheet)),
      },
    },
  ]);
  clinic = hashBytes(Buffer.from(first.bytes, "base64"));
  push(founder, [await ringFor(recipients())]);

  return {
    id: clinic,
    founder,
    sheet: { ...sheet, clinic },
    paper,
    kept,
    ring,
    push,
    record,
    /** A desk joins: its member entry, and the ring sealed to it as well. */
    admit: async (desk: Desk): Promise<void> => {
      push(founder, [memberAdded(desk), await ringFor([...recipients(), desk.keys.card.recipient])]);
    },
    /** A desk goes: one push says so and brings a key that it does not have. */
    remove: async (desk: Desk): Promise<void> => {
      ring.push(randomBytes(32));
      const others = recipients().filter((recipient) => recipient !== desk.keys.card.recipient);
      push(founder, [
        { entry: { type: "member-removed", desk: desk.id, lost: false } },
        await ringFor(others),
      ]);
    },
    read: (pushes: readonly LoggedPush[] = kept.pushes) => readAll(pushes, clinic),
  };
}
