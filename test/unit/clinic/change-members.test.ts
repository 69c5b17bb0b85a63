import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { changeMembers } from "../../../main/clinic/change-members.ts";
import type { Answer, ClinicLine } from "../../../main/clinic/clinic-line.ts";
import { renewedRing } from "../../../main/clinic/key-ring.ts";
import { hasKey, logOf, ringOf } from "../../../main/clinic/membership.ts";
import { memberAdded, newCredential, ringFor } from "../../../main/clinic/acts.ts";
import { memoryClinic, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account } from "../../support/store-records.ts";

/** The line of a desk in memory; before each of its words another desk may say something. */
function lineOf(desk: MemoryDesk, before: () => Promise<void> = () => Promise.resolve()): ClinicLine {
  const say = async (words: Parameters<ClinicLine["say"]>[0]): Promise<Answer> => {
    const said = desk.store.read((repositories) => words(repositories)) ?? [];
    if (said.length === 0) return { kind: "refused", failure: { code: "not-found" } };
    await before();
    const refused = desk.say(said);
    await desk.read();
    if (refused === "members-changed") return { kind: "refused", failure: { code: refused, entry: 0 } };
    return refused === null ? { kind: "taken" } : { kind: "refused", failure: { code: "internal" } };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what changing members asks of a line
  return { kept: desk.kept, say } as unknown as ClinicLine;
}

async function scene() {
  const { hub, desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  return { hub, one, two, thief };
}

/** A ring of the next epoch that the thief alone opens. */
async function ownRing(thief: MemoryDesk) {
  const { clinic, keyEpoch } = thief.kept();
  const ring = renewedRing(ringOf(thief.kept()), { epoch: keyEpoch, key: Buffer.alloc(32, 7) });
  return ringFor(ring, { clinic, recipients: [thief.keys.card.recipient] });
}

it("a ring that nobody else opens keeps nobody from removing who said it, nor from letting others in", async () => {
  const { hub, one, two, thief } = await scene();
  expect(thief.say([await ownRing(thief)])).toBeNull();
  await one.read();
  expect(hasKey(one.kept())).toBe(false);
  const removed = [{ desk: thief.id, lost: false }];
  expect(await changeMembers(lineOf(one), { account, removed })).toEqual({ kind: "taken" });
  await two.read();
  expect(hub.desks.get(thief.id)?.removedBy).not.toBeNull();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(ringOf(two.kept())).toEqual(ringOf(one.kept()));
});

it("a desk that says one ring after the other is removed without one, and the key is renewed then", async () => {
  const { hub, one, two, thief } = await scene();
  const isMember = (): boolean => hub.desks.get(thief.id)?.removedBy === null;
  const line = lineOf(one, async () => {
    await thief.read();
    if (isMember()) expect(thief.say([await ownRing(thief)])).toBeNull();
  });
  const answer = await changeMembers(line, { account, removed: [{ desk: thief.id, lost: false }] });
  expect(answer).toEqual({ kind: "taken" });
  expect(isMember()).toBe(false);
  await two.read();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(ringOf(two.kept()).get(two.kept().keyEpoch)).toEqual(ringOf(one.kept()).get(one.kept().keyEpoch));
  expect(logOf(two.kept()).members.get(thief.id)?.removedAt).not.toBeNull();
});

it("members with the recipients of all others go, and keep none of those from the new key", async () => {
  const { hub, one, two, thief } = await scene();
  const ghosts = [one, two].map(({ keys }) => ({
    ...thief.keys.card,
    recipient: keys.card.recipient,
    desk: randomUUID(),
    credential: newCredential().digest,
  }));
  expect(thief.say(ghosts.map(memberAdded))).toBeNull();
  await one.read();
  const removed = [thief.id, ...ghosts.map(({ desk }) => desk)].map((desk) => ({ desk, lost: false }));
  expect(await changeMembers(lineOf(one), { account, removed })).toEqual({ kind: "taken" });
  await two.read();
  expect([...hub.desks.values()].filter(({ removedBy }) => removedBy === null)).toHaveLength(2);
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
});
