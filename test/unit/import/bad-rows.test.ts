import { expect, it } from "vitest";
import { formatCsvLine } from "../../../shared/text/csv.ts";
import { readImportRow } from "../../../shared/import/row.ts";
import { writeBadRows } from "../../../main/features/import/bad-rows.ts";
import { withOrder } from "../../../main/features/import/dry-run.ts";
import { createRowJudge } from "../../../main/features/import/judge.ts";
import { inspectFile } from "../../../main/features/import/look.ts";
import { createDroppedSource } from "../../../main/features/import/source.ts";
import { counted } from "../../support/cases.ts";
import { hostileTexts, unsafeText } from "../../support/hostile-texts.ts";

const context = { today: "2026-11-26", dateOrder: "month-first" } as const;
const heads = ["First Name", "Last Name", "DOB", "Sex", "Address", "City", "State", "ZIP", "Email"];
const line = (dob: string, email: string): string =>
  formatCsvLine(["Jane", "Doe", dob, "F", "12 Main St", "Boston", "MA", "02139", email]);
const looking = (text: string) =>
  inspectFile(createDroppedSource("a.csv", new TextEncoder().encode(text)), null, context);

/** The rows of a file that must be put right, as they are saved. */
async function savedOf(text: string): Promise<string> {
  const source = createDroppedSource("a.csv", new TextEncoder().encode(text));
  const looked = await inspectFile(source, null, context);
  const known = { samePerson: () => null, byExternalId: () => null };
  const dates = withOrder(context, looked.order);
  const { judge } = createRowJudge({ columns: looked.columns, context: dates, known, fixed: new Map() });
  let saved = "";
  const write = (part: string): void => void (saved += part);
  await writeBadRows({ source, looked, judge, clock: { monotonic: () => 0 } }, write);
  return saved;
}

it("a row that was saved to be corrected means the same day when it comes again without those that showed the order", async () => {
  const file = [
    formatCsvLine(heads),
    line("25/12/1984", "a@b.co"),
    line("13/01/1990", "a@b.co"),
    line("05/03/1984", ""),
  ];
  expect((await looking(file.join(""))).order).toBe("day-first");
  const saved = await savedOf(file.join(""));
  expect(saved).toContain("1984-03-05");
  const again = await looking(saved.replace("02139,,", "02139,a@b.co,"));
  const read = readImportRow(again.rows[0] ?? [], {
    columns: again.columns,
    context: withOrder(context, again.order),
  });
  expect([read.form.dob, read.errors]).toEqual(["1984-03-05", {}]);
});

it("nothing hidden is written into the rows that were not imported", async () => {
  const heading = formatCsvLine(heads);
  for (const [what, text] of hostileTexts) {
    const row = formatCsvLine(["Jane", text, "soon", "F", "12 Main St", "Boston", "MA", "02139", "a@b.co"]);
    const saved = await savedOf(heading + row);
    expect(saved.replaceAll(/[\r\n\t]/g, ""), what).not.toMatch(unsafeText);
  }
  counted(hostileTexts.length);
});

it.each(["31/02/1984", "30746", "soon", ""])(
  "a date that was not read, %j, is written as it stands",
  async (dob) => {
    const saved = await savedOf(formatCsvLine(heads) + line(dob, "a@b.co"));
    expect(saved.split("\r\n")[1]).toMatch(new RegExp(`^Jane,Doe,${dob},F,`));
  },
);
