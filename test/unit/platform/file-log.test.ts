import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileLog } from "../../../main/platform/file-log.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "front-desk-log-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const now = (): Date => new Date("2026-11-21T10:00:00Z");
const lines = (name = "front-desk.log"): unknown[] =>
  readFileSync(join(directory, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

describe("the log", () => {
  it("has one JSON object a line, in the order of what happened", () => {
    const log = fileLog(directory, now);
    log.info("app.started", { version: "1" });
    log.warn("line\nbreak");
    expect(lines()).toEqual([
      { at: "2026-11-21T10:00:00.000Z", level: "info", event: "app.started", version: "1" },
      { at: "2026-11-21T10:00:00.000Z", level: "warn", event: "line\nbreak" },
    ]);
  });

  it("tells of an error where it was and its code, and nothing that its message may quote", () => {
    const error = Object.assign(new TypeError("SECRET\n    at SECRET"), { code: "E_ODD", typed: "SECRET" });
    fileLog(directory, now).error("store.threw", error, { route: "items.get" });
    expect(lines()).toEqual([
      {
        at: "2026-11-21T10:00:00.000Z",
        level: "error",
        event: "store.threw",
        error: "TypeError",
        code: "E_ODD",
        route: "items.get",
        where: expect.stringMatching(/^at .*file-log\.test/),
      },
    ]);
    const text = readFileSync(join(directory, "front-desk.log"), "utf8");
    expect(text).not.toContain("SECRET");
  });

  it.each([["SECRET"], [{ message: "SECRET" }], [null], [undefined]])(
    "tells of a thrown %j its type",
    (thrown) => {
      fileLog(directory, now).error("odd", thrown);
      expect(lines()).toEqual([expect.objectContaining({ error: typeof thrown })]);
      expect(JSON.stringify(lines())).not.toContain("SECRET");
    },
  );

  it("begins anew when it grew over a megabyte, and keeps the one before", () => {
    const log = fileLog(directory, now);
    writeFileSync(join(directory, "front-desk.log"), `${JSON.stringify({ long: "x".repeat(1_100_000) })}\n`);
    log.info("next");
    expect(lines()).toEqual([expect.objectContaining({ event: "next" })]);
    expect(statSync(join(directory, "front-desk.log.1")).size).toBeGreaterThan(1_000_000);
  });

  it("lets the work go on where it cannot be written", () => {
    const file = join(directory, "a-file");
    writeFileSync(file, "");
    expect(() => fileLog(join(file, "below"), now).info("app.started")).not.toThrow();
  });
});
