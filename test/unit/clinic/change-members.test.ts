import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { requestMemberChange } from "../../../main/features/clinic/change-members.ts";
import type { Answer, ClinicLine } from "../../../main/features/clinic/clinic-line.ts";
import { renewRing } from "../../../main/features/clinic/key-ring.ts";
import { hasKey, getClinicLog, readRing } from "../../../main/features/clinic/membership.ts";
import { createMemberAdded, createCredential, sealRingFor } from "../../../main/features/clinic/acts.ts";
import type { Said } from "../../../main/features/clinic/push.ts";
import { signedPush } from "../../../shared/hub-api/signed.ts";
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
    if (refused === "members-changed" || refused === "unknown")
      return { kind: "refused", failure: { code: refused, entry: 0 } };
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
  const ring = renewRing(readRing(thief.kept()), { epoch: keyEpoch, key: Buffer.alloc(32, 7) });
  return sealRingFor(ring, { clinic, recipients: [thief.keys.card.recipient] });
}

it("a ring that nobody else opens keeps nobody from removing who said it, nor from letting others in", async () => {
  const { hub, one, two, thief } = await scene();
  expect(thief.say([await ownRing(thief)])).toBeNull();
  await one.read();
  expect(hasKey(one.kept())).toBe(false);
  const removed = [{ desk: thief.id, lost: false }];
  expect(await requestMemberChange(lineOf(one), { account, removed })).toEqual({ kind: "taken" });
  await two.read();
  expect(hub.desks.get(thief.id)?.removedBy).not.toBeNull();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(readRing(two.kept())).toEqual(readRing(one.kept()));
});

it("a desk that says one ring after the other is removed without one, and the key is renewed then", async () => {
  const { hub, one, two, thief } = await scene();
  const isMember = (): boolean => hub.desks.get(thief.id)?.removedBy === null;
  const line = lineOf(one, async () => {
    await thief.read();
    if (isMember()) expect(thief.say([await ownRing(thief)])).toBeNull();
  });
  const answer = await requestMemberChange(line, { account, removed: [{ desk: thief.id, lost: false }] });
  expect(answer).toEqual({ kind: "taken" });
  expect(isMember()).toBe(false);
  await two.read();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(readRing(two.kept()).get(two.kept().keyEpoch)).toEqual(
    readRing(one.kept()).get(one.kept().keyEpoch),
  );
  expect(getClinicLog(two.kept()).members.get(thief.id)?.removedAt).not.toBeNull();
});

it("members with the recipients of all others go, and keep none of those from the new key", async () => {
  const { hub, one, two, thief } = await scene();
  const ghosts = [one, two].map(({ keys }) => ({
    ...thief.keys.card,
    recipient: keys.card.recipient,
    desk: randomUUID(),
    credential: createCredential().digest,
  }));
  expect(thief.say(ghosts.map(createMemberAdded))).toBeNull();
  await one.read();
  const removed = [thief.id, ...ghosts.map(({ desk }) => desk)].map((desk) => ({ desk, lost: false }));
  expect(await requestMemberChange(lineOf(one), { account, removed })).toEqual({ kind: "taken" });
  await two.read();
  expect([...hub.desks.values()].filter(({ removedBy }) => removedBy === null)).toHaveLength(2);
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
});

/** A member that the thief has just made, and that speaks for it. */
const ghostOf = ({ keys }: MemoryDesk) =>
  createMemberAdded({ ...keys.card, desk: randomUUID(), credential: createCredential().digest });
const isThere = ({ removedBy }: { readonly removedBy: number | null }): boolean => removedBy === null;
const present = ({ hub }: Pick<Scene, "hub">): readonly string[] =>
  [...hub.desks.values()].filter(isThere).map(({ desk }) => desk);
type Scene = Awaited<ReturnType<typeof scene>>;

it("a desk that lets in one ghost after the other goes with all of them, those too that nobody has read of", async () => {
  const { hub, one, two, thief } = await scene();
  let ghosts = 0;
  const line = lineOf(one, async () => {
    await thief.read();
    if (!present({ hub }).includes(thief.id)) return;
    expect(thief.say([ghostOf(thief)])).toBeNull();
    ghosts += 1;
  });
  const removed = [{ desk: thief.id, lost: true }];
  const change = { account, removed, stay: [one.id, two.id] };
  expect(await requestMemberChange(line, change)).toEqual({ kind: "taken" });
  expect(ghosts).toBeGreaterThan(5);
  await two.read();
  for (const desks of [
    present({ hub }),
    ...[one, two].map((desk) =>
      [...getClinicLog(desk.kept()).members].flatMap(([id, { removedAt }]) =>
        removedAt === null ? [id] : [],
      ),
    ),
  ])
    expect(desks.toSorted()).toEqual([one.id, two.id].toSorted());
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(readRing(two.kept())).toEqual(readRing(one.kept()));
  // Whoever was removed by that rule is remembered as one that ever was.
  expect(one.kept().gone).toHaveLength(ghosts + 1);
  expect(one.kept().gone.filter(({ lost }) => lost)).toMatchObject([{ desk: thief.id }]);
});

