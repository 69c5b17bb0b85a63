import { describe, expect, it } from "vitest";
import { findSddlFault } from "../../../main/features/policy/sddl.ts";

/** As `Get-Acl` writes them for what an administrator put into ProgramData. */
const ofFile = "O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)";
const ofFolder =
  "O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)";

describe("a security descriptor", () => {
  it("of a file or folder that administrators made passes, though users may put new files beside it", () => {
    expect(findSddlFault(ofFile, "file")).toBeNull();
    expect(findSddlFault(ofFolder, "folder")).toBeNull();
    expect(findSddlFault("O:SYG:SYD:P(A;;FA;;;SY)(A;;FR;;;WD)S:AI(AU;SAFA;FA;;;WD)", "file")).toBeNull();
    expect(findSddlFault("O:S-1-5-21-1-2-3-512G:DUD:P(A;;FA;;;S-1-5-32-544)", "file")).toBeNull();
  });

  it.each([
    ["a user's own", "O:S-1-5-21-1-2-3-1001G:BAD:P(A;;FA;;;BA)"],
    ["everybody's", "O:WDG:BAD:P(A;;FA;;;BA)"],
    ["nobody's", "G:BAD:P(A;;FA;;;BA)"],
    ["no descriptor", ""],
    ["a look-alike", "O:S-1-5-32-5440G:BAD:P(A;;FA;;;BA)"],
  ])("that is %s has the wrong owner", (_what, sddl) => {
    expect(findSddlFault(sddl, "file")).toBe("owner");
  });

  it.each([
    ["full control", "(A;;FA;;;BU)"],
    ["writing", "(A;;FW;;;AU)"],
    ["writing, by number", "(A;;0x2;;;WD)"],
    ["deleting", "(A;;SD;;;S-1-5-21-1-2-3-1001)"],
    ["taking it over", "(A;;WO;;;BU)"],
    ["saying who may", "(A;;WD;;;BU)"],
    ["an unknown right", "(A;;QQ;;;BU)"],
    ["an unknown kind of entry", "(QQ;;FR;;;BU)"],
    ["what a line too short does not say", "(A;;FA)"],
    ["an entry that is empty but for its kind", "(A;;;)"],
    ["something behind its end", "(A;;FR;;;BA;x)"],
    ["an object entry", "(OA;;FA;;;BU)"],
    ["a condition", '(XA;;FA;;;BU;(@User.x == "y"))'],
  ])("that gives users %s is writable", (_what, entry) => {
    expect(findSddlFault(`O:BAG:SYD:P(A;;FA;;;BA)${entry}`, "file")).toBe("writable");
  });

  it("without a list, or with none at all, is everybody's to write", () => {
    expect(findSddlFault("O:BAG:SY", "file")).toBe("writable");
    expect(findSddlFault("O:BAG:SYD:NO_ACCESS_CONTROL", "file")).toBe("writable");
  });

  it("of a folder in which users may delete, or rename, is no safe place", () => {
    expect(findSddlFault(`${ofFolder}(A;;DT;;;BU)`, "folder")).toBe("writable");
    expect(findSddlFault(`${ofFolder}(A;;0x10040;;;BU)`, "folder")).toBe("writable");
    expect(findSddlFault(`${ofFolder}(D;;FA;;;BU)`, "folder")).toBeNull();
  });
});
