import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import type { PatientItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { PatientsView } from "../../renderer/features/patients/view.tsx";
// What dialogs are made of, which the window loads with the first one.
import "../../renderer/features/lock/index.ts";
import "../../renderer/ui/modal-dialog.tsx";
import { LeaveQuestion } from "../../renderer/app/leave-question.tsx";
import { member } from "../support/clinic-states.ts";
import { knownPatient, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, unlocked } from "./kit.tsx";

const jane = (number: number, patientId: number | null = number, city = "Albany"): PatientRecord => {
  const record = knownPatient();
  const input = { ...record.input, firstName: "Jane", lastName: "Doe", city };
  return { ...record, id: uuid(number), patientId, itemId: null, input };
};
const { same } = words.patients;

type Has = {
  readonly others?: readonly PatientRecord[];
  readonly notes?: string;
  readonly drafts?: readonly PatientItem[];
};

const windowOf = (
  <>
    <PatientsView />
    <LeaveQuestion />
  </>
);

/** The page of Jane Doe, number 5, over a main that keeps who is the same and what is noted. */
async function open({ others = [jane(9, 9, "Troy")], notes = "", drafts = [] }: Has = {}) {
  const leads = new Map<string, string>();
  const noted = new Map([[uuid(5), notes]]);
  const said: unknown[] = [];
  const all = [jane(5), ...others];
  const {
    wrapper,
    state,
    changed,
    said: announced,
  } = desk({
    "patients.search": () =>
      ok({
        patients: all.filter(({ id }) => !leads.has(id)),
        near: [],
        total: null,
        last: {},
        otherNumbers: {},
      }),
    "patients.similar": () => ok({ patients: [], waiting: [] }),
    "patients.person": ({ id }: RouteInput<"patients.person">) => {
      const patient = all.find((each) => each.id === id) ?? jane(5);
      const joined = all.filter((each) => leads.get(each.id) === id);
      const texts = [patient, ...joined].map((each) => ({ id: each.id, text: noted.get(each.id) ?? "" }));
      return ok({ patient, others: joined, notes: texts });
    },
    "patients.samePerson": (input: RouteInput<"patients.samePerson">) => {
      said.push(input);
      leads.set(input.other, input.kept);
      return ok({});
    },
    "patients.notSamePerson": ({ id }: RouteInput<"patients.notSamePerson">) => {
      said.push({ id });
      leads.delete(id);
      return ok({});
    },
    "patients.saveNotes": ({ id, text }: RouteInput<"patients.saveNotes">) => {
      if (text.includes("4242")) {
        const fields = { notes: say("fields.cardNumber") };
        return failed(fail("card-number", say("failures.outbox.cardNumber"), { fields }));
      }
      noted.set(id, text);
      return ok({ savedAt: "2026-11-22T15:00:00.000Z" });
    },
    "retention.erase": (input: RouteInput<"retention.erase">) => {
      said.push(input);
      return ok({ erased: 1, kept: 0 });
    },
    "patients.cards": () =>
      ok({
        cards: [
          {
            card: { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 },
            expired: false,
            usedAt: "2026-11-03T02:00:00.000Z",
          },
        ],
      }),
    "bookings.ofPatient": () => ok({ rows: [], unread: 0 }),
    "items.list": () => ok({ items: [...drafts], total: drafts.length, damaged: 0, newer: 0 }),
    "items.get": () => ok(drafts[0] ?? patientItem()),
  });
  state.navigation.setState({ target: { screen: "patients", patientRecordId: uuid(5) } });
  await doing(() => render(windowOf, { wrapper }));
  return { said, noted, changed, announced, state };
}

const page = () => within(screen.getByRole("region", { name: words.patients.details }));
const press = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));
const type = (box: HTMLElement, value: string): Promise<void> =>
  doing(() => fireEvent.change(box, { target: { value } }));
const notesBox = (): HTMLElement => page().getByRole("textbox", { name: words.patients.notes.label });

/** Chooses the other Jane Doe in the dialog. */
async function chooseOther(): Promise<void> {
  await press(same.open);
  await screen.findByRole("dialog");
  const box = screen.getByRole("combobox", { name: same.find });
  await type(box, "jane");
  await doing(() => fireEvent.keyDown(box, { key: "ArrowDown" }));
  await doing(() => fireEvent.keyDown(box, { key: "Enter" }));
}

beforeEach(() => document.body.replaceChildren());