it("the guests that a desk has let in since go with it by name where nobody outruns that, and the clinic's own stay", async () => {
  const { hub, one, two, thief } = await scene();
  const [own, late] = [ghostOf(thief), ghostOf(thief)];
  expect(thief.say([own, late])).toBeNull();
  await one.read();
  const stays = own.entry.type === "member-added" ? own.entry.desk : "";
  const change = { account, removed: [{ desk: thief.id, lost: false }], stay: [one.id, two.id, stays] };
  expect(await requestMemberChange(lineOf(one), change)).toEqual({ kind: "taken" });
  expect(present({ hub }).toSorted()).toEqual([one.id, two.id, stays].toSorted());
  // A Front Desk of before that rule reads it.
  const { entries } = signedPush.parse(
    JSON.parse(Buffer.from(hub.log.pushes.at(-1)?.bytes ?? "", "base64").toString()),
  );
  expect(entries.map(({ type }) => type)).toEqual(["member-removed", "member-removed", "ring"]);
});

it("a desk that leaves by its own word at that moment takes its ghosts with it", async () => {
  const { hub, one, two, thief } = await scene();
  const leaves = { entry: { type: "member-removed", desk: thief.id, lost: false } } as const;
  let words = 0;
  const line = lineOf(one, async () => {
    words += 1;
    await thief.read();
    if (words < 6) expect(thief.say([ghostOf(thief)])).toBeNull();
    if (words === 6) expect(thief.say([ghostOf(thief), leaves])).toBeNull();
  });
  const change = { account, removed: [{ desk: thief.id, lost: true }], stay: [one.id, two.id] };
  expect(await requestMemberChange(line, change)).toEqual({ kind: "taken" });
  expect(present({ hub }).toSorted()).toEqual([one.id, two.id].toSorted());
});

it("a hub that does not know that rule is told the names", async () => {
  const { hub, one, two, thief } = await scene();
  const knows = lineOf(one, async () => {
    await thief.read();
    if (present({ hub }).includes(thief.id)) expect(thief.say([await ownRing(thief)])).toBeNull();
  });
  const isByRule = (said: readonly Said[]): boolean =>
    said.some(({ entry }) => entry.type === "guests-removed");
  const say: ClinicLine["say"] = (words) => {
    const said = one.store.read((repositories) => words(repositories)) ?? [];
    return isByRule(said)
      ? Promise.resolve({ kind: "refused", failure: { code: "invalid", path: "bytes" } })
      : knows.say(() => said);
  };
  expect(thief.say([ghostOf(thief)])).toBeNull();
  await one.read();
  const change = { account, removed: [{ desk: thief.id, lost: true }], stay: [one.id, two.id] };
  expect(await requestMemberChange({ ...knows, say }, change)).toEqual({ kind: "taken" });
  expect(present({ hub }).toSorted()).toEqual([one.id, two.id].toSorted());
});

it("a thief that says one key to one desk and another to the next makes no two halves of a clinic: one waits, and reads on with the next key", async () => {
  const { one, two, thief } = await scene();
  const { clinic, keyEpoch } = thief.kept();
  const ringOfItsOwn = (fill: number, reader: MemoryDesk): Promise<Said> => {
    const ring = renewRing(readRing(thief.kept()), { epoch: keyEpoch, key: Buffer.alloc(32, fill) });
    return sealRingFor(ring, { clinic, recipients: [reader.keys.card.recipient] });
  };
  expect(thief.say([await ringOfItsOwn(7, one), await ringOfItsOwn(8, two)])).toBeNull();
  for (const desk of [one, two]) await desk.read();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, false]);
  expect(readRing(two.kept()).has(keyEpoch + 1)).toBe(false);
  const removed = [{ desk: thief.id, lost: true }];
  expect(await requestMemberChange(lineOf(one), { account, removed })).toEqual({ kind: "taken" });
  await two.read();
  expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
  expect(readRing(two.kept())).toEqual(readRing(one.kept()));
});
