import { describe, expect, test } from "vitest";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { isLanguage, language, type Language } from "../../../messages/language.ts";
import { load, spoken, wordedIn, words } from "../../../messages/words.ts";
import {
  mayHaveSlip,
  createSlip,
  type Slip,
  type SlipSource,
} from "../../../renderer/features/bookings/slip.ts";
import { appointment, bookingItem, knownPatient, uuid } from "./builders.ts";

const settings = { services: [{ id: 12, name: "Eye test", minutes: 30 }], currency: "USD" };
const sent = {
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  patientId: 101,
  serviceId: 12,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  billingType: "Bill to Account",
};
const payload = JSON.stringify(sent);
const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };

/** A booking that the service answered to, with what differs. */
const source = (answer: object = {}, change: Partial<BookingItem> = {}): SlipSource => ({
  item: bookingItem({
    status: "done",
    payload,
    result: { ...result, appointment: { ...appointment, ...answer } },
    ...change,
  }),
  patient: knownPatient(),
  settings,
  isPractice: false,
});

const inLanguage = async (tag: Language, sources: readonly SlipSource[]): Promise<Slip> => {
  const slip = wordedIn({ language: tag, words: await load(tag) }, () => createSlip(sources));
  if (slip === null) throw new Error("There is no slip");
  return slip;
};
const english = (...sources: readonly SlipSource[]): Promise<Slip> => inLanguage("en-US", sources);
const spanish = (...sources: readonly SlipSource[]): Promise<Slip> => inLanguage("es-US", sources);

describe("the slip of a visit", () => {
  // booking-36: A slip always has patient, date, time and zone (OpenEMR 7820)
  test(
    "has patient, date, time and zone, for paper, as text, and in the calendar (OpenEMR 7820)",
    { tags: ["booking-36"] },
    async () => {
      const { visits, text, calendar } = await english(source());
      const when = "Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time";
      const [day, time] = ["Tuesday, December 1, 2026", "2:00 PM Eastern Standard Time"];
      expect(visits).toMatchObject([{ when, day, time, patient: "Ann Smith · patient #101" }]);
      const plain = (calendar ?? "").replaceAll("\r\n ", "").replaceAll(/\\([,;])/g, "$1");
      for (const each of [text, plain]) {
        expect(each).toContain(when);
        expect(each).toContain("Ann Smith");
      }
      expect(plain).toContain("DTSTART:20261201T190000Z\r\nDTEND:20261201T193000Z");
      expect(plain).toContain("LOCATION:1 Main St, Albany, NY 12207");
    },
  );

  test("is on paper, word for word", async () => {
    const { title, visits, text } = await english(source());
    expect(title).toBe("Your appointment");
    expect(visits[0]?.lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "For: Ann Smith · patient #101",
      "Visit type: Eye test (12)",
      "Where: 1 Main St, Albany, NY 12207",
      "Price: $85.00 – Bill to Account",
      "Status: Pending, as of Nov 20, 2026, 10:00 AM EST",
      "Appointment number: #900",
    ]);
    expect(visits[0]?.short).toEqual([
      "Eye test (12)",
      "1 Main St, Albany, NY 12207",
      "Status: Pending",
      "Appointment: #900",
    ]);
    expect(text.split("\n").slice(0, 4)).toEqual([
      "Your appointment",
      "",
      "When: Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time",
      "For: Ann Smith · patient #101",
    ]);
  });

  // booking-41: A slip leaves out date of birth, phone, email and notes
  test(
    "leaves out what is nobody else's: date of birth, phone, email and notes",
    { tags: ["booking-41"] },
    async () => {
      const notes = "Afraid of needles";
      const secret = source({ notes }, { payload: JSON.stringify({ ...sent, notes }) });
      const { item, patient } = secret;
      const input = { ...knownPatient().input, phone: "(217) 555-0100" };
      const slip = await english({
        ...secret,
        item: { ...item, form: { ...item.form, notes } },
        patient: patient === null ? null : { ...patient, input },
      });
      const all = JSON.stringify(slip);
      expect(all).toContain("Ann Smith");
      for (const word of ["1984", "March 5", "ann@example.com", "555", "needles"])
        expect(all).not.toContain(word);
    },
  );

  test("is named in a calendar without the service, which others may see there", async () => {
    const { calendar } = await english(source());
    expect(/^SUMMARY:(.*)$/m.exec(calendar ?? "")?.[1]).toBe("Appointment\\, not confirmed yet: Ann Smith");
  });

  test("of several visits has each, in their order, and in one calendar file", async () => {
    const second = source({ id: 901, appointmentDateTime: "2026-12-08T14:00:00-05:00" }, { id: uuid(51) });
    const slip = await english(source(), second);
    expect(slip.title).toBe("Your appointments");
    expect(slip.visits.map(({ when }) => when.slice(0, 19))).toEqual([
      "Tuesday, December 1",
      "Tuesday, December 8",
    ]);
    expect(slip.text.match(/^When: /gm)).toHaveLength(2);
    expect(slip.calendar?.match(/^BEGIN:VEVENT$/gm)).toHaveLength(2);
    expect(slip.calendar?.match(/^UID:.*$/gm)).toEqual([`UID:${uuid(50)}`, `UID:${uuid(51)}`]);
    expect(slip.date).toBe("2026-12-01");
  });

  test("has the day where the visit is, not that of UTC", async () => {
    const late = await english(source({ appointmentDateTime: "2026-12-01T23:30:00-05:00" }));
    expect(late.date).toBe("2026-12-01");
  });
});

