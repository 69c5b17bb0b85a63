import { describe, expect, it } from "vitest";
import type { FileReading, ImportRow } from "../../../shared/import/import.ts";
import { startDryRun, type Rehearsal } from "../../../main/features/import/dry-run.ts";
import { inspectFile, toShownColumns } from "../../../main/features/import/look.ts";
import type { Source } from "../../../main/features/import/source.ts";

const context = { today: "2026-11-23", dateOrder: "month-first" } as const;
function sourceOf(text: string | Uint8Array): Source {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return {
    name: "patients.csv",
    size: bytes.length,
    // oxlint-disable-next-line typescript/require-await -- all of it is there
    bytes: async function* () {
      yield new Uint8Array(bytes);
    },
  };
}
const nobody = { samePerson: () => null, byExternalId: () => null };
const lookAt = (text: string | Uint8Array, said: FileReading | null = null) =>
  inspectFile(sourceOf(text), said, context);

async function rehearsed(text: string, said: FileReading | null = null): Promise<Rehearsal> {
  const looked = await lookAt(text, said);
  return new Promise((resolve) => {
    const rehearsal: Rehearsal = startDryRun({
      source: sourceOf(text),
      looked,
      context,
      known: nobody,
      clock: { monotonic: () => 0 },
      onProgress: () => {
        if (rehearsal.state().state !== "running") resolve(rehearsal);
      },
      onFault: (error) => {
        throw error;
      },
    });
  });
}
const whyOf = ({ row, errors }: ImportRow) => [
  row,
  Object.values(errors).map(({ id, values }) => [id, values]),
];

const heads = "First name,Last name,DOB,Sex,Address,City,State,ZIP,Email";
const line = (first: string, last: string, dob = "3/25/1984"): string =>
  `${first},${last},${dob},F,12 Oak St,Springfield,IL,62701,jane@example.com`;
const file = (...lines: readonly string[]): string => [...lines, ""].join("\r\n");

describe("a file whose headings stand under titles", () => {
  const text = file(
    "Springfield East",
    "",
    "Run on 11/26/2026",
    heads,
    line("Jane", "Roe"),
    line("Ann", "Poe"),
  );

  it("has them found, and shows what stands above them", async () => {
    const looked = await lookAt(text);
    expect(looked.reading.headRow).toBe(4);
    expect(toShownColumns(looked).top.slice(0, 3)).toEqual([
      { row: 1, text: "Springfield East" },
      { row: 3, text: "Run on 11/26/2026" },
      { row: 4, text: "First name · Last name · DOB · Sex · Address · City · State…" },
    ]);
  });

  it("has its rows numbered as a spreadsheet shows them, and nobody made of a title", async () => {
    const rehearsal = await rehearsed(text.replace("Poe,3/25/1984", "Poe,soon"));
    expect(rehearsal.state()).toMatchObject({ rows: 2, fresh: 1, bad: 1 });
    expect(rehearsal.rows("bad").map(({ row }) => row)).toEqual([6]);
  });

  it("is read as a person says: in another row, or in none", async () => {
    const { reading } = await lookAt(text);
    const other = await lookAt(text, { ...reading, headRow: 1, columns: null });
    expect([other.heads, other.rows.length, other.toldBy.headRow]).toEqual([
      ["Springfield East"],
      4,
      "person",
    ]);
    const none = await lookAt(text, { ...reading, headRow: null, columns: null });
    expect([none.heads, none.rows.length, none.toldBy.headRow]).toEqual([null, 5, "person"]);
    expect((await lookAt(text, { ...reading, columns: null })).toldBy.headRow).toBe("words");
  });
});

describe("a file that says its separator", () => {
  it("is read with it, and the line is no row and has no number", async () => {
    const text = file("sep=;", heads.replaceAll(",", ";"), line("Jane", "Roe").replaceAll(",", ";"), "x");
    const looked = await lookAt(text);
    expect([looked.reading.separator, looked.reading.headRow, looked.toldBy.separator]).toEqual([
      ";",
      1,
      "line",
    ]);
    const rehearsal = await rehearsed(text);
    expect(rehearsal.state()).toMatchObject({ rows: 2, fresh: 1, bad: 1 });
    expect(rehearsal.rows("bad").map(({ row }) => row)).toEqual([3]);
  });

  it("may be read with another one all the same", async () => {
    const text = file("sep=;", heads, line("Jane", "Roe"));
    const first = await lookAt(text);
    const looked = await lookAt(text, { ...first.reading, separator: ",", headRow: 1, columns: null });
    expect([looked.toldBy.separator, looked.rows.length, looked.heads?.[0]]).toEqual([
      "person",
      1,
      "First name",
    ]);
  });

  it("has the row named in which reading stops, without that line", async () => {
    const text = file("sep=,", heads, line('"Jane', "Roe"));
    await expect(lookAt(text)).rejects.toMatchObject({
      failure: { why: { id: "import.file.openQuote", values: { row: 2 } } },
    });
  });
});

