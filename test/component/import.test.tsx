import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import type {
  FileReading,
  ImportFile,
  ImportJob,
  ImportRow,
  ImportState,
} from "../../shared/import/import.ts";
import { said, say as saying, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { ImportView } from "../../renderer/features/import/index.ts";
import { uuid } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";

const say = words.import;
// What is loaded on demand is there.
beforeAll(async () => void (await import("../../renderer/ui/modal-dialog.tsx")));
beforeEach(() => document.body.replaceChildren());

const reading: ImportFile["reading"] = {
  encoding: "utf-8",
  separator: ",",
  headRow: 1,
  columns: ["name", "dob", "leave"],
  dateOrder: null,
};
const file: ImportFile = {
  id: uuid(1),
  name: "east.csv",
  reading,
  columns: [
    { head: "Patient", first: "DOE, JANE", becomes: "name", how: "comma", from: "head", shows: null },
    { head: "DOB", first: "03/05/84", becomes: "dob", how: "settings", from: "head", shows: null },
    { head: null, first: "mornings", becomes: "leave", how: "left", from: "nothing", shows: null },
  ],
  toldBy: { encoding: "letters", separator: "counted", headRow: "words" },
  top: [
    { row: 1, text: "Patient · DOB" },
    { row: 2, text: "DOE, JANE · 03/05/84 · mornings" },
  ],
  missing: [],
  dryRun: { state: "done", part: 1, rows: 4, fresh: 1, known: 1, bad: 2, version: 1, failure: null },
  taken: null,
};
const job: ImportJob = {
  id: uuid(2),
  name: "east.csv",
  total: 20,
  left: 9,
  created: 8,
  queued: 3,
  waiting: 0,
  discarded: 0,
  held: null,
  secondsLeft: 60,
};
const row = (number: number, change: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  form: { ...emptyPatientForm, firstName: "Ines", lastName: `Cole${String(number)}`, dob: "13/05/84" },
  errors: { dob: saying("fields.date.noMonth", { month: 13 }) },
  meant: "1984-05-13",
  knownAs: null,
  ...change,
});
const stateOf = (change: Partial<ImportState>): ImportState => ({
  file: null,
  job: null,
  ended: null,
  ...change,
});

/** The screen over a main that stands so, and answers as the test says. */
async function open(state: ImportState, handlers: Parameters<typeof desk>[0] = {}) {
  const window = desk({ "import.get": () => ok(state), ...handlers });
  window.state.navigation.setState({ target: { screen: "import" } });
  await doing(() => render(<ImportView />, { wrapper: window.wrapper }));
  return window;
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });
const press = (name: string | RegExp): Promise<void> => doing(() => fireEvent.click(button(name)));
const choice = (name: string): HTMLSelectElement => screen.getByRole("combobox", { name });
const choose = (of: HTMLSelectElement, value: string): Promise<void> =>
  doing(() => {
    of.focus();
    fireEvent.change(of, { target: { value } });
  });

test("what could not be read is said, and read again", async () => {
  let answer: Result<ImportState> = failed(fail("store", verbatim("The disk is gone.")));
  await open(stateOf({}), { "import.get": () => answer });
  expect(screen.getByRole("alert").textContent).toContain("The disk is gone.");
  answer = ok(stateOf({}));
  await press(words.shell.tryAgain);
  expect([screen.queryByRole("alert"), button(say.choose)]).toEqual([null, expect.anything()]);
});

