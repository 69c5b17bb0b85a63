import fc from "fast-check";
import { expect, it } from "vitest";
import { readRing } from "../../main/features/clinic/membership.ts";
import { anyPlan, anyWord, type Spoken } from "../support/any-words.ts";
import { generated } from "../support/cases.ts";
import { bookingForm, fullPatient, sendBooking, sendPatient } from "../support/desk-kit.ts";
import { seed } from "../support/seed.ts";
import { clinicOf, inStep, memberState, service, signedInDesk } from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { testDatabase, testHub } from "./support/started.ts";
import { stealDesk, type StolenDesk } from "./support/stolen-desk.ts";

/** What there is in the log, as far as the thief goes by it. The desks that look at the end are to be left. */
function spokenBy(
  thief: StolenDesk,
  versions: ReadonlyMap<string, number>,
  stays: readonly string[],
): Spoken {
  const { clinic, keyEpoch, members } = thief.kept;
  const cards = members.toSorted((a, b) => Number(b.desk === thief.desk) - Number(a.desk === thief.desk));
  return {
    clinic,
    keyEpoch,
    ring: readRing(thief.kept),
    names: [...members.map(({ desk }) => desk), ...versions.keys()],
    versionOf: (record) => versions.get(record) ?? 0,
    epochOf: () => 1,
    cards,
    mayGo: (desk) => (stays.includes(desk) ? "00000000-0000-4000-8000-000000000071" : desk),
  };
}

it("a hundred words of a member, whatever they are, keep no desk from removing it, making a sheet and sending", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const stolen = keychain();
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  const third = await signedInDesk(mock, { secrets: stolen.store });
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two, third]);
  for (const desk of [one, two, third]) await inStep(desk);
  const thief = await stealDesk(third, stolen);
  const stays = thief.members.map(({ desk }) => desk);
  const versions = new Map(stays.map((desk) => [desk, 1]));
  const plans = fc.sample(anyPlan, { seed, numRuns: 100 });
  let taken = 0;
  for (const plan of plans) {
    const word = await anyWord(plan, spokenBy(thief, versions, stays));
    if ((await thief.push([word])) !== 200) continue;
    taken += 1;
    if ("version" in word.entry) versions.set(word.entry.record, word.entry.version);
  }
  // Else nothing of it was tried.
  expect(taken).toBeGreaterThan(10);

  const names = async (desk: typeof one) =>
    (await inStep(desk)).desks
      .filter(({ id }) => id !== thief.desk && stays.includes(id))
      .map(({ name }) => name);
  for (const desk of [one, two]) expect(await names(desk)).toEqual(["Desk 1", "Desk 2"]);
  await two.get("clinic.removeDesk", { desk: thief.desk, lost: false });
  await one.get("clinic.makeSheet", {});
  await one.get("clinic.keepSheet", {});
  await inStep(two);
  expect((await memberState(two)).hasSheet).toBe(true);
  const { patients } = await one.get("patients.search", { text: "Sample", limit: 5 });
  const patient = { kind: "known" as const, id: String(patients[0]?.id) };
  for (const [desk, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const { id, status } = await sendBooking(desk, bookingForm({ patient }));
    expect(status).toBe("done");
    await inStep(desk);
    await inStep(other);
    expect((await other.get("items.get", { id })).status).toBe("done");
  }
  generated(plans.length);
});
