import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { itemKinds } from "../../../../shared/outbox/item.ts";
import { withSlashes } from "../../../support/with-slashes.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const outside = globSync("main/**/*.ts", { cwd: root })
  .map(withSlashes)
  .filter((file) => !file.startsWith("main/features/outbox/kinds/"));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const kind = `["'\`](?:${itemKinds.join("|")})["'\`]`;
/** A comparison with the name of a kind, either way round, or a case for it. */
const question = new RegExp(`[!=]==?\\s*${kind}|${kind}\\s*[!=]==?|\\bcase\\s+${kind}`);

test("the question is found however it is put", () => {
  const asked = [
    `item.kind === "booking"`,
    `item?.kind !== 'patient'`,
    `"webhook" === kind`,
    `switch (kind) { case "patient": }`,
  ];
  expect(asked.filter((text) => !question.test(text))).toEqual([]);
  expect(`form.patient?.kind === "known"`).not.toMatch(question);
});

it("asks nowhere outside main/features/outbox/kinds what kind an item is", () => {
  expect(outside.length).toBeGreaterThan(100);
  expect(outside.filter((file) => question.test(textOf(file)))).toEqual([]);
});

it("lets only the services of one kind alone pick its items", () => {
  const picks = outside.filter((file) => /\bis(?:Booking|Patient)\b/.test(textOf(file)));
  expect(picks.toSorted()).toEqual([
    "main/features/cards/card-records.ts",
    "main/features/clinic/freed.ts",
    "main/features/clinic/hands.ts",
    "main/features/clinic/keep-content.ts",
    "main/features/clinic/settle.ts",
    "main/features/clinic/shared-decisions.ts",
    "main/features/clinic/sharing.ts",
    "main/features/clinic/words.ts",
    "main/features/keeping/old-bookings.ts",
    "main/features/notices/notices.ts",
    "main/features/outbox/adopted-patient.ts",
    // It passes the questions on to other features.
    "main/features/outbox/index.ts",
    "main/features/outbox/item-decisions.ts",
    "main/features/outbox/lists.ts",
    "main/features/outbox/series.ts",
  ]);
});
