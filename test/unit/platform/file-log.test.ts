import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileLog, readLogFiles } from "../../../main/platform/file-log.ts";
import type { Log } from "../../../main/platform/ports.ts";
import { modeOf, privateMode } from "../../support/file-modes.ts";

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
    const log = createFileLog(directory, now);
    log.info("app.started", { version: "1" });
    log.warn("store.lost");
    expect(lines()).toEqual([
      { at: "2026-11-21T10:00:00.000Z", level: "info", event: "app.started", version: "1" },
      { at: "2026-11-21T10:00:00.000Z", level: "warn", event: "store.lost" },
    ]);
  });

  it("tells of an error where it was and its code, and nothing that its message may quote", () => {
    const error = Object.assign(new TypeError("SECRET\n    at SECRET"), { code: "E_ODD", typed: "SECRET" });
    createFileLog(directory, now).error("store.threw", error, { route: "items.get" });
    expect(lines()).toEqual([
      {
        at: "2026-11-21T10:00:00.000Z",
        level: "error",
        event: "store.threw",
        error: "TypeError",
        code: "E_ODD",
        route: "items.get",
        where: expect.arrayContaining([expect.stringMatching(/^file-log\.test\.ts:\d+:\d+$/)]),
      },
    ]);
    const text = readFileSync(join(directory, "front-desk.log"), "utf8");
    expect(text).not.toContain("SECRET");
  });

  it.each([["SECRET"], [{ message: "SECRET" }], [null], [undefined]])(
    "tells of a thrown %j its type",
    (thrown) => {
      createFileLog(directory, now).error("odd", thrown);
      expect(lines()).toEqual([expect.objectContaining({ error: typeof thrown })]);
      expect(JSON.stringify(lines())).not.toContain("SECRET");
    },
  );

  it("never takes more than five files of half a megabyte, each for this user alone", () => {
    const log = createFileLog(directory, now);
    const file = join(directory, "front-desk.log");
    for (let round = 1; round <= 7; round += 1) {
      writeFileSync(file, `${JSON.stringify({ round, long: "x".repeat(530_000) })}\n`, { mode: 0o644 });
      log.info("next");
    }
    const names = readdirSync(directory).toSorted();
    expect(names).toEqual(["", ".1", ".2", ".3", ".4"].map((end) => `front-desk.log${end}`));
    expect(lines()).toEqual([expect.objectContaining({ event: "next" })]);
    expect(lines("front-desk.log.1")).toEqual([expect.objectContaining({ round: 7 })]);
    expect(lines("front-desk.log.4")).toEqual([expect.objectContaining({ round: 4 })]);
    createFileLog(directory, now).info("again");
    expect(names.map((name) => modeOf(join(directory, name)))).toEqual(names.map(() => privateMode));
  });

  it("takes no text but a word of the program, should one come by in spite of its type", () => {
    const log: { readonly warn: (event: never, facts: never) => void } = createFileLog(directory, now);
    const facts = { "name of": 1, said: "born 3/5/84", code: "E_ODD", list: ["Ann Smith", "a.ts:1:2"] };
    log.warn("Ann Smith" as never, facts as never);
    expect(lines()).toEqual([
      {
        at: "2026-11-21T10:00:00.000Z",
        level: "warn",
        event: "redacted",
        redacted: 1,
        said: "redacted",
        code: "E_ODD",
        list: ["redacted", "a.ts:1:2"],
      },
    ]);
  });

  it("leaves this computer without what an earlier version may have written", () => {
    const at = "2026-11-21T10:00:00.000Z";
    const old = [JSON.stringify({ at, event: "ipc.bad-output", fields: "Ann, Smith" }), "Ann Smith"];
    writeFileSync(join(directory, "front-desk.log"), `${old.join("\n")}\n`);
    writeFileSync(join(directory, "front-desk.log.1"), `${JSON.stringify({ at: "Ann Smith" })}\n`);
    expect(readLogFiles(directory)).toEqual([
      {
        name: "front-desk.log",
        text: `${JSON.stringify({ at, event: "ipc.bad-output", fields: "redacted" })}\nredacted\n`,
      },
      { name: "front-desk.log.1", text: `${JSON.stringify({ at: "redacted" })}\n` },
    ]);
  });

  it("has types that let no free text in", () => {
    const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const surname: string = directory;
    const reason: "crashed" | "oom" = surname === "" ? "crashed" : "oom";
    log.warn("window.gone", { reason, count: 1, isAgain: false, none: null });
    // @ts-expect-error -- any text
    log.warn(surname);
    // @ts-expect-error -- a text made of one
    log.warn(`patient.${surname}` as const);
    // @ts-expect-error -- a fact that is any text
    log.warn("patient.opened", { surname });
    // @ts-expect-error -- a fact that is a text made of one
    log.info("patient.opened", { name: `of ${surname}` as const });
    // @ts-expect-error -- one of two
    log.error("patient.opened", null, { reason, surname });
    // @ts-expect-error -- an object
    log.info("patient.opened", { patient: { surname } });
    const facts: Readonly<Record<string, string>> = { surname };
    // @ts-expect-error -- facts that are not known
    log.info("patient.opened", facts);
    expect(surname).not.toBe("");
  });

  it("lets the work go on where it cannot be written", () => {
    const file = join(directory, "a-file");
    writeFileSync(file, "");
    expect(() => createFileLog(join(file, "below"), now).info("app.started")).not.toThrow();
  });
});
