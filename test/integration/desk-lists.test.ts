import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { recentBookings } from "../support/booking-lists.ts";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";

let mock: MockService;
let desk: TestDesk;
let ann: string;

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 600_000 });
  desk = await startDesk();
  await desk.get("session.connect", {
    serviceAddress: mock.baseUrl,
    token: mock.token,
    sameAccount: null,
  });
});
afterAll(async () => {
  await desk.stop();
  removeFolder(desk.directory);
  await mock.close();
});

describe("a search among bookings", () => {
  const found = async (text: string): Promise<readonly string[]> => {
    const { rows } = await desk.get("bookings.list", { ...recentBookings, text });
    return rows.map((row) => (typeof row === "string" ? row : (row.instant?.slice(0, 10) ?? "")));
  };

  it("finds one by the day of its visit, in every usual way to write it", async () => {
    const sent = await sendPatient(desk, fullPatient);
    ann = sent.patientRecordId ?? "";
    const form = bookingForm({ patient: { kind: "known", id: ann } });
    await sendBooking(desk, { ...form, date: "2031-03-04" });
    await sendBooking(desk, { ...form, date: "2031-04-03" });
    for (const text of [
      "2031-03-04",
      "3/4/2031",
      "3/4/31",
      "03/04/2031",
      "Mar 4, 2031",
      "March 4, 2031",
      "4 march 2031",
      "tuesday march",
      "sample 3/4/2031",
    ])
      expect([text, await found(text)]).toEqual([text, ["2031-03-04"]]);
    expect(await found("3/5/2031")).toEqual([]);
  });

  it("finds them by the phone number of their patient", async () => {
    const { phone } = fullPatient;
    expect(phone).not.toBe("");
    const digits = phone.replaceAll(/\D/g, "");
    const [area, line] = [digits.slice(-10, -7), `${digits.slice(-7, -4)}-${digits.slice(-4)}`];
    for (const text of [phone, digits, `sample ${phone}`, `(${area}) ${line}`, `${area}-${line}`])
      expect([text, (await found(text)).length]).toEqual([text, 2]);
    for (const other of [phone, "(999) 999-9999", "999-999-9999"])
      expect([other, await found(other.replaceAll(/\d/g, "3"))]).toEqual([other, []]);
  });
});

describe("the bookings of a day", () => {
  const ofDay = async (from: string, timeZone = "America/New_York") =>
    (await desk.get("bookings.days", { from, days: 1, timeZone })).rows;

  it("are those of that day on the clock of the zone, each with its patient's name", async () => {
    const [found, ...others] = await ofDay("2031-03-04");
    expect([found?.instant?.slice(0, 10), found?.patient?.firstName, found?.patientRecord, others]).toEqual([
      "2031-03-04",
      fullPatient.firstName,
      ann,
      [],
    ]);
    expect(await ofDay("2031-03-05")).toEqual([]);
    // 2 PM in New York is the morning of the next day in Tokyo.
    expect(await ofDay("2031-03-04", "Asia/Tokyo")).toEqual([]);
    expect(await ofDay("2031-03-05", "Asia/Tokyo")).toHaveLength(1);
  });

  it("are counted for a month, each on the day that the clock of the zone shows", async () => {
    const counts = async (timeZone: string) =>
      (await desk.get("bookings.counts", { from: "2031-03-01", days: 42, timeZone })).days;
    expect(await counts("America/New_York")).toEqual([
      { date: "2031-03-04", total: 1 },
      { date: "2031-04-03", total: 1 },
    ]);
    expect((await counts("Asia/Tokyo"))[0]).toEqual({ date: "2031-03-05", total: 1 });
  });

  it("do not hold what is only being typed", async () => {
    const form = bookingForm({ patient: { kind: "known", id: ann }, date: "2031-05-06" });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    expect(await ofDay("2031-05-06")).toEqual([]);
    await desk.get("items.submit", { id, wait: false });
    expect((await ofDay("2031-05-06")).map((line) => line.id)).toEqual([id]);
  });
});