describe("the same person as…", () => {
  test("shows both with what differs, and nothing is said before a person says it", async () => {
    const { said } = await open();
    await chooseOther();
    const table = within(screen.getByRole("table", { name: same.compare }));
    const marked = table.getAllByText(words.patients.differs).map((mark) => mark.closest("tr")?.textContent);
    expect(marked).toEqual([expect.stringContaining("Troy")]);
    await press(words.ui.cancel);
    expect(said).toEqual([]);
  });

  test("asks which number new bookings use; the page goes on with that one, and undoing gives both back", async () => {
    const { said, changed, announced } = await open();
    await chooseOther();
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await doing(() => fireEvent.click(screen.getByRole("radio", { name: /#9/ })));
    await press(same.yes);
    await changed();
    expect(said).toEqual([{ kept: uuid(9), other: uuid(5) }]);
    expect(page().getByText("#9, also #5")).toBeTruthy();
    await press(same.undo);
    await changed();
    expect(said.at(-1)).toEqual({ id: uuid(5) });
    expect(announced()).toBe(same.undone);
    expect(page().queryByText("#9, also #5")).toBeNull();
    expect(screen.queryByRole("button", { name: same.undo })).toBeNull();
  });

  test("never offers the record without a number beside one that has one", async () => {
    const { said, changed } = await open({ others: [jane(9, null)] });
    await chooseOther();
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    await press(same.yes);
    await changed();
    expect(said).toEqual([{ kept: uuid(5), other: uuid(9) }]);
    await press(same.notOf({ name: words.patients.numberless }));
    expect(said.at(-1)).toEqual({ id: uuid(9) });
  });
});

describe("notes", () => {
  test("are saved as they are typed, and read again", async () => {
    const { noted } = await open({ notes: "Prefers mornings" });
    expect(notesBox()).toHaveProperty("value", "Prefers mornings");
    await type(notesBox(), "Prefers\nevenings");
    await doing(() => fireEvent.blur(notesBox()));
    expect(noted.get(uuid(5))).toBe("Prefers\nevenings");
    expect(page().getByText(words.patients.notes.saved({ kept: "disk" }))).toBeTruthy();
  });

  test("with a card number are refused with the reason, and the page is not left without a word", async () => {
    const { noted } = await open();
    await type(notesBox(), "4242 4242 4242 4242");
    await doing(() => fireEvent.blur(notesBox()));
    expect(notesBox().getAttribute("aria-invalid")).toBe("true");
    await press(words.patients.backToList);
    expect(notesBox()).toHaveProperty("value", "4242 4242 4242 4242");
    expect(noted.get(uuid(5))).toBe("");
  });
});

describe("notes that cannot be saved", () => {
  const typed = "4242 4242 4242 4242";
  const leaving: readonly (readonly [string, () => Promise<void>])[] = [
    ["a new patient", () => press(words.patients.newPatient)],
    ["somebody of the same household", () => press(words.patients.sameHousehold)],
    ["a new patient in draft", () => press(words.patients.continueWith({ name: "Rosa Diaz" }))],
  ];
  async function noted() {
    const draft = patientItem({ form: { ...emptyPatientForm, firstName: "Rosa", lastName: "Diaz" } });
    const opened = await open({ drafts: [draft] });
    await type(notesBox(), typed);
    return opened;
  }

  test.each(leaving)("stay where %s would take their place, until a person says so", async (_, leave) => {
    await noted();
    await leave();
    await screen.findByText(words.shell.leave.title);
    await press(words.shell.leave.stay);
    expect(notesBox()).toHaveProperty("value", typed);
    await leave();
    await press(words.shell.leave.leave);
    expect(screen.queryByRole("textbox", { name: words.patients.notes.label })).toBeNull();
  });

  test("stay where a license is scanned, which fills in nothing later", async () => {
    const { state } = await noted();
    const waiting = { values: { firstName: "Rosa" }, country: null, doubts: [], extra: [] };
    await doing(() => state.intake.setState({ waiting: waiting as never }));
    await screen.findByText(words.shell.leave.title);
    await press(words.shell.leave.stay);
    expect(notesBox()).toHaveProperty("value", typed);
    expect(state.intake.getState().waiting).toBeNull();
  });
});

test("a card stands with its last four digits and the day of the clinic on which it was last used", async () => {
  await open();
  expect(page().getByText(/Visa •••• 4242.*Nov(ember)? 2, 2026/)).toBeTruthy();
});

test("deleting asks first, is for this patient alone, and leads back to the list", async () => {
  const { said } = await open();
  await press(words.patients.erase);
  await screen.findByRole("alertdialog");
  expect(said).toEqual([]);
  await press(words.settings.retention.yes);
  expect(said).toEqual([{ ids: [uuid(5)], isChosen: true }]);
  expect(screen.queryByRole("region", { name: words.patients.details })).toBeNull();
});

test("deleting asks for the admin PIN where there is one, and then as ever", async () => {
  const { said, state } = await open();
  const lock = (isAdminOpen: boolean): Promise<void> =>
    doing(() => state.lock.setState({ lock: { ...unlocked, hasAdminPin: true, isAdminOpen } }));
  await lock(false);
  await press(words.patients.erase);
  await screen.findByRole("dialog", { name: words.lock.admin.title });
  expect(screen.getByText(/Delete Jane Doe/)).toBeTruthy();
  expect(screen.getByLabelText(words.lock.admin.pin)).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await lock(true);
  await screen.findByRole("alertdialog");
  expect(said).toEqual([]);
  await press(words.settings.retention.yes);
  expect(said).toEqual([{ ids: [uuid(5)], isChosen: true }]);
});

test("says whose visits it knows of: of this computer alone, or of all desks of a clinic", async () => {
  const { state } = await open();
  const { visits } = words.patients;
  expect(page().getByText(visits.noneUpcoming)).toBeTruthy();
  expect(page().getByText(new RegExp(words.bookings.description))).toBeTruthy();
  await doing(() => state.clinic.setState({ clinic: member(), failure: null }));
  expect(page().getByText(visits.noneHeardOf)).toBeTruthy();
  expect(page().getByText(new RegExp(words.bookings.ofClinic.up))).toBeTruthy();
  expect(page().queryByText(new RegExp(words.bookings.description))).toBeNull();
  expect(screen.queryByText(words.patients.description)).toBeNull();
  expect(screen.getByText(words.patients.ofClinic)).toBeTruthy();
});
