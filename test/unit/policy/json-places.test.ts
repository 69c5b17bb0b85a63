import { describe, expect, it } from "vitest";
import { readJsonPlaces, type JsonPlaces } from "../../../main/features/policy/json-places.ts";

function places(text: string): JsonPlaces {
  const read = readJsonPlaces(text);
  if ("fault" in read) throw new Error(`${read.fault} in line ${read.line}`);
  return read;
}
const around = (levels: number, inner: string): string =>
  `${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;

describe("the line of a value", () => {
  const text = `

{ "lock": {
    "idleMinutes":
      5 },
  "services": [
    { "id": 1 },

    {
      "id": 2,
      "name": "A"
    }, [
    [], {} , 7]
  ],\r
\t"proxy": "none"
}`;
  it.each<[(string | number)[], number]>([
    [[], 3],
    [["lock"], 3],
    [["lock", "idleMinutes"], 4],
    [["services"], 6],
    [["services", 0], 7],
    [["services", 1], 9],
    [["services", 1, "id"], 10],
    [["services", 1, "name"], 11],
    [["services", 2], 12],
    [["services", 2, 0], 13],
    [["services", 2, 2], 13],
    [["proxy"], 15],
  ])("at %j is that of its name, or where it begins", (path, line) => {
    expect(places(text).lineOf(path)).toBe(line);
  });

  it("that is not there is that of the nearest one around it", () => {
    const { lineOf } = places(text);
    expect([["lock", "pinRequired"], ["services", 1, "minutes", "x"], ["timeZone"]].map(lineOf)).toEqual([
      3, 9, 3,
    ]);
  });
});

describe("JSON as RFC 8259 has it", () => {
  it.each([
    "0",
    "-0",
    "-12",
    "10.25",
    "1e5",
    "12E+34",
    "1.5e-07",
    "true",
    "false",
    "null",
    '""',
    '"a\\"b\\\\"',
    "[]",
    "[ ]",
    "{ }",
    "[1,2 , 3]",
    "[10.25,-0.5,1e5,12E+34,1.5e-07]",
    '{"a":1 ,\t"b" :\r2}',
    ' \t\r\n{"a":\n{"b":[{}]}} \t\r\n',
  ])("%j is read as JSON.parse reads it", (text) => {
    expect(places(text).value).toEqual(JSON.parse(text));
  });

  it.each([
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "--1",
    "- 1",
    "NaN",
    "True",
    "nul",
    "\u00a01",
    "\f1",
    '"\\x"',
    '"open',
    '"\\',
    "[1 2]",
    "[1,,2]",
    "[,1]",
    "[1,]",
    "[1",
    "[1}",
    "{1:2}",
    '{"a" 1}',
    '{"a":}',
    '{"a":1]',
    '{"a":1 "b":2}',
    "1 1",
    "{} x",
  ])("%j is none", (text) => {
    expect(readJsonPlaces(text)).toEqual({ fault: "syntax", line: 1 });
  });

  it("is refused in the line where it ends being it", () => {
    const lineOf = (text: string): unknown => readJsonPlaces(text);
    expect(lineOf("[\n1,\n2\n3\n,4]")).toEqual({ fault: "syntax", line: 4 });
    expect(lineOf('{\n"a"\n\n1\n}')).toEqual({ fault: "syntax", line: 4 });
    expect(lineOf('{\n"a": 1\n}\n\nx\n')).toEqual({ fault: "syntax", line: 5 });
    expect(lineOf('[\n"a\n, "b",\n"c"]')).toEqual({ fault: "syntax", line: 2 });
    expect(lineOf('[\n"a\n"]')).toEqual({ fault: "syntax", line: 2 });
    expect(lineOf('[\n"\\q"\n]')).toEqual({ fault: "syntax", line: 2 });
  });

  it("names the line of an object by its own, whatever its members are called", () => {
    expect(places('{"a": {\n"undefined": 1}}').lineOf(["a"])).toBe(1);
  });

  it("takes a name again in another object, and not twice in one", () => {
    expect(places('[{"a": {"a": 1}}, {"a": 2}]').value).toEqual([{ a: { a: 1 } }, { a: 2 }]);
    expect(readJsonPlaces('{"a": 1,\n"b": 2,\n"a": 3,\n"c": 4}')).toEqual({ fault: "twice", line: 3 });
  });

  it("is read twelve levels deep, and no deeper", () => {
    const deep = around(12, "1");
    expect(places(deep).value).toEqual(JSON.parse(deep));
    expect(readJsonPlaces(around(13, "1"))).toEqual({ fault: "too-deep", line: 1 });
    expect(readJsonPlaces(around(12, '\n{"a":\n1}'))).toEqual({ fault: "too-deep", line: 2 });
    expect(readJsonPlaces("[".repeat(1_000_000))).toEqual({ fault: "too-deep", line: 1 });
  });
});
