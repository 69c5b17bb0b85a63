import { expect, it, vi } from "vitest";
import { fullPatient, sendPatient } from "../support/desk-kit.ts";
import { clinicOf, inStep, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("a sheet that is asked for while the founder still says the clinic's first key is made once it is there", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "slow" : "pass"));
  const one = await signedInDesk(mock);
  const asked = { hub: between.address, token: String(hub.creationToken), name: "Desk 1" };
  const making = one.get("clinic.create", asked);
  await vi.waitFor(async () => expect((await memberState(one)).line).toBe("up"), { ...patient, interval: 1 });
  const { state } = await one.get("clinic.makeSheet", {});
  expect(state).toMatchObject({ hasSheet: true });
  await making;
});

it("one admin removes a desk while another lets one in: whoever is a member afterwards reads what is said from then on", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const desks = await Promise.all([1, 2, 3, 4].map(() => signedInDesk(mock)));
  const [one, two, three, four] = desks;
  if (!one || !two || !three || !four) throw new Error("four desks");
  await clinicOf(hub, [one, two, three]);
  const { self } = await memberState(three);
  for (const desk of [one, two]) await inStep(desk);
  await two.get("clinic.invite", {});
  const code = String((await memberState(two)).invitation?.code);
  await four.get("clinic.join", { hub: hub.address, code, name: "Desk 4" });
  await vi.waitFor(async () => expect((await memberState(two)).invitation?.asks).toBe("Desk 4"), patient);
  await Promise.all([
    one.get("clinic.removeDesk", { desk: self, lost: false }),
    two.get("clinic.answer", { accept: true }),
  ]);
  await vi.waitFor(async () => {
    await inStep(four);
    const present = (await inStep(one)).desks.filter(({ isRemoved }) => !isRemoved);
    expect(present.map(({ name }) => name)).toEqual(["Desk 1", "Desk 2", "Desk 4"]);
  }, patient);
  await sendPatient(one, fullPatient);
  await inStep(one);
  for (const desk of [two, four]) {
    await inStep(desk);
    expect((await desk.get("patients.search", { text: "Sample", limit: 5 })).patients).toHaveLength(1);
  }
});
