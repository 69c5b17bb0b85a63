import { describe, expect, it } from "vitest";
import { readElements, isJoined } from "../../../../shared/intake/license-elements.ts";

/** The elements of a body without line ends. */
const cut = (body: string, version = 9) => Object.fromEntries(readElements(body, version));

describe("lines", () => {
  it("are elements by their three letters, each once, and without blanks around", () =>
    expect(
      Object.fromEntries(
        readElements("DCSDOE\nDAC JANE \n\nDACBO\nDEXA\nXDAGB\nDAGnone\nDBB\nZVA01\nD1BC", 9),
      ),
    ).toEqual({ DCS: "DOE", DAC: "JANE", DAG: "none", DBB: "" }));

  it("are there from the fourth on", () => {
    expect(isJoined("a\nb\nc\nd")).toBe(false);
    expect(isJoined("a\nb\nc")).toBe(true);
    expect(Object.fromEntries(readElements("DCSDOE\nDACJANE\nDADM", 9))).toEqual({
      DCS: "DOE",
      DAC: "JANE",
      DAD: "M",
    });
  });
});

describe("where nothing parts the elements", () => {
  it.each([
    ["DBB", ["03051984"], ["0305198", "030519844", "0305198X", "X0305198"]],
    ["DBA", ["03051984"], ["0305"]],
    ["DBD", ["03051984"], ["0305"]],
    ["DDB", ["03051984"], ["0305"]],
    ["DDH", ["03051984"], ["0305"]],
    ["DDE", ["T", "N", "U"], ["A", "NN", ""]],
    ["DDF", ["N"], ["A"]],
    ["DDG", ["N"], ["A"]],
    ["DAJ", ["IL", "IL "], ["I", "ILL", "1L"]],
    ["DAK", ["62701", "627010000  ", "K1A 0B6", "62701-1234"], ["6270", "123456789012", "-62701", "6270_"]],
    ["DBC", ["1", "M", "F", "X"], ["A", "11", ""]],
    ["DAY", ["BRO"], ["BR", "BROW", "B1O"]],
    ["DCG", ["USA"], ["US", "USAA"]],
    ["DAU", ["066 IN", "170 CM", "5'10", "600", "66 IN"], ["066 FT", "6", "06612", "X66 IN", "066 INX"]],
    ["DAW", ["150", "9"], ["1500", "X", ""]],
    ["DAX", ["70"], ["1500"]],
    ["DDA", ["F"], ["FF", "1"]],
    ["DDK", ["1"], ["11", "X"]],
    ["DDL", ["1"], ["11", "X"]],
    ["DAI", ["PEORIA", "X".repeat(60)], ["X".repeat(61), "", "  "]],
    ["DAD", ["MARIE", ""], ["X".repeat(61)]],
  ] as const)("%s is an element only with a value of its kind", (code, fitting, others) => {
    for (const value of fitting)
      expect(cut(`DCSDOE${code}${value}`)).toEqual({ DCS: "DOE", [code]: value.trim() });
    for (const value of others) expect(cut(`DCSDOE${code}${value}`)).not.toHaveProperty(code);
  });

  it.each("DAH DCA DCB DCD DCU DCH DCI DCJ DCK DCL DCM".split(" "))("%s may be empty", (code) =>
    expect(cut(`DCSDOE${code}DACJANE`)).toEqual({ DCS: "DOE", [code]: "", DAC: "JANE" }),
  );

  it.each(["DAM", "DAE", "DAF"])("%s may be empty on the oldest cards", (code) =>
    expect(cut(`DABDOE${code}DACJANE`, 1)).toEqual({ DAB: "DOE", [code]: "", DAC: "JANE" }),
  );

  it("an element is one of the card's own version", () => {
    expect(cut("DABDOEDACJANE", 1)).toEqual({ DAB: "DOE", DAC: "JANE" });
    expect(cut("DACJANEDABDOE", 2)).toEqual({ DAC: "JANEDABDOE" });
    expect(cut("DACJANEDCSDOE", 1)).toEqual({ DAC: "JANEDCSDOE" });
    expect(cut("DACJANEDCSDOE", 2)).toEqual({ DAC: "JANE", DCS: "DOE" });
  });

  it("the cut with most of the elements that every card has is meant", () => {
    expect(cut("DACDADADDAC")).toEqual({ DAC: "DA", DAD: "DAC" });
    expect(cut("DCSDDENDACDACODADDDEN")).toEqual({ DCS: "DDEN", DAC: "DACO", DAD: "", DDE: "N" });
  });

  it("of two ways that weigh the same the first is meant", () => {
    expect(cut("DACJOHNDAGDAIX")).toEqual({ DAC: "JOHN", DAG: "DAIX" });
    expect(cut("DACJOHNDAGDAIXDDEQ")).toEqual({ DAC: "JOHN", DAG: "DAIXDDEQ" });
  });

  it.each([
    ["DACJANEDACBO", { DAC: "JANEDACBO" }],
    ["DCSDOEDACJANEDACBO", { DCS: "DOE", DAC: "JANEDACBO" }],
  ])("each element stands once: %s", (body, elements) => expect(cut(body)).toEqual(elements));

  it("what does not begin with an element has none", () => {
    expect(cut("XDACJANE")).toEqual({});
    expect(cut("")).toEqual({});
    expect(cut("DAQ")).toEqual({});
  });

  it("a state's own subfile and what follows it are no part of the last element", () => {
    expect(cut("DACJANEDAGOAK STZVZVA01DCSX")).toEqual({ DAC: "JANE", DAG: "OAK ST" });
    expect(cut("DACJAZVZWA")).toEqual({ DAC: "JAZVZWA" });
  });
});
