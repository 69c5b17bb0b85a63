import { describe, expect, test } from "vitest";
import { counted } from "../../../support/cases.ts";
import { unescapeCsvCell, formatCsvCell, formatCsvLine, readCsv } from "../../../../shared/text/csv.ts";

const cellsOf = (text: string): unknown => readCsv(text).rows?.map(({ cells }) => cells);

describe("a file of columns", () => {
  test.each([
    [
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r\n1,5;2",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "a\tb\r1\t2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a,b,c;d\n", [["a", "b", "c;d"]]],
    ["a;b;c,d", [["a", "b", "c,d"]]],
    // What stands in quotation marks parts nothing, and counts for no separator.
    [
      '"a,b,c,d";e\n1;2',
      [
        ["a,b,c,d", "e"],
        ["1", "2"],
      ],
    ],
    ['x;"1\n2,3,4,5";y\n', [["x", "1\n2,3,4,5", "y"]]],
    ["a;b\n1,2,3,4,5,6", [["a", "b"], ["1,2,3,4,5,6"]]],
    ['"say ""hi""",x', [['say "hi"', "x"]]],
    ['"a"b,c', [["ab", "c"]]],
    ['a"b,c', [['a"b', "c"]]],
    [
      "a,,\n,,b",
      [
        ["a", "", ""],
        ["", "", "b"],
      ],
    ],
    ["\uFEFFa,b", [["a", "b"]]],
    ["a,\uFEFFb", [["a", "\uFEFFb"]]],
    ["a,", [["a", ""]]],
    ["alone", [["alone"]]],
    [
      "a,b\n , \n\n,\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["", []],
  ])("%j is read as %j", (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test("says of each row its first line in the file", () => {
    const { rows } = readCsv('a,b\r\n\r\n"1\r2\n3",x\nlast,y');
    expect(rows?.map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  test.each([
    ['"never closed', 1],
    ['a,b\n1,"2', 2],
  ])("%j is none: its quotation marks are opened in line %d and end nowhere", (text, openQuote) => {
    expect(readCsv(text)).toEqual({ rows: null, openQuote });
  });
});

describe("a cell that is written", () => {
  test.each([
    ["plain", "plain"],
    ["two words", "two words"],
    ["", ""],
    ["a,b", '"a,b"'],
    ["a;b", '"a;b"'],
    ["a\tb", '"a\tb"'],
    ["a\r\nb", '"a\r\nb"'],
    ['say "hi"', '"say ""hi"""'],
    [" around ", '" around "'],
  ])("%j is %j", (value, cell) => {
    expect(formatCsvCell(value)).toBe(cell);
  });

  test.each(["=1+1", "+1", "-1", "@x", "\uFF1D1", "\u22121", "\u200B=1", "\u0001=1"])(
    "%j, which begins a formula, begins with an apostrophe and reads as it was",
    (value) => {
      expect(formatCsvCell(value)).toBe(`'${value}`);
      expect(unescapeCsvCell(formatCsvCell(value))).toBe(value);
    },
  );

  test.each(["a=1", "1-2", "me@clinic.example", "x \u200B=1", "'quoted'"])(
    "%j begins none and stays",
    (value) => {
      expect(formatCsvCell(value)).toBe(value);
      expect(unescapeCsvCell(value)).toBe(value);
    },
  );

  test.each([
    ["a;=1+cmd|'/C calc'!A0;b", "\"a;'=1+cmd|'/C calc'!A0;b\""],
    ["a\t=1", '"a\t\'=1"'],
    ["a\n=1", '"a\n\'=1"'],
    ["a\r\n +1", "\"a\r'\n' +1\""],
    ["a|@x", "a|'@x"],
    ['a; "=1', '"a;\' ""=1"'],
    ["a;\u200B\uFF1D1", '"a;\'\u200B\uFF1D1"'],
    ["a;'=1", "\"a;''=1\""],
    ["'=1", "''=1"],
    ['"=1', '"\'""=1"'],
  ])("%j begins no formula behind a separator either, and reads as it was", (value, cell) => {
    expect(formatCsvCell(value)).toBe(cell);
    expect(readCsv(formatCsvLine([value, "x"])).rows?.map(({ cells }) => cells.map(unescapeCsvCell))).toEqual(
      [[value, "x"]],
    );
  });

  test.each([";", "\t", "|", ","])(
    "begins none when the file is read with %j between its cells",
    (separator) => {
      const texts = [
        "=1",
        " +1",
        '"-1',
        "\n@1",
        "a;=1",
        "a\t=1",
        "a|=1",
        "a\n=1",
        'a";"=1',
        'a;"";"=1";b',
        "';=1",
        'a;"',
      ];
      const rows = texts.flatMap((one) => texts.map((other) => formatCsvLine(["x", one, other])));
      // As readers of such a file part it: quotation marks count only where a cell begins.
      const cells = rows.flatMap((row) => {
        const found: string[] = [];
        const cell = new RegExp(`"((?:[^"]|"")*)"?([^${separator}\r\n]*)|([^${separator}\r\n]*)`, "y");
        for (let at = 0; at <= row.length; at = cell.lastIndex + 1) {
          cell.lastIndex = at;
          const [, quoted, rest, plain] = cell.exec(row) ?? [];
          found.push(plain ?? `${quoted ?? ""}${rest ?? ""}`);
        }
        return found;
      });
      expect(cells.filter((text) => /^[\s"]*[=+\-@]/.test(text))).toEqual([]);
      counted(rows.length);
    },
  );

  test("is written and read in a moment, however many separators stand in a row", () => {
    for (const text of [
      "\t".repeat(200_000),
      ";'".repeat(100_000),
      `${" ".repeat(200_000)}x`,
      "'\"".repeat(100_000),
    ]) {
      const begun = process.cpuUsage();
      expect(unescapeCsvCell(formatCsvCell(`${text}=1`).slice(1, -1).replaceAll('""', '"'))).toBe(
        `${text}=1`,
      );
      expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
    }
  });

  test("stands in a row between commas, with a line's end", () => {
    expect(formatCsvLine(["a", "b,c", ""])).toBe('a,"b,c",\r\n');
  });
});