describe("a booking for which a corrected one was begun", () => {
  it("is marked in every list, until that one is thrown away", async () => {
    const day = { from: "2031-04-03", days: 1, timeZone: "America/New_York" };
    const marks = async () => {
      const lists = await Promise.all([
        desk.get("bookings.days", day),
        desk.get("bookings.list", { ...recentBookings, text: "2031-04-03" }),
        desk.get("bookings.ofPatient", { patient: ann, limit: 50 }),
      ]);
      return lists.map(
        ({ rows }) =>
          rows.flatMap((row) => (typeof row === "string" || row.id !== id ? [] : [row]))[0]?.isBeingCorrected,
      );
    };
    const id = (await desk.get("bookings.days", day)).rows[0]?.id ?? "";
    expect(await marks()).toEqual([false, false, false]);
    const draft = await desk.get("items.correct", { id });
    expect(await marks()).toEqual([true, true, true]);
    await desk.get("items.discard", { id: draft.id });
    expect(await marks()).toEqual([false, false, false]);
  });
});

describe("a patient who may be known already", () => {
  const nobody = { firstName: "", lastName: "", dob: null, phone: "", email: "" };

  // patients-5: Likely duplicates are listed while typing, and block nothing
  it(
    "is found by name and date of birth, by phone and by email, and nobody else is",
    { tags: ["patients-5"] },
    async () => {
      const { firstName, lastName, phone, email } = fullPatient;
      const names = async (likeness: Partial<Record<keyof typeof nobody, string>>) =>
        (await desk.get("patients.similar", { ...nobody, ...likeness })).patients.map(({ id }) => id);
      expect(await names({ firstName, lastName, dob: "1984-03-05" })).toEqual([ann]);
      expect(await names({ firstName, lastName, dob: "1984-03-06" })).toEqual([]);
      expect(await names({ phone })).toEqual([ann]);
      expect(await names({ email })).toEqual([ann]);
      expect(await names({ email: "other@example.com" })).toEqual([]);
    },
  );

  it("is found by the external ID, in any case of its letters, and by no part of it", async () => {
    const of = async (externalId: string) =>
      (await desk.get("patients.byExternalId", { externalId })).patient?.id ?? null;
    expect(await of(fullPatient.externalId)).toBe(ann);
    expect(await of(fullPatient.externalId.toLowerCase())).toBe(ann);
    for (const other of ["EXT", "EXT-", "EXT-10", "EXT-1*", "1", '"', "NEAR(EXT)"])
      expect([other, await of(other)]).toEqual([other, null]);
  });

  it("is found by the number of the service", async () => {
    const { patientId } = await desk.get("patients.get", { id: ann });
    const known = await desk.get("patients.byNumber", { patientId: patientId ?? 0 });
    expect(known.patient?.id).toBe(ann);
    expect(await desk.get("patients.byNumber", { patientId: 9_999 })).toEqual({ patient: null });
  });
});

describe("two changes of the settings", () => {
  it("made before the first is kept are both kept", async () => {
    const before = await desk.get("settings.get", {});
    await Promise.all([
      desk.get("settings.save", { theme: "dark" }),
      desk.get("settings.save", { dateOrder: "day-first" }),
    ]);
    expect(await desk.get("settings.get", {})).toEqual({ ...before, theme: "dark", dateOrder: "day-first" });
  });

  it("and one that does not fit changes nothing", async () => {
    const before = await desk.get("settings.get", {});
    expect(await desk.ask("settings.save", { theme: "light", currency: "dollars" })).toMatchObject({
      failure: { code: "invalid-input" },
    });
    expect(await desk.get("settings.get", {})).toEqual(before);
  });
});

