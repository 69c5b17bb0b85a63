import { expect, it, onTestFinished, vi } from "vitest";
import type { Result } from "../../shared/core/failure.ts";
import { bookingForm, fullPatient, sendPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { setClock } from "./support/set-clock.ts";
import { testDatabase, testHub } from "./support/started.ts";

const minute = 60_000;

/** Desks that were started again. */
const desks: TestDesk[] = [];

const codeOf = async (desk: Parameters<typeof memberState>[0]): Promise<string> =>
  String((await memberState(desk)).invitation?.code);
/** What a person reads, of the field or of the whole. */
const whyNot = async (asked: Promise<Result<unknown>>, field = ""): Promise<string> => {
  const answer = await asked;
  return answer.ok ? "done" : (answer.failure.fields[field] ?? answer.failure.why).id;
};

it("a code is good for one desk that types it as it is, at the hub that it is of", async () => {
  const mock = await service();
  const [hub, other] = [await testHub(await testDatabase()), await testHub(await testDatabase())];
  const [one, two, three] = [await signedInDesk(mock), await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  await one.get("clinic.invite", {});
  const code = await codeOf(one);
  const typed = (text: string, at = hub.address, desk = two) =>
    whyNot(desk.ask("clinic.join", { hub: at, code: text, name: "Desk 2" }), "code");
  const swapped = code.replace(/^(.)(.)/, (_all, a: string, b: string) =>
    a === b ? `${a}${b === "2" ? "3" : "2"}` : b + a,
  );
  for (const wrong of [
    "",
    code.slice(0, -1),
    `${code}0`,
    swapped,
    code.replaceAll("-", "!"),
    "x".repeat(200),
  ])
    expect([wrong, await typed(wrong)]).toEqual([wrong, "failures.clinic.code"]);
  // A code of another hub, and so of another clinic.
  expect(await typed(code, other.address)).toBe("failures.clinic.codeUsed");
  expect((await two.get("clinic.get", {})).membership).toBe("none");
  // As somebody types who hears it: small letters, spaces, an O for a zero.
  expect(await typed(code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o"))).toBe("done");
  expect(await typed(code, hub.address, three)).toBe("failures.clinic.codeUsed");
  expect(await typed(code)).toBe("failures.clinic.already");
  await vi.waitFor(async () => expect((await memberState(one)).invitation?.asks).toBe("Desk 2"), patient);
  await one.get("clinic.answer", { accept: true });
  await vi.waitFor(async () => expect((await two.get("clinic.get", {})).membership).toBe("member"), patient);
  expect(await typed(code, hub.address, three)).toBe("failures.clinic.codeUsed");
  // Who is refused is told so, and is no member.
  await one.get("clinic.invite", {});
  expect(await typed(await codeOf(one), hub.address, three)).toBe("done");
  await vi.waitFor(async () => expect((await memberState(one)).invitation?.asks).toBe("Desk 2"), patient);
  await one.get("clinic.answer", { accept: false });
  await vi.waitFor(async () => {
    expect(await three.get("clinic.get", {})).toEqual({
      membership: "none",
      reason: { id: "failures.clinic.invitationGone", values: {} },
    });
  }, patient);
});

it("a code that is a quarter of an hour old lets nobody in, neither who types it then nor who waits since", async () => {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const [host, guest] = [setClock(), setClock()];
  const one = await signedInDesk(mock, { clock: host });
  const [two, three] = [await signedInDesk(mock, { clock: guest }), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  await one.get("clinic.invite", {});
  const code = await codeOf(one);
  host.pass(15 * minute + 1);
  await vi.waitFor(async () => expect((await memberState(one)).invitation).toBeNull(), patient);
  await vi.waitFor(
    async () => expect(await database.query("select from hub.invitations")).toEqual([]),
    patient,
  );
  expect(await whyNot(two.ask("clinic.join", { hub: hub.address, code, name: "Late" }), "code")).toBe(
    "failures.clinic.codeUsed",
  );
  // In time, but nobody says yes.
  await one.get("clinic.invite", {});
  await two.get("clinic.join", { hub: hub.address, code: await codeOf(one), name: "Patient" });
  await vi.waitFor(async () => expect((await memberState(one)).invitation?.asks).toBe("Patient"), patient);
  guest.pass(15 * minute + 1);
  await vi.waitFor(async () => {
    expect(await two.get("clinic.get", {})).toEqual({
      membership: "none",
      reason: { id: "failures.clinic.tooLate", values: {} },
    });
  }, patient);
  host.pass(15 * minute + 1);
  expect(await whyNot(one.ask("clinic.answer", { accept: true }))).toBe("failures.clinic.noInvitation");
  // Who waits hears of it when the time passes at the desk that invited, too.
  await one.get("clinic.invite", {});
  await two.get("clinic.join", { hub: hub.address, code: await codeOf(one), name: "Patient" });
  await vi.waitFor(async () => expect((await memberState(one)).invitation?.asks).toBe("Patient"), patient);
  host.pass(15 * minute + 1);
  await vi.waitFor(async () => {
    expect(await two.get("clinic.get", {})).toEqual({
      membership: "none",
      reason: { id: "failures.clinic.invitationGone", values: {} },
    });
  }, patient);
  expect((await memberState(one)).invitation).toBeNull();
  expect((await inStep(one)).desks).toHaveLength(1);
  // Another code lets it in.
  await joins(three, one, { hub: hub.address, name: "Desk 2" });
});

it("with the credential or the ids of another clinic of the same hub, a desk is told that it is not known, and sees nothing", async () => {
  const mock = await service();
  const database = await testDatabase();
  const [hub, second] = [await testHub(database), await testHub(database)];
  const [chain, other] = [keychain(), keychain()];
  const one = await signedInDesk(mock, { secrets: chain.store });
  const two = await signedInDesk(mock, { secrets: other.store });
  await sendPatient(one, fullPatient);
  await sendPatient(two, { ...fullPatient, lastName: "Other", externalId: "EXT-2" });
  await clinicOf(hub, [one]);
  await clinicOf(second, [two]);
  await inStep(two);
  const { patients } = await one.get("patients.search", { text: "Sample", limit: 1 });
  const form = bookingForm({ patient: { kind: "known", id: String(patients[0]?.id) } });
  const { id } = await one.get("items.create", { kind: "booking", form });
  await one.get("items.submit", { id, wait: false });
  await inStep(one);
  // Ids of the other clinic say nothing here.
  const { self } = await memberState(one);
  expect(await whyNot(two.ask("clinic.takeOver", { id }))).toBe("failures.outbox.notHere");
  expect((await two.get("clinic.claims", { ids: [id] })).claims).toEqual([]);
  expect(await whyNot(two.ask("clinic.removeDesk", { desk: self, lost: true }))).toBe(
    "failures.clinic.refused",
  );
  await inStep(one);
  // Its own keys, and the other clinic's credential; then all that the other's keychain holds.
  const [own, theirs] = [other.clinic(), chain.clinic()];
  const swapped = {
    ...JSON.parse(own),
    credential: (JSON.parse(theirs) as { credential: string }).credential,
  };
  for (const [kept, line, why] of [
    [JSON.stringify(swapped), "away", "failures.clinic.unknownHere"],
    [theirs, "stopped", "failures.clinic.stopped.no-keys"],
    [own, "up", undefined],
  ] as const) {
    const { directory } = two;
    await (desks.at(-1) ?? two).stop();
    other.keepForClinic(kept);
    const again = await startDesk({ directory, secrets: other.store });
    onTestFinished(() => again.stop());
    desks.push(again);
    await vi.waitFor(async () => {
      await again.get("clinic.look", {});
      const state = await memberState(again);
      expect([state.line, state.reason?.id]).toEqual([line, why]);
    }, patient);
    const seen = await again.get("patients.search", { text: "Ann", limit: 5 });
    expect(seen.patients.map(({ input }) => input.lastName)).toEqual(["Other"]);
  }
});
