import { describe, expect, it } from "vitest";
import { countFilled, createIntake, splitLines } from "../../../../shared/intake/intake.ts";

const card = "4242 4242 4242 4242";
const none = { format: "text", values: {}, rest: [] } as const;

describe("what is put together", () => {
  it("has no empty field, no empty line, and nothing that cannot be seen", () =>
    expect(
      createIntake({
        ...none,
        format: "csv",
        values: { firstName: " Jane\u202E ", lastName: "", city: " \u200B", zip: undefined },
        otherNames: " Marie\u0000 ",
        rest: ["", " a\tb ", "\u200B"],
      }),
    ).toEqual({ format: "csv", values: { firstName: "Jane" }, otherNames: "Marie", rest: ["a b"], odd: [] }));

  it("is cut where a value, a name or a line is longer than anybody's", () => {
    const long = "x".repeat(301);
    const cut = `${"x".repeat(299)}…`;
    expect(createIntake({ ...none, values: { city: long }, otherNames: long, rest: [long] })).toMatchObject({
      values: { city: cut },
      otherNames: cut,
      rest: [cut],
    });
  });

  it.each([
    ["a field", { values: { phone: card, city: "Peoria" } }],
    ["the other names", { otherNames: card, values: { city: "Peoria" } }],
    ["what is left over", { rest: [card], values: { city: "Peoria" } }],
  ])("says that a card number was left out of %s", (_what, found) =>
    expect(createIntake({ ...none, ...found })).toEqual({
      format: "text",
      values: { city: "Peoria" },
      otherNames: "",
      rest: [],
      odd: ["card-number"],
    }),
  );

  it("says what was odd about it before, and that not all is shown only where it is not", () => {
    const lines = Array.from({ length: 61 }, (_, at) => `line ${at}`);
    const most = lines.slice(0, 60);
    expect(createIntake({ ...none, rest: lines, odd: ["part"] })).toMatchObject({
      rest: most,
      odd: ["part", "more"],
    });
    expect(createIntake({ ...none, rest: [card, ...most] }).odd).toEqual(["card-number"]);
  });

  it("fills as many fields as it has", () =>
    expect(countFilled(createIntake({ ...none, values: { city: "Peoria", zip: "61602", state: "" } }))).toBe(
      2,
    ));
});

it("lines end in every way that lines end, and empty ones are none", () => {
  expect(splitLines("a\nb\rc\r\nd\u0085e\u2028f\u2029g\n\n \n")).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  expect(splitLines("x".repeat(301))[0]).toHaveLength(300);
  expect(splitLines("x\n".repeat(2_001))).toHaveLength(2_000);
});
