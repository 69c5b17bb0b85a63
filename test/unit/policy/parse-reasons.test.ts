import { describe, expect, it } from "vitest";
import { parsePolicy, createRefusedPolicy } from "../../../main/features/policy/parse-policy.ts";
import { mostBytes } from "../../../main/features/policy/trusted-file.ts";
import type { PolicyProblem } from "../../../shared/policy/routes.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const problems = (given: string | Uint8Array): readonly PolicyProblem[] => {
  const read = parsePolicy(typeof given === "string" ? bytes(given) : given);
  if (read.ok) throw new Error("it was taken");
  return read.problems;
};
const why = (given: string | Uint8Array): unknown => problems(given)[0]?.why;

describe("why a policy is not applied", () => {
  it.each([
    ["unreadable", "policy.why.unreadable"],
    ["owner", "policy.why.owner"],
    ["writable", "policy.why.writable"],
    ["folder", "policy.why.folder"],
    ["link", "policy.why.link"],
    ["unchecked", "policy.why.unchecked"],
    ["too-large", "policy.why.tooLarge"],
    ["utf-16", "policy.why.utf16"],
    ["not-utf-8", "policy.why.notUtf8"],
    ["empty", "policy.why.empty"],
    ["syntax", "policy.why.syntax"],
    ["too-deep", "policy.why.tooDeep"],
    ["twice", "policy.why.twice"],
  ] as const)("%s has a sentence of its own", (fault, id) => {
    expect(createRefusedPolicy(fault)).toEqual({
      ok: false,
      problems: [{ fault, line: null, field: null, why: { id, values: {} } }],
    });
    expect(createRefusedPolicy(fault, 3)).toMatchObject({ problems: [{ line: 3 }] });
  });

  it("of a name that there is not is that, once for each name, with its own line", () => {
    const unknown = { fault: "unknown", why: { id: "policy.why.unknown", values: {} } };
    expect(problems('{"lock":\n{"a": 1,\n"b": 2}}')).toEqual([
      { ...unknown, line: 2, field: "lock.a" },
      { ...unknown, line: 3, field: "lock.b" },
    ]);
  });

  it("of a value is in our words where we have them, and else the schema's", () => {
    expect(why('{"proxy": "nowhere"}')).toEqual({
      id: "policy.why.value",
      values: { problem: { id: "policy.why.proxy", values: {} } },
    });
    expect(why('{"retentionMonths": "24"}')).toMatchObject({
      id: "policy.why.value",
      values: { problem: { id: "common.verbatim", values: { text: expect.stringContaining("number") } } },
    });
  });

  it("of the whole has no field", () => {
    expect(problems("[]")).toMatchObject([{ fault: "value", line: 1, field: null }]);
    expect(problems('{"language": 1}')).toMatchObject([{ fault: "value", field: "language" }]);
  });

  it("shows a field's name so that it is one line, and no longer than a line", () => {
    expect(problems('{"a\\u0000\\u0007\\u202e\\u2028\\u2029b": 1}')[0]?.field).toBe("a?????b");
    expect(problems(`{"${"x".repeat(80)}": 1}`)[0]?.field).toBe("x".repeat(80));
    expect(problems(`{"${"x".repeat(81)}": 1}`)[0]?.field).toBe("x".repeat(80));
  });
});

describe("the bytes of a policy", () => {
  it("may be a mebibyte and no more", () => {
    const padded = (length: number): Uint8Array => bytes("{}".padEnd(length));
    expect(parsePolicy(padded(mostBytes))).toEqual({ ok: true, policy: {} });
    expect(problems(padded(mostBytes + 1))).toMatchObject([{ fault: "too-large" }]);
    expect(mostBytes).toBe(1024 * 1024);
  });

  it("are UTF-16 by both bytes of the mark, and else no UTF-8", () => {
    const faults = [
      [0xff, 0xfe],
      [0xfe, 0xff],
      [0xff, 0xff],
      [0xfe, 0xfe],
      [0x7b, 0xfe],
      [0x7b, 0xff],
      [0xff, 0x7b],
    ].map((given) => problems(Uint8Array.from(given))[0]?.fault);
    expect(faults).toEqual(["utf-16", "utf-16", ...Array.from({ length: 5 }, () => "not-utf-8")]);
  });

  it("of blanks alone, or of none, are empty", () => {
    expect(["", " ", "\n\t \r\n", "\uFEFF"].map((text) => problems(text)[0]?.fault)).toEqual(
      Array.from({ length: 4 }, () => "empty"),
    );
  });
});
