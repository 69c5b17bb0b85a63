import { describe, expect, test } from "vitest";
import { readStored } from "../../../shared/core/stored.ts";
import { firstDaySettings, settings as schema, settingsUpgrades } from "../../../shared/settings/settings.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { clock } from "../../../messages/format.ts";
import { languages } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import {
  formatCatalogueFile,
  readCatalogueFile,
} from "../../../renderer/features/settings/catalogue-file.ts";
import { readCsv } from "../../../shared/text/csv.ts";
import { readHour } from "../../../renderer/features/settings/opening-hours.ts";
import { findSettings, hasFound } from "../../../renderer/features/settings/search.ts";
import { checkStaffName } from "../../../renderer/features/settings/staff.ts";

const known = [
  { id: 101, name: "First visit, adult", minutes: 60 },
  { id: 210, name: "Wellness check", minutes: null },
];
const reading = (text: string) => {
  const read = readCatalogueFile(text, known);
  if (read.reading === null) throw new Error(read.message);
  return read.reading;
};
const refusal = (text: string) => readCatalogueFile(text, known).message;

describe("columns", () => {
  test.each([
    [
      "a,b\r\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a;b\n\nc;d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ['\uFEFFa\t"b,""c"""', [["a", 'b,"c"']]],
    [
      '"a\nb",c\rd,e',
      [
        ["a\nb", "c"],
        ["d", "e"],
      ],
    ],
    ['"a;b";c', [["a;b", "c"]]],
    ["", []],
  ])("%j is %j", (text, cells) => {
    expect(readCsv(text).rows?.map((row) => row.cells)).toEqual(cells);
  });

  test("each row knows its line, also behind a cell of several", () => {
    expect(readCsv('a,b\n"c\nd",e\n\nf,g').rows?.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test("quotation marks that end nowhere are named by their line, however long the file", () => {
    expect(readCsv(`a,b\nc,"${"d".repeat(500_000)}`)).toEqual({ rows: null, openQuote: 2 });
  });
});

describe("a file of services", () => {
  test("of another desk brings exactly its services over, whatever their names hold", () => {
    const odd = [
      ...known,
      { id: -3, name: '=cmd|"x"!A1', minutes: 5 },
      { id: 4, name: "'quoted'; Niño", minutes: 1_440 },
    ];
    expect(readCatalogueFile(formatCatalogueFile(odd), []).reading?.next).toEqual(odd);
    // A spreadsheet does not take it for a formula.
    expect(formatCatalogueFile(odd)).toContain("'=cmd");
  });

  test("says what is new, changed and the same, and keeps what it does not name", () => {
    const { changes, same, problems, next } = reading(
      "ID,Name,Minutes\n101,First visit,60\n300,Eye exam,30\n",
    );
    expect(changes).toEqual([
      { kind: "changed", service: { id: 101, name: "First visit", minutes: 60 }, before: known[0] },
      { kind: "added", service: { id: 300, name: "Eye exam", minutes: 30 } },
    ]);
    expect([same, problems]).toEqual([0, []]);
    expect(next.map(({ id }) => id)).toEqual([101, 210, 300]);
    expect(reading("210,Wellness check,").same).toBe(1);
  });

  test("takes columns in any order by their heads, in either language", () => {
    expect(reading("Minutos;Nombre;ID\n15;Vacuna;7").changes).toEqual([
      { kind: "added", service: { id: 7, name: "Vacuna", minutes: 15 } },
    ]);
  });

  test("leaves out every line that cannot be read, and names each", () => {
    const { changes, problems } = reading(
      "ID,Name,Minutes\nx,A,5\n5,,5\n6,B,0\n7,C,5\n7,D,5\n8,4242 4242 4242 4242,5",
    );
    expect(changes.map(({ service }) => service.id)).toEqual([7]);
    expect(problems.map((problem) => /\d+/.exec(problem)?.[0])).toEqual(["2", "3", "4", "6", "7"]);
    expect(problems[3]).toContain(words.settings.import.twice({ id: 7, line: 5 }));
  });

  test("that holds nothing, no such columns or too much is refused in words", () => {
    const says = words.settings.import;
    const many = Array.from({ length: 2_000 }, (_, index) => `${String(index + 1_000)},A,`).join("\n");
    expect([refusal(""), refusal("ID,Name,Minutes\n"), refusal("<html>\n<body>")]).toEqual([
      says.empty,
      says.empty,
      says.header,
    ]);
    expect(refusal(many)).toBe(says.many({ count: 2_000 }));
    expect(refusal('1,"A')).toBe(says.quote({ line: 1 }));
  });
});

describe("opening hours", () => {
  test.each([
    ["9", "opens", "17:00", "09:00"],
    ["5", "closes", "09:00", "17:00"],
    ["7", "closes", "07:00", "19:00"],
    ["7:30", "closes", "08:00", "19:30"],
    ["7am", "closes", "20:00", "07:00"],
    ["02:00", "closes", "18:00", "02:00"],
    ["14:00", "closes", "07:00", "14:00"],
  ] as const)("%s as %s beside %s is %s", (text, part, other, found) => {
    expect(readHour(text, part, other)).toBe(found);
  });

  test.each(["", "soon", "25:00", "9am"])("%j is refused", (text) => {
    expect(readHour(text, "closes", "09:00")).toHaveProperty("id");
  });

  test("as they are shown in either language are read as the same", () => {
    for (const language of languages)
      for (const time of ["00:00", "06:30", "12:00", "19:45"])
        expect(readHour(clock(time, language), "opens", "23:59")).toBe(time);
  });

  test("that were one pair for all days are brought to each day", () => {
    const now = createFirstSettings("UTC");
    const before = { ...now, openingHours: { opens: "08:00", closes: "12:00", days: [6] } };
    const shape = { schema, upgrades: settingsUpgrades };
    const read = readStored(shape, { v: 2, ...before });
    const saturday = { opens: "08:00", closes: "12:00" };
    expect(read).toEqual({ ...now, openingHours: [null, null, null, null, null, null, saturday] });
    const { openingHours: _, ...first } = now;
    expect(readStored(shape, { v: 1, ...first })).toMatchObject({
      openingHours: firstDaySettings.openingHours,
    });
  });
});

test("a desk of before there was a moment to undo has five seconds from now on", () => {
  const { undoSeconds: _, ...before } = createFirstSettings("UTC");
  const read = readStored({ schema, upgrades: settingsUpgrades }, { v: 3, ...before });
  expect(read).toMatchObject({ undoSeconds: 5 });
});

describe("the search of the settings", () => {
  test("finds rows by their label, help or section, whatever the case and accents", () => {
    expect([...(findSettings("  OPENING hóurs ")?.keys() ?? [])]).toEqual(["hours"]);
    expect([...(findSettings("dark")?.keys() ?? [])]).toEqual(["theme"]);
    expect([...(findSettings(words.settings.sections.booking)?.keys() ?? [])]).toContain("currency");
    expect(findSettings("zzz")).toEqual(new Map());
    expect(findSettings(" ")).toBeNull();
  });

  test("a section is shown while anything of it is found", () => {
    const found = findSettings("dark");
    expect([hasFound("computer", found), hasFound("clinic", found), hasFound("clinic", null)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

test.each([
  ["", "settings.staff.empty"],
  ["x".repeat(81), "settings.staff.long"],
  ["4242 4242 4242 4242", "fields.cardNumber"],
  [" rosa ", "settings.staff.twice"],
])("the name %j is refused beside Rosa", (name, id) => {
  expect(checkStaffName(name, ["Rosa"])?.id).toBe(id);
});

test("a name of its own is taken, until there are fifty", () => {
  const many = Array.from({ length: 50 }, (_, index) => `Name ${String(index)}`);
  expect([checkStaffName("Dana", ["Rosa"]), checkStaffName("Dana", many)?.id]).toEqual([
    null,
    "settings.staff.many",
  ]);
});
