import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEmptyBookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm, readPatientForm } from "../../shared/patients/patient-form.ts";
import { hasCardNumber } from "../../shared/cards/card-number.ts";
import { cleanLine, stripHidden } from "../../shared/text/clean-text.ts";
import { readServiceAddress } from "../../shared/connection/service-address.ts";
import { formatCsvLine, readCsv } from "../../shared/text/csv.ts";
import { guessSeparator } from "../../shared/import/separator.ts";
import { readLicense } from "../../shared/intake/license.ts";
import { readIntake } from "../../shared/intake/read.ts";
import { readCallerNumber } from "../../shared/links/caller.ts";
import { readLink } from "../../shared/links/desk-link.ts";
import { isCall, isLink } from "../../shared/links/link-text.ts";
import { readRepeat, readTimes } from "../../shared/bookings/repeat-text.ts";
import { readTypedPerson } from "../../shared/patients/patient-query.ts";
import { formatPhone, formatZip, checkPhone, readState, checkZip } from "../../shared/patients/contact.ts";
import { formatCalendar } from "../../shared/printing/calendar.ts";
import { readDateOfBirth } from "../../shared/time/date-of-birth.ts";
import { readInstant } from "../../shared/time/instant.ts";
import { readDay } from "../../shared/time/plain-date.ts";
import { readTime } from "../../shared/time/time-of-day.ts";
import { readWebhookAddress } from "../../shared/webhooks/webhook-form.ts";
import { readExistingPatientId, toPlainLine, readErrorBody } from "../../shared/service-api/error-body.ts";
import { readCatalogueFile } from "../../renderer/features/settings/catalogue-file.ts";
import { endScan, idle, handleScanKey, type ScanKey, type ScanState } from "../../renderer/lib/scan-keys.ts";
import { generated } from "../support/cases.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { madeUpCards } from "../support/license-cards.ts";
import { damaged, hostileText, runs, withinMemory } from "./kit.ts";

const context = { today: "2026-03-02", dateOrder: "month-first" } as const;

/** Whatever reads a text from outside: typed, pasted, scanned, of a file, of a link or of the service's answer. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "a pasted text": (text) => readIntake(text, context),
  "a scanned card": readLicense,
  "the columns of a file": readCsv,
  "what parts columns": guessSeparator,
  "the services' file": (text) => readCatalogueFile(text, [{ id: 1, name: "Eye test", minutes: 30 }]),
  "a link": (text) => [isLink(text), isCall(text), readLink(text)],
  "a link's inside": (text) => readLink(`frontdesk://${text}`),
  "a caller": readCallerNumber,
  "the service's address": readServiceAddress,
  "a webhook's address": (text) => readWebhookAddress(text, { serviceHere: false }),
  "a date of birth": (text) => readDateOfBirth(text, context),
  "a day": (text) => readDay(text, context),
  "a time": readTime,
  "a moment": readInstant,
  "a repetition": readRepeat,
  "how many times": readTimes,
  "a search": (text) => readTypedPerson(text, context),
  "a phone": (text) => [formatPhone(text), checkPhone(text)],
  "a place": (text) => [formatZip(text), readState(text), checkZip(text, text)],
  "a card number": hasCardNumber,
  "a line": (text) => cleanLine(text),
  "what was typed": (text) => stripHidden(text, "lines"),
  "a patient's form": (text) =>
    readPatientForm(
      { ...emptyPatientForm, firstName: text, dob: text, state: text, phone: text, email: text },
      context,
    ),
  "an answer's message": (text) => [toPlainLine(text), readErrorBody(text), readExistingPatientId(text)],
  "a cell that is written": (text) => formatCsvLine([text, "x"]),
  "a calendar's texts": (text) =>
    formatCalendar([
      {
        uid: "00000000-0000-4000-8000-000000000050",
        start: 0,
        minutes: null,
        stamp: 0,
        standing: "tentative",
        summary: text,
        location: text,
        description: [text],
      },
    ]),
};

const vcard =
  "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nBDAY:1984-03-05\r\nADR:;;1 Main St;X;IL;62701;\r\nEND:VCARD";
const fhir = JSON.stringify({
  resourceType: "Patient",
  name: [{ family: "Doe", given: ["Jane"] }],
  birthDate: "1984-03-05",
  telecom: [{ system: "phone", value: "2175550100" }],
});
const hl7 =
  "MSH|^~\\&|A|B|C|D|20260302||ADT^A04|1|P|2.5\rPID|1||7^^^X||DOE^JANE||19840305|F|||1 MAIN ST^^X^IL^62701";
const rows = 'ID,Name,Minutes\r\n1,Eye test,30\r\n2,"Long, test",45\r\n';
const link = "frontdesk://booking?patient=7&service=12&date=2026-03-04&notes=x%20y";
const [card] = madeUpCards;
/** What is in order: harm is done to it. */
const inOrder = [
  vcard,
  fhir,
  hl7,
  rows,
  link,
  card?.text ?? "",
  "Jane Doe\n3/5/84\n1 Main St, X, IL 62701\n217 555 0100",
];
const text = fc.oneof(
  hostileText(20_000),
  ...inOrder.map(damaged),
  fc
    .constantFrom(...inOrder)
    .chain(damaged)
    .chain(damaged),
);

