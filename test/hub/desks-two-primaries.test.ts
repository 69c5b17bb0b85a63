import { expect, it } from "vitest";
import { inStep, joins, memberState, signedInDesk } from "./support/clinic-desks.ts";
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { middleman, type Asked } from "./support/middleman.ts";
import { copyOf, testHub, type TestDatabase } from "./support/started.ts";

const isPull = ({ method, path }: Asked): boolean => method === "GET" && path.includes("/log?");

/** A database of its own oids that no desk is told is another one: as an old primary is the same one at an earlier timeline. */
async function asOldPrimary(source: TestDatabase): Promise<TestDatabase> {
  const old = await copyOf(source);
  const started = await testHub(old);
  await old.query("update hub.clinics set restorations = (select restorations from hub.identity)");
  await started.close();
  return old;
}

/** Three desks; two databases that were one, each with a hub. The third desk can be led to either, by each question it asks. */
async function twoPrimaries() {
  const all = await scene();
  const between = await middleman(all.hub.address);
  const three = await signedInDesk(all.mock);
  await joins(three, all.one, { hub: between.address, name: "Desk 3" });
  const desks = [all.one, all.two, three];
  for (const desk of desks) await inStep(desk);
  const port = Number(new URL(all.hub.address).port);
  await all.hub.close();
  const old = await testHub(await asOldPrimary(all.database));
  await testHub(all.database, { port });
  const toOld = async ({ method, path }: Asked, authorization: string) => {
    const answered = await fetch(`${old.address}${path}`, { method, headers: { authorization } });
    return { status: answered.status, body: await answered.text() };
  };
  return { ...all, three, desks, between, old, toOld };
}

it("a desk whose questions are answered by two primaries in turn stops for neither, and goes on when one is gone", async () => {
  const { one, two, three, known, desks, between, toOld, booked } = await twoPrimaries();
  const id = await waiting({ desks, known }, one);
  // The old primary has less, and takes nothing.
  between.deal((asked, authorization) => (isPull(asked) ? toOld(asked, authorization) : "pass"));
  await three.get("clinic.look", {});
  const { line, reason } = await memberState(three);
  expect([line, reason?.id]).toEqual(["away", "failures.clinic.otherHistory"]);
  between.deal(() => "pass");
  await inStep(three);
  await becomes(three, id, "elsewhere");
  await becomes(two, id, "elsewhere");
  expect(booked()).toBe(0);
});

it("a desk that an old primary takes words from goes on with it, and again with the new one, and says there what only the old one had", async () => {
  const { one, two, three, known, between, old, booked } = await twoPrimaries();
  const first = await waiting({ desks: [one, two, three], known }, one);
  between.aim(old.address);
  await three.get("clinic.look", {});
  const second = await waiting({ desks: [], known }, three, { time: "5pm" });
  expect((await memberState(three)).line).toBe("up");
  // Meanwhile the new one's log is longer than what this desk has read.
  for (let hour = 1; hour <= 4; hour += 1)
    await waiting({ desks: [one, two], known }, two, { time: `${hour}pm` });
  between.aim(null);
  await inStep(three);
  await becomes(one, second, "elsewhere");
  await becomes(three, first, "elsewhere");
  for (const desk of [one, two, three]) expect((await inStep(desk)).line).toBe("up");
  expect(booked()).toBe(0);
});
