import { describe, expect, test } from "vitest";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import { fail, type FailureCode } from "../../../shared/core/failure.ts";
import { itemStatuses, type Item, type ItemStatus } from "../../../shared/outbox/item.ts";
import { tallyCounts, type Tally } from "../../../shared/outbox/tally.ts";
import { saidOrNull, verbatim } from "../../../messages/saying.ts";
import { describeBookingOutcome } from "../../../renderer/features/booking/outcome.ts";
import {
  estimateTimeLeft,
  isSending,
  formatSending,
} from "../../../renderer/features/outbox/progress-line.ts";
import {
  labelAction,
  listActions,
  sortByMoment,
  describeGroup,
  tabNames,
  tabs,
  formatPhoneToCall,
  explainUnsent,
} from "../../../renderer/features/outbox/words.ts";
import { bookingItem, filledBooking, knownPatient, patientItem, uuid, webhookItem } from "./builders.ts";
import { words } from "../../../messages/words.ts";
import { countsOf } from "../../support/counts-of.ts";
import { any, matching } from "../../support/matching.ts";
import { describeItem } from "../../../renderer/lib/item-kinds.ts";

const context = {
  patient: knownPatient().input,
  settings: { services: [{ id: 101, name: "First visit", minutes: 60 }], dateOrder: "month-first" as const },
  now: "2026-11-20T15:00:00Z",
};

describe("the outbox's groups", () => {
  test("no status that is not an end is left out of the tabs, and none is on two", () => {
    const open = itemStatuses.filter((status) => status !== "done" && status !== "discarded");
    expect(tabNames.flatMap((tab) => [...tabs[tab]]).toSorted()).toEqual(open.toSorted());
  });

  test("what nobody knows the outcome of comes first, then what is on hold, last what other desks have", () => {
    const all = tabNames.flatMap((tab) => [...tabs[tab]]);
    expect([all[0], ...all.slice(-2)]).toEqual(["needs-checking", "on-hold", "elsewhere"]);
  });

  test("an item that waits for Send now is not said to be sent by itself", () => {
    const waits = (["saved-for-later", "draft", "on-hold"] as const).map((key) => describeGroup(key, "disk"));
    expect(waits.map(({ sentence }) => /by itself/.test(sentence))).toEqual([false, false, false]);
    expect(waits[0]?.sentence).toContain("Send now");
  });
});

describe("the next actions", () => {
  const labels = (item: Item): string[] => listActions(item).map((action) => labelAction(action, item));

  test("an unclear booking is never sent by Send now: it is marked or booked again by a person's word", () => {
    expect(labels(bookingItem({ status: "needs-checking" }))).toEqual([
      words.outbox.action["mark-booked"],
      words.outbox.again.booking,
      words.outbox.action.discard,
    ]);
  });

  test("a patient or a webhook has no mark that cannot work: it is sent again, or discarded", () => {
    expect(labels(patientItem({ status: "needs-checking" }))).toEqual([
      words.outbox.again.patient,
      words.outbox.action.discard,
    ]);
    expect(labels(webhookItem({ status: "needs-checking" }))).toEqual([
      words.outbox.again.webhook,
      words.outbox.action.discard,
    ]);
  });

  test("nothing can be pressed while an item is being sent or after its end", () => {
    for (const status of ["sending", "done", "discarded"] as const) {
      expect(listActions(bookingItem({ status }))).toEqual([]);
    }
  });

  test("needs card offers the card first, and another billing type by editing", () => {
    expect(labels(bookingItem({ status: "needs-card" }))).toEqual([
      words.outbox.action["add-card"],
      words.outbox.edit,
      words.outbox.action.discard,
    ]);
  });

  test("what was saved for later can be let go", () => {
    const item = bookingItem({ status: "saved-for-later" });
    expect(labels(item)).toEqual([words.outbox.action.send, words.outbox.edit, words.outbox.action.discard]);
  });

  test("a taken external ID names the patient it belongs to", () => {
    const problem = fail("patient-exists", verbatim("Taken."), { details: { existingPatientId: 123 } });
    const item = patientItem({ status: "needs-editing", problem });
    expect(labels(item).slice(0, 2)).toEqual([
      words.outbox.acceptPatient({ id: "123" }),
      words.outbox.action["change-external-id"],
    ]);
  });

  test("a taken external ID without a number offers no patient to use", () => {
    const item = patientItem({
      status: "needs-editing",
      problem: fail("patient-exists", verbatim("Taken.")),
    });
    expect(labels(item)).toEqual([
      words.outbox.fix.patient,
      words.outbox.action.send,
      words.outbox.action.discard,
    ]);
  });
});

