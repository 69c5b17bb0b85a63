import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FailureError } from "../../shared/core/failure.ts";
import { longestFile } from "../../shared/core/longest-file.ts";
import { readTextFile } from "../../main/platform/text-files.ts";
import { readRows, mostColumns, maxImportRows } from "../../main/features/import/records.ts";
import { inspectFile, toShownColumns } from "../../main/features/import/look.ts";
import { createDroppedSource, openFileSource } from "../../main/features/import/source.ts";
import { readImportRow } from "../../shared/import/row.ts";
import { generated } from "../support/cases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { damaged, expectClear, hostileText, runs, withinMemory } from "./kit.ts";

const context = { today: "2026-03-02", dateOrder: "month-first" } as const;
const heads = "First name,Last name,Date of birth,Gender,Address,City,State,ZIP,Email,Phone\r\n";
const patient = 'Jane,"Doe, MD",3/5/84,F,1 Main St,Springfield,IL,62701,j@example.com,217 555 0100\r\n';
const inOrder = heads + patient.repeat(5);

const text = fc.oneof(
  { weight: 5, arbitrary: damaged(inOrder) },
  { weight: 2, arbitrary: damaged(inOrder.replaceAll(",", ";")) },
  { weight: 3, arbitrary: hostileText(300_000) },
);
const bytes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(text, fc.constantFrom<BufferEncoding>("utf8", "utf8", "latin1", "utf16le"), fc.boolean())
      .map(
        ([written, encoding, marks]) =>
          new Uint8Array(Buffer.from(marks ? `\uFEFF${written}` : written, encoding)),
      ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 70_000 }) },
);

/** Reads a file as an import does: looks at it, then takes each row apart. Anything but a told failure is thrown on. */
async function takeIn(file: Uint8Array): Promise<"read" | "refused"> {
  try {
    const source = createDroppedSource("patients.csv", file);
    const looked = await inspectFile(source, null, context);
    toShownColumns(looked);
    await readRows(source, looked.reading, ({ cells }) => {
      readImportRow(cells, { columns: looked.columns, context });
      expect(cells.length).toBeLessThanOrEqual(mostColumns);
      return false;
    });
    return "read";
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    expectClear(error.failure);
    expect(error.failure.code).toBe("invalid-input");
    return "refused";
  }
}

describe("a file of patients", () => {
  it("is read row by row or refused in words, whatever is in it", async () => {
    expect(await takeIn(Buffer.from(inOrder))).toBe("read");
    expect(await takeIn(Buffer.from(heads))).toBe("refused");
    await withinMemory({ kept: 40, peak: 400 }, () =>
      fc.assert(
        fc.asyncProperty(bytes, async (file) => {
          fc.pre(file.length > 0);
          await takeIn(file);
        }),
        runs(150),
      ),
    );
  });

  it("of many megabytes is never in memory whole", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "patients.csv");
    const rows = 400_000;
    writeFileSync(path, heads + patient.repeat(rows));
    const source = await openFileSource(path);
    let count = 0;
    await withinMemory({ kept: 40, peak: 350 }, () =>
      readRows(source, { encoding: "utf-8", separator: "," }, () => {
        count += 1;
        return false;
      }),
    );
    expect(count).toBe(rows + 1);
    generated(1);
  });

  it.each([
    ["one row without end", () => Buffer.alloc(20_000_000, "x")],
    ["one cell without end", () => Buffer.concat([Buffer.from('a,b\n"'), Buffer.alloc(20_000_000, "x\n")])],
    ["columns without end", () => Buffer.alloc(5_000_000, ",")],
    ["nothing but line ends", () => Buffer.alloc(maxImportRows + 100_000, "\n")],
    ["nothing but zeros", () => Buffer.alloc(20_000_000)],
    ["nothing but quotation marks", () => Buffer.alloc(20_000_001, '"')],
  ])("of %s is refused", async (_what, make) => {
    const file = new Uint8Array(make());
    await withinMemory({ kept: 40, peak: 300 }, async () => expect(await takeIn(file)).toBe("refused"));
    generated(1);
  });
});

describe("a file of services, or of a text", () => {
  it("is a text or a failure in words", async () => {
    const path = join(temporaryFolder(), "services.csv");
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        writeFileSync(path, file);
        const read = await readTextFile(path);
        if (read.ok) expect(typeof read.value).toBe("string");
        else expectClear(read.failure);
      }),
      runs(200),
    );
  });

  it("that is too long, none, or a folder is a failure in words", async () => {
    const folder = temporaryFolder();
    const [long, none, inside] = ["long.csv", "none.csv", "folder.csv"].map((name) => join(folder, name));
    writeFileSync(long ?? "", Buffer.alloc(longestFile + 1, "a"));
    mkdirSync(inside ?? "");
    for (const path of [long, none, inside]) {
      const read = await readTextFile(path ?? "");
      if (read.ok) throw new Error(`${path} was read.`);
      expectClear(read.failure);
    }
  });
});
