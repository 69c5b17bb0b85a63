import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readBookingNumber,
  listBodyFields,
  isTest,
  parseJson,
  getValueAt,
} from "../../../shared/notices/body.ts";

describe("a place in a body", () => {
  const body = { data: { "a/b": { "~": [10, { id: 7 }] }, "": 1, none: null } };
  it.each([
    ["", body],
    ["/data/a~1b/~0/0", 10],
    ["/data/a~1b/~0/1/id", 7],
    ["/data/", 1],
    ["/data/none", null],
  ])("%s is found", (pointer, value) => expect(getValueAt(body, pointer)).toEqual(value));

  it.each([
    "data",
    // Without its slash it is no place, whatever its second letter would lead to.
    "xdata",
    "/data/none/x",
    "/data/a~1b/~0/2",
    "/data/a~1b/~0/length",
    "/data/a~1b/~0/-1",
    "/data/constructor",
    "/data/__proto__",
    "/toString",
  ])("%s is none", (pointer) => expect(getValueAt(body, pointer)).toBeUndefined());

  it("is found in a long list too", () => {
    expect(
      getValueAt(
        Array.from({ length: 12 }, (_none, at) => at),
        "/11",
      ),
    ).toBe(11);
  });

  it("is found again wherever a field is offered, whatever names stand in the body", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        for (const { pointer, value } of listBodyFields(json).fields)
          expect(String(getValueAt(json, pointer)).slice(0, 300)).toBe(value);
      }),
    );
  });
});

describe("the fields that are offered", () => {
  it("are the values that stand by themselves, in their order", () => {
    expect(listBodyFields({ a: 1, b: { c: "x", d: [true, null] }, e: {} })).toEqual({
      fields: [
        { pointer: "/a", value: "1" },
        { pointer: "/b/c", value: "x" },
        { pointer: "/b/d/0", value: "true" },
        { pointer: "/b/d/1", value: "null" },
      ],
      isCut: false,
    });
  });

  it("are cut where nobody would look through them: many, deep, long", () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_none, at) => [`k${at}`, at]));
    expect(listBodyFields(many).fields).toHaveLength(300);
    let deep: unknown = 1;
    for (let at = 0; at < 5_000; at += 1) deep = { in: deep };
    expect(listBodyFields(deep)).toEqual({ fields: [], isCut: true });
    expect(listBodyFields({ a: "x".repeat(1_000) }).fields[0]?.value).toHaveLength(300);
    expect(listBodyFields({ ["k".repeat(400)]: 1 })).toEqual({ fields: [], isCut: true });
    expect(listBodyFields(7).fields).toEqual([{ pointer: "", value: "7" }]);
  });

  it("are offered down to the twentieth level, and from the twenty-first no more", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
    expect(listBodyFields(nested(20))).toEqual({
      fields: [{ pointer: "/a".repeat(20), value: "1" }],
      isCut: false,
    });
    expect(listBodyFields(nested(21))).toEqual({ fields: [], isCut: true });
  });

  it("are offered by places of up to 300 characters", () => {
    const name = "k".repeat(299);
    expect(listBodyFields({ [name]: 1 })).toEqual({
      fields: [{ pointer: `/${name}`, value: "1" }],
      isCut: false,
    });
    expect(listBodyFields({ [`${name}k`]: 1, b: 2 })).toEqual({
      fields: [{ pointer: "/b", value: "2" }],
      isCut: true,
    });
  });

  it("say that they are cut when more were there", () => {
    const exactly = Array.from({ length: 300 }, (_none, at) => at);
    expect(listBodyFields(exactly).isCut).toBe(false);
    expect(listBodyFields([...exactly, 1]).isCut).toBe(true);
  });
});

describe("a booking's number", () => {
  it.each([
    [7, 7],
    [0, 0],
    ["0042", 42],
    ["123456789012345", 123_456_789_012_345],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("%j is one", (value, number) => expect(readBookingNumber(value)).toBe(number));
  it.each([
    1.5,
    2 ** 53,
    "1234567890123456",
    "",
    " 7",
    "7 ",
    "7a",
    "-7",
    "1e3",
    true,
    null,
    [7],
    { id: 7 },
    undefined,
  ])("%j is none", (value) => expect(readBookingNumber(value)).toBeNull());
});

it("what is no JSON is none, and a byte order mark is nobody's concern", () => {
  expect(parseJson("{")).toBeNull();
  expect(parseJson("")).toBeNull();
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ json: { a: 1 } });
});

it("a test of this program is known by its member, and by nothing else", () => {
  expect(isTest({ frontDeskTest: "x" })).toBe(true);
  for (const other of [{ frontDeskTest: 1 }, { data: { frontDeskTest: "x" } }, "frontDeskTest", null, []])
    expect(isTest(other)).toBe(false);
});