describe("what Send now came to", () => {
  const unsent = (status: Item["status"], line: "online" | "offline" | "token-refused", code?: FailureCode) =>
    explainUnsent({ status, problem: code === undefined ? null : fail(code, verbatim("")) }, line);

  test("is said only when nothing was sent, with the reason", () => {
    expect(unsent("done", "online")).toBeNull();
    expect(unsent("ready", "offline")).toBe(words.outbox.unsent.noAnswer);
    expect(unsent("ready", "online")).toBe(words.outbox.unsent.pause);
    expect(unsent("waiting-for-patient", "online")).toBe(words.outbox.unsent.patient);
  });

  test("a hub that is away is the reason of what waits for it, where the service answers", () => {
    const told = (line: "online" | "offline", isHubAway: boolean) =>
      explainUnsent({ status: "ready", problem: null }, line, { isHubAway });
    expect(told("online", true)).toBe(words.outbox.unsent.hub);
    expect(told("offline", true)).toBe(words.outbox.unsent.noAnswer);
    expect(told("online", false)).toBe(words.outbox.unsent.pause);
  });

  test("a refused token is the reason, also where the service still answers to it", () => {
    expect(unsent("ready", "token-refused")).toBe(words.outbox.unsent.token);
    expect(unsent("ready", "online", "token-refused")).toBe(words.outbox.unsent.token);
  });
});

describe("an item in words", () => {
  // outbox-20: Items are named by patient, time with zone, and visit type
  test("names the patient, the time with its zone, and the service", { tags: ["outbox-20"] }, () => {
    const item = bookingItem({ form: { ...filledBooking, date: "12/1/2026", time: "2pm", service: "101" } });
    expect(describeItem(item, context)).toEqual({
      title: "Ann Smith",
      detail: "Appointment · Dec 1, 2026, 2:00 PM EST · First visit",
      phone: context.patient.phone ?? null,
    });
  });

  test.each([
    ["3/5/84", "New patient · born March 5, 1984"],
    ["1984-03-05", "New patient · born March 5, 1984"],
    ["in spring", "New patient · born in spring"],
    ["", words.outbox.summary.newPatient],
  ])("a date of birth typed as %s is read as on every other screen", (dob, detail) => {
    const item = patientItem({ form: { ...emptyPatientForm, dob } });
    expect(describeItem(item, { ...context, patient: null }).detail).toBe(detail);
  });

  test("an unfinished booking shows what there is and invents nothing", () => {
    const form = { ...filledBooking, patient: null, date: "", time: "quarter", service: "" };
    expect(describeItem(bookingItem({ form }), { ...context, patient: null })).toEqual({
      title: words.outbox.summary.noPatient,
      detail: "Appointment · quarter",
      phone: null,
    });
  });

  test("a payer is called back by number, or known to have none here", () => {
    expect(formatPhoneToCall("(217) 555-0100")).toBe(words.outbox.call({ phone: "(217) 555-0100" }));
    expect([formatPhoneToCall(null), formatPhoneToCall(" ")]).toEqual(Array(2).fill(words.outbox.noPhone));
  });

  test("nothing hidden stands in a title, and nothing endless", () => {
    const form = {
      ...emptyPatientForm,
      firstName: "An\u202En",
      lastName: "Smith\nSent",
      dob: "x".repeat(2_000),
    };
    const shown = describeItem(patientItem({ form }), { ...context, patient: null });
    expect(shown.title).toBe("Ann Smith Sent");
    expect(shown.detail.length).toBeLessThanOrEqual(500);
    const url = "https://ehr.example/\u202E\u0000hooks";
    expect(describeItem(webhookItem({ form: { url, events: [] } }), context).title).toBe(
      "https://ehr.example/ hooks",
    );
  });

  test("those to call back stand in the order of their appointments, also over zones", () => {
    const at = (id: number, change: object) =>
      bookingItem({ id: uuid(id), form: { ...filledBooking, ...change } });
    const items = [
      at(1, { date: "2026-12-02", time: "9am" }),
      at(2, { date: "", time: "" }),
      at(3, { date: "2026-12-01", time: "9am", timeZone: "America/Los_Angeles" }),
      at(4, { date: "2026-12-01", time: "11am", timeZone: "America/New_York" }),
    ];
    expect(sortByMoment(items, context).map(({ id }) => id)).toEqual([4, 3, 1, 2].map(uuid));
  });
});

