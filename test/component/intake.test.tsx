import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { RouteInput } from "../../shared/routes.ts";
import type { Intake } from "../../shared/intake/intake.ts";
import { words } from "../../messages/words.ts";
import { PatientEditor } from "../../renderer/features/patients/patient-editor.tsx";
import { patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

/** The form of a new patient over a main that keeps what is typed and sends nothing. */
async function open(waiting: Intake | null = null) {
  const saved: string[] = [];
  const item = patientItem({ id: uuid(50), status: "draft" });
  const keep = (content: FormOf): void => void saved.push(JSON.stringify(content));
  const window = desk({
    "patients.similar": () => ok({ patients: [], waiting: [] }),
    "items.create": (content: FormOf) => {
      keep(content);
      return ok(item);
    },
    "items.saveForm": ({ content }: RouteInput<"items.saveForm">) => {
      keep(content);
      return ok({ savedAt: item.updatedAt });
    },
  });
  window.state.intake.setState({ waiting });
  await doing(() =>
    render(<PatientEditor settings={settings} onCancel={() => undefined} cancelWords="x" />, window),
  );
  return { ...window, saved };
}
const field = (name: keyof typeof words.patients.label): HTMLInputElement =>
  screen.getByRole("textbox", { name: words.patients.label[name] });
const type = (name: keyof typeof words.patients.label, value: string): Promise<void> =>
  doing(() => fireEvent.change(field(name), { target: { value } }));
const press = (name: string): Promise<void> => doing(() => screen.getByRole("button", { name }).click());
const dataOf = (text: string, files: readonly File[] = []) => ({
  files,
  items: files.map(() => ({ kind: "file", webkitGetAsEntry: () => null })),
  types: files.length > 0 ? ["Files"] : ["text/plain"],
  getData: () => text,
});
/** Whether the page would have put the text there itself. */
const paste = async (target: Element, text: string): Promise<boolean> => {
  let isNative = false;
  await doing(() => (isNative = fireEvent.paste(target, { clipboardData: dataOf(text) })));
  return isNative;
};
const drop = (...files: readonly File[]): Promise<void> =>
  doing(() => fireEvent.drop(document.body, { dataTransfer: dataOf("", files) }));
const shown = (text: string): Promise<HTMLElement> => screen.findByText(text);
const filled = (count: number): string => words.intake.filled({ count, from: "text" });
const jane = "Name: Jane Doe\nDOB: 3/5/84\nInsurance: Aetna";

// Loaded with the first text; a test waits for what is shown, not for what is loaded.
beforeAll(async () => {
  await import("../../renderer/lib/intake-read.ts");
  await import("../../renderer/features/patients/intake-panel.tsx");
});
beforeEach(() => document.body.replaceChildren());

describe("a license that was scanned before the form was there", () => {
  test("fills it in, once, and is kept at once", async () => {
    const values = { firstName: "Jane", lastName: "Doe", dob: "1984-03-05" };
    const { saved, state } = await open({
      format: "license",
      values,
      otherNames: "Adele",
      rest: [],
      odd: [],
    });
    expect([field("firstName").value, field("dob").value]).toEqual(["Jane", "1984-03-05"]);
    expect(state.intake.getState().waiting).toBeNull();
    expect(saved.join("")).toContain("1984-03-05");
    expect(saved.join("")).not.toContain("Adele");
  });

  test("of somebody else fills in nothing, and says so until that is dismissed", async () => {
    const { state } = await open();
    await type("lastName", "Roe");
    const values = { firstName: "Jane", lastName: "Doe", dob: "1984-03-05" };
    const waiting: Intake = { format: "license", values, otherNames: "", rest: [], odd: [] };
    await doing(() => state.intake.setState({ waiting }));
    await shown(words.intake.other);
    expect([field("lastName").value, field("dob").value]).toEqual(["Roe", ""]);
    await press(words.intake.dismiss);
    expect(screen.queryByText(words.intake.other)).toBeNull();
  });
});

describe("text that is pasted beside the fields", () => {
  test("fills in the form, marks the fields, shows what it did not take, and sends nothing", async () => {
    const { calls } = await open();
    expect(await paste(document.body, jane)).toBe(false);
    await shown(filled(3));
    expect([field("firstName").value, field("lastName").value, field("dob").value]).toEqual([
      "Jane",
      "Doe",
      "3/5/84",
    ]);
    expect(screen.getAllByText(words.intake.filledHere)).toHaveLength(3);
    await shown("Insurance: Aetna");
    expect(calls).not.toContain("items.submit");
  });

  test("is kept as what is typed is, and without the lines that are no part of the form", async () => {
    const { saved } = await open();
    await paste(document.body, jane);
    await shown(filled(3));
    await doing(() => fireEvent.blur(field("dob")));
    await waitFor(() => expect(saved.at(-1)).toContain("Jane"));
    expect(saved.join("")).not.toContain("Aetna");
  });

  test("is taken back by Undo, but for what was typed since", async () => {
    await open();
    await paste(document.body, jane);
    await shown(filled(3));
    await type("lastName", "Roe");
    await press(words.intake.undo);
    expect([field("firstName").value, field("lastName").value, field("dob").value]).toEqual(["", "Roe", ""]);
    expect(screen.queryByText(words.intake.filledHere)).toBeNull();
  });

  test("overwrites nothing: both stand there, and the person chooses", async () => {
    await open();
    await type("dob", "3/6/84");
    await paste(document.body, jane);
    await shown(words.intake.differs);
    expect(field("dob").value).toBe("3/6/84");
    await press(words.intake.replace({ label: words.patients.label.dob }));
    expect(field("dob").value).toBe("3/5/84");
    await press(words.intake.undo);
    expect(field("dob").value).toBe("3/6/84");
  });

  test("of somebody else fills in nothing until it is wanted", async () => {
    await open();
    await type("lastName", "Roe");
    await paste(document.body, jane);
    await shown(words.intake.other);
    expect(field("dob").value).toBe("");
    await press(words.intake.takeOther);
    expect([field("lastName").value, field("dob").value]).toEqual(["Roe", "3/5/84"]);
  });

  test("in which nothing is found stays in the box, and changes nothing", async () => {
    await open();
    await paste(document.body, "see you tomorrow at the usual place then");
    await shown(words.intake.nothing);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: words.intake.text }).value).toContain(
      "see you",
    );
  });
});

