import { expect, it, vi } from "vitest";
import { anyEntry, type AuditLine } from "../../shared/activity-log/audit.ts";
import { formatAct, formatDetails } from "../../shared/activity-log/act-words.ts";
import { bookingForm, fullPatient, sendPatient, type TestDesk } from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

/** What the desk's activity log says of the clinic, the first first. */
async function acts(desk: TestDesk): Promise<readonly AuditLine[]> {
  const filter = { ...anyEntry, group: "clinic" as const };
  const { rows } = await desk.get("audit.list", { filter, from: 0, limit: 50, anchor: null });
  return rows.toReversed();
}
/** What it says since that entry that a person did whom it names. */
async function byPeople(desk: TestDesk, since: number): Promise<readonly string[]> {
  const { rows } = await desk.get("audit.list", { filter: anyEntry, from: 0, limit: 50, anchor: null });
  return rows
    .filter(({ id, person, byProgram }) => Number(id) > since && person !== null && !byProgram)
    .map(({ act, person }) => `${act} ${person}`)
    .toReversed();
}
const endOf = async (desk: TestDesk): Promise<number> => (await desk.get("audit.state", {})).entries;
const namesOf = (lines: readonly AuditLine[]): readonly string[] => lines.map(({ act }) => act);

it("what people do with the clinic is in the activity log of the desk where they did it, by ids alone", async () => {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const [one, two, three] = [await signedInDesk(mock), await signedInDesk(mock), await signedInDesk(mock)];
  await one.get("staff.choose", { name: "Rosa" });
  await sendPatient(one, fullPatient);
  await one.get("clinic.create", { hub: hub.address, token: String(hub.creationToken), name: "Front" });
  const { sheet } = await one.get("clinic.makeSheet", {});
  await joins(two, one, { hub: hub.address, name: "Back" });
  const { self: second } = await memberState(two);

  // Somebody who is not known asks, and is turned away.
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  await three.get("clinic.join", { hub: hub.address, code, name: "Stranger" });
  await vi.waitFor(async () => expect((await memberState(one)).invitation?.asks).toBe("Stranger"), patient);
  await one.get("clinic.answer", { accept: false });
  await three.get("clinic.stopJoining", {});
  await one.get("clinic.renameDesk", { name: "Front left" });

  const found = await one.get("patients.search", { text: "Sample", limit: 5 });
  const known = String(found.patients[0]?.id);
  const id = await waiting({ desks: [one, two], known }, one);
  await one.get("clinic.handOver", { id, to: second });
  await becomes(two, id, "saved-for-later");
  await one.get("clinic.takeOver", { id });
  const other = await waiting({ desks: [one, two], known }, two, { time: "4pm" });
  // What does not come to be is not said.
  expect((await two.ask("clinic.removeDesk", { desk: second, lost: true })).ok).toBe(false);
  await one.get("clinic.removeDesk", { desk: second, lost: false });
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    expect((await memberState(two)).line).toBe("stopped");
  }, patient);
  await two.get("clinic.bookWithoutHub", { id: other });
  await two.get("clinic.leave", {});
  const paper = `${sheet.hub}\n${sheet.clinic}\n${sheet.identity}`;
  await three.get("clinic.recover", { sheet: paper, name: "New" });
  const { self: third } = await inStep(three);
  await inStep(one);
  await one.get("clinic.removeDesk", { desk: third, lost: true });

  const [first, atTwo, atThree] = [await acts(one), await acts(two), await acts(three)];
  expect(namesOf(first)).toEqual([
    "clinic-created",
    "sheet-made",
    "desk-invited",
    "desk-let-in",
    "desk-invited",
    "desk-turned-away",
    "desk-renamed",
    "handed-over",
    "taken-over",
    "desk-removed",
    "desk-lost",
  ]);
  expect(first.every(({ person, byProgram }) => person === "Rosa" && !byProgram)).toBe(true);
  expect(first.filter(({ act }) => act.endsWith("-over")).map(({ record }) => record)).toEqual([id, id]);
  expect(first.at(-2)?.more).toEqual({ other: second });
  expect(first.at(-1)?.more).toEqual({ other: third });
  expect(namesOf(atTwo)).toEqual(["clinic-joined", "clinic-stopped", "booked-without-hub", "clinic-left"]);
  expect(atTwo.map(({ byProgram }) => byProgram)).toEqual([false, true, false, false]);
  expect(formatDetails("clinic-stopped", atTwo[1]?.more ?? {})).toBe("an admin removed this desk");
  expect(formatAct("booked-without-hub", atTwo[2]?.more ?? {})).toBe(
    "Appointment: allowed to send without the clinic server",
  );
  expect(namesOf(atThree)[0]).toBe("clinic-recovered");
  // Names of desks and patients, codes and secrets have no place in it.
  const all = JSON.stringify(
    [first, atTwo, atThree].flat().map(({ name: _name, person: _who, ...kept }) => kept),
  );
  for (const word of ["Sample", "Front", "Back", "Stranger", code, sheet.identity, sheet.clinic])
    expect(all).not.toContain(word);
});

it("what comes from another desk is nobody's act at this one, and what a person has the hub decide is theirs", async () => {
  const { one, two, known } = await scene();
  await one.get("staff.choose", { name: "Rosa" });
  await two.get("staff.choose", { name: "Mia" });
  const [atOne, atTwo] = [await endOf(one), await endOf(two)];
  await sendPatient(one, { ...fullPatient, firstName: "Ben", externalId: "" });
  const place = { sameAddress: false, address: "1 A", city: "B", state: "NY", zip: "10001" };
  const form = bookingForm({ patient: { kind: "number", text: "999" }, ...place });
  const { id } = await one.get("items.create", { kind: "booking", form });
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("needs-editing");
  await inStep(one);
  await inStep(two);
  const draft = await one.get("items.edit", { id });
  const right = bookingForm({ patient: { kind: "known", id: known } });
  await one.get("items.saveForm", { id: draft.id, content: { kind: "booking", form: right } });
  await inStep(one);
  await inStep(two);
  expect((await two.get("items.get", { id })).status).toBe("discarded");
  expect(await endOf(two)).toBeGreaterThan(atTwo + 3);
  expect(await byPeople(one, atOne)).toEqual(
    [
      ["begun", "patient-added", "submitted"],
      ["begun", "submitted"],
      ["edited", "edited"],
    ]
      .flat()
      .map((act) => `${act} Rosa`),
  );
  // Which is how this test looked.
  expect(await byPeople(two, atTwo)).toEqual(["opened Mia"]);
});

it("a desk that was removed as lost is in the activity log once, also where the hub's answer was lost", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf({ ...hub, address: between.address }, [one]);
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  const { self: removed } = await memberState(two);
  between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "lose-answer" : "pass"));
  expect((await one.ask("clinic.removeDesk", { desk: removed, lost: true })).ok).toBe(false);
  between.deal(() => "pass");
  const { desks } = await inStep(one);
  expect(desks.find(({ id }) => id === removed)?.isRemoved).toBe(true);
  const lost = (await acts(one)).filter(({ act }) => act === "desk-lost");
  expect(lost.map(({ more, byProgram }) => [more, byProgram])).toEqual([[{ other: removed }, false]]);
});
