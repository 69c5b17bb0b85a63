import { expect, vi } from "vitest";
import type { Item } from "../../../shared/outbox/item.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { MockService } from "../../../mock/service.ts";
import { bookingForm, fullPatient, sendPatient, type TestDesk } from "../../support/desk-kit.ts";
import { clinicOf, inStep, patient, service, signedInDesk } from "./clinic-desks.ts";
import { testDatabase, testHub, type TestDatabase } from "./started.ts";

export type Scene = {
  readonly mock: MockService;
  readonly database: TestDatabase;
  readonly hub: Awaited<ReturnType<typeof testHub>>;
  readonly desks: readonly TestDesk[];
  readonly one: TestDesk;
  readonly two: TestDesk;
  /** The patient that all desks know. */
  readonly known: RecordId;
  /** Bookings that the service made. */
  readonly booked: () => number;
};

/** A clinic of so many desks, with a service and one patient. */
export async function scene(count = 2): Promise<Scene> {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const desks = await Promise.all(Array.from({ length: count }, () => signedInDesk(mock)));
  const [one, two] = desks;
  if (one === undefined || two === undefined) throw new RangeError("desks");
  await sendPatient(one, fullPatient);
  await clinicOf(hub, desks);
  for (const desk of desks) await inStep(desk);
  const { patients } = await two.get("patients.search", { text: "Sample", limit: 20 });
  const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
  return { mock, database, hub, desks, one, two, known: String(patients[0]?.id), booked };
}

/** A booking that waits at a desk, and that all the others have heard of. */
export async function waiting(
  { desks, known }: Pick<Scene, "desks" | "known">,
  desk: TestDesk,
  change: Parameters<typeof bookingForm>[0] = {},
): Promise<RecordId> {
  const form = bookingForm({ patient: { kind: "known", id: known }, ...change });
  const { id } = await desk.get("items.create", { kind: "booking", form });
  await desk.get("items.submit", { id, wait: false });
  await inStep(desk);
  for (const other of desks) if (other !== desk) await becomes(other, id, "elsewhere");
  return id;
}

export const becomes = (desk: TestDesk, id: RecordId, status: Item["status"]): Promise<void> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    expect((await desk.get("items.get", { id })).status).toBe(status);
  }, patient);