/** A run of which makes a pattern that goes back over it slow. */
const signs = [...'a1 ,\n"{[(<@%\\=/-;:|.é\u0301\u202E', "a1 ", '"a', ";:", "a@", "0 ", "\r\n"];

/** Milliseconds of computing that one text may take: a person waits for it with the window. */
const mostMilliseconds = 4_000;

describe.each(Object.entries(readers))("%s", (_what, read) => {
  it("is read or refused, whatever it is, and soon", async () => {
    await withinMemory({ kept: 30, peak: 400 }, () =>
      fc.assert(
        fc.property(text, (given) => {
          expect(cpuTime(() => read(given))).toBeLessThan(mostMilliseconds);
        }),
        runs(150),
      ),
    );
  });

  it.each(["", "x"])("of a hundred thousand of anything, and %j behind it, ends", (tail) => {
    for (const sign of signs) {
      const long = sign.repeat(100_000 / sign.length) + tail;
      expect(
        cpuTime(() => read(long)),
        JSON.stringify(sign),
      ).toBeLessThan(mostMilliseconds);
    }
    generated(signs.length);
  });
});

describe("keys", () => {
  const key = fc.record({
    key: fc.oneof(
      fc.constantFrom(
        "@",
        "Enter",
        "Shift",
        "A",
        "N",
        "S",
        "I",
        " ",
        "6",
        "Tab",
        "F4",
        "Unidentified",
        "Dead",
        "é",
      ),
      fc.string({ minLength: 1, maxLength: 2 }),
    ),
    code: fc.constantFrom("", "KeyA", "Enter", "Digit2"),
    ctrlKey: fc.boolean(),
    altKey: fc.boolean(),
    metaKey: fc.boolean(),
    shiftKey: fc.boolean(),
    at: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -1_000, max: 100_000 })),
  });

  it("in any order and at any pace are a card or typing, and none is lost", () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 120 }), (presses) => {
        let state: ScanState = idle;
        const given: ScanKey[] = [];
        let at = 0;
        for (const press of presses) {
          at += press.at;
          const step = handleScanKey(state, { ...press, at });
          given.push(...step.back);
          ({ state } = step);
        }
        given.push(...endScan(state).back);
        // What comes back to a field was pressed, in its order.
        const pressed = presses.map((press) => press.key);
        let from = 0;
        for (const { key: back } of given) {
          const found = pressed.indexOf(back, from);
          expect(found).toBeGreaterThanOrEqual(0);
          from = found + 1;
        }
      }),
      runs(2_000),
    );
  });

  it("of a scanner that never ends fill no memory", async () => {
    await withinMemory({ kept: 20, peak: 200 }, () => {
      let state: ScanState = idle;
      const keys = (card?.text ?? "").split("");
      for (let at = 0; at < 500_000; at += 1) {
        const sign = keys[at % keys.length] ?? "A";
        const press = {
          key: sign,
          code: "",
          ctrlKey: false,
          altKey: false,
          metaKey: false,
          shiftKey: false,
          at,
        };
        ({ state } = handleScanKey(state, press));
      }
    });
    generated(500_000);
  });
});

it("a booking's form of any texts is read", async () => {
  const { readBookingForm } = await import("../../shared/bookings/booking-form.ts");
  const form = createEmptyBookingForm("America/New_York");
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom("America/New_York", "Nowhere/At_All", "", "UTC"),
      (one, other, timeZone) => {
        readBookingForm(
          { ...form, service: one, date: other, time: one, timeZone, notes: other, address: one },
          { ...context, now: "2026-03-02T15:00:00Z", patient: null },
        );
      },
    ),
    runs(300),
  );
});
