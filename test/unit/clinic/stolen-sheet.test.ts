import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import {
  buildMembersChange,
  createClinicKey,
  createCredential,
  createMemberAdded,
  sealRingFor,
  type NewMember,
} from "../../../main/features/clinic/acts.ts";
import { createNewcomer } from "../../../main/features/clinic/founding.ts";
import type { HubClient } from "../../../main/features/clinic/hub-client.ts";
import { openRing, renewRing, type KeyRing } from "../../../main/features/clinic/key-ring.ts";
import { readRing } from "../../../main/features/clinic/membership.ts";
import { recoverWithSheet } from "../../../main/features/clinic/recovering.ts";
import { createSheet } from "../../../main/features/clinic/sheet.ts";
import type { Push } from "../../../shared/hub-api/signed.ts";
import {
  credentialOf,
  memoryClinic,
  recordOf,
  type MemoryDesk,
  type MemoryHub,
} from "../../support/clinic-in-memory.ts";

/* A thief that prepares the day on which every desk is lost. */

/** What a desk that comes with the sheet asks the hub: its log, and one push. */
function clientOf(hub: MemoryHub, sheet: string, onPush: (push: Push) => void): HubClient {
  const answer = (route: string, call: { readonly input?: unknown }): unknown => {
    if (route === "pull") {
      const history = { generation: 0, complete: true, awaited: [] };
      return { kind: "ok", value: { head: hub.log.head, history, pushes: hub.log.pushes } };
    }
    const push = call.input as Push;
    if (hub.take(sheet, push) !== null)
      return { kind: "refused", failure: { code: "invalid", path: "bytes" } };
    onPush(push);
    return { kind: "ok", value: {} };
  };
  return ((_hub: unknown, route: string, call: { readonly input?: unknown }) =>
    Promise.resolve(answer(route, call))) as unknown as HubClient;
}

/** As the program makes a sheet. */
const sheetWords = async (desk: MemoryDesk, sheet: NewMember) => [
  ...(await buildMembersChange(desk.kept(), { added: sheet })),
  ...recordOf(desk, sheet.desk, { kind: "sheet", printed: true }),
];

async function scene() {
  const { hub, desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const { identity, member } = await createSheet();
  const { clinic } = one.kept();
  return {
    hub,
    desks,
    one,
    two,
    thief,
    clinic,
    identity,
    sheet: { ...member, credential: credentialOf(member.desk) },
  };
}

it("a key that a thief gave to the sheet alone keeps nothing of what the desks shared meanwhile from who recovers the clinic", async () => {
  const { hub, desks, one, two, thief, clinic, identity, sheet } = await scene();
  expect(one.say(await sheetWords(one, sheet))).toBeNull();
  for (const desk of desks) await desk.read();
  // A new key for all desks and not for the sheet, then another key of the same number for the sheet alone.
  const { keyEpoch } = thief.kept();
  const renewed = (): KeyRing =>
    renewRing(readRing(thief.kept()), { epoch: keyEpoch, key: createClinicKey() });
  const recipients = desks.map(({ keys }) => keys.card.recipient);
  const forSheet = renewed();
  expect(thief.say([await sealRingFor(renewed(), { clinic, recipients })])).toBeNull();
  for (const desk of desks) await desk.read();
  expect(thief.say([await sealRingFor(forSheet, { clinic, recipients: [sheet.recipient] })])).toBeNull();
  for (const desk of desks) await desk.read();
  const shared = readRing(one.kept()).get(keyEpoch + 1) ?? expect.fail("no key");
  // The thief is removed, with a new ring of all keys for the sheet as well: then every desk is lost.
  const removed = [{ desk: thief.id, lost: true }];
  expect(one.say(await buildMembersChange(one.kept(), { removed }))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  const of = await createNewcomer();
  const pushes: Push[] = [];
  const done = await recoverWithSheet({
    client: clientOf(hub, sheet.desk, (push) => pushes.push(push)),
    agree: () => Promise.resolve(null),
    typed: `http://127.0.0.1:1 ${clinic} ${identity}`,
    of,
    mark: () => "0".repeat(64),
  });
  expect(done.ok).toBe(true);
  const [push] = pushes;
  const sealed = Buffer.from(push?.ciphertexts[0] ?? "", "base64");
  const ring = await openRing(sealed, { clinic, identity: of.secrets.identity });
  expect(ring === null ? null : [...ring.keys()]).toEqual([...readRing(one.kept()).keys()]);
  const found = ring?.get(keyEpoch + 1) ?? expect.fail("no key");
  expect(Buffer.from(found).equals(Buffer.from(shared))).toBe(true);
});

it("a sheet lets a desk in, though a thief that is removed had let in a ghost with the sheet's public key before", async () => {
  const { hub, desks, one, two, thief, clinic, identity, sheet } = await scene();
  const desk = randomUUID();
  // Whoever runs the hub shows the thief the sheet before it takes it.
  const ghost = createMemberAdded({ ...sheet, desk, credential: createCredential().digest });
  expect(thief.say([ghost])).toBeNull();
  for (const each of desks) await each.read();
  expect(one.say(await sheetWords(one, sheet))).toBeNull();
  for (const each of desks) await each.read();
  const removed = [thief.id, desk].map((id) => ({ desk: id, lost: false }));
  expect(one.say(await buildMembersChange(one.kept(), { removed }))).toBeNull();
  await two.read();
  const done = await recoverWithSheet({
    client: clientOf(hub, sheet.desk, () => undefined),
    agree: () => Promise.resolve(null),
    typed: `http://127.0.0.1:1 ${clinic} ${identity}`,
    of: await createNewcomer(),
    mark: () => "0".repeat(64),
  });
  expect(done.ok).toBe(true);
});