describe("the columns of a file", () => {
  /** Each reading makes another file of it, as main does. */
  async function table() {
    const read: FileReading[] = [];
    const window = await open(stateOf({ file }), {
      "import.rows": () => ok({ rows: [] }),
      "import.read": ({ reading: next }) => {
        read.push(next);
        const { dateOrder } = next;
        const columns = file.columns.map((column, at) => ({
          ...column,
          becomes: next.columns?.[at] ?? column.becomes,
          how: column.becomes === "dob" ? (dateOrder ?? "settings") : column.how,
        }));
        const now = { ...file, id: uuid(10 + read.length), columns };
        return ok(
          stateOf({ file: { ...now, reading: { ...next, columns: columns.map(({ becomes }) => becomes) } } }),
        );
      },
    });
    return { ...window, read };
  }

  // files-14: Changing how a column is read leaves the focus
  test(
    "one that becomes what another was takes it over, and the choice keeps the focus",
    { tags: ["files-14"] },
    async () => {
      const { read } = await table();
      const third = choice(say.columns.becomesOf({ column: say.columns.number({ number: 3 }) }));
      await choose(third, "dob");
      expect(read.at(-1)?.columns).toEqual(["name", "leave", "dob"]);
      expect(document.activeElement).toBe(
        choice(say.columns.becomesOf({ column: say.columns.number({ number: 3 }) })),
      );
    },
  );

  test("of dates that can be read either way offers both orders, and the way back", async () => {
    const { read } = await table();
    const order = (): HTMLSelectElement => choice(say.columns.orderOf({ column: "DOB" }));
    expect(order().value).toBe("settings");
    await choose(order(), "day-first");
    expect([read.at(-1)?.dateOrder, order().value]).toEqual(["day-first", "day-first"]);
    expect(document.activeElement).toBe(order());
    await choose(order(), "settings");
    expect([read.at(-1)?.dateOrder, order().value]).toEqual([null, "settings"]);
  });

  test("of dates whose order the file shows says it, and offers none", async () => {
    const columns = file.columns.map((column) =>
      column.becomes === "dob" ? { ...column, how: "day-first" as const, shows: "25/12/84" } : column,
    );
    await open(stateOf({ file: { ...file, columns } }), { "import.rows": () => ok({ rows: [] }) });
    expect(screen.queryByRole("combobox", { name: say.columns.orderOf({ column: "DOB" }) })).toBeNull();
    const why = `${say.how["day-first"]} · ${say.from.shows({ date: "25/12/84" })}`;
    expect(within(screen.getByRole("row", { name: /^DOB/ })).getByText(why)).toBeDefined();
  });

  test("say what they were guessed from, where anything was", async () => {
    await table();
    const said = (name: string): string =>
      screen.getByRole("row", { name: new RegExp(`^${name}`) }).textContent;
    expect(said("Patient")).toContain(`${say.how.comma} · ${say.from.head}`);
    expect(said(say.columns.number({ number: 3 }))).toMatch(new RegExp(`${say.how.left}$`));
    const described = (name: string): string =>
      (choice(name).getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ");
    expect(described(say.columns.separator)).toBe(say.told.separator.counted);
    expect(described(say.columns.encoding)).toBe(say.told.encoding.letters);
    expect(described(say.columns.heads)).toBe(say.told.headRow.words);
  });

  test("are named in the row that a person says, or in none, and guessed anew", async () => {
    const { read } = await table();
    const heads = choice(say.columns.heads);
    expect([...heads.options].map(({ text }) => text)).toEqual([
      say.columns.noHeads,
      ...file.top.map((row) => say.columns.headsIn(row)),
    ]);
    expect(heads.value).toBe("1");
    await choose(heads, "2");
    expect(read.at(-1)).toMatchObject({ headRow: 2, columns: null });
    expect(screen.getByText(new RegExp(say.columns.above({ rows: ["Patient · DOB"] })))).toBeDefined();
    await choose(choice(say.columns.heads), "0");
    expect(read.at(-1)).toMatchObject({ headRow: null, columns: null });
  });
});

describe("the dry run", () => {
  test("offers one press where the day alone is wrong, and to edit otherwise; the focus goes on with the next row", async () => {
    let rows = [row(5), row(6), row(7, { meant: null, errors: { row: saying("fields.missing.city") } })];
    const fixed: unknown[] = [];
    await open(stateOf({ file }), {
      "import.rows": () => ok({ rows }),
      "import.fix": ({ fixed: { row: number, form } }) => {
        fixed.push([number, form.dob]);
        rows = rows.filter((each) => each.row !== number);
        return ok(stateOf({ file: { ...file, dryRun: { ...file.dryRun, fresh: 2, bad: rows.length - 1 } } }));
      },
    });
    const takeOf = (number: number): string => say.dryRun.takeOf({ date: "1984-05-13", row: number });
    button(say.dryRun.editOf({ row: 7 }));
    await press(takeOf(5));
    // The second click of a double click, where the next row now is.
    await doing(() => fireEvent.click(button(takeOf(6)), { detail: 2 }));
    expect(fixed).toEqual([[5, "1984-05-13"]]);
    expect(screen.queryByRole("button", { name: takeOf(5) })).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button(takeOf(6)));
  });

  test("says what is wrong with one row of no other, whenever it is answered", async () => {
    const own = { meant: null, errors: { city: saying("fields.missing.city") } };
    const email = verbatim("Email of row 5.");
    const late = held<Result<ImportState>>();
    let hasRefused = false;
    await open(stateOf({ file }), {
      "import.rows": () => ok({ rows: [row(5, own), row(6, own)] }),
      "import.fix": () => {
        if (hasRefused) return late.promise;
        hasRefused = true;
        return failed(fail("invalid-input", verbatim("Not right."), { fields: { email } }));
      },
    });
    const dialog = (): Promise<HTMLElement> => screen.findByRole("dialog", {}, { timeout: 60_000 });
    const edit = async (number: number): Promise<string> => {
      await press(say.dryRun.editOf({ row: number }));
      return (await dialog()).textContent;
    };
    const ownWords = said(saying("fields.missing.city"));
    await edit(5);
    await press(say.edit.save);
    expect((await dialog()).textContent).toContain(said(email));
    await press(words.ui.cancel);
    for (const number of [6, 5]) {
      const text = await edit(number);
      expect([text.includes(said(email)), text.includes(ownWords)]).toEqual([false, true]);
      if (number === 6) await press(words.ui.cancel);
    }
    await press(say.edit.save);
    await press(words.ui.cancel);
    await edit(6);
    await late.answer(ok(stateOf({ file })));
    // What becomes of row 5 closes nothing of row 6.
    expect((await dialog()).textContent).toContain(say.edit.title({ row: 6 }));
  });

  test("lists who is known when that is asked for, and says that they are left as they are", async () => {
    const known = row(9, { errors: {}, meant: null, knownAs: { id: uuid(3), name: "Ines Cole" } });
    await open(stateOf({ file }), {
      "import.rows": ({ which }) => ok({ rows: which === "known" ? [known] : [row(5)] }),
    });
    const tile = button(new RegExp(`${say.dryRun.known}$`));
    expect(tile.getAttribute("aria-pressed")).toBe("false");
    await doing(() => fireEvent.click(tile));
    expect(
      within(screen.getByRole("table", { name: say.dryRun.known })).getByText("Ines Cole"),
    ).toBeDefined();
    expect(screen.getByText(say.dryRun.left)).toBeDefined();
  });
});