describe("a slip says no more than the answer", () => {
  // booking-38: A slip says no more than the response: Pending is not confirmed, also in a calendar
  test.each([
    ["Pending", "TENTATIVE", "Appointment\\, not confirmed yet"],
    ["In Progress", "CONFIRMED", "Appointment:"],
    [null, "TENTATIVE", "not confirmed yet"],
  ])(
    "a visit that is %s is %s in a calendar",
    { tags: ["booking-38"] },
    async (status, standing, summary) => {
      const { calendar } = await english(source({ status }));
      expect(calendar).toContain(`STATUS:${standing}\r\n`);
      expect(calendar).toContain(summary);
    },
  );

  test.each(["Denied", "Canceled"])(
    "one that is %s is in no calendar, and its slip says so",
    async (status) => {
      const { calendar, visits } = await english(source({ status }));
      expect(calendar).toBeNull();
      expect(visits[0]?.short).toContain(`Status: ${status}`);
    },
  );

  test("an answer that could not be read confirms nothing", async () => {
    const { calendar, visits } = await english(source({}, { result: { ...result, appointment: null } }));
    expect(calendar).toContain("STATUS:TENTATIVE");
    expect(visits[0]?.short.slice(2)).toEqual(["Status: Unknown", "Appointment: Unknown"]);
  });

  // booking-39: A difference in the service's record stands on the slip
  test(
    "what was recorded otherwise stands on it, and keeps a calendar from calling it confirmed",
    { tags: ["booking-39"] },
    async () => {
      const other = source({ address: "21 Oak St", status: "In Progress" });
      const { visits, text, calendar } = await english(other);
      const alert = "Address: sent “1 Main St”, the booking service recorded “21 Oak St”.";
      expect(visits[0]?.alerts).toEqual([alert]);
      expect(text).toContain(`Please confirm this with the front desk:\n${alert}`);
      expect(calendar).toContain("STATUS:TENTATIVE");
      expect(calendar?.replaceAll("\r\n ", "")).toContain(words.slip.event.differs);
      expect(calendar).not.toContain("sent “");
    },
  );
});

// booking-40: A training slip says that it is not real
test("a slip of practice says on all of it that nothing is real", { tags: ["booking-40"] }, async () => {
  const real = await english(source({ status: "In Progress" }));
  expect([real.warning, real.text.includes(words.slip.practice)]).toEqual([null, false]);
  const slip = await english({ ...source({ status: "In Progress" }), isPractice: true });
  expect(slip.warning).toBe(words.slip.practice);
  expect(slip.text.startsWith(`${words.slip.practice}\n`)).toBe(true);
  expect(slip.calendar).toContain("SUMMARY:Training\\, not a real appointment: Ann Smith");
  expect(slip.calendar).toContain("STATUS:TENTATIVE");
});

