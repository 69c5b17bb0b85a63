import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { words } from "../../messages/words.ts";
import { CheckField, SelectField } from "../../renderer/ui/choice-fields.tsx";
import { ComboField, type ComboOption } from "../../renderer/ui/combo-field.tsx";
import type { FieldTexts } from "../../renderer/ui/field.tsx";
import { List, ListCount, ListRow } from "../../renderer/ui/list.tsx";
import { TextField } from "../../renderer/ui/text-field.tsx";

const nothing = (): void => undefined;
const fields: Readonly<Record<string, (texts: FieldTexts & { readonly isRequired?: boolean }) => ReactNode>> =
  {
    "a text field": (texts) => <TextField label="City" value="" onChange={nothing} {...texts} />,
    "a field of many lines": (texts) => (
      <TextField label="City" value="" onChange={nothing} multiline {...texts} />
    ),
    "a list to choose from": (texts) => (
      <SelectField
        label="City"
        value=""
        options={[{ value: "", label: "Choose" }]}
        onChange={nothing}
        {...texts}
      />
    ),
    "a type-ahead": (texts) => (
      <ComboField label="City" text="" onTextChange={nothing} options={[]} onPick={nothing} {...texts} />
    ),
  };

/** The field, by the name that a screen reader says. */
const field = (): HTMLElement => screen.getByLabelText("City");
const described = (): string =>
  (field().getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" | ");

describe.each(Object.entries(fields))("%s", (_name, drawn) => {
  test("is named by its label alone, and the star of a required one is no part of that", () => {
    render(drawn({ isRequired: true }));
    expect(field().getAttribute("aria-required")).toBe("true");
    expect(screen.getByText("*").getAttribute("aria-hidden")).toBe("true");
    expect(field().hasAttribute("aria-invalid")).toBe(false);
  });

  test("that may be left empty is not called required", () => {
    render(drawn({}));
    expect(field().hasAttribute("aria-required")).toBe(false);
    expect(screen.queryByText("*")).toBeNull();
    expect(field().hasAttribute("aria-describedby")).toBe(false);
  });

  test("that is wrong says so and why", () => {
    const { rerender } = render(drawn({ error: "No such city." }));
    expect([field().getAttribute("aria-invalid"), described()]).toEqual(["true", "No such city."]);
    rerender(drawn({ error: null }));
    expect([field().hasAttribute("aria-invalid"), described()]).toEqual([false, ""]);
  });

  test("is read with all its lines, what is wrong first", () => {
    render(drawn({ help: "Where they live.", warning: "Unusual.", echo: "Albany, NY", error: "Wrong." }));
    expect(described()).toBe("Wrong. | Albany, NY | Unusual. | Where they live.");
  });

  test("that is only warned of is not wrong", () => {
    render(drawn({ warning: "Unusual." }));
    expect([field().hasAttribute("aria-invalid"), described()]).toEqual([false, "Unusual."]);
  });
});

test("a check box is named by its words, described by its help, and told what it becomes", () => {
  const chosen: boolean[] = [];
  render(
    <CheckField
      label="Same as patient"
      description="Copies it."
      isSelected={false}
      onChange={(on) => chosen.push(on)}
    />,
  );
  const box = screen.getByRole("checkbox", { name: "Same as patient", description: "Copies it." });
  fireEvent.click(box);
  expect(chosen).toEqual([true]);
});

const cities: readonly ComboOption[] = ["Albany", "Boston", "Chicago"].map((label) => ({ id: label, label }));

/** A type-ahead of cities, and what was picked. */
function typeAhead(isStale = false): string[] {
  const picked: string[] = [];
  function City(): ReactNode {
    const [text, setText] = useState("");
    return (
      <ComboField
        label="City"
        text={text}
        onTextChange={setText}
        options={cities}
        isStale={isStale}
        onPick={(id) => {
          picked.push(id);
          setText(id);
        }}
      />
    );
  }
  render(<City />);
  return picked;
}
const combo = (): HTMLElement => screen.getByRole("combobox", { name: "City" });
const type = (value: string): void => void fireEvent.change(combo(), { target: { value } });
const press = (...keys: string[]): void => keys.forEach((key) => fireEvent.keyDown(combo(), { key }));

