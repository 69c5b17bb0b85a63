import { expect, it, onTestFinished, vi } from "vitest";
import { signedPush } from "../../shared/hub-api/signed.ts";
import { lyingHub } from "../faults/clinic/lying-hub.ts";
import { fullPatient, sendPatient } from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { scene } from "./support/clinic-scene.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("a sheet that is asked for while the founder still says the clinic's first key is made once it is there", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const { arrived, goesOn } = between.hold(({ method, path }) => method === "POST" && path.endsWith("/log"));
  const one = await signedInDesk(mock);
  const asked = { hub: between.address, token: String(hub.creationToken), name: "Desk 1" };
  const making = one.get("clinic.create", asked);
  await arrived;
  const sheet = one.get("clinic.makeSheet", {});
  goesOn("pass");
  const { state } = await sheet;
  // It was shown, and may have been printed by nobody.
  expect(state).toMatchObject({ hasSheet: false });
  expect((await inStep(one)).hasSheet).toBe(false);
  expect(await one.get("clinic.keepSheet", {})).toMatchObject({ hasSheet: true });
  await making;
});

it("a sheet counts at every desk once it is said to be printed where it was made, also where that is said while the hub is away", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two, three] = [await signedInDesk(mock), await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf({ ...hub, address: between.address }, [one]);
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  const sheetAt = async (desk: typeof one) => {
    const { hasSheet, hasUnprintedSheet } = await inStep(desk);
    return { hasSheet, hasUnprintedSheet };
  };
  await one.get("clinic.makeSheet", {});
  for (const desk of [one, two])
    expect(await sheetAt(desk)).toEqual({ hasSheet: false, hasUnprintedSheet: true });
  // One that joins while it is on the screen reads the same.
  await joins(three, one, { hub: hub.address, name: "Desk 3" });
  expect(await sheetAt(three)).toEqual({ hasSheet: false, hasUnprintedSheet: true });
  between.deal(() => "drop");
  expect(await one.get("clinic.keepSheet", {})).toMatchObject({ hasSheet: true, hasUnprintedSheet: false });
  expect(await sheetAt(two)).toMatchObject({ hasSheet: false });
  between.deal(() => "pass");
  for (const desk of [one, two, three])
    expect(await sheetAt(desk)).toEqual({ hasSheet: true, hasUnprintedSheet: false });
  // A later one that nobody has printed takes nothing from it.
  await two.get("clinic.makeSheet", {});
  for (const desk of [one, two, three])
    expect(await sheetAt(desk)).toEqual({ hasSheet: true, hasUnprintedSheet: true });
});

it("a hub on the desk's own computer is found by its address as people read it, without a scheme", async () => {
  const hub = await testHub(await testDatabase());
  const one = await signedInDesk(await service());
  const bare = hub.address.replace("http://", "");
  await one.get("clinic.create", { hub: bare, token: String(hub.creationToken), name: "Desk 1" });
  expect((await memberState(one)).hub).toBe(hub.address);
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

it("what is shared after a removal is not sealed with a key that the removed desk has, whatever the hub keeps back", async () => {
  const { one, hub, mock, database } = await scene();
  const liar = await lyingHub(hub.address);
  onTestFinished(() => liar.close());
  const victim = await signedInDesk(mock);
  await joins(victim, one, { hub: liar.url, name: "Desk 3" });
  const { desks } = await inStep(one);
  const entriesOf = (bytes: Buffer) => signedPush.parse(JSON.parse(bytes.toString("utf8"))).entries;
  liar.tell({
    name: "the ring is kept back",
    noticed: "stopped",
    page: (page) => ({
      ...page,
      pushes: page.pushes.map((push) =>
        entriesOf(Buffer.from(push.bytes, "base64")).some(({ type }) => type === "ring")
          ? { ...push, ciphertexts: push.ciphertexts.map(() => null) }
          : push,
      ),
    }),
  });
  const removed = String(desks.find(({ name }) => name === "Desk 2")?.id);
  await one.get("clinic.removeDesk", { desk: removed, lost: false });
  await victim.get("clinic.look", {});
  await sendPatient(victim, { ...fullPatient, firstName: "Afterwards" });
  await victim.get("clinic.look", {});
  const { self, line } = await memberState(victim);
  const rows = await database.query<{ desk: string; bytes: Buffer }>("select desk, bytes from hub.pushes");
  const sealed = rows.filter(({ desk }) => desk === self).flatMap(({ bytes }) => entriesOf(bytes));
  // Its name, and nothing after it.
  expect(sealed.filter(({ type }) => type === "record")).toHaveLength(1);
  expect(line).toBe("stopped");
});

it("the sheet in the safe opens the clinic until another one is printed, also where the hub's answer to that one is lost", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const one = await signedInDesk(mock);
  await clinicOf({ ...hub, address: between.address }, [one]);
  const made = async () => {
    const { sheet } = await one.get("clinic.makeSheet", {});
    return [hub.address, sheet.clinic, sheet.identity].join("\n");
  };
  const recovers = async (sheet: string, name: string) =>
    (await (await signedInDesk(mock)).ask("clinic.recover", { sheet, name })).ok;
  const safe = await made();
  await one.get("clinic.keepSheet", {});
  between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "lose-answer" : "pass"));
  expect((await one.ask("clinic.makeSheet", {})).ok).toBe(false);
  between.deal(() => "pass");
  // The one that nobody has seen is a member, and no desk.
  const { desks, hasSheet } = await inStep(one);
  expect([desks.map(({ name }) => name), hasSheet]).toEqual([["Desk 1"], true]);
  expect(await recovers(safe, "Desk 2")).toBe(true);
  // One that is on the screen replaces none; one that is printed replaces all.
  await inStep(one);
  const next = await made();
  expect(await recovers(safe, "Desk 3")).toBe(true);
  await inStep(one);
  expect(await one.get("clinic.keepSheet", {})).toMatchObject({ hasSheet: true });
  expect([await recovers(safe, "Desk 4"), await recovers(next, "Desk 4")]).toEqual([false, true]);
});

it("who prints a sheet is told when the one before may still be good, and when another desk's is the good one", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf({ ...hub, address: between.address }, [one]);
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  const keeps = async (desk: typeof one): Promise<string> => {
    const kept = await desk.ask("clinic.keepSheet", {});
    return kept.ok ? "kept" : kept.failure.why.id;
  };
  await one.get("clinic.makeSheet", {});
  await one.get("clinic.makeSheet", {});
  between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "drop" : "pass"));
  expect(await keeps(one)).toBe("failures.clinic.sheetsBoth");
  between.deal(() => "pass");
  await inStep(one);
  // Both have one on the screen.
  await inStep(two);
  await two.get("clinic.makeSheet", {});
  await one.get("clinic.makeSheet", {});
  expect(await keeps(one)).toBe("kept");
  await inStep(two);
  expect(await keeps(two)).toBe("failures.clinic.sheetReplaced");
});
