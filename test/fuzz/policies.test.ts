import { truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policy, type Policy } from "../../shared/policy/policy.ts";
import { policyProblem, type PolicyProblem } from "../../shared/policy/routes.ts";
import { parsePolicy } from "../../main/features/policy/parse-policy.ts";
import { mostBytes } from "../../main/features/policy/trusted-file.ts";
import { readPolicy } from "../../main/features/policy/policy-source.ts";
import { findSddlFault } from "../../main/features/policy/sddl.ts";
import { said } from "../../messages/saying.ts";
import { generated } from "../support/cases.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { damaged, hostileText, oddObject, runs, withinMemory } from "./kit.ts";

const whole: Policy = {
  serviceAddress: "https://booking.example.com/clinic",
  timeZone: "America/Chicago",
  services: [
    { id: 101, name: "Annual physical", minutes: 30 },
    { id: 102, name: "Eye test", minutes: 15 },
  ],
  lock: { idleMinutes: 5, pinRequired: true },
  retentionMonths: 24,
  language: "es-US",
  updates: { feed: "https://updates.example.com/front-desk/", mode: "ask" },
  backup: { folder: join(tmpdir(), "backup"), daily: true, keep: 14 },
  proxy: "http://proxy.example:3128",
};
const written = JSON.stringify(whole, null, 2);
const json = (value: object): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === "bigint" ? 1 : each)) ?? "";

const text = fc.oneof(
  { weight: 4, arbitrary: damaged(written) },
  { weight: 5, arbitrary: oddObject(whole).map(json) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 16 }) },
  { weight: 3, arbitrary: hostileText(300_000) },
);
const bytes = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(text, fc.constantFrom<BufferEncoding>("utf8", "utf8", "utf8", "latin1", "utf16le"), fc.boolean())
      .map(([said, encoding, marks]) => Buffer.from(marks ? `\uFEFF${said}` : said, encoding)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5_000 }).map((raw) => Buffer.from(raw)) },
);

/** A refusal as IT reads it: which line, which field, and why, on one screen. */
function expectNamed(problems: readonly PolicyProblem[], lines: number): void {
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(10);
  for (const problem of problems) {
    expect(policyProblem.safeParse(problem).error).toBeUndefined();
    if (problem.line !== null) {
      expect(problem.line).toBeGreaterThan(0);
      expect(problem.line).toBeLessThanOrEqual(lines);
    }
    expect(problem.field ?? "").not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect((problem.field ?? "").length).toBeLessThanOrEqual(80);
    const why = said(problem.why);
    expect(why.trim()).not.toBe("");
    expect(why.length).toBeLessThan(2_000);
  }
}

function takeIn(file: Uint8Array): "taken" | "refused" {
  const read = parsePolicy(file);
  if (read.ok) {
    expect(policy.parse(read.policy)).toEqual(read.policy);
    return "taken";
  }
  expectNamed(read.problems, Buffer.from(file).toString("latin1").split("\n").length);
  return "refused";
}

describe("a policy", () => {
  it("holds whole or is refused with line, field and reason, whatever is in the file", async () => {
    expect(takeIn(Buffer.from(written))).toBe("taken");
    expect(takeIn(Buffer.from("[]"))).toBe("refused");
    await withinMemory({ kept: 30, peak: 300 }, () =>
      fc.assert(
        fc.property(bytes, (file) => void takeIn(file)),
        runs(2_000),
      ),
    );
  });

  /** As long as a file may be, made of what makes readers slow or hungry. */
  const long = mostBytes - 200;
  it.each([
    ["brackets", () => "[".repeat(long)],
    ["one text without an end", () => `{"proxy": "${"a".repeat(long)}`],
    ["one text", () => `{"proxy": "${"a".repeat(long)}"}`],
    ["backslashes", () => `{"proxy": "${"\\".repeat(long)}"}`],
    ["one name", () => `{"${"a".repeat(long)}": 1}`],
    ["a long name around many values", () => `{"${"a".repeat(long / 2)}": [${"0,".repeat(long / 4 - 1)}0]}`],
    ["many values", () => `{"services": [${"0,".repeat(long / 2 - 20)}0]}`],
    ["many names", () => `{${Array.from({ length: 80_000 }, (_, at) => `"n${at}":0`).join(",")}}`],
    [
      "many services of one name",
      () => `{"services":[${'{"id":1,"name":"a","minutes":5},'.repeat(30_000)}0]}`,
    ],
    ["blank lines", () => "\n".repeat(long)],
    ["a number", () => `{"retentionMonths": ${"9".repeat(long)}}`],
    ["a broken number", () => `{"retentionMonths": ${"9".repeat(long)}e}`],
  ])("made of %s is refused in a moment, with bounded memory", async (_what, make) => {
    const file = Buffer.from(make());
    expect(file.length).toBeLessThanOrEqual(mostBytes);
    let took = 0;
    await withinMemory({ kept: 30, peak: 400 }, () => {
      took = cpuTime(() => expect(takeIn(file)).toBe("refused"));
    });
    expect(took, "milliseconds").toBeLessThan(4_000);
    generated(1);
  });

  it("of gigabytes is refused without being read whole", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "policy.json");
    writeFileSync(file, "{", { mode: 0o600 });
    truncateSync(file, 8 * 2 ** 30);
    const uid = process.getuid?.() ?? 0;
    const trust = { platform: "linux", administrators: [uid], below: folder } as const;
    await withinMemory({ kept: 10, peak: 60 }, async () => {
      const { policy: read, problems } = await readPolicy({ file, trust });
      expect([read, problems.map(({ fault }) => fault)]).toEqual([null, ["too-large"]]);
    });
    generated(1);
  });
});

it("a descriptor of Windows that cannot be read is never trusted, and none takes long", () => {
  const safe = "O:BAG:SYD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)";
  expect([findSddlFault(safe, "file"), findSddlFault(safe, "folder")]).toEqual([null, null]);
  fc.assert(
    fc.property(
      fc.oneof(damaged(safe), hostileText(100_000)),
      fc.constantFrom("file", "folder"),
      (sddl, what) => {
        const took = cpuTime(() => {
          const fault = findSddlFault(sddl, what);
          expect([null, "owner", "writable"]).toContain(fault);
          // What is trusted names an administrator as the owner and a list of rights.
          if (fault === null) expect(sddl).toMatch(/^\s*O:.*D:/s);
        });
        expect(took, "milliseconds").toBeLessThan(500);
      },
    ),
    runs(1_000),
  );
});
