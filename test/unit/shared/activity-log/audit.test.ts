import { backupReasons } from "../../../../shared/backup/backup.ts";
import { refusedFor } from "../../../../main/features/updates/refusals.ts";
import { expect, it } from "vitest";
import { actGroupNames, actGroups } from "../../../../shared/activity-log/audit.ts";
import { settings } from "../../../../shared/settings/settings.ts";
import { formatAct, formatDetails } from "../../../../shared/activity-log/act-words.ts";
import { formatEntryLine, serializeEntry, noHash } from "../../../../shared/activity-log/entry.ts";
import { stopReasons } from "../../../../main/features/clinic/membership.ts";
import { savedKinds } from "../../../../main/desk/desk.ts";
import { words } from "../../../../messages/words.ts";

it("an entry's text is what docs/security.md tells others, and never another", () => {
  const entry = {
    n: 7,
    at: "2026-11-23T10:00:00.000Z",
    account: "one",
    person: 'Rosa "R" Méndez',
    byProgram: false,
    act: "edited",
    record: null,
    more: '{"from":"draft","to":"draft"}',
  };
  const text = serializeEntry(entry, noHash);
  expect(text).toBe(
    `{"n":7,"at":"2026-11-23T10:00:00.000Z","account":"one","person":"Rosa \\"R\\" Méndez","byProgram":false,` +
      `"act":"edited","record":null,"more":{"from":"draft","to":"draft"},"previous":"${noHash}"}`,
  );
  const line = formatEntryLine(text, "f".repeat(64));
  expect(`${line.slice(0, -75)}}`).toBe(text);
  expect(JSON.parse(line)).toMatchObject({ n: 7, hash: "f".repeat(64) });
});

it("the first entry follows sixty-four zeros", () => {
  expect(noHash).toMatch(/^0{64}$/);
});

it("every act, setting and file that can be in the log has words", () => {
  expect(Object.keys(words.audit.act).toSorted()).toEqual(Object.values(actGroups).flat().toSorted());
  expect(Object.keys(actGroups).toSorted()).toEqual(actGroupNames.toSorted());
  // How long records are kept is agreed on beside the settings.
  const set = [...Object.keys(settings.shape), "bookingYears", "logYears"];
  expect(Object.keys(words.audit.setting).toSorted()).toEqual(set.toSorted());
  expect(Object.keys(words.audit.reason).toSorted()).toEqual(
    [...backupReasons, ...refusedFor, ...stopReasons].toSorted(),
  );
  expect(Object.keys(words.audit.file).toSorted()).toEqual(savedKinds.toSorted());
});

it("an update says from which version to which", () => {
  expect(formatDetails("version-changed", { was: "1.2.0", version: "1.3.0-beta.1" })).toBe(
    words.audit.fromTo({ from: "1.2.0", to: "1.3.0-beta.1" }),
  );
});

it("what a newer Front Desk wrote is shown as it is called there", () => {
  expect(formatAct("levitated", {})).toBe("levitated");
  expect(formatDetails("levitated", { settings: ["gravity"], file: "moon" })).toBe("gravity, moon");
});