describe("text that is pasted into a field", () => {
  test("of one line is the field's own", async () => {
    await open();
    expect(await paste(field("firstName"), "Jane")).toBe(true);
  });

  test("of many lines that name several fields fills in the form", async () => {
    await open();
    expect(await paste(field("firstName"), jane)).toBe(false);
    await shown(filled(3));
    expect(field("firstName").value).toBe("Jane");
  });

  test("of many lines that say nothing is put into that field", async () => {
    await open();
    await doing(() => field("address").focus());
    // The window's own way to type a text, which this DOM does not have.
    const typing = (_command: string, _shown: boolean, text: string): boolean =>
      fireEvent.input(field("address"), { target: { value: text } });
    Object.assign(document, { execCommand: typing });
    expect(await paste(field("address"), "first floor\nby the stairs")).toBe(false);
    await waitFor(() => expect(field("address").value).toBe("first floor by the stairs"));
    Reflect.deleteProperty(document, "execCommand");
  });
});

describe("what is dropped", () => {
  test("as a file of text fills in the form", async () => {
    await open();
    await drop(new File([jane], "referral.txt"));
    await shown(filled(3));
  });

  test.each([
    [
      "a hundred files",
      Array.from({ length: 100 }, () => new File(["a"], "a")),
      words.intake.problem.many({ count: 100 }),
    ],
    ["a picture", [new File([new Uint8Array([1, 0, 2])], "a.png")], words.intake.problem.binary],
    ["an empty file", [new File([], "a")], words.intake.problem.empty],
  ])("as %s is refused with the reason, and what was typed stays", async (_what, files, why) => {
    await open();
    await type("firstName", "Jane");
    await drop(...files);
    await shown(why);
    expect(field("firstName").value).toBe("Jane");
    await press(words.intake.dismiss);
    expect(screen.queryByText(why)).toBeNull();
  });
});