describe("the suggestions of a type-ahead", () => {
  test("open on typing, are counted aloud, and are picked by arrows and Enter", () => {
    const picked = typeAhead();
    expect(combo().getAttribute("aria-expanded")).toBe("false");
    type("o");
    expect(screen.getByRole("status").textContent).toBe(words.ui.suggestionCount({ count: 3 }));
    press("ArrowDown", "ArrowDown");
    const active = combo().getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.textContent).toBe("Boston");
    press("Enter");
    expect([picked, screen.queryByRole("listbox")]).toEqual([["Boston"], null]);
  });

  test("that are none are said to be none", () => {
    render(<ComboField label="City" text="zzz" onTextChange={nothing} options={[]} onPick={nothing} />);
    type("zzzz");
    expect(screen.getByRole("status").textContent).toBe(words.ui.suggestionCount({ count: 0 }));
  });

  test("are closed by Escape, and what was typed stays", () => {
    const picked = typeAhead();
    type("o");
    press("Escape");
    expect([picked, screen.queryByRole("listbox")]).toEqual([[], null]);
    expect(combo()).toHaveProperty("value", "o");
  });

  test("of an earlier text stay in view and cannot be picked, by mouse or by key", () => {
    const picked = typeAhead(true);
    type("o");
    const [first] = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(first?.getAttribute("aria-disabled")).toBe("true");
    if (first !== undefined) fireEvent.click(first);
    press("ArrowDown", "Enter");
    expect([picked, screen.queryByRole("listbox") === null]).toEqual([[], false]);
  });

  test("stand there once they come, where the arrow was pressed before that", () => {
    const picked: string[] = [];
    const drawn = (options: readonly string[]): ReactNode => (
      <ComboField
        label="City"
        text=""
        onTextChange={nothing}
        options={options.map((label) => ({ id: label, label }))}
        onPick={(id) => void picked.push(id)}
      />
    );
    const { rerender } = render(drawn([]));
    press("ArrowDown");
    expect([combo().getAttribute("aria-expanded"), screen.queryByRole("listbox")]).toEqual(["false", null]);
    rerender(drawn(["Albany", "Boston"]));
    expect(within(screen.getByRole("listbox")).getAllByRole("option")).toHaveLength(2);
    press("ArrowDown", "Enter");
    expect(picked).toEqual(["Boston"]);
  });

  test("are read out with what stands over them, which the arrows pass by", () => {
    const picked: string[] = [];
    render(
      <ComboField
        label="City"
        text="albnay"
        onTextChange={() => undefined}
        options={[
          { id: "near", label: "Albany", heading: "Did you mean" },
          { id: "new", label: "Create Albnay" },
        ]}
        onPick={(id) => void picked.push(id)}
      />,
    );
    type("albnay ");
    const listed = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(listed.map(({ textContent }) => textContent)).toEqual(["Albany", "Create Albnay"]);
    expect(screen.getByRole("status").textContent).toBe(
      `Did you mean. ${words.ui.suggestionCount({ count: 2 })}`,
    );
    press("ArrowDown", "ArrowDown", "Enter");
    expect(picked).toEqual(["new"]);
  });

  test.each([
    ["the one that comes alone", ["Albany"], [], ["Albany"]],
    ["none of several, which nobody has seen", ["Albany", "Aurora"], [], []],
    ["none once something else is typed", ["Albany"], ["b"], []],
  ])("Enter that comes before them picks %s", (_what, found, typedAfter, expected) => {
    const picked: string[] = [];
    const drawn = (text: string, options: readonly string[], isStale: boolean): ReactNode => (
      <ComboField
        label="City"
        text={text}
        onTextChange={() => undefined}
        options={options.map((label) => ({ id: label, label }))}
        isStale={isStale}
        firstTakenBy="enter"
        onPick={(id) => void picked.push(id)}
      />
    );
    const { rerender } = render(drawn("", [], true));
    type("a");
    rerender(drawn("a", [], true));
    press("Enter");
    for (const text of typedAfter) rerender(drawn(text, [], true));
    rerender(drawn(typedAfter.at(-1) ?? "a", found, false));
    expect(picked).toEqual(expected);
  });
});

describe("a list", () => {
  const drawn = (): string[] => {
    const pressed: string[] = [];
    render(
      <>
        <ListCount>2 patients</ListCount>
        <List label="Patients">
          {["Ann", "Ben", "Cho"].map((name) => (
            <ListRow key={name} title={name} isSelected={name === "Ben"} onPress={() => pressed.push(name)} />
          ))}
        </List>
      </>,
    );
    return pressed;
  };
  const row = (name: string): HTMLElement => screen.getByRole("button", { name });

  test("is named, says which row is chosen, and how many there are when that changes", () => {
    drawn();
    expect(within(screen.getByRole("list", { name: "Patients" })).getAllByRole("listitem")).toHaveLength(3);
    expect([row("Ann"), row("Ben")].map((one) => one.getAttribute("aria-current"))).toEqual([null, "true"]);
    expect(screen.getByRole("status").textContent).toBe("2 patients");
  });

  test("is walked by arrows, Home and End, stops at its ends, and is pressed row by row", () => {
    const pressed = drawn();
    row("Ann").focus();
    const at = (key: string): string | null => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      return document.activeElement?.textContent ?? null;
    };
    expect(["ArrowUp", "ArrowDown", "End", "ArrowDown", "Home"].map(at)).toEqual([
      "Ann",
      "Ben",
      "Cho",
      "Cho",
      "Ann",
    ]);
    fireEvent.click(row("Cho"));
    expect(pressed).toEqual(["Cho"]);
  });
});
