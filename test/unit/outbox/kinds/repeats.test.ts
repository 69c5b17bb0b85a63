import { describe, expect, it } from "vitest";
import type { Attempt, Item } from "../../../../shared/outbox/item.ts";
import { getKind } from "../../../../main/features/outbox/kinds/kinds.ts";
import { typedBooking, typedPatient, typedWebhook } from "../../../support/outbox-kit.ts";
import { bookingItem, patientItem, webhookItem } from "../../../support/store-records.ts";

const at = "2026-03-02T09:00:00.000Z";
const unclear: Attempt = { startedAt: at, endedAt: at, phase: "sent", status: null, outcome: null };

const booking = bookingItem(1, { form: typedBooking() });
const patient = patientItem(2, { form: typedPatient });
const webhook = webhookItem(3, { form: typedWebhook });

describe("what keeps an item from being made twice", () => {
  it.each<[Item, string, boolean]>([
    [booking, "by-person", true],
    [patient, "by-name", false],
    [webhook, "by-list", false],
  ])("$kind", (item, repeat, waitsForUndo) => {
    expect(getKind(item)).toMatchObject({ repeat, waitsForUndo });
  });
});

describe("a 409", () => {
  it.each<[string, Item, boolean]>([
    ["to a booking or a webhook can speak of another's", booking, false],
    ["to a webhook can speak of another's", webhook, false],
    ["to a patient under a name that was made here is its own", patient, true],
    [
      "to a patient under a typed external ID can speak of another's",
      { ...patient, form: { ...typedPatient, externalId: " EXT-7 " } },
      false,
    ],
    [
      "to a patient can speak of another's while the earlier try's typed name is held",
      { ...patient, heldExternalId: "EXT-7" },
      false,
    ],
    [
      "to a patient is judged by the name that was sent, not by what is typed since",
      { ...patient, payload: JSON.stringify({ externalId: "EXT-7" }) },
      false,
    ],
    [
      "to a patient whose body cannot be read is judged by the names it has",
      { ...patient, payload: JSON.stringify({ externalId: 7 }) },
      true,
    ],
  ])("%s", (_, item, isOwn) => {
    expect(getKind(item).ownsConflict(item)).toBe(isOwn);
  });
});

describe("an earlier try", () => {
  it.each<[string, Item, boolean]>([
    ["of a booking is settled by a person alone", { ...booking, attempts: [unclear] }, false],
    ["of a patient is known by the name that is held", { ...patient, heldExternalId: "FD-2" }, true],
    ["of a patient without such a name is none", patient, false],
    ["of a webhook is noted", { ...webhook, mayExist: true }, true],
    ["of a webhook that is not noted is none", webhook, false],
  ])("%s", (_, item, has) => {
    expect(getKind(item).hasEarlierTry(item)).toBe(has);
  });

  it("of a booking leaves nothing for a draft to know", () => {
    const tried = { ...booking, attempts: [unclear] };
    expect(getKind(tried).withEarlierTry(tried)).toEqual(tried);
    const result = { appointment: null, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: false };
    const answered = { ...tried, result, correctedBy: booking.id };
    expect(getKind(answered).withEarlierTry(answered)).toStrictEqual(tried);
  });

  it("of a webhook may have registered it, when it was unclear", () => {
    const tried = { ...webhook, attempts: [unclear] };
    expect(getKind(tried).withEarlierTry(tried)).toEqual({ ...tried, mayExist: true });
    expect(getKind(webhook).withEarlierTry(webhook)).toBe(webhook);
  });
});

it("only a booking is too late to be sent, and only a booking waits behind its patient", () => {
  const body = { appointmentDateTime: "2020-01-01T09:00:00-05:00" };
  const late = [booking, patient, webhook].map((item) =>
    getKind<Item["kind"]>(item).expired(body, new Date(at)),
  );
  expect(late).toEqual([true, false, false]);
  expect(getKind(booking).patient(booking)).toEqual(booking.form.patient);
  expect(getKind(patient).patient(patient)).toBeNull();
  expect(getKind(webhook).patient(webhook)).toBeNull();
});