// booking-37: Waiting and unclear bookings have no slip
describe("there is no slip", { tags: ["booking-37"] }, () => {
  test.each<[string, SlipSource]>([
    ["of a draft", source({}, { status: "draft", result: null })],
    ["of one that waits", source({}, { status: "ready", result: null })],
    ["of one that may or may not be booked", source({}, { status: "needs-checking", result: null })],
    ["without a patient", { ...source(), patient: null }],
    ["without a moment", source({ appointmentDateTime: "soon" }, { payload: null })],
    ["without a zone to its time", source({ appointmentDateTime: "2026-12-01T14:00:00" }, { payload: null })],
  ])("%s", (_which, given) => {
    expect(mayHaveSlip(given)).toBe(false);
    expect(createSlip([given])).toBeNull();
    expect(createSlip([source(), given])).toBeNull();
  });

  test("but there is one for a patient who is known by number, and where the zone is not known here", async () => {
    const { item } = source();
    const form = { ...item.form, patient: { kind: "number" as const, text: "123" }, timeZone: "Mars/Base" };
    const { visits } = await english({ item: { ...item, form }, patient: null, settings, isPractice: false });
    expect(visits[0]).toMatchObject({ patient: "Patient #123" });
    expect(visits[0]?.when).toContain("2:00 PM Mars/Base (UTC-05:00)");
  });
});

describe("a slip in another language than the window's", () => {
  // booking-42: A slip is fully in the patient's language
  test("is wholly in that: its dates, its zone, its words", { tags: ["booking-42"] }, async () => {
    const { title, visits, language: own } = await spanish(source());
    expect(own).toBe("es-US");
    expect(title).toBe("Su cita");
    expect(visits[0]?.when).toBe("martes, 1 de diciembre de 2026, 2:00 p.m. hora estándar oriental");
    expect(visits[0]?.lines.map(({ label }) => label)).toEqual([
      "Para",
      "Tipo de visita",
      "Dónde",
      "Precio",
      "Estado",
      "Número de cita",
    ]);
    expect(visits[0]?.short[2]).toBe("Estado: Pendiente (Pending)");
  });

  test("leaves none of its words in the window's: each is from the catalogue that was asked for", async () => {
    const { visits, title, confirm } = await inLanguage("en-XA", [source({ address: "21 Oak St" })]);
    const own = [
      title,
      confirm,
      ...(visits[0]?.lines.map(({ label }) => label) ?? []),
      ...(visits[0]?.alerts ?? []),
    ];
    expect(own.length).toBeGreaterThan(8);
    expect(own.filter((text) => !/^\[.*\]$/.test(text))).toEqual([]);
  });

  test("changes nothing of the window's, also when it cannot be made", async () => {
    const other = { language: "es-US" as const, words: await load("es-US") };
    const before = spoken();
    const thrown = (): never => {
      expect([language, words]).toEqual([other.language, other.words]);
      throw new Error("no");
    };
    expect(() => wordedIn(other, thrown)).toThrow("no");
    expect(wordedIn(other, () => words.slip.title({ count: 1 }))).toBe("Su cita");
    // @ts-expect-error -- what is put off would be worded in the window's language
    void wordedIn(other, () => Promise.resolve());
    expect(spoken()).toEqual(before);
    expect(isLanguage(language)).toBe(true);
  });
});

describe("what the service sends cannot forge a slip", () => {
  const hostile = source({
    status: "Denied\r\nSTATUS:CONFIRMED",
    address: "1 Main St\u202E\nBEGIN:VALARM\nPrice: $0.00",
    billingType: "Bill to Account\u2028Booking: #1",
  });

  test("no line of its own in the text", async () => {
    const { text } = await english(hostile);
    const labels = text
      .slice(0, text.indexOf("Please confirm"))
      .split("\n")
      .map((line) => line.split(":")[0]);
    expect(labels).toEqual([
      "Your appointment",
      "",
      "When",
      "For",
      "Visit type",
      "Where",
      "Price",
      "Status",
      "Appointment number",
      "",
    ]);
  });

  test("no part of its own in the calendar", async () => {
    const { calendar } = await english(hostile);
    expect(calendar?.match(/^(BEGIN|STATUS):.*$/gm)).toEqual([
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "STATUS:TENTATIVE",
    ]);
    expect(calendar).not.toMatch(/\u202E/);
  });
});