describe("the estimate while sending", () => {
  const progress = (sent: number, left: number) => ({ sent, left, paused: false, waitsUntil: null });
  const tally = (some: Partial<Record<ItemStatus, number>>, isStopped = false): Tally =>
    tallyCounts(countsOf(some), { moments: [], rowsToTake: 0, isStopped, isUnshared: false });

  test("nothing is said to be sent while the service has asked for a pause", () => {
    const waiting = { ...progress(0, 3), waitsUntil: "2026-11-20T15:00:00Z" };
    const pause = words.outbox.sending.pause({ waiting: 3, sending: 0, time: any });
    expect(formatSending(waiting, tally({ ready: 3 }), "all")).toMatch(matching(pause));
    expect(formatSending({ ...waiting, left: 0, sent: 3 }, tally({}), "all")).toBe(
      words.outbox.sending.progress({ sent: 3, total: 3 }),
    );
    const stopped = words.outbox.sending.stopped({ waiting: 3, sending: 0 });
    expect(formatSending({ ...waiting, paused: true }, tally({ ready: 3 }, true), "all")).toBe(stopped);
  });

  test("where sharing has stopped, no booking is said to be on its way", () => {
    const unshared = tallyCounts(countsOf({ ready: 3, sending: 1 }), {
      moments: [],
      rowsToTake: 0,
      isStopped: true,
      isUnshared: true,
    });
    for (const paused of [true, false])
      for (const reach of ["all", "no-hub", "no-service"] as const)
        expect(formatSending({ ...progress(0, 4), paused }, unshared, reach)).toBe(
          words.outbox.sending.unshared({ waiting: 3, sending: 1 }),
        );
  });

  test("where the hub does not answer, no booking that needs it is said to be on its way", () => {
    const waiting = progress(1, 2);
    expect(formatSending(waiting, tally({ ready: 2 }), "no-hub")).toBe(
      words.outbox.sending.hubAway({ waiting: 2, sending: 0 }),
    );
    expect(formatSending(waiting, tally({ ready: 2 }), "no-service")).toBe(
      words.outbox.sending.offline({ waiting: 2, sending: 0 }),
    );
    expect(formatSending({ ...waiting, paused: true }, tally({ ready: 2 }, true), "no-hub")).toBe(
      words.outbox.sending.stopped({ waiting: 2, sending: 0 }),
    );
    expect(formatSending({ ...waiting, left: 0 }, tally({}), "no-hub")).toBe(
      words.outbox.sending.progress({ sent: 1, total: 1 }),
    );
    expect(isSending(waiting, "no-hub")).toBe(false);
  });

  test("what is being sent is not said to wait, once a person has stopped the sending", () => {
    const paused = { ...progress(0, 4), paused: true };
    const line = formatSending(paused, tally({ ready: 3, sending: 1 }, true), "all");
    expect(line).toBe(words.outbox.sending.stopped({ waiting: 3, sending: 1 }));
    expect(line).toMatch(/3 waiting, 1 being sent/);
  });

  test.each([
    ["sending-stopped", words.outbox.groupStopped],
    ["sharing-stopped", words.outbox.groupUnshared],
    ["time-passed", words.outbox.groupPassed],
  ] as const)("nothing is said to be sent automatically while a hold keeps it: %s", (hold, held) => {
    for (const status of ["ready", "waiting-for-patient"] as const) {
      for (const line of ["online", "offline"] as const)
        for (const isHubAway of [true, false])
          expect(explainUnsent({ status, problem: null }, line, { isHubAway, hold })).toBe(held[status]);
      if (hold !== "time-passed")
        expect(describeBookingOutcome(bookingItem({ status }), "disk", hold).text).toBe(held[status]);
      for (const kept of ["disk", "memory"] as const)
        expect(describeGroup(status, kept, hold).sentence).toBe(held[status]);
    }
    expect(describeGroup("sending", "disk", hold)).toEqual(words.outbox.group.sending);
  });

  // outbox-18: Sending many items shows the time left, once it is known
  test("is not given before there is something to go by", { tags: ["outbox-18"] }, () => {
    expect(estimateTimeLeft(progress(2, 100), { at: 0, sent: 0 }, 10_000)).toBeNull();
    expect(estimateTimeLeft(progress(50, 100), { at: 0, sent: 0 }, 100)).toBeNull();
  });

  test("counts only what was sent since it was first seen", () => {
    expect(saidOrNull(estimateTimeLeft(progress(110, 600), { at: 0, sent: 100 }, 10_000))).toBe(
      words.outbox.sending.minutes({ count: 10 }),
    );
    expect(saidOrNull(estimateTimeLeft(progress(110, 30), { at: 0, sent: 100 }, 10_000))).toBe(
      words.outbox.sending.seconds({ count: 30 }),
    );
    expect(saidOrNull(estimateTimeLeft(progress(110, 2), { at: 0, sent: 100 }, 10_000))).toBe(
      words.outbox.sending.nearlyDone,
    );
  });

  test("nothing is said to be on its way while the service asked for a pause, or is not there", () => {
    const waiting = { ...progress(0, 2), waitsUntil: "2026-11-20T15:00:00Z" };
    expect(formatSending(waiting, tally({ ready: 2 }), "no-service")).toBe(
      words.outbox.sending.offline({ waiting: 2, sending: 0 }),
    );
    expect([
      isSending(waiting, "all"),
      isSending(progress(9, 1), "no-service"),
      isSending(progress(9, 1), "all"),
    ]).toEqual([false, false, true]);
  });
});
