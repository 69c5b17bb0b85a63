import { describe, expect, test } from "vitest";
import { cellText, csvCell, csvLine, readCsv } from "../../../domain/csv.ts";

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
    expect(csvCell(value)).toBe(cell);
  });

  test.each(["=1+1", "+1", "-1", "@x", "\uFF1D1", "\u22121", "\u200B=1", "\u0001=1"])(
    "%j, which begins a formula, begins with an apostrophe and reads as it was",
    (value) => {
      expect(csvCell(value)).toBe(`'${value}`);
      expect(cellText(csvCell(value))).toBe(value);
    },
  );

  test.each(["a=1", "1-2", "me@clinic.example", "x \u200B=1", "'quoted'"])(
    "%j begins none and stays",
    (value) => {
      expect(csvCell(value)).toBe(value);
      expect(cellText(value)).toBe(value);
    },
  );

  test("stands in a row between commas, with a line's end", () => {
    expect(csvLine(["a", "b,c", ""])).toBe('a,"b,c",\r\n');
  });
});
