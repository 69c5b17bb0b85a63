import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { createSecretFailure } from "../../../main/platform/secret-store.ts";
import { words } from "../../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../../renderer/ui/modal-dialog.tsx";
import { startFakeService, type FakeService } from "../../support/fake-service.ts";
import { withoutIds } from "../../support/without-ids.ts";
import {
  atReview,
  chooseStep,
  connect,
  field,
  heading,
  itemsOf,
  key,
  knowsPatient,
  main,
  messagesShown,
  one,
  openDesk,
  openPatientForm,
  page,
  pickPatient,
  press,
  question,
  shows,
  tokenOf,
  type,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** What is typed is kept, or asked about before it goes. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;

const { label } = words.booking;
const cardNumber = "4242 4242 4242 4242";
/** What main has of the drafts, in one text. */
const kept = async (): Promise<string> => JSON.stringify(await itemsOf(desk, { statuses: ["draft"] }));
const isKept = async (text: string): Promise<void> => {
  await expect.poll(kept).toContain(text);
};
const noQuestion = (): Promise<void> =>
  until(() => expect(withRole("alertdialog", undefined, page)).toEqual([]));

beforeAll(async () => {
  service = await startFakeService();
  desk = await openDesk();
  await connect(desk, service.baseUrl);
  ann = await knowsPatient(desk);
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

describe("what is typed", () => {
  test("is kept soon after the last key, and there again after a start", async () => {
    await atReview(desk, ann, { service: "102" });
    await chooseStep("visit");
    fireEvent.change(await field(label.notes), { target: { value: "Bring the last letter: Q" } });
    await isKept("Bring the last letter: Q");
    desk = await desk.restart();
    await until(main);
    await chooseStep("visit");
    expect((await field(label.notes)).value).toBe("Bring the last letter: Q");
    expect((await field(label.service)).value).toContain("102");
    await shows("March 4, 2031");
  });
});

describe("what cannot be saved", () => {
  // keeping-4: Text that cannot be saved is asked about before it is lost
  test(
    "is not left behind unasked: it stays on the screen, or goes on a person's word",
    { tags: ["keeping-4"] },
    async () => {
      await atReview(desk, ann);
      await chooseStep("visit");
      await type(label.notes, "Ring twice.");
      await isKept("Ring twice.");
      await type(label.notes, `Ring twice. ${cardNumber}`);
      await press(words.shell.screens.patients, one("navigation", words.shell.navigation.label));
      await shows("card number", question);
      await key("Escape");
      await noQuestion();
      expect((await field(label.notes)).value).toBe(`Ring twice. ${cardNumber}`);
      await press(words.shell.screens.patients, one("navigation", words.shell.navigation.label));
      await press(words.shell.leave.leave, question);
      await shows(words.shell.screens.patients, heading);
      expect(await kept()).toContain('"notes":"Ring twice."');
      expect(withoutIds(await kept())).not.toContain("4242");
    },
  );

  test("is not dropped unasked by a new booking or by taking up another one", async () => {
    const { id } = await atReview(desk, ann);
    await desk.get("items.hold", { id });
    await atReview(desk, ann);
    await chooseStep("visit");
    const typed = `Ring. ${cardNumber}`;
    await type(label.notes, typed);
    const newBooking = { key: "n", code: "KeyN", ctrlKey: true };
    await key("n", newBooking);
    await press(words.shell.leave.stay, question);
    await noQuestion();
    expect((await field(label.notes)).value).toBe(typed);
    await chooseStep("patient");
    const drafts = one("region", words.booking.drafts.label);
    const opener = await until(one("button", undefined, drafts));
    if (opener.getAttribute("aria-expanded") === "false") fireEvent.click(opener);
    await press(new RegExp(`Ann Sample.*${words.booking.steps.review}$`), drafts);
    await press(words.shell.leave.stay, question);
    await noQuestion();
    await chooseStep("visit");
    expect((await field(label.notes)).value).toBe(typed);
    await key("n", newBooking);
    await press(words.shell.leave.leave, question);
    await until(one("combobox", words.booking.patient.find));
    expect(
      withRole("button", undefined, one("list", words.booking.stepsLabel))[0]?.getAttribute("aria-current"),
    ).toBe("step");
  });

  test("is not dropped unasked by Close in a patient's form", async () => {
    const { label: of } = words.patients;
    await openPatientForm(desk, { firstName: "Hal" });
    await type(of.address, cardNumber);
    await press(words.patients.close);
    await press(words.shell.leave.stay, question);
    await noQuestion();
    expect((await field(of.address)).value).toBe(cardNumber);
    await type(of.address, "4 Elm St");
    await isKept("4 Elm St");
    await press(words.patients.close);
    await until(one("button", words.patients.newPatient));
  });
});

describe("a token that is no JWT", () => {
  test("is allowed, with a warning", async () => {
    await desk.get("session.signOut", {});
    const opaque = "opaque-token-of-an-older-service";
    await type(words.signIn.address, service.baseUrl, page);
    await type(words.signIn.token, opaque, page);
    await shows(words.signIn.facts.noJwt, page);
    await press(words.signIn.connect, page);
    // The window knows of it before its own request is answered, which would undo a sign-out in between.
    await until(() => expect(desk.state.announcer.getState().text).toBe(words.signIn.connected));
    await until(main);
    expect(service.requests.at(-1)?.token).toBe(opaque);
  });
});

describe("a shortcut", () => {
  test("begins a new booking after practice was left for an account, and reopens no draft", async () => {
    await desk.get("session.signOut", {});
    await press(words.signIn.practice.start, page);
    await until(main);
    await desk.get("session.signOut", {});
    await until(one("button", words.signIn.practice.start));
    await connect(desk, service.baseUrl, tokenOf("fourth"));
    await desk.go({ screen: "new-booking", isFresh: true });
    const find = one("combobox", words.booking.patient.find);
    await pickPatient("4711");
    const chosen = one("region", words.booking.strip.label);
    await shows(words.booking.readBack.patientNumber({ number: "4711" }), chosen);
    await isKept('"text":"4711"');
    await key("n", { code: "KeyN", ctrlKey: true });
    await until(() => expect(withRole("region", words.booking.strip.label)).toEqual([]));
    expect((await until(find)).getAttribute("value") ?? "").toBe("");
  });
});

/** What is said where something is written to disk alone. */
function ofDisk(): readonly string[] {
  const { booking, outbox, settings } = words;
  const onDisk = { kept: "disk" } as const;
  const { ready, draft, "on-hold": held, "saved-for-later": later } = outbox.group;
  return [
    booking.savedNotBooked(onDisk),
    booking.later.onHold(onDisk),
    booking.later.held(onDisk),
    booking.patient.noNumberYet(onDisk),
    settings.saved(onDisk),
    later.title,
    ...[ready, draft, held, later].map(({ sentence }) => sentence),
  ];
}

describe("without a keychain, where nothing may be written to disk", () => {
  test("nothing that is typed is called saved", async () => {
    const none = Promise.resolve(createSecretFailure("unavailable"));
    const secrets = { get: () => none, set: () => none, delete: () => none };
    await desk.stop();
    const other = await openDesk({ secrets });
    try {
      await press(words.signIn.practice.start, page);
      await shows(words.shell.memory.title, page);
      await until(main);
      await other.go({ screen: "new-booking", isFresh: true });
      await pickPatient("Alvarez");
      await shows(words.booking.savedNotBooked({ kept: "memory" }));
      await press(words.booking.saveForLater);
      await shows(words.booking.later.onHold({ kept: "memory" }));
      expect(messagesShown(ofDisk())).toEqual([]);
      await other.go({ screen: "outbox" });
      fireEvent.click(await until(one("tab", new RegExp(words.outbox.tabs.later))));
      await shows(words.outbox.groupInMemory["on-hold"].sentence);
      expect(messagesShown(ofDisk())).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