describe("what is shown of a guess", () => {
  it("is what it was guessed from", async () => {
    const marked = await lookAt(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(file(heads, line("Jane", "Roe")))]),
    );
    expect(marked.toldBy).toEqual({ encoding: "mark", separator: "counted", headRow: "words" });
    const shown = toShownColumns(marked).columns;
    expect(shown.map(({ from }) => from)).toEqual(heads.split(",").map(() => "head"));
    expect(shown.map(({ shows }) => shows)).toEqual([
      null,
      null,
      "3/25/1984",
      ...Array.from({ length: 6 }, () => null),
    ]);
  });

  it("is that a person chose it, for what they chose alone", async () => {
    const text = file(heads, line("Jane", "Roe"));
    const { reading } = await lookAt(text);
    const columns = reading.columns.with(0, "leave");
    const looked = await lookAt(text, { ...reading, encoding: "windows-1252", columns });
    expect(looked.from.slice(0, 2)).toEqual(["person", "head"]);
    expect(looked.toldBy).toEqual({ encoding: "person", separator: "counted", headRow: "words" });
  });

  it("is that nothing parts the lines where there is one column", async () => {
    const looked = await lookAt(file("jane@example.com", "ann@example.com"));
    expect(looked.toldBy).toEqual({ encoding: "letters", separator: "none", headRow: "words" });
  });

  it("holds no card number", async () => {
    const { top } = await lookAt(file(heads, line("Jane", "4242 4242 4242 4242")));
    expect(JSON.stringify(top)).not.toContain("4242");
  });
});

describe("the same person in other letters", () => {
  it("is one, and the other is asked about", async () => {
    const text = file(
      heads,
      line("Łukasz", "Żółć"),
      line("Lukasz", "Zolc"),
      line("Joerg", "Mueller"),
      line("Jörg", "Müller"),
      line("Lukasz", "Zolc", "3/26/1984"),
      line("lukasz", "ZOLC"),
    );
    const rehearsal = await rehearsed(text);
    expect(rehearsal.state()).toMatchObject({ rows: 6, fresh: 3, bad: 3 });
    expect(rehearsal.rows("bad").map(whyOf)).toEqual([
      [3, [["import.row.alike", { row: 2 }]]],
      [5, [["import.row.alike", { row: 4 }]]],
      [7, [["import.row.twice", { row: 3 }]]],
    ]);
  });

  it("is somebody else where a person says so, once", async () => {
    const rehearsal = await rehearsed(file(heads, line("Łukasz", "Żółć"), line("Lukasz", "Zolc")));
    const [bad] = rehearsal.rows("bad");
    if (bad === undefined) throw new Error("no row is asked about");
    expect(rehearsal.fix(bad.row, bad.form)).toMatchObject({ errors: {} });
    expect(rehearsal.state()).toMatchObject({ fresh: 2, bad: 0 });
  });

  it("is told from whoever has a name that is only nearly so", async () => {
    const text = file(
      heads,
      line("Ann", "Doeb"),
      line("Ann", "Doeeb"),
      line("Ann", "Rowe"),
      line("Ann", "Roe"),
    );
    expect((await rehearsed(text)).state()).toMatchObject({ fresh: 4, bad: 0 });
  });

  it("is not let through where it is written alike", async () => {
    const rehearsal = await rehearsed(file(heads, line("Jane", "Roe"), line("JANE", "ROE")));
    const [bad] = rehearsal.rows("bad");
    if (bad === undefined) throw new Error("no row is asked about");
    expect(rehearsal.fix(bad.row, bad.form)?.errors["row"]?.id).toBe("import.row.twice");
  });
});

it("two people in a row are asked about, and become patients of a row each", async () => {
  const rehearsal = await rehearsed(file(heads, line("John & Jane", "Doe"), line("Ann", "Poe")));
  expect(rehearsal.state()).toMatchObject({ rows: 2, fresh: 1, bad: 1 });
  expect(rehearsal.rows("bad").map(whyOf)).toEqual([[2, [["import.row.people", {}]]]]);
});
