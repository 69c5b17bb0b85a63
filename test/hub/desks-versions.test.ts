import { expect, it, onTestFinished, vi } from "vitest";
import { hubRoutes } from "../../shared/hub-api/routes.ts";
import { computeNextHead } from "../../main/features/clinic/clinic-log.ts";
import { deriveDeskKeys } from "../../main/features/clinic/desk-keys.ts";
import { keptSecrets } from "../../main/features/clinic/membership.ts";
import { bookingForm, fullPatient, sendBooking, sendPatient, startDesk } from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { becomes } from "./support/clinic-scene.ts";
import { keychain } from "./support/keychain.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("a desk that reads what a later Front Desk said stops, says that it has to be updated, books on alone, and goes on after that", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const later = keychain();
  const [one, two] = [await signedInDesk(mock, { secrets: later.store }), await signedInDesk(mock)];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one]);
  await joins(two, one, { hub: between.address, name: "Desk 2" });
  const { patients } = await two.get("patients.search", { text: "Sample", limit: 5 });
  const known = { kind: "known" as const, id: String(patients[0]?.id) };

  // What the hub has, and behind it what this desk's program cannot know yet.
  const { seed, identity, clinic, desk, credential } = keptSecrets.parse(JSON.parse(later.clinic()));
  const keys = await deriveDeskKeys({ seed, identity });
  const page = await fetch(`${hub.address}/v1/clinics/${clinic}/log?after=0&limit=1000`, {
    headers: { authorization: `Bearer ${credential}` },
  });
  const { head, history } = hubRoutes.pull.output.parse(await page.json());
  const bytes = Buffer.from(JSON.stringify({ v: 2, kind: "push", desk, entries: [{ type: "later" }] }));
  const push = {
    ...computeNextHead(head, bytes),
    desk,
    receivedAt: "2031-01-01T00:00:00.000Z",
    bytes: bytes.toString("base64"),
    signature: keys.sign(bytes),
    ciphertexts: [],
  };
  const told = { head: { number: push.number, hash: push.hash }, history, pushes: [push] };
  between.deal(({ method, path }) =>
    method === "GET" && path.includes("/log?") ? { status: 200, body: JSON.stringify(told) } : "pass",
  );
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    const { line, reason } = await memberState(two);
    expect([line, reason?.id]).toEqual(["stopped", "failures.clinic.stopped.newer"]);
  }, patient);
  const booked = await sendBooking(two, bookingForm({ patient: known }));
  expect(booked.status).toBe("done");

  // The updated program reads it.
  await two.stop();
  between.deal(() => "pass");
  const again = await startDesk({ directory: two.directory, secrets: two.secrets });
  onTestFinished(() => again.stop());
  await inStep(again);
  await becomes(one, booked.id, "done");
  expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(1);
});