describe("the list of items", () => {
  it("says whose booking each is, so that no line has to ask, and ships no note", async () => {
    const notes = "a long story. ".repeat(70_000);
    const make = async (patient: BookingForm["patient"]): Promise<string> =>
      (await desk.get("items.create", { kind: "booking", form: bookingForm({ patient, notes }) })).id;
    const [ofAnn, ofNumber] = [
      await make({ kind: "known", id: ann }),
      await make({ kind: "number", text: "77" }),
    ];
    const page = { kinds: ["booking" as const], statuses: ["draft" as const], limit: 10, offset: 0 };
    const { items } = await desk.get("items.list", page);
    const patientOf = (id: string): unknown => {
      const item = items.find((listed) => listed.id === id);
      return item?.kind === "booking" ? item.patient : undefined;
    };
    const { firstName, lastName } = fullPatient;
    expect(patientOf(ofAnn)).toEqual({ firstName, lastName, phone: "(217) 555-0100" });
    expect(patientOf(ofNumber)).toBeNull();
    expect(JSON.stringify(items).length).toBeLessThan(20_000);
  });

  it("names who is known by the number that was typed", async () => {
    const { patientId } = await desk.get("patients.get", { id: ann });
    const patient = { kind: "number" as const, text: String(patientId) };
    const { id } = await desk.get("items.create", { kind: "booking", form: bookingForm({ patient }) });
    const page = { kinds: ["booking" as const], statuses: ["draft" as const], limit: 10, offset: 0 };
    const { items } = await desk.get("items.list", page);
    const listed = items.find((item) => item.id === id);
    expect(listed).toMatchObject({ patient: { firstName: fullPatient.firstName } });
  });

  // lists-8: The person at the desk is noted on the work they begin
  it(
    "says who was at the desk when an item was begun, and nobody where nobody had said",
    { tags: ["lists-8"] },
    async () => {
      const begin = async () =>
        (await desk.get("items.create", { kind: "booking", form: bookingForm({}) })).by;
      expect(await begin()).toBeNull();
      await desk.get("staff.choose", { name: " Rosa Delgado " });
      expect(await desk.get("staff.get", {})).toEqual({ name: "Rosa Delgado" });
      expect(await begin()).toBe("Rosa Delgado");
      // Also after a restart.
      await desk.stop();
      desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
      expect(await desk.get("staff.get", {})).toEqual({ name: "Rosa Delgado" });
      await desk.get("staff.choose", { name: null });
      expect(await begin()).toBeNull();
      // A card number is kept nowhere, not even as a name.
      expect(await desk.ask("staff.choose", { name: "4242 4242 4242 4242" })).toMatchObject({ ok: false });
    },
  );
});

describe("the page of a patient", () => {
  it("tells of a patient's own visits which are at the same time as another, whoever has that", async () => {
    await desk.get("settings.save", { services: [{ id: 101, name: "Follow-up", minutes: 30 }] });
    const overlapping = async () => {
      const { rows } = await desk.get("bookings.ofPatient", { patient: ann, limit: 10 });
      return rows
        .filter(({ atOnce }) => atOnce > 1)
        .map(({ instant, isTwice }) => [instant?.slice(0, 16), isTwice]);
    };
    expect(await overlapping()).toEqual([]);
    const other = await sendPatient(desk, {
      ...fullPatient,
      firstName: "Bo",
      externalId: "",
      email: "bo@example.com",
      phone: "",
    });
    const patient = { kind: "known", id: other.patientRecordId ?? "" } as const;
    await sendBooking(desk, bookingForm({ patient, date: "2031-03-04", time: "2:15pm" }));
    expect(await overlapping()).toEqual([["2031-03-04T19:00", false]]);
    // The same person: known by the record here, by the number there.
    const { patientId } = await desk.get("patients.get", { id: ann });
    const same = { kind: "number", text: `#${String(patientId)}` } as const;
    await sendBooking(
      desk,
      bookingForm({
        patient: same,
        date: "2031-03-04",
        time: "2:20pm",
        sameAddress: false,
        address: "1 Main St",
        city: "Springfield",
        state: "IL",
        zip: "62701",
      }),
    );
    expect(await overlapping()).toContainEqual(["2031-03-04T19:00", true]);
  });
});
