import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  createEmptyBookingForm,
  type BookingForm,
  readBookingForm,
} from "../../shared/bookings/booking-form.ts";
import type { PatientForm } from "../../shared/patients/patient-form.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import { patientInput } from "../../shared/service-api/patient.ts";
import { emptySeries } from "../../shared/bookings/series-form.ts";
import { readSeries } from "../../shared/bookings/series.ts";
import {
  deriveSharedId,
  writeContent,
  type SharedContent,
} from "../../main/features/clinic/shared-content.ts";
import { fastClock } from "../faults/kit/fast-clock.ts";
import { clinicOf, inStep, memberState, patient as patience, signedInDesk } from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { testDatabase, testHub } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";
import { backUp, cheap, chooser, lookInto, namesIn, plan, type Choices } from "../support/backup-kit.ts";
import { asBooking, removeFolder, requiredPatient, sendPatient } from "../support/desk-kit.ts";
import { json, jwtOf } from "../support/fake-service.ts";
import { judgedService, shownWith, visa, type AskedDesk, type Judged } from "../support/judged-service.ts";
import { startLockable } from "../support/lock-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { hostileText, runs } from "../fuzz/kit.ts";

/*
 * What is sent is what the screen shows, whichever way an item came to the desk. Each body that reaches the service is held
 * against the words of every screen that reads the item to a person, as they are while it is on its way and as they were when
 * somebody pressed. The screens are asked what they would show of that body alone: both must say the same.
 */

const ann = { ...requiredPatient, dob: "1984-03-05" };

/** A name of its own for each number. */
const lettersOf = (count: number): string =>
  [...String(count)].map((digit) => "ABCDEFGHIJ"[Number(digit)] ?? "").join("");
const begin = async (desk: AskedDesk, form: BookingForm): Promise<RecordId | null> => {
  const begun = await desk.ask("items.create", { kind: "booking", form });
  return begun.ok ? begun.value.id : null;
};
const retype = (desk: AskedDesk, id: RecordId, form: BookingForm) =>
  desk.ask("items.saveForm", { id, content: { kind: "booking", form } });
/** Nothing of it is under way, or will be by itself. */
const rests = (desk: AskedDesk, id: RecordId): Promise<void> =>
  vi.waitFor(async () => {
    const { status } = await desk.get("items.get", { id });
    if (["ready", "sending", "waiting-for-patient"].includes(status)) throw new Error(status);
  }, patience);
const statusOf = async (desk: AskedDesk, id: RecordId): Promise<ItemStatus | null> => {
  const found = await desk.ask("items.get", { id });
  return found.ok ? found.value.status : null;
};

/** Stands for the patient whom the desk knows. */
const somebody = { kind: "known", id: randomUUID() } as const;
const forKnown = (form: BookingForm, id: RecordId): BookingForm =>
  form.patient?.kind === "known" ? { ...form, patient: { kind: "known", id } } : form;

const odd = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("1 Oak St", "Suite 5\u200B, Elm", "12-B \u202Emain", "Peñasco #4"),
  },
  { weight: 1, arbitrary: hostileText(300) },
);
const forms: fc.Arbitrary<BookingForm> = fc
  .record({
    byNumber: fc.boolean(),
    sameAddress: fc.boolean(),
    place: fc.record({
      address: odd,
      city: fc.constantFrom("Albany", "  Troy "),
      state: fc.constantFrom("NY", "new york", " ny "),
      zip: fc.constantFrom("12207", "122071234"),
    }),
    service: fc.constantFrom("101", "102", " 999 "),
    when: fc.constantFrom(
      { date: "2031-03-04", time: "2pm" },
      { date: "3/5/31", time: "9:30 am" },
      { date: "2031-11-02", time: "1:30am", repeatedHour: "later" as const },
      { date: "2031-11-02", time: "1:30am", repeatedHour: "earlier" as const },
    ),
    timeZone: fc.constantFrom("America/New_York", "America/Los_Angeles"),
    notes: fc.oneof(fc.constant(""), odd, hostileText(6_000)),
    billing: fc.constantFrom(
      { billingType: "Monthly Invoice" as const, paymentMethod: "", card: null },
      { billingType: "Bill to Account" as const, paymentMethod: "pm_visa", card: visa },
      { billingType: "Bill to Patient" as const, paymentMethod: "pm_visa", card: visa },
      { billingType: "Bill to Patient" as const, paymentMethod: "pm_other", card: visa },
      { billingType: "Bill to Patient" as const, paymentMethod: " pm_typed ", card: null },
    ),
  })
  .map(({ byNumber, sameAddress, place, when, billing, ...rest }) => ({
    ...createEmptyBookingForm("America/New_York"),
    ...rest,
    ...place,
    ...when,
    ...billing,
    patient: byNumber ? { kind: "number", text: "100" } : somebody,
    sameAddress: sameAddress && !byNumber,
  }));
