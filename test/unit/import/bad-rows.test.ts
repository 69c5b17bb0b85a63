import { expect, it } from "vitest";
import { csvLine } from "../../../shared/text/csv.ts";
import { readRow } from "../../../shared/import/row.ts";
import { writeBadRows } from "../../../main/features/import/bad-rows.ts";
import { withOrder } from "../../../main/features/import/dry-run.ts";
import { judgeOf } from "../../../main/features/import/judge.ts";
import { look } from "../../../main/features/import/look.ts";
import { droppedSource } from "../../../main/features/import/source.ts";
import { counted } from "../../support/cases.ts";
import { hostileTexts, unsafeText } from "../../support/hostile-texts.ts";

const context = { today: "2026-11-26", dateOrder: "month-first" } as const;
const heads = ["First Name", "Last Name", "DOB", "Sex", "Address", "City", "State", "ZIP", "Email"];
const line = (dob: string, email: string): string =>
  csvLine(["Jane", "Doe", dob, "F", "12 Main St", "Boston", "MA", "02139", email]);
const looking = (text: string) => look(droppedSource("a.csv", new TextEncoder().encode(text)), null, context);

/** The rows of a file that must be put right, as they are saved. */
async function savedOf(text: string): Promise<string> {
  const source = droppedSource("a.csv", new TextEncoder().encode(text));
  const looked = await look(source, null, context);
  const known = { samePerson: () => null, byExternalId: () => null };
  const dates = withOrder(context, looked.order);
  const { judge } = judgeOf({ columns: looked.columns, context: dates, known, fixed: new Map() });
  let saved = "";
  const write = (part: string): void => void (saved += part);
  await writeBadRows({ source, looked, judge, clock: { monotonic: () => 0 } }, write);
  return saved;
}

it("a row that was saved to be corrected means the same day when it comes again without those that showed the order", async () => {
  const file = [
    csvLine(heads),
    line("25/12/1984", "a@b.co"),
    line("13/01/1990", "a@b.co"),
    line("05/03/1984", ""),
  ];
  expect((await looking(file.join(""))).order).toBe("day-first");
  const saved = await savedOf(file.join(""));
  expect(saved).toContain("1984-03-05");
  const again = await looking(saved.replace("02139,,", "02139,a@b.co,"));
  const read = readRow(again.rows[0] ?? [], {
    columns: again.columns,
    context: withOrder(context, again.order),
  });
  expect([read.form.dob, read.errors]).toEqual(["1984-03-05", {}]);
});

it("nothing hidden is written into the rows that were not imported", async () => {
  const heading = csvLine(heads);
  for (const [what, text] of hostileTexts) {
    const row = csvLine(["Jane", text, "soon", "F", "12 Main St", "Boston", "MA", "02139", "a@b.co"]);
    const saved = await savedOf(heading + row);
    expect(saved.replaceAll(/[\r\n\t]/g, ""), what).not.toMatch(unsafeText);
  }
  counted(hostileTexts.length);
});

it.each(["31/02/1984", "30746", "soon", ""])(
  "a date that was not read, %j, is written as it stands",
  async (dob) => {
    const saved = await savedOf(csvLine(heads) + line(dob, "a@b.co"));
    expect(saved.split("\r\n")[1]).toMatch(new RegExp(`^Jane,Doe,${dob},F,`));
  },
);
