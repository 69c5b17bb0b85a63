import { describe, expect, it } from "vitest";
import { findSddlFault } from "../../../main/features/policy/sddl.ts";

const domain = "S-1-5-21-1111111111-2222222222-3333333333";
const installer = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464";
const entry = (rights: string, who = "BU", kind = "A", flags = ""): string =>
  `(${kind};${flags};${rights};;;${who})`;
const of = (owner: string, ...entries: readonly string[]): string => `O:${owner}G:SYD:P${entries.join("")}`;
const giving = (rights: string): string => of("BA", entry(rights));

const administrators = [
  "SY",
  "BA",
  "LA",
  "DA",
  "EA",
  "S-1-5-18",
  "S-1-5-32-544",
  installer,
  ...[500, 512, 519].map((number) => `${domain}-${number}`),
  "S-1-5-21-7-8-9-500",
];
const others = [
  "BU",
  "AU",
  "WD",
  "CO",
  "S-1-5-1",
  "S-1-5-180",
  "S-1-5-32-545",
  "S-1-5-32-5440",
  "S-1-5-80-956008885-3418522649-1831038044-1853292631",
  "S-1-5-80-956008885-1-2-3-4",
  `${installer}-1`,
  ...[513, 1_001, 5_000, 5_120, 1_500].map((number) => `${domain}-${number}`),
  `X${domain}-500`,
];

describe("who counts as an administrator", () => {
  it.each(administrators)("%s does, as an owner and with every right", (who) => {
    for (const what of ["file", "folder"] as const)
      expect(findSddlFault(of(who, entry("FA", who)), what)).toBeNull();
  });
  it.each(others)("%s does not", (who) => {
    expect(findSddlFault(of(who, entry("FA", "SY")), "file")).toBe("owner");
    expect(findSddlFault(of("SY", entry("FA", who)), "file")).toBe("writable");
    expect(findSddlFault(of("SY", entry("FR", who)), "file")).toBeNull();
  });
  it("nobody does who is not named first", () => {
    expect(findSddlFault(`xO:BAG:SYD:P${entry("FR")}`, "file")).toBe("owner");
    expect(findSddlFault(`\n O:BAG:SYD:P${entry("FR")}\n`, "file")).toBeNull();
  });
});

describe("a right that is given to users", () => {
  const names = "GA GW GR GX FA FW FR FX RC SD WD WO CC DC LC SW RP WP DT LO CR".split(" ");
  const changing = (what: "file" | "folder"): string =>
    names.filter((name) => findSddlFault(giving(name), what) === "writable").join(" ");

  it("is of changing a file where it writes, deletes, takes over or gives on", () => {
    expect(changing("file")).toBe("GA GW FA FW SD WD WO DC LC");
  });
  it("is of changing a folder where another file may take the place of the one that is there", () => {
    expect(changing("folder")).toBe("GA FA SD WD WO DT");
  });
  it("counts among others, wherever it stands", () => {
    expect(findSddlFault(giving("FRFX"), "file")).toBeNull();
    for (const rights of ["SDFR", "FRSD", "FRSDFX", "FRQQ", "QQFR", "FRS"])
      expect(findSddlFault(giving(rights), "file")).toBe("writable");
  });
  it.each([
    ["0x1200a9", null],
    ["0X1200A9", null],
    ["0x1", null],
    ["0x00000002", "writable"],
    ["0x10000000", "writable"],
    ["0x40000000", "writable"],
    ["0x80000", "writable"],
    ["0x100000000", "writable"],
    ["0x", "writable"],
    ["0xg", "writable"],
    ["10x1", "writable"],
  ])("by number, as %s, is judged by its bits: %s", (rights, fault) => {
    expect(findSddlFault(giving(rights), "file")).toBe(fault);
  });
  it("without a name gives nothing", () => {
    expect(findSddlFault(giving(""), "file")).toBeNull();
  });
});

describe("an entry of the list", () => {
  it.each(["D", "OD", "XD", "AU", "OU", "AL", "OL", "ML", "SP", "RA"])("of kind %s gives nothing", (kind) => {
    expect(findSddlFault(of("BA", entry("FA", "WD", kind)), "file")).toBeNull();
  });
  it.each(["A", "OA", "XA", "ZA", "", "DA", "XXD", "DX", "SPS", "AX", "XXA"])(
    "of kind %j is looked at",
    (kind) => {
      expect(findSddlFault(of("BA", entry("FA", "WD", kind)), "file")).toBe("writable");
    },
  );
  it("that may only read is looked at by its kind: one that is not known is not trusted", () => {
    for (const kind of ["A", "OA", "XA", "ZA"])
      expect(findSddlFault(of("BA", entry("FR", "WD", kind)), "file")).toBeNull();
    for (const kind of ["", "AX", "XXA"])
      expect(findSddlFault(of("BA", entry("FR", "WD", kind)), "file")).toBe("writable");
  });
  it("for new files inside alone gives nothing here, whatever flags stand around that", () => {
    for (const flags of ["IO", "OIIO", "OICIIO", "IOID", "OICIIOID"])
      expect(findSddlFault(of("BA", entry("FA", "CO", "A", flags)), "folder")).toBeNull();
    for (const flags of ["", "OICI", "CIOI", "ID", "OICIID"])
      expect(findSddlFault(of("BA", entry("FA", "CO", "A", flags)), "folder")).toBe("writable");
  });
  it("is looked at, the first and the last as well", () => {
    const harmless = [entry("FA", "SY"), entry("FR")];
    expect(findSddlFault(of("BA", ...harmless), "file")).toBeNull();
    expect(findSddlFault(of("BA", entry("FW"), ...harmless), "file")).toBe("writable");
    expect(findSddlFault(of("BA", ...harmless, entry("FW")), "file")).toBe("writable");
  });
});

describe("a list", () => {
  it.each(["", "P", "PAI", "AI", "AR", "P_"])("with the flags %j is read", (flags) => {
    expect(findSddlFault(`O:BAG:SYD:${flags}${entry("FR")}`, "file")).toBeNull();
    expect(findSddlFault(`O:BAG:SYD:${flags}${entry("FW")}`, "file")).toBe("writable");
  });
  it("that nobody is in lets nobody write; one that is none lets everybody", () => {
    expect(findSddlFault("O:BAG:SYD:P", "file")).toBeNull();
    expect(findSddlFault("O:BAG:SYD:PNO_ACCESS_CONTROL", "file")).toBe("writable");
    expect(findSddlFault("O:BAG:SYS:P(AU;SA;FA;;;WD)", "file")).toBe("writable");
  });
  it("with a condition in any entry is not trusted, wherever it stands", () => {
    expect(findSddlFault(of("BA", '(XA;;FR;;;BU;(@User.x == "y"))', entry("FR")), "file")).toBe("writable");
    expect(findSddlFault(of("BA", entry("FR"), '(XA;;FR;;;BU;(@User.x == "y"))'), "file")).toBe("writable");
    expect(findSddlFault(of("BA", "(XA;;FR;;;BU;((a)))"), "file")).toBe("writable");
  });
});