type Person = Partial<PatientForm>;
/** What is typed of a new patient, as nobody should. */
const people: fc.Arbitrary<Person> = fc.record({
  firstName: fc.oneof(fc.constantFrom("Mary\u202E Ann", "An\u0007n", "josé  luis"), hostileText(60)),
  dob: fc.constantFrom("3/5/84", "1990-02-03", "Feb 3 1990"),
  address: odd,
  state: fc.constantFrom("ny", "New York", " CA "),
  zip: fc.constantFrom("12207", "122071234"),
  phone: fc.constantFrom("", "2175550100", "+44 20 7946 0018", "ext\u200B 12"),
  gender: fc.constantFrom("Male", "Female"),
});
/** Nothing keeps these from being sent: with them each way comes to its end. */
const plain = (time: string): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  patient: somebody,
  service: "101",
  date: "2031-03-04",
  time,
  billingType: "Monthly Invoice",
});

/** A desk by itself: whatever a person can do with a booking there. */
async function deskAlone(judged: Judged) {
  const { service, desks, answers, press, again } = judged;
  const token = jwtOf({ sub: "clinic", iss: "elm" }, "alone");
  const folder = temporaryFolder();
  const chosen: Choices = { folder, file: null };
  const start = (from: Partial<Awaited<ReturnType<typeof startLockable>>> = {}) =>
    startLockable({ ...from, ...chooser(chosen), backupCost: cheap, clock: fastClock(20) });
  let desk = await start();
  onTestFinished(async () => {
    await desk.desk.stop();
    removeFolder(desk.directory);
  });
  desks.set(token, desk);
  await desk.get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  await desk.get("settings.save", { undoSeconds: 0 });
  await plan(desk);
  const restart = async (): Promise<void> => {
    await desk.desk.stop();
    desk = await start({ directory: desk.directory, secrets: desk.secrets });
    desks.set(token, desk);
  };
  let count = 0;
  /** Null: it was not taken, as nobody can be created with that. */
  const patient = async (change: Person = {}): Promise<{ item: RecordId; record: RecordId } | null> => {
    count += 1;
    const form = {
      ...ann,
      lastName: `Sample ${lettersOf(count)}`,
      email: `p${count}@example.com`,
      ...change,
    };
    const created = await desk.ask("items.create", { kind: "patient", form });
    if (!created.ok) return null;
    const { id } = created.value;
    const item = await desk.ask("items.submit", { id, wait: false });
    if (!item.ok || item.value.kind !== "patient" || item.value.patientRecordId === null) return null;
    return { item: id, record: item.value.patientRecordId };
  };
  const { item: first, record: known } = (await patient()) ?? expect.fail("nobody");
  await desk.get("items.submit", { id: first, wait: true });
  type Forms = { readonly form: BookingForm; readonly next: BookingForm; readonly person?: Person };
  const refused = async ({ form }: Forms): Promise<RecordId | null> => {
    const id = await begin(desk, form);
    answers.push(json(422, { message: "Not on that day" }));
    if (id !== null) await press(desk, id);
    answers.length = 0;
    return id;
  };
  const waits = async ({ form }: Pick<Forms, "form">): Promise<RecordId | null> => {
    const id = await begin(desk, form);
    return id !== null && (await desk.ask("items.submit", { id, wait: false })).ok ? id : null;
  };
  const ways = {
    // First: a backup is as large as all that the other ways leave in the records.
    "restored from a backup": async (typed: Forms) => {
      const id = await waits(typed);
      const backup = await backUp(desk);
      chosen.file = backup;
      await desk.get("backup.restore", { id: await lookInto(desk) });
      await restart();
      // A run of hundreds of cases would fill the disk with them.
      rmSync(backup);
      for (const name of namesIn(desk.directory))
        if (name.includes(".aside-")) rmSync(join(desk.directory, name));
      if (id !== null && (await statusOf(desk, id)) === "needs-checking") await again(desk, id);
      else if (id !== null) await press(desk, id);
    },
    typed: async ({ form }: Forms) => {
      const id = await begin(desk, form);
      if (id !== null) await press(desk, id);
    },
    "edited before it is sent": async ({ form, next }: Forms) => {
      const id = await waits({ form });
      if (id === null || !(await desk.ask("items.edit", { id })).ok) return;
      await retype(desk, id, next);
      await press(desk, id);
    },
    "edited after a refusal": async (typed: Forms) => {
      const id = await refused(typed);
      if (id === null) return;
      const draft = await desk.ask("items.edit", { id });
      if (!draft.ok) return;
      await retype(desk, draft.value.id, typed.next);
      await press(desk, draft.value.id);
    },
    "sent again after a refusal": async (typed: Forms) => {
      const id = await refused(typed);
      if (id !== null) await press(desk, id);
    },
    "booked again": async ({ form }: Forms) => {
      const id = await begin(desk, form);
      answers.push(json(500, {}));
      if (id !== null) await press(desk, id);
      answers.length = 0;
      if (id !== null && (await statusOf(desk, id)) === "needs-checking") await again(desk, id);
    },
    corrected: async ({ form, next }: Forms) => {
      const id = await begin(desk, form);
      if (id === null || (await press(desk, id))?.status !== "done") return;
      const draft = await desk.get("items.correct", { id });
      await retype(desk, draft.id, next);
      await press(desk, draft.id);
    },
    "a visit of a series": async ({ form: one }: Forms) => {
      const form = { ...one, series: { ...emptySeries, every: "2", times: "3" } };
      const id = await begin(desk, form);
      const { settings, now } = await shownWith(desk);
      const read = readSeries(form, {
        now,
        today: now.slice(0, 10),
        dateOrder: settings.dateOrder,
        patient: null,
      });
      if (id === null || !(await desk.ask("items.bookSeries", { id })).ok) return;
      const { items } = await desk.get("items.series", { id });
      for (const visit of items) await rests(desk, visit.id);
      const sent = judged.arrived.slice(-items.length).map((one) => one.id);
      const shown = read?.visits.map(({ when }) => when?.kind === "exact" && when.instant);
      const bodies = service.sent("/api/appointment").slice(-items.length);
      expect([...sent].sort()).toEqual(items.map((visit) => visit.id).sort());
      expect(bodies.map((body) => Reflect.get(body as object, "appointmentDateTime")).sort()).toEqual(
        shown?.toSorted(),
      );
    },
    "waiting for a new patient": async ({ form, person }: Forms) => {
      const { item, record } = (await patient(person)) ?? {};
      if (item === undefined || record === undefined) return;
      const id = await begin(desk, { ...form, patient: { kind: "known", id: record } });
      if (id !== null) await press(desk, id);
      await desk.get("items.submit", { id: item, wait: true });
      if (id !== null) await rests(desk, id);
    },
    "for a new patient who was refused, and edited": async ({ form, person }: Forms) => {
      const { item, record } = (await patient()) ?? {};
      if (item === undefined || record === undefined) return;
      const id = await waits({ form: { ...form, patient: { kind: "known", id: record } } });
      answers.push(json(422, { message: "Not like that" }));
      await desk.get("items.submit", { id: item, wait: true });
      answers.length = 0;
      const draft = await desk.get("items.edit", { id: item });
      if (draft.kind !== "patient") return;
      const content = { kind: "patient" as const, form: { ...draft.form, ...person } };
      await desk.ask("items.saveForm", { id: draft.id, content });
      if ((await desk.ask("items.submit", { id: draft.id, wait: true })).ok && id !== null)
        await press(desk, id);
    },
    "for a patient who is known already": async ({ form }: Forms) => {
      await desk.get("outbox.pause", { paused: true });
      const { item, record } =
        (await patient({ address: "9 Elsewhere", externalId: `EXT-${count}` })) ?? expect.fail("nobody");
      const id = await begin(desk, { ...form, patient: { kind: "known", id: record } });
      const isKept = id !== null && (await desk.ask("items.submit", { id, wait: false })).ok;
      await desk.get("outbox.pause", { paused: false });
      answers.push(json(409, { existingPatientId: 100 }));
      await desk.get("items.submit", { id: item, wait: true });
      answers.length = 0;
      await desk.get("patients.useExisting", { itemId: item, patientId: 100 });
      if (isKept) await press(desk, id);
    },
    "for a patient of an import": async ({ form }: Forms) => {
      count += 1;
      const name = `Imported ${lettersOf(count)}`;
      const csv = `First Name,Last Name,DOB,Sex,Address,City,State,Zip,Email\r\nJo,${name},1990-02-03,F,"${count} Oak, St",Albany,NY,12207,i${count}@example.com`;
      await desk.get("import.drop", { name: "p.csv", bytes: Buffer.from(csv) });
      const state = await vi.waitFor(async () => {
        const now = await desk.get("import.get", {});
        if (now.file?.dryRun.state !== "done") throw new Error("it is looked at");
        return now;
      }, patience);
      await desk.get("import.begin", { id: state.file?.id ?? "" });
      const found = await vi.waitFor(async () => {
        const { patients } = await desk.get("patients.search", { text: name, limit: 1 });
        if (patients[0]?.patientId === undefined || patients[0].patientId === null)
          throw new Error("not yet");
        return patients[0];
      }, patience);
      await desk.get("import.close", {});
      const id = await begin(desk, { ...form, patient: { kind: "known", id: found.id } });
      if (id !== null) await press(desk, id);
    },
    "released after a restart": async (typed: Forms) => {
      const id = await waits(typed);
      await restart();
      if (id !== null) await press(desk, id);
    },
    "released after a lock": async (typed: Forms) => {
      const id = await waits(typed);
      await desk.get("lock.setPin", { which: "desk", present: "", next: "274913" });
      await desk.get("lock.now", {});
      await desk.get("lock.unlock", { pin: "274913" });
      await desk.get("lock.setPin", { which: "desk", present: "274913", next: null });
      if (id !== null) await press(desk, id);
    },
  } as const;
  return { ways, known };
}

