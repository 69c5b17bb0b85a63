import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { PatientItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { RouteInput, RouteOutput } from "../../shared/routes.ts";
import { words } from "../../messages/words.ts";
import { PatientsView } from "../../renderer/features/patients/view.tsx";
import { knownPatient, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";

type Found = RouteOutput<"patients.search">;
const nobody: Found = { patients: [], near: [], total: 0, last: {}, otherNumbers: {} };
const known = (number: number, firstName: string): PatientRecord => {
  const record = knownPatient();
  return {
    ...record,
    id: uuid(number),
    patientId: number,
    input: { ...record.input, firstName, lastName: "Doe" },
  };
};

/** The screen over a main that answers each search as the test says, and keeps forms. */
async function open(
  search: (text: string) => Found | Promise<Found> = () => nobody,
  waiting: RouteOutput<"patients.similar">["waiting"] = [],
) {
  const saved: PatientItem["form"][] = [];
  const discarded: string[] = [];
  let item: PatientItem = patientItem({ id: uuid(50), status: "draft" });
  const keep = (content: FormOf): PatientItem => {
    if (content.kind === "patient") {
      saved.push(content.form);
      item = { ...item, form: content.form };
    }
    return item;
  };
  const { wrapper, state } = desk({
    "patients.search": async ({ text }: RouteInput<"patients.search">) => ok(await search(text)),
    "patients.similar": () => ok({ patients: [], waiting }),
    "patients.placeOfZip": ({ zip }: RouteInput<"patients.placeOfZip">) =>
      ok({ place: zip === "62704" ? { city: "Leland Grove", state: "IL" } : null }),
    "patients.person": ({ id }: RouteInput<"patients.person">) =>
      ok({ patient: { ...known(7, "Jane"), id }, others: [], notes: [] }),
    "patients.cards": () => ok({ cards: [] }),
    "bookings.ofPatient": () => ok({ rows: [], unread: 0 }),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.create": (content: FormOf) => ok(keep(content)),
    "items.saveForm": ({ content }: RouteInput<"items.saveForm">) => {
      keep(content);
      return ok({ savedAt: item.updatedAt });
    },
    "items.discard": ({ id }: RouteInput<"items.discard">) => {
      discarded.push(id);
      return ok({ ...item, status: "discarded" as const });
    },
  });
  state.navigation.setState({ target: { screen: "patients" } });
  await doing(() => render(<PatientsView />, { wrapper }));
  return { saved, discarded, state, box: screen.getByRole<HTMLInputElement>("searchbox") };
}
const type = (box: HTMLElement, value: string): Promise<void> =>
  doing(() => fireEvent.change(box, { target: { value } }));
const key = (name: string): Promise<void> =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
const press = (name: string): Promise<void> => doing(() => screen.getByRole("button", { name }).click());
const field = (name: keyof typeof words.patients.label): HTMLInputElement =>
  screen.getByRole("textbox", { name: words.patients.label[name] });
const leave = (name: keyof typeof words.patients.label): Promise<void> =>
  doing(() => fireEvent.blur(field(name)));
const nameOffered = (): boolean =>
  screen.queryByRole("button", { name: words.patients.offer.split }) !== null;

beforeEach(() => document.body.replaceChildren());

describe("searching", () => {
  test("has the focus at once, and Down leads into the list and Up out of it", async () => {
    const { box } = await open(() => ({ ...nobody, patients: [known(1, "Ann"), known(2, "Bo")], total: 2 }));
    expect(document.activeElement).toBe(box);
    await key("ArrowDown");
    await key("ArrowDown");
    expect(document.activeElement?.textContent).toContain("Bo Doe");
    await key("ArrowUp");
    await key("ArrowUp");
    expect(document.activeElement).toBe(box);
  });

  test("Enter opens the first match, with visits before details and its age", async () => {
    const { box } = await open(() => ({ ...nobody, patients: [known(1, "Jane")], total: 1 }));
    await type(box, "jane");
    await key("Enter");
    const page = within(screen.getByRole("region", { name: words.patients.details }));
    expect(page.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "Jane Doe",
      words.patients.visits.upcoming,
      words.patients.detailsTitle,
    ]);
  });

  test("Enter pressed before the answer is for the text it was pressed at, and for no later one", async () => {
    const late = held<Found>();
    const { box } = await open((text) => (text === "jane" ? late.promise : nobody));
    await type(box, "jane");
    await key("Enter");
    await type(box, "janet");
    await late.answer({ ...nobody, patients: [known(1, "Jane")], total: 1 });
    expect(screen.queryByRole("region", { name: words.patients.details })).toBeNull();
    expect(screen.queryByRole("heading", { name: words.patients.newPatient })).toBeNull();
    await key("Enter");
    expect(field("lastName").value).toBe("Janet");
  });

  // patients-3: Likely matches stand before the offer to create a patient
  test(
    "who may be meant stands before the offer to create, and Enter goes there and makes nobody",
    { tags: ["patients-3"] },
    async () => {
      const { box, saved } = await open((text) =>
        text === "" ? nobody : { ...nobody, near: [known(1, "Jane")] },
      );
      await type(box, "jnae doe");
      const rows = [...document.querySelectorAll("[data-row]")].map(({ textContent }) => textContent);
      expect(rows).toEqual([
        expect.stringContaining("Jane Doe"),
        words.patients.createNamed({ name: "Jnae Doe" }),
      ]);
      await key("Enter");
      expect(document.activeElement?.textContent).toContain("Jane Doe");
      expect(saved).toEqual([]);
    },
  );

  test("of what finds nobody a form is begun, which is kept at once", async () => {
    const { box, saved } = await open();
    await type(box, "Doe, Jane 3/5/84 (217) 555-0199");
    await key("Enter");
    expect([field("firstName").value, field("lastName").value]).toEqual(["Jane", "Doe"]);
    expect([field("dob").value, field("phone").value]).toEqual(["3/5/84", "(217) 555-0199"]);
    await leave("dob");
    expect(saved.at(-1)).toMatchObject({ firstName: "Jane", lastName: "Doe", dob: "3/5/84" });
  });

  test("a number alone makes nobody of that name", async () => {
    const { box } = await open();
    await type(box, "#5");
    await key("Enter");
    expect(field("firstName").value + field("lastName").value + field("dob").value).toBe("");
  });
});

describe("the form of a new patient", () => {
  const begin = async () => {
    const window = await open();
    await press(words.patients.newPatient);
    return window;
  };

  // typing-2: A date of birth is required and never filled in automatically (Ottehr 910)
  test("asks for the date of birth and never fills one in (Ottehr 910)", { tags: ["typing-2"] }, async () => {
    const { saved } = await begin();
    expect(field("dob").value).toBe("");
    await type(field("firstName"), "Jane");
    await leave("firstName");
    expect(saved.at(-1)).toMatchObject({ firstName: "Jane", dob: "" });
  });

  // typing-7: A date that does not exist is named, and the likely one is one press away
  test(
    "offers the day that may be meant as the next stop, which fills it in and comes back to the field",
    { tags: ["typing-7"] },
    async () => {
      await begin();
      await type(field("dob"), "13/5/1984");
      const offer = screen.getByRole("button", { name: words.fields.date.meant({ date: "1984-05-13" }) });
      const stops = [...document.querySelectorAll("input, select, button")];
      expect(stops.indexOf(offer)).toBe(stops.indexOf(field("dob")) + 1);
      await leave("dob");
      expect(document.body.textContent).toContain(words.fields.date.noMonth({ month: 13 }));
      await doing(() => offer.click());
      expect([field("dob").value, document.activeElement]).toEqual(["May 13, 1984", field("dob")]);
      expect(offer.isConnected).toBe(false);
      expect(document.body.textContent).not.toContain(words.fields.date.noMonth({ month: 13 }));
    },
  );

  // typing-20: A full name in one field can be split, and capitals are suggested
  test(
    "offers to split a full name once the field is left, and fills each part in",
    { tags: ["typing-20"] },
    async () => {
      const { saved } = await begin();
      await type(field("firstName"), "Doe, Jane 3/5/1984 (217) 555-0199");
      expect(nameOffered()).toBe(false);
      await leave("firstName");
      await press(words.patients.offer.split);
      await leave("dob");
      expect(saved.at(-1)).toMatchObject({
        firstName: "Jane",
        lastName: "Doe",
        dob: "3/5/1984",
        phone: "(217) 555-0199",
      });
      expect(nameOffered()).toBe(false);
    },
  );

  test("never offers what would write over something typed", async () => {
    await begin();
    await type(field("firstName"), "Mary Ann");
    await leave("firstName");
    expect(nameOffered()).toBe(true);
    await type(field("lastName"), "Smith");
    expect(nameOffered()).toBe(false);
  });

  // typing-22: A name is trimmed, and its capitals stay as typed
  test(
    "trims a name, and offers capitals without writing them by itself",
    { tags: ["typing-22"] },
    async () => {
      await begin();
      await type(field("firstName"), "  jane ");
      await leave("firstName");
      expect(field("firstName").value).toBe("jane");
      await press(words.patients.offer.use({ name: "Jane" }));
      expect(field("firstName").value).toBe("Jane");
    },
  );

  // keeping-8: An empty draft is not kept
  test(
    "a draft of which nothing is left goes with its form, and one with a letter in it stays",
    { tags: ["keeping-8"] },
    async () => {
      const first = await begin();
      await type(field("firstName"), "J");
      await leave("firstName");
      await type(field("firstName"), "");
      await leave("firstName");
      await press(words.patients.close);
      expect(first.discarded).toEqual([uuid(50)]);
      document.body.replaceChildren();
      const second = await begin();
      await type(field("firstName"), "J");
      await leave("firstName");
      await press(words.patients.close);
      expect(second.saved.at(-1)).toMatchObject({ firstName: "J" });
      expect(second.discarded).toEqual([]);
    },
  );
});

describe("the state of a ZIP code", () => {
  const box = (): HTMLInputElement =>
    screen.getByRole<HTMLInputElement>("combobox", { name: words.patients.label.state });
  const useIt = (code: string, name: string): HTMLElement | null =>
    screen.queryByRole("button", { name: words.fields.zip.takeOf({ code, name }) });
  const begin = async () => {
    const { state } = await open();
    await press(words.patients.newPatient);
    return state;
  };

  // typing-14: The state of a ZIP code is suggested and never filled in automatically
  test(
    "is offered and not filled in, taken by one press, and the empty city is next",
    { tags: ["typing-14"] },
    async () => {
      await begin();
      await type(field("zip"), "6270");
      expect(useIt("IL", "Illinois")).toBeNull();
      await type(field("zip"), "62701");
      expect(box().value).toBe("");
      // The next stop of Tab: it stands behind its field.
      const order = field("zip").compareDocumentPosition(useIt("IL", "Illinois") ?? document.body);
      expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
      await doing(() => useIt("IL", "Illinois")?.click());
      expect([box().value, field("zip").value]).toEqual(["IL", "62701"]);
      expect(document.activeElement).toBe(field("city"));
      expect(useIt("IL", "Illinois")).toBeNull();
    },
  );

  test("is said once, however the rest of the code is typed", async () => {
    const { announcer } = await begin();
    const news: string[] = [];
    announcer.subscribe(({ text }) => void news.push(text));
    for (const typed of ["62701", "6270", "62702", "62702-1234"]) await type(field("zip"), typed);
    expect(news).toEqual([words.fields.zip.is({ code: "62701", states: ["Illinois"] })]);
  });

  test("is never offered over what was typed, right or wrong", async () => {
    await begin();
    await type(box(), "C");
    await type(field("zip"), "62701");
    expect(useIt("IL", "Illinois")).toBeNull();
    await type(box(), "");
    expect(useIt("IL", "Illinois")).not.toBeNull();
  });

  test("comes with its city where patients here have that ZIP code, both by one press", async () => {
    const { announcer } = await begin();
    const news: string[] = [];
    announcer.subscribe(({ text }) => void news.push(text));
    const place = { city: "Leland Grove", state: "IL" };
    const offer = (): HTMLElement | null =>
      screen.queryByRole("button", { name: words.fields.zip.takePlace(place) });
    await type(field("zip"), "62704");
    expect(useIt("IL", "Illinois")).toBeNull();
    expect(news).toEqual([words.fields.zip.place({ code: "62704", ...place })]);
    await doing(() => offer()?.click());
    expect([field("city").value, box().value, field("zip").value]).toEqual(["Leland Grove", "IL", "62704"]);
    expect(offer()).toBeNull();
  });

  // typing-13: The city of a ZIP code is suggested from patients here, and never replaces typed text
  test(
    "is never a city over one that was typed, nor one of another state",
    { tags: ["typing-13"] },
    async () => {
      await begin();
      const offer = (): HTMLElement | null =>
        screen.queryByRole("button", {
          name: words.fields.zip.takePlace({ city: "Leland Grove", state: "IL" }),
        });
      await type(box(), "MO");
      await type(field("zip"), "62704");
      expect(offer()).toBeNull();
      await type(box(), "illinois");
      expect(offer()).not.toBeNull();
      await type(field("city"), "S");
      expect(offer()).toBeNull();
    },
  );

  test("is each of several where its digits are not one state's alone", async () => {
    await begin();
    await type(field("zip"), "96799");
    expect([useIt("HI", "Hawaii"), useIt("AS", "American Samoa")]).not.toContain(null);
  });
});

test("the form warns of a row of a file that waits to be created, as of any likely duplicate", async () => {
  const row = { name: "Jane\u202E Doe", dob: "1984-03-25", row: 41, file: "patients.csv" };
  await open(undefined, [row]);
  await press(words.patients.newPatient);
  await type(field("firstName"), "Jane");
  await type(field("lastName"), "Doe");
  await type(field("dob"), "3/25/84");
  const list = within(await screen.findByRole("list", { name: words.patients.similarList }));
  expect(list.getByRole("listitem").textContent).toContain("Jane Doe");
  expect(list.getByRole("listitem").textContent).toContain(
    "March 25, 1984 · row 41 of patients.csv, waiting to be created",
  );
});
