import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createExportHandlers } from "../../../main/features/export/exports.ts";
import { readCsv } from "../../../shared/text/csv.ts";
import { withSession } from "../../support/at-desk.ts";
import { counted } from "../../support/cases.ts";
import { hostileTexts, unsafeText } from "../../support/hostile-texts.ts";
import { outboxKit } from "../../support/outbox-kit.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** What another desk shares is kept as it came: its screens and files are each desk's own to clean. */
it("a list that is exported has nothing hidden in it, and no endless cell, whoever wrote the patients", async () => {
  const { store, clock, knownPatient, world, session } = await outboxKit();
  const first = knownPatient(1);
  const names = [...hostileTexts.map(([, text]) => text), "x".repeat(100_000)];
  store.transaction(({ patients }) => {
    for (const [at, lastName] of names.entries())
      patients.insert({
        ...first,
        id: randomUUID(),
        patientId: at + 2,
        input: { ...first.input, lastName, externalId: `E${at}` },
      });
  });
  const path = join(temporaryFolder(), "patients.csv");
  const handlers = withSession(
    createExportHandlers({
      store,
      clock,
      settings: () => world.settings,
      window: { files: { chooseNew: () => Promise.resolve(path) } } as never,
    }),
    session,
  );
  expect(await handlers["export.save"]({ what: "patients" })).toMatchObject({
    ok: true,
    value: { rows: names.length + 1 },
  });
  const { rows } = readCsv(readFileSync(path, "utf8"));
  const cells = rows?.flatMap((row) => row.cells) ?? [];
  expect(rows).toHaveLength(names.length + 2);
  expect(cells.filter((cell) => unsafeText.test(cell))).toEqual([]);
  expect(Math.max(...cells.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
  counted(names.length);
});