/** Tries each way so often, first with these: nothing keeps the first of them from being sent. */
async function tryAll<F>(
  { problems, arrived }: Judged,
  ways: Readonly<Record<string, (typed: F) => Promise<void>>>,
  {
    typed,
    first,
    count,
  }: { readonly typed: fc.Arbitrary<F>; readonly first: readonly F[]; readonly count: number },
): Promise<void> {
  for (const [name, way] of Object.entries(ways)) {
    const before = arrived.length;
    await fc.assert(
      fc.asyncProperty(fc.constant(name), typed, async (_name, one) => {
        await way(one);
        if (problems.length > 0) throw problems[0];
      }),
      { ...runs(count), examples: first.map((one) => [name, one]) },
    );
    expect(
      arrived.slice(before).map(({ kind }) => kind),
      name,
    ).toContain("booking");
  }
}

it("what one desk sends is what its screens show, whichever way it came there", async () => {
  const judged = await judgedService();
  const { ways, known } = await deskAlone(judged);
  const typed = fc
    .record({ form: forms, next: forms, person: people })
    .map(({ form, next, person }) => ({ form: forKnown(form, known), next: forKnown(next, known), person }));
  const first = { form: forKnown(plain("2pm"), known), next: forKnown(plain("4pm"), known), person: {} };
  // The card that is shown, and the payment method of another.
  const form = {
    ...first.form,
    billingType: "Bill to Patient",
    paymentMethod: "pm_other",
    card: visa,
  } as const;
  await tryAll(judged, ways, { typed, first: [first, { ...first, form, next: form }], count: 60 });
});

