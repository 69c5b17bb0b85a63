import { beforeEach, describe, expect, it } from "vitest";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { isPatient } from "../../../main/features/outbox/kinds/kinds.ts";
import { saveImported } from "../../../main/features/outbox/imported-patient.ts";
import type { RandomIds } from "../../../main/platform/ports.ts";
import { fakeRandom } from "../../support/fake-clock.ts";
import { deskTime, kindDesk, type KindDesk } from "../../support/kind-desk.ts";
import { typedPatient } from "../../support/outbox-kit.ts";
import { account, idOf } from "../../support/store-records.ts";
import { worded } from "../../support/told.ts";

let here: KindDesk;
let random: RandomIds;
beforeEach(async () => {
  here = await kindDesk();
  random = fakeRandom();
});

const file: KeptImport = {
  id: idOf(900),
  accountId: account,
  number: 1,
  name: "patients.csv",
  by: "Rosa",
  createdAt: "2026-03-02T09:00:00.000Z",
  state: "running",
  isDoubtful: false,
  total: 3,
  left: 3,
  created: 0,
  discarded: 0,
};
const context = {
  now: new Date(deskTime),
  settings: createFirstSettings("America/New_York"),
  serviceHere: false,
  patient: null,
};

function imported(form: PatientForm = typedPatient, { row = 1, desk = here, kept = file } = {}): PatientItem {
  const { store } = desk;
  const item = store.transaction(() =>
    saveImported(kept, { row, form }, { store, random, now: desk.desk.now, context, problem: null }),
  );
  if (!isPatient(item)) throw new Error("no patient");
  return item;
}
const namesOf = ({ id, idempotencyKey, generatedExternalId }: PatientItem) => [
  id,
  idempotencyKey,
  generatedExternalId,
];

describe("a row of a file", () => {
  it("has the names that every version of this program gives it", () => {
    expect(namesOf(imported(typedPatient, { row: 7 }))).toEqual([
      "019cadc6-9a80-7000-8000-00077b3cf1cc",
      "019cadc6-9a80-7000-8000-00073cccecc7",
      "FD-Z5CPQE82SFJ9",
    ]);
  });

  it("becomes a patient that goes out by itself, of who began the import", () => {
    const item = imported();
    expect(item).toMatchObject({
      accountId: account,
      status: "ready",
      by: "Rosa",
      createdAt: deskTime,
      form: typedPatient,
      problem: null,
      attempts: [],
    });
    expect(here.item(item.id)).toEqual(item);
  });

  it("is known here at once, with its external ID, and not as somebody who was just here", () => {
    const item = imported();
    const { store } = here;
    const known = store.read(({ patients }) => patients.byExternalId(account, item.generatedExternalId));
    expect(known).toMatchObject({ id: item.patientRecordId, itemId: item.id, patientId: null });
    expect(known?.input).toMatchObject({ firstName: "Ann", dob: "1984-03-05" });
    expect(store.read(({ patients }) => patients.recent({ accountId: account, limit: 9 }))).toEqual([]);
  });

  it("that can no longer be read is to be put right, and says which fields", () => {
    const item = imported({ ...typedPatient, dob: "3/5/2027" });
    expect(worded(item)).toMatchObject({
      status: "needs-editing",
      form: { dob: "3/5/2027" },
      patientRecordId: null,
      problem: { code: "invalid-input", fields: { dob: expect.any(String) } },
    });
    expect(here.item(item.id)).toEqual(item);
  });
});

describe("the names of a row's patient", () => {
  it("are the same in every copy of these records, so that the service knows a repeat", async () => {
    const copy = await kindDesk();
    expect(namesOf(imported(typedPatient, { desk: copy }))).toEqual(namesOf(imported()));
  });

  it("hold the same external ID in every release: a copy may be of an earlier one", () => {
    expect(imported(typedPatient, { row: 258 }).generatedExternalId).toBe("FD-12VMHKM7BEKE");
  });

  it("are another's for each row and each import", () => {
    const other = { ...file, id: idOf(901) };
    const all = [
      imported(),
      imported(typedPatient, { row: 2 }),
      imported(typedPatient, { kept: other }),
    ].flatMap(namesOf);
    expect(new Set(all).size).toBe(9);
  });

  it("stand in the order of the import and of its rows, as any other record's", () => {
    const later = { ...file, createdAt: "2026-03-02T09:00:00.001Z" };
    const ids = [
      imported(typedPatient, { row: 2 }),
      imported(typedPatient, { row: 300 }),
      imported(typedPatient, { row: 70_000 }),
      imported(typedPatient, { row: 1, kept: later }),
    ].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe("a row of which something may have been sent that these records do not know", () => {
  const doubtful = { ...file, isDoubtful: true };

  it("counts as tried: its external ID shows whether it was", () => {
    expect(imported(typedPatient, { kept: doubtful })).toMatchObject({
      status: "ready",
      attempts: [{ startedAt: deskTime, phase: "sending", status: null }],
    });
  });

  it("that can no longer be read was never sent, and counts no try", () => {
    const unread = { ...typedPatient, dob: "3/5/2027" };
    expect(imported(unread, { kept: doubtful })).toMatchObject({ status: "needs-editing", attempts: [] });
  });
});
