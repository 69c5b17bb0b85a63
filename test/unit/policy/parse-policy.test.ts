import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { managedFields, policy, listManagedFields, type Policy } from "../../../shared/policy/policy.ts";
import { policyProblem } from "../../../shared/policy/routes.ts";
import { readJsonPlaces } from "../../../main/features/policy/json-places.ts";
import { parsePolicy } from "../../../main/features/policy/parse-policy.ts";
import { mostBytes } from "../../../main/features/policy/trusted-file.ts";
import { say } from "../../../messages/saying.ts";

const whole: Policy = {
  serviceAddress: "https://booking.example.com/clinic",
  timeZone: "America/Chicago",
  services: [{ id: 101, name: "Annual physical", minutes: 30 }],
  lock: { idleMinutes: 5, pinRequired: true },
  retentionMonths: 24,
  bookingYears: 7,
  logYears: 6,
  language: "es-US",
  updates: { feed: "https://updates.example.com/front-desk/", mode: "ask" },
  backup: { folder: join(tmpdir(), "backup"), daily: true, keep: 14 },
  proxy: "http://proxy.example:3128",
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parsed = (text: string) => parsePolicy(bytes(text));
const problem = (text: string) => {
  const read = parsed(text);
  if (read.ok) throw new Error("it was taken");
  return read.problems[0];
};

describe("a policy", () => {
  it("is read with every field, and each is one that is told of", () => {
    expect(parsed(JSON.stringify(whole))).toEqual({ ok: true, policy: whole });
    expect(listManagedFields(whole)).toEqual(managedFields);
  });

  it("may leave every part out, and then sets nothing", () => {
    const read = parsed("{}");
    expect(read).toEqual({ ok: true, policy: {} });
    expect(listManagedFields({})).toEqual([]);
    expect(listManagedFields({ lock: { pinRequired: false } })).toEqual([]);
  });

  it("of an editor of Windows has a mark before it, and line ends of its own", () => {
    expect(parsed('\uFEFF{\r\n  "retentionMonths": 12\r\n}\r\n')).toEqual({
      ok: true,
      policy: { retentionMonths: 12 },
    });
  });

  it.each([
    ["a comment", '{\n  // why\n  "retentionMonths": 12\n}', { fault: "syntax", line: 2 }],
    ["a comma at the end", '{\n  "retentionMonths": 12,\n}', { fault: "syntax", line: 3 }],
    ["text behind it", '{}\n{"retentionMonths": 12}', { fault: "syntax", line: 2 }],
    ["single quotes", "{'retentionMonths': 12}", { fault: "syntax", line: 1 }],
    ["a name without quotes", '{\n\n"timeZone": "UTC"\nproxy: "none"}', { fault: "syntax", line: 4 }],
    ["an end too early", '{\n  "lock": {\n', { fault: "syntax", line: 3 }],
    ["a text over a line's end", '{"timeZone": "America/\nChicago"}', { fault: "syntax", line: 1 }],
    ["a number with a zero before it", '{"retentionMonths": 012}', { fault: "syntax", line: 1 }],
    ["nothing", " \n ", { fault: "empty", line: null }],
    ["a name twice", '{\n"retentionMonths": 12,\n"retentionMonths": 0}', { fault: "twice", line: 3 }],
    [
      "a name twice, written otherwise",
      '{"proxy": "none",\n"pr\\u006fxy": "system"}',
      { fault: "twice", line: 2 },
    ],
    [
      "a name twice, further in",
      '{"lock": {"idleMinutes": 5,\n"idleMinutes": 9}}',
      { fault: "twice", line: 2 },
    ],
    ["no object", "[1]", { fault: "value", line: 1 }],
    ["null", "null", { fault: "value", line: 1 }],
  ])("with %s is named by its line, and not applied", (_what, text, expected) => {
    expect(problem(text)).toMatchObject({ ...expected, field: null });
  });

  it.each([
    ['{\n"timezone": "UTC"}', "unknown", 2, "timezone"],
    ['{"lock": {\n"minutes": 5}}', "unknown", 2, "lock.minutes"],
    ['{"__proto__": {"proxy": "none"}}', "unknown", 1, "__proto__"],
    ['{"constructor": 1}', "unknown", 1, "constructor"],
    ['{\n\n"timeZone": "Mars/Olympus"}', "value", 3, "timeZone"],
    ['{"serviceAddress": "http://booking.example.com"}', "value", 1, "serviceAddress"],
    ['{"serviceAddress": "https://me:word@booking.example.com"}', "value", 1, "serviceAddress"],
    [
      '{"services": [\n{"id": 1, "name": "A", "minutes": null},\n{"id": "2", "name": "B", "minutes": 5}]}',
      "value",
      3,
      "services.1.id",
    ],
    [
      '{"services": [{"id": 1, "name": "A", "minutes": 1}, {"id": 1, "name": "B", "minutes": 1}]}',
      "value",
      1,
      "services",
    ],
    ['{"lock": {"idleMinutes": 0}}', "value", 1, "lock.idleMinutes"],
    ['{"lock": {"pinRequired": "yes"}}', "value", 1, "lock.pinRequired"],
    ['{"retentionMonths": -1}', "value", 1, "retentionMonths"],
    ['{"bookingYears": -1}', "value", 1, "bookingYears"],
    ['{"logYears": 5}', "value", 1, "logYears"],
    ['{"language": "fr-FR"}', "value", 1, "language"],
    ['{"updates": {"feed": "http://updates.example.com"}}', "value", 1, "updates.feed"],
    ['{"updates": {"mode": "sometimes"}}', "value", 1, "updates.mode"],
    ['{"backup": {"keep": 0}}', "value", 1, "backup.keep"],
    ['{"proxy": "proxy.example:3128"}', "value", 1, "proxy"],
    ['{"proxy": "http://me:word@proxy.example:3128"}', "value", 1, "proxy"],
    ['{"proxy": "http://proxy.example:3128; DIRECT"}', "value", 1, "proxy"],
    ['{"proxy": "http://proxy.example"}', "value", 1, "proxy"],
  ])("%j is refused as %s", (text, fault, line, field) => {
    expect(problem(text)).toMatchObject({ fault, line, field });
  });

  it.each([
    ["/srv/backups", posix, true],
    ["/Volumes/Clinic/backups", posix, true],
    [String.raw`\\server\backup`, posix, false],
    [String.raw`D:\backup`, posix, false],
    ["backups", posix, false],
    ["~/backups", posix, false],
    [String.raw`\\server\backup`, win32, true],
    [String.raw`D:\backup`, win32, true],
    ["D:/backup", win32, true],
    // A backslash too few in JSON.
    [String.raw`\server\backup`, win32, false],
    ["/srv/backups", win32, false],
    ["D:backup", win32, false],
    ["backups", win32, false],
  ])(
    "with %s for backups is taken where that is a whole path, and otherwise refused",
    (folder, paths, ok) => {
      const text = JSON.stringify({ retentionMonths: 12, backup: { folder } }).replace(
        '"backup"',
        '\n"backup"',
      );
      const read = parsePolicy(bytes(text), paths);
      if (ok) expect(read).toEqual({ ok, policy: { retentionMonths: 12, backup: { folder } } });
      else
        expect(read).toEqual({
          ok,
          problems: [
            {
              fault: "value",
              line: 2,
              field: "backup.folder",
              why: say("policy.why.value", { problem: say("policy.why.path") }),
            },
          ],
        });
    },
  );

  it("that is wrong in one place sets nothing of the rest", () => {
    expect(parsed(JSON.stringify({ ...whole, retentionMonths: "24" }))).toMatchObject({ ok: false });
  });

  it("names several faults, and not without end", () => {
    const read = parsed(
      JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]))),
    );
    expect(read.ok ? [] : read.problems).toHaveLength(10);
  });

  it("in UTF-16, in other bytes, or too large is named as that", () => {
    const wide = Buffer.from('\uFEFF{"proxy": "none"}', "utf16le");
    expect(parsePolicy(wide)).toMatchObject({ problems: [{ fault: "utf-16" }] });
    expect(parsePolicy(Buffer.from(wide).swap16())).toMatchObject({ problems: [{ fault: "utf-16" }] });
    expect(parsePolicy(Uint8Array.of(0x7b, 0xff, 0x7d))).toMatchObject({
      problems: [{ fault: "not-utf-8" }],
    });
    expect(parsePolicy(new Uint8Array(mostBytes + 1))).toMatchObject({ problems: [{ fault: "too-large" }] });
  });

  it("nested without end is refused, and ends no stack", () => {
    const deep = mostBytes / 2 - 10;
    expect(problem("[".repeat(deep))).toMatchObject({ fault: "too-deep" });
    expect(problem(`{"lock":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`)).toMatchObject({
      fault: "too-deep",
    });
  });

  it("never breaks the program, whatever its bytes are, and every problem can be told", () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json({ maxDepth: 6 }).map(bytes),
      fc.string({ unit: "binary", maxLength: 200 }).map(bytes),
      fc
        .record(
          Object.fromEntries(Object.keys(policy.shape).map((name) => [name, fc.anything({ maxDepth: 3 })])),
          { requiredKeys: [] },
        )
        .map((value) => bytes(JSON.stringify(value) ?? "")),
    );
    fc.assert(
      fc.property(hostile, (given) => {
        const read = parsePolicy(given);
        if (read.ok) expect(policy.safeParse(read.policy).success).toBe(true);
        else for (const each of read.problems) expect(policyProblem.safeParse(each).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("reads what JSON.parse reads, and refuses what that refuses", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 2), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = readJsonPlaces(text);
        expect("fault" in read ? read : read.value).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        if ("fault" in readJsonPlaces(text)) return;
        expect(() => void JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});