/** Desks of a clinic, and one that was stolen: how a booking comes from one to another. */
async function desksOfClinic(judged: Judged) {
  const { service, desks, answers, press, again } = judged;
  const hub = await testHub(await testDatabase());
  const stolen = keychain();
  const signedIn = async (mark: string, options = {}) => {
    const token = jwtOf({ sub: "clinic", iss: "elm" }, mark);
    const desk = await signedInDesk({ baseUrl: service.baseUrl, token }, options);
    desks.set(token, desk);
    return desk;
  };
  const one = await signedIn("one");
  const two = await signedIn("two");
  const three = await signedIn("three", { secrets: stolen.store });
  const patient = async (form: PatientForm): Promise<RecordId> => {
    const item = await sendPatient(one, form);
    return item.patientRecordId ?? expect.fail("no record");
  };
  const known = await patient(ann);
  await patient({ ...ann, firstName: "Bob", email: "bob@example.com" });
  await clinicOf(hub, [one, two, three]);
  for (const desk of [one, two, three]) await inStep(desk);
  const shape = await three.get("items.create", { kind: "booking", form: plain("2pm") });
  const self = (await memberState(one)).self;
  const thief = await stealDesk(three, stolen);

  /** Waits at the second desk, and the first knows of it. */
  const shared = async (form: BookingForm): Promise<RecordId | null> => {
    const id = await begin(two, form);
    if (id === null || !(await two.ask("items.submit", { id, wait: false })).ok) return null;
    await inStep(two);
    await inStep(one);
    return id;
  };
  const handedOver = async (form: BookingForm): Promise<RecordId | null> => {
    const id = await shared(form);
    if (id === null) return null;
    await two.get("clinic.handOver", { id, to: self });
    await inStep(one);
    return id;
  };
  /** Whoever is at the first desk does what can be done with it there. */
  const goOn = async (id: RecordId): Promise<void> => {
    const status = await statusOf(one, id);
    if (status === "needs-checking") await again(one, id);
    else if (status !== null && status !== "elsewhere") await press(one, id);
  };
  const bodyOf = (form: BookingForm): string => {
    const now = new Date().toISOString();
    const dates = { now, today: now.slice(0, 10), dateOrder: "month-first" } as const;
    const input = patientInput.parse({ ...judged.register.patients.get(100) });
    const patient = { id: known, accountId: "-", patientId: 100, itemId: null, input, createdAt: now };
    const { input: read, patientId } = readBookingForm(form, { ...dates, patient });
    return JSON.stringify({ ...read, patientId });
  };
  let version = 1;
  const ways = {
    "shared and sent where it was made": async ({ form }: Stolen) => {
      const id = await shared(form);
      if (id !== null) await press(two, id);
    },
    "handed over": async ({ form }: Stolen) => {
      const id = await handedOver(form);
      if (id !== null) await goOn(id);
    },
    "handed over, and edited there": async ({ form, next }: Stolen) => {
      const id = await handedOver(form);
      if (id === null || !(await one.ask("items.edit", { id })).ok) return;
      await retype(one, id, next);
      await press(one, id);
    },
    "handed over after a refusal, and edited there": async ({ form, next }: Stolen) => {
      const id = await begin(two, form);
      answers.push(json(422, { message: "Not on that day" }));
      if (id !== null) await press(two, id);
      answers.length = 0;
      if (id === null || (await statusOf(two, id)) !== "needs-editing") return;
      await inStep(two);
      await two.get("clinic.handOver", { id, to: self });
      await inStep(one);
      const draft = await one.get("items.edit", { id });
      await retype(one, draft.id, next);
      await press(one, draft.id);
    },
    "taken over": async ({ form }: Stolen) => {
      const id = await shared(form);
      if (id === null) return;
      await one.get("clinic.takeOver", { id });
      await inStep(one);
      await goOn(id);
      await inStep(two);
    },
    "handed over by whoever has a desk's keys": async ({ form, forged }: Stolen) => {
      const id = randomUUID();
      const item = deriveSharedId(thief.clinic, id);
      const attempts = { none: [], tried: [tried(null)], refused: [tried(422)] }[forged.attempts];
      const payload = { none: null, same: bodyOf(form), other: bodyOf(forged.body) }[forged.payload];
      const { record } = contentOf({ kind: "item", item: asBooking(shape) });
      const content = {
        kind: "item",
        record: {
          ...record,
          id,
          idempotencyKey: randomUUID(),
          form,
          payload,
          attempts,
          status: forged.status,
        },
      };
      const { generation } = thief;
      await thief.push([
        thief.record(item, content),
        { entry: { type: "share", item, generation, attempts: [], needsChecking: false } },
      ]);
      await thief.push([{ entry: { type: "hand-over", item, epoch: 1, to: self, notSent: [] } }]);
      await inStep(one);
      await goOn(id);
    },
    "for a patient whom whoever has a desk's keys changed": async ({ form, forged }: Stolen) => {
      const { id } = form.patient?.kind === "known" ? form.patient : { id: known };
      const record = await one.get("patients.get", { id });
      const { accountId: _account, itemId: _item, ...before } = record;
      const stamp = contentOf({ kind: "person", patient: record, makers: [] });
      const input = {
        ...record.input,
        ...(forged.renames ? { firstName: "Zed", address: "6 Stolen St" } : {}),
      };
      const person = { ...before, input, patientId: forged.renames ? record.patientId : 101 };
      const content = { ...stamp, record: { ...stamp.record, ...person } };
      for (let tries = 0; tries < 20; tries += 1) {
        version += 1;
        if ((await thief.push([thief.record(deriveSharedId(thief.clinic, id), content, version)])) === 200)
          break;
      }
      await inStep(one);
      const booking = await begin(one, form);
      if (booking !== null) await press(one, booking);
    },
  };
  return { ways, known };
}

