import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingForm } from "../../contract/records/forms.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
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
    const { bookings } = await desk.get("bookings.list", { text, limit: 50, offset: 0 });
    return bookings.map(({ item }) => item.form.date);
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
});

describe("a warning of a booking at the same time", () => {
  const similar = async (change: { patient?: string; instant?: string; exceptItem?: string | null }) =>
    (
      await desk.get("bookings.similar", {
        patient: ann,
        instant: "2031-03-04T19:00:00.000Z",
        exceptItem: null,
        ...change,
      })
    ).items;

  it("names the one of this patient at this moment, in whatever offset it is written", async () => {
    const [item, ...others] = await similar({});
    expect([item?.form.date, others]).toEqual(["2031-03-04", []]);
    expect(await similar({ instant: "2031-03-04T14:00:00-05:00" })).toHaveLength(1);
    expect(await similar({ exceptItem: item?.id ?? null })).toEqual([]);
    expect(await similar({ instant: "2031-03-04T19:01:00.000Z" })).toEqual([]);
    expect(await similar({ patient: item?.id ?? "" })).toEqual([]);
  });

  it("passes over what is only being typed, and an instant that is none", async () => {
    const form = bookingForm({ patient: { kind: "known", id: ann }, date: "2031-05-06" });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    const instant = "2031-05-06T18:00:00.000Z";
    expect(await similar({ instant })).toEqual([]);
    await desk.get("items.submit", { id, wait: false });
    expect((await similar({ instant })).map((item) => item.id)).toEqual([id]);
    expect(await similar({ instant: "tomorrow" })).toEqual([]);
  });
});

describe("a patient who may be known already", () => {
  const nobody = { firstName: "", lastName: "", dob: null, phone: "", email: "" };

  it("is found by name and date of birth, by phone and by email, and nobody else is", async () => {
    const { firstName, lastName, phone, email } = fullPatient;
    const names = async (likeness: Partial<Record<keyof typeof nobody, string>>) =>
      (await desk.get("patients.similar", { ...nobody, ...likeness })).patients.map(({ id }) => id);
    expect(await names({ firstName, lastName, dob: "1984-03-05" })).toEqual([ann]);
    expect(await names({ firstName, lastName, dob: "1984-03-06" })).toEqual([]);
    expect(await names({ phone })).toEqual([ann]);
    expect(await names({ email })).toEqual([ann]);
    expect(await names({ email: "other@example.com" })).toEqual([]);
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
});
