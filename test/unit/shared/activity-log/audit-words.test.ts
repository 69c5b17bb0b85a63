import { expect, it } from "vitest";
import { formatAct, formatDetails } from "../../../../shared/activity-log/act-words.ts";
import { words } from "../../../../messages/words.ts";

const { audit, items } = words;

it("an act is said in words, with what it was done to", () => {
  expect(formatAct("sent", {})).toBe(audit.act.sent);
  expect(formatAct("sent", { kind: "booking" })).toBe(
    audit.ofKind({ kind: audit.kind.booking, act: audit.act.sent }),
  );
  expect(formatAct("levitated", { kind: "webhook" })).toBe(
    audit.ofKind({ kind: audit.kind.webhook, act: "levitated" }),
  );
});

it("an act that does not say where an item went tells its statuses, done as the log calls it", () => {
  const way = { from: "needs-checking", to: "done" } as const;
  const said = audit.fromTo({ from: items.status["needs-checking"], to: audit.done });
  expect(["decided", "moved", "saved"].map((act) => formatDetails(act, way))).toEqual([said, said, said]);
  expect(["submitted", "accepted", "edited"].map((act) => formatDetails(act, way))).toEqual(["", "", ""]);
  expect(formatDetails("moved", { from: "ready" })).toBe("");
  expect(formatDetails("begun", { to: "draft" })).toBe("");
  expect(formatDetails("moved", { to: "draft" })).toBe("");
});

it("everything else that an entry knows is said once, in its words and this order", () => {
  expect(
    formatDetails("settings-changed", {
      from: "ready",
      to: "draft",
      was: "1.2.0",
      version: "1.3.0",
      settings: ["timeZone", "language"],
      why: "idle",
      file: "diagnostics",
      reason: "disk-full",
      entry: 7,
      count: 1_200,
    }),
  ).toBe(
    [
      audit.fromTo({ from: "1.2.0", to: "1.3.0" }),
      audit.setting.timeZone,
      audit.setting.language,
      audit.why.idle,
      audit.file.diagnostics,
      audit.reason["disk-full"],
      audit.entry({ entry: 7 }),
      audit.count({ count: 1_200 }),
    ].join(", "),
  );
});

it("an entry that knows nothing else is silent, and half of a change of version as well", () => {
  expect(formatDetails("sent", {})).toBe("");
  expect(formatDetails("version-changed", { was: "1.2.0" })).toBe("");
  expect(formatDetails("version-changed", { version: "1.2.0" })).toBe("");
});

it("what a newer Front Desk knows is shown as it is called there, and never by what every object has", () => {
  const newer = { settings: ["toString"], why: "constructor", file: "valueOf", reason: "gravity" };
  expect(formatDetails("levitated", newer)).toBe("toString, constructor, valueOf, gravity");
  expect(formatAct("toString", {})).toBe("toString");
});