describe("an import that is under way", () => {
  test("is paused by one press, says so, and goes on by another", async () => {
    const asked: boolean[] = [];
    const { said } = await open(stateOf({ job }), {
      "import.pause": ({ paused }) => {
        asked.push(paused);
        return ok(stateOf({ job: { ...job, held: paused ? "paused" : null } }));
      },
    });
    await press(say.job.pause);
    expect(said()).toBe(say.job.announcePaused);
    expect(screen.getByText(say.job.pausedText)).toBeDefined();
    await press(say.job.goOn);
    expect([asked, said()]).toEqual([[true, false], say.job.announceGoesOn]);
    expect(screen.queryByText(say.job.pausedText)).toBeNull();
  });

  // files-13: Stopping an import asks first
  test(
    "asks before it stops, with how many are left, and No stops nothing",
    { tags: ["files-13"] },
    async () => {
      const answer = held<Result<ImportState>>();
      const { calls } = await open(stateOf({ job }), { "import.stop": () => answer.promise });
      await press(say.job.stop);
      const question = within(await screen.findByRole("alertdialog", { name: say.job.ask }));
      expect(question.getByText(say.job.askText({ left: 9 }))).toBeDefined();
      await doing(() => fireEvent.click(question.getByRole("button", { name: say.job.no })));
      expect(calls).not.toContain("import.stop");
      await press(say.job.stop);
      await screen.findByRole("alertdialog", { name: say.job.ask });
      await press(say.job.yes);
      expect(calls.filter((call) => call === "import.stop")).toHaveLength(1);
      await answer.answer(ok(stateOf({ ended: { name: "east.csv", created: 8, discarded: 0, stopped: 9 } })));
      expect(screen.getByText(say.ended.stoppedTitle({ name: "east.csv" }))).toBeDefined();
      expect(screen.queryByText(say.ended.title({ name: "east.csv" }))).toBeNull();
    },
  );

  test("that waits for a person leads to the outbox", async () => {
    const { state } = await open(stateOf({ job: { ...job, held: "person", waiting: 25 } }));
    await press(say.job.open);
    expect(state.navigation.getState().target.screen).toBe("outbox");
  });
});
