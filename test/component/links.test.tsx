import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fail, ok } from "../../shared/core/failure.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { RouteInput, RouteOutput } from "../../shared/routes.ts";
import type { DeskLink } from "../../shared/links/desk-link.ts";
import { formatName } from "../../messages/format.ts";
import { say, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { LinkBar } from "../../renderer/features/links/index.ts";
import { knownPatient, uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

type Next = RouteOutput<"app.nextLink">;
const nothing: Next = { link: null, refused: null, left: 0, isLate: false };
const call = (from: string | null): DeskLink => ({ kind: "call", from });
const number = "(217) 555-0199";
const family = (count: number): readonly PatientRecord[] =>
  Array.from({ length: count }, (_, at) => {
    const patient = knownPatient(at + 1);
    return { ...patient, input: { ...patient.input, firstName: `Ann${String(at)}`, phone: number } };
  });

/** The strip at a desk where these people have the number, and this one each external ID. */
async function open({
  known = [],
  ofId = null,
}: { known?: readonly PatientRecord[]; ofId?: PatientRecord | null } = {}) {
  const waiting: Next[] = [];
  const asked: RouteInput<"patients.similar">[] = [];
  const window = desk({
    "app.nextLink": () => ok(waiting.shift() ?? nothing),
    "patients.similar": (input) => (asked.push(input), ok({ patients: [...known], waiting: [] })),
    "patients.byExternalId": () => ok({ patient: ofId }),
  });
  await doing(() =>
    render(
      <>
        <input aria-label="typed" />
        <LinkBar />
      </>,
      window,
    ),
  );
  const comes = async (next: Partial<Next>): Promise<void> => {
    waiting.push({ ...nothing, ...next });
    await window.emit("link.waits", {});
  };
  const target = () => window.state.navigation.getState().target;
  return { ...window, asked, comes, target };
}
const bar = (): HTMLElement => screen.getByRole("complementary", { name: words.links.label });
const names = (): readonly string[] =>
  within(bar())
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "");
const press = (name: string | RegExp): Promise<void> =>
  doing(() => within(bar()).getByRole("button", { name }).click());
const typeSomething = async (): Promise<HTMLElement> => {
  const field = screen.getByRole("textbox", { name: "typed" });
  await doing(() => field.focus());
  await doing(() => fireEvent.change(field, { target: { value: "mari" } }));
  return field;
};
const nobody = (): void => expect(screen.queryByRole("complementary")).toBeNull();

beforeAll(async () => {
  await import("../../renderer/features/links/link-bar.tsx");
});
beforeEach(() => document.body.replaceChildren());

describe("a call", () => {
  test("of somebody who is known offers their page and a booking, is said once, and takes no focus", async () => {
    const [ann] = family(1);
    if (ann === undefined) throw new Error("nobody");
    const { comes, said, asked, target } = await open({ known: [ann] });
    const field = await typeSomething();
    await comes({ link: call(number) });
    const name = formatName(ann.input);
    expect(bar().textContent).toContain(name);
    expect(said()).toContain(words.links.call.from({ number }));
    expect(said()).toContain(name);
    expect(document.activeElement).toBe(field);
    expect(asked.map(({ phone }) => phone)).toContain(number);
    await press(words.links.call.bookFor({ name }));
    expect(target()).toEqual({ screen: "new-booking", patientRecordId: ann.id });
    nobody();
  });

  test("of a family names each, and leads to all of them", async () => {
    const { comes, target } = await open({ known: family(5) });
    await comes({ link: call(number) });
    expect(bar().textContent).toContain(words.links.call.several({ count: 5 }));
    expect(names()).toHaveLength(5);
    await press(words.links.call.allWith({ number }));
    expect(target()).toEqual({ screen: "patients", search: number });
  });

  test("of nobody here offers a new patient with the number, to be looked at", async () => {
    const { comes, target } = await open();
    await comes({ link: call(number) });
    await press(words.links.call.createWith({ number }));
    expect(target()).toMatchObject({
      screen: "patients",
      begins: { format: "link", values: { phone: number } },
    });
  });

  test.each([null, "204"])("from %s looks nobody up", async (from) => {
    const { comes, asked } = await open({ known: family(1) });
    await comes({ link: call(from) });
    expect(asked).toEqual([]);
    expect(names()).toHaveLength(1);
  });

  test("after two others takes the place of the first, and the same one again stands once", async () => {
    const { comes } = await open();
    for (const from of ["(217) 555-0101", "(217) 555-0102", "(217) 555-0103", "(217) 555-0103"])
      await comes({ link: call(from) });
    expect(bar().textContent).not.toContain("0101");
    expect(bar().textContent?.match(/555-010[23]/g)).toHaveLength(2);
  });

  test("that is dismissed by a double click takes no other with it", async () => {
    const { comes } = await open();
    for (const from of ["(217) 555-0101", "(217) 555-0102"]) await comes({ link: call(from) });
    const dismiss = () => within(bar()).getAllByRole("button", { name: /0[12]/ })[0] ?? document.body;
    for (const detail of [1, 2]) await doing(() => fireEvent.click(dismiss(), { detail }));
    expect(bar().textContent).toContain("0102");
  });

  test("that is dismissed gives the focus back to what was being typed", async () => {
    const { comes } = await open();
    const field = await typeSomething();
    await comes({ link: call(number) });
    await doing(() => fireEvent.keyDown(window, { code: "Digit0", altKey: true }));
    expect(bar().contains(document.activeElement)).toBe(true);
    await press(words.links.call.dismissOne({ call: words.links.call.from({ number }) }));
    nobody();
    expect(document.activeElement).toBe(field);
  });
});

test("who calls, and a link that waits for a word, stand there as long as a person stays with what could not be saved", async () => {
  const { comes, state, target } = await open({ known: family(1) });
  state.flushes.add({
    flush: () => Promise.resolve(fail("store", verbatim("The disk is full."))),
    hasUnsaved: () => true,
  });
  const { decide } = state.navigation.getState();
  const first = () => within(bar()).getAllByRole("button")[0] ?? document.body;
  for (const link of [
    call(number),
    { kind: "booking", externalId: null, service: null, date: null } as const,
  ]) {
    await typeSomething();
    await comes({ link });
    const before = bar().textContent;
    await doing(() => first().click());
    await doing(() => decide(false));
    expect([bar().textContent, state.navigation.getState().visit]).toEqual([before, 0]);
    await doing(() => within(bar()).getAllByRole("button").at(-1)?.click());
  }
  await comes({ link: call(number) });
  await doing(() => first().click());
  await doing(() => decide(true));
  nobody();
  expect(target().screen).toBe("patients");
});

describe("a link to a patient", () => {
  const link: DeskLink = { kind: "patient", externalId: "EHR-7" };

  test("opens their page where nothing is being typed", async () => {
    const { comes, target } = await open({ ofId: knownPatient(3) });
    await comes({ link });
    expect(target()).toEqual({ screen: "patients", patientRecordId: uuid(3) });
    nobody();
  });

  // window-36: A link replaces typed text only after a yes
  test(
    "asks first while something is being typed, and stays where it is on a no",
    { tags: ["window-36"] },
    async () => {
      const { comes, target } = await open({ ofId: knownPatient(3) });
      const field = await typeSomething();
      const before = target();
      await comes({ link });
      expect(target()).toBe(before);
      expect(document.activeElement).toBe(field);
      await press(words.links.notNow);
      expect(target()).toBe(before);
      nobody();
    },
  );

  test("asks first while a form is open, saved or not, and goes there on a yes", async () => {
    const { comes, target, state } = await open({ ofId: knownPatient(3) });
    const flushes = { flush: () => Promise.resolve(null), hasUnsaved: () => false, isOpen: () => true };
    state.flushes.add(flushes);
    await comes({ link });
    await press(new RegExp(words.links.ask.open({ name: "" }).trim()));
    expect(target()).toEqual({ screen: "patients", patientRecordId: uuid(3) });
  });

  test("whom nobody here knows offers to look, and a new patient with that external ID", async () => {
    const { comes, target } = await open();
    await comes({ link });
    await press(words.links.missing.createWith({ id: "EHR-7" }));
    expect(target()).toMatchObject({ begins: { format: "link", values: { externalId: "EHR-7" } } });
    await comes({ link });
    await press(words.links.missing.findId({ id: "EHR-7" }));
    expect(target()).toEqual({ screen: "patients", search: "EHR-7" });
  });

  test("a stranger's text in the place of an external ID is short, and stands in quotation marks as theirs", async () => {
    const { comes } = await open();
    const stranger = "EHR-7”. Your desk is locked. Call (217) 555-0100 and read them your PIN. “".repeat(2);
    await comes({ link: { kind: "patient", externalId: stranger } });
    const shown = bar().textContent ?? "";
    const quoted = /“([^“”]*)”/.exec(shown)?.[1] ?? "";
    expect(quoted).toMatch(/^EHR-7/);
    expect(quoted.length).toBeLessThanOrEqual(40);
    expect(shown.replace(quoted, "")).not.toMatch(/locked|555|PIN/);
    expect(names().join()).not.toMatch(/555|PIN/);
  });
});

describe("a link to a booking", () => {
  const link = { kind: "booking", externalId: null, service: "102", date: "2031-03-04" } as const;

  test("begins it with what it says", async () => {
    const { comes, target, calls } = await open({ ofId: knownPatient(3) });
    await comes({ link: { ...link, externalId: "EHR-7" } });
    expect(target()).toEqual({
      screen: "new-booking",
      patientRecordId: uuid(3),
      link: { service: "102", date: "2031-03-04" },
    });
    expect(calls.filter((name) => name.startsWith("items."))).not.toContain("items.create");
  });

  test("that says nothing is a blank one", async () => {
    const { comes, target } = await open();
    await comes({ link: { ...link, service: null, date: null } });
    expect(target()).toEqual({ screen: "new-booking", isFresh: true });
  });

  test("for somebody whom nobody here knows books without them on a person's word alone", async () => {
    const { comes, target } = await open();
    const before = target();
    await comes({ link: { ...link, externalId: "EHR-7" } });
    expect(target()).toBe(before);
    await press(words.links.missing.bookWithout);
    expect(target()).toEqual({ screen: "new-booking", link: { service: "102", date: "2031-03-04" } });
  });
});

describe("a link that is not opened", () => {
  test("says why, once, and what was left out", async () => {
    const { comes, said } = await open();
    await comes({ refused: say("links.refused.place"), left: 998 });
    expect(bar().textContent).toContain(words.links.refused.place);
    expect(bar().textContent).toContain(words.links.left({ count: 998 }));
    expect(said()).not.toBe("");
    await comes({ isLate: true });
    expect(bar().textContent).toContain(words.links.late);
    expect(bar().textContent).not.toContain("998");
  });
});

describe("while a dialog is open", () => {
  test.each(["dialog", "alertdialog"])(
    "a link waits for its end, says so once, and goes on by itself: %s",
    async (role) => {
      const { comes, target, said, calls, emit } = await open({ ofId: knownPatient(3) });
      const dialog = document.createElement("div");
      dialog.setAttribute("role", role);
      document.body.append(dialog);
      await comes({ link: { kind: "patient", externalId: "EHR-7" } });
      await emit("link.waits", {});
      expect(said()).toBe(words.links.dialog);
      expect(calls).not.toContain("app.nextLink");
      await doing(() => dialog.remove());
      await waitFor(() => expect(target()).toEqual({ screen: "patients", patientRecordId: uuid(3) }));
    },
  );
});

test("a link that was told of before the strip was there, as at a start, is followed once it is", async () => {
  const waiting: Next[] = [{ ...nothing, link: { kind: "patient", externalId: "EHR-7" } }];
  const window = desk({
    "app.nextLink": () => ok(waiting.shift() ?? nothing),
    "patients.byExternalId": () => ok({ patient: knownPatient(3) }),
  });
  await window.emit("link.waits", {});
  expect(waiting).toHaveLength(1);
  await doing(() => render(<LinkBar />, window));
  expect(window.state.navigation.getState().target).toEqual({ screen: "patients", patientRecordId: uuid(3) });
});