/** What a desk would say of it, to be changed by hand. */
const contentOf = (content: SharedContent): { readonly record: object } =>
  JSON.parse(Buffer.from(writeContent(content)).toString("utf8"));
const tried = (status: number | null) => ({
  startedAt: "2031-01-01T10:00:00.000Z",
  endedAt: "2031-01-01T10:00:01.000Z",
  phase: status === null ? "none" : "answered",
  status,
  outcome: null,
});
/** What whoever has a desk's keys writes by hand beside the form. */
const forgeries = fc.record({
  status: fc.constantFrom<ItemStatus>(
    "ready",
    "saved-for-later",
    "needs-editing",
    "needs-checking",
    "sending",
    "draft",
  ),
  payload: fc.constantFrom("none", "same", "other"),
  attempts: fc.constantFrom("none", "tried", "refused"),
  body: forms,
  renames: fc.boolean(),
});
type Stolen = {
  readonly form: BookingForm;
  readonly next: BookingForm;
  readonly forged: typeof forgeries extends fc.Arbitrary<infer T> ? T : never;
};

it("what a desk of a clinic sends is what its screens show, whoever made it and whatever they wrote beside the form", async () => {
  const judged = await judgedService();
  const { ways, known } = await desksOfClinic(judged);
  const typed = fc.record({ form: forms, next: forms, forged: forgeries }).map(({ form, next, forged }) => ({
    form: forKnown(form, known),
    next: forKnown(next, known),
    forged: { ...forged, body: forKnown(forged.body, known) },
  }));
  const [form, next] = [forKnown(plain("2pm"), known), forKnown(plain("4pm"), known)];
  const forged = { status: "ready", payload: "other", attempts: "none", body: next, renames: false } as const;
  await tryAll(judged, ways, { typed, first: [{ form, next, forged }], count: 60 });
});
