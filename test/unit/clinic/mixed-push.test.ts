import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { createCredential, createMemberAdded } from "../../../main/features/clinic/acts.ts";
import { createDeskKeys, deriveDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import { getClinicLog } from "../../../main/features/clinic/membership.ts";
import { signPush, type Said } from "../../../main/features/clinic/push.ts";
import { memoryClinic, memoryDesk, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { keep } from "../../support/clinic-log-kit.ts";
import { account, idOf } from "../../support/store-records.ts";

/*
 * One entry of a push is refused: an honest hub keeps nothing of it, and one that lies shows it all the same. Who is a member is said
 * by the log alone, so that all desks find the same, whatever each of them keeps of records and items; of the rest none takes anything.
 */

const said = (...entries: readonly Entry[]): readonly Said[] => entries.map((entry) => ({ entry }));
const refused: Entry = { type: "take-over", item: randomUUID(), epoch: 1 };

async function shown(words: (at: { one: MemoryDesk; two: MemoryDesk }) => readonly Said[]) {
  const { hub, desks } = await memoryClinic(4);
  const [one, two, three, thief] = desks;
  if (!one || !two || !three || !thief) throw new Error("four desks");
  const { head } = thief.kept();
  const sequence = (getClinicLog(thief.kept()).members.get(thief.id)?.sequence ?? 0) + 1;
  const of = { clinic: thief.kept().clinic, desk: thief.id, sequence, generation: 0, read: head };
  const push = signPush(thief.keys, of, words({ one, two }));
  const before = hub.log.pushes.length;
  expect(hub.take(thief.id, push)).not.toBeNull();
  expect([hub.log.pushes.length, hub.desks.get(two.id)?.removedBy]).toEqual([before, null]);
  keep(hub.log, thief.id, push);
  // One that reads the whole log at once, later than the others.
  const late = await memoryDesk(9, { hub, clinic: () => one.kept().clinic });
  const readers = [one, three, late];
  for (const desk of readers) expect(await desk.read(desk === late)).toBeNull();
  const members = readers.map((desk) =>
    [...getClinicLog(desk.kept()).members].map(([id, { removedAt, admin }]) => [id, removedAt, admin]),
  );
  expect(members).toEqual(Array(readers.length).fill(members[0]));
  const gone = readers.map(({ kept }) => kept().gone.map(({ desk }) => desk));
  expect(gone).toEqual(Array(readers.length).fill(gone[0]));
  return { one, two, readers };
}

const nameAt = ({ kept }: MemoryDesk, desk: string): string | undefined => kept().names[desk];

it.each([
  ["first", true],
  ["last", false],
] as const)(
  "what it says of members %s, it says to every desk alike, and nothing else",
  async (_where, isFirst) => {
    const record = idOf(77);
    const { two, readers } = await shown(({ one, two: gone }) => {
      const removal = said({ type: "member-removed", desk: gone.id, lost: false });
      const rest = [...recordOf(one, record, { kind: "desk", name: "anything" }), ...said(refused)];
      return isFirst ? [...removal, ...rest] : [...rest, ...removal];
    });
    for (const desk of readers) {
      expect(getClinicLog(desk.kept()).members.get(two.id)?.removedAt).not.toBeNull();
      expect(desk.store.read(({ clinic }) => clinic.records.get(account, record))).toBeNull();
    }
  },
);

it("whom it lets in is a member at every desk alike, and has no name", async () => {
  const guest = randomUUID();
  const keys = await deriveDeskKeys(await createDeskKeys());
  const credential = createCredential();
  const added = createMemberAdded({ ...keys.card, desk: guest, credential: credential.digest });
  const { one, readers } = await shown(() => [added, ...said(refused)]);
  for (const desk of readers) {
    expect(getClinicLog(desk.kept()).members.get(guest)?.removedAt).toBeNull();
    expect(nameAt(desk, guest)).toBeUndefined();
  }
  expect(nameAt(one, one.id)).toBe(one.name);
});
