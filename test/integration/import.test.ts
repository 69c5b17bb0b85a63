import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportState } from "../../shared/import/import.ts";
import type { Result } from "../../shared/core/failure.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  fullPatient,
  hasty,
  removeFolder,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { heldPort } from "../support/held-port.ts";
import { told } from "../support/told.ts";

const secret = "kept over the service's restarts";
let mock: MockService;
let desk: TestDesk;
let port = 0;
/** The paths that a person chooses, one after another. */
let chosen: string[];
const options = () => ({
  ...hasty,
  window: {
    copy: () => undefined,
    print: () => Promise.resolve({ ok: true as const, value: {} }),
    flushed: () => undefined,
    restart: () => undefined,
    files: {
      open: () => Promise.resolve({ ok: true as const, value: { file: null } }),
      save: () => Promise.resolve({ ok: true as const, value: { name: null } }),
      choose: () => Promise.resolve(chosen.shift() ?? null),
      chooseNew: () => Promise.resolve(chosen.shift() ?? null),
    },
  },
});
const path = (name: string): string => join(desk.directory, name);
const service = (): Promise<MockService> =>
  startMockService({ secret, port, databaseFile: path("service.sqlite3") });

beforeEach(async () => {
  chosen = [];
  desk = await startDesk(options());
  port = await heldPort();
  mock = await service();
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const head = "Patient Name,DOB,Sex,Addr1,City ST Zip,Cell,Email,MRN,Notes";
const row = (
  number: number,
  change: Partial<Record<"name" | "dob" | "mrn" | "email", string>> = {},
): string => {
  const { name = `"DOE ${letters(number)}, JANE"`, dob = "03/25/84", mrn = `A-${number}` } = change;
  const { email = `jane${number}@example.com` } = change;
  return `${name},${dob},F,${number} Oak Street,Springfield IL 62701,2175550199,${email},${mrn},mornings`;
};
/** A name of its own for each number. */
const letters = (number: number): string =>
  [...String(number)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
const fileOf = (rows: readonly string[]): string => [head, ...rows].join("\r\n");
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => row(at + 1));

async function settled(): Promise<ImportState> {
  const isDone = async (): Promise<boolean> =>
    (await desk.get("import.get", {})).file?.dryRun.state !== "running";
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
  return desk.get("import.get", {});
}
/** Chooses a file with that text, and waits until all of it was looked through. */
async function chooseText(text: string | Uint8Array, name = "patients.csv"): Promise<ImportState> {
  writeFileSync(path(name), text);
  chosen = [path(name)];
  await desk.get("import.choose", {});
  return settled();
}
async function refusal(text: string | Uint8Array): Promise<string> {
  writeFileSync(path("refused.csv"), text);
  chosen = [path("refused.csv")];
  const answer = await desk.ask("import.choose", {});
  return answer.ok ? told((await settled()).file?.dryRun.failure) : told(answer.failure);
}
const why = (answer: Result<unknown>): string => (answer.ok ? "" : told(answer.failure));
const idOf = ({ file }: ImportState): string => file?.id ?? "";
const imported = (): number => mock.ledger().filter((entry) => entry.kind === "patient").length;
async function over(): Promise<ImportState> {
  await expect
    .poll(async () => (await desk.get("import.get", {})).job, { timeout: 60_000, interval: 50 })
    .toBeNull();
  return desk.get("import.get", {});
}

describe("a file of patients", () => {
  // files-1: A file of patients is previewed, row by row, before anything is sent or kept
  it(
    "is looked at without a byte sent or kept, and says what would become of it",
    { tags: ["files-1"] },
    async () => {
      const state = await chooseText(
        fileOf([row(1), row(2, { dob: "13/05/84" }), row(3, { name: "" }), row(1)]),
      );
      expect(state.file).toMatchObject({
        name: "patients.csv",
        missing: [],
        reading: { encoding: "utf-8", separator: ",", headRow: 1 },
        dryRun: { state: "done", rows: 4, fresh: 1, known: 0, bad: 3 },
      });
      expect(state.file?.columns.map(({ becomes, how }) => [becomes, how])).toEqual([
        ["name", "comma"],
        ["dob", "month-first"],
        ["gender", "read"],
        ["address", "read"],
        ["place", "three"],
        ["phone", "read"],
        ["email", "read"],
        ["externalId", "read"],
        ["leave", "left"],
      ]);
      const { rows } = await desk.get("import.rows", { id: idOf(state), which: "bad" });
      expect(rows.map(({ row, errors, meant }) => [row, Object.keys(errors), meant])).toEqual([
        [3, ["dob"], "1984-05-13"],
        [4, ["firstName", "lastName"], null],
        [5, ["row"], null],
      ]);
      expect(mock.ledger()).toEqual([]);
      expect((await desk.get("patients.search", { text: "doe", limit: 5 })).patients).toEqual([]);
    },
  );

  // files-15: A person sets the order of dates of a column, for all rows
  it(
    "reads dates that can be either in the order that a person says, for all rows, and as before when they take it back",
    { tags: ["files-15"] },
    async () => {
      const either = await chooseText(fileOf([row(1, { dob: "03/05/84" }), row(2, { dob: "04/06/84" })]));
      const how = ({ file }: ImportState) => file?.columns[1]?.how;
      expect(how(either)).toBe("settings");
      const said = async (state: ImportState, dateOrder: "day-first" | "month-first" | null) => {
        const { file } = state;
        if (file === null) throw new Error("no file");
        await desk.get("import.read", { id: file.id, reading: { ...file.reading, dateOrder } });
        return settled();
      };
      const dayFirst = await said(either, "day-first");
      expect([how(dayFirst), dayFirst.file?.dryRun]).toMatchObject(["day-first", { fresh: 2, bad: 0 }]);
      expect(how(await said(dayFirst, null))).toBe("settings");
      await said(await desk.get("import.get", {}), "day-first");
      await desk.get("import.begin", { id: idOf(await desk.get("import.get", {})) });
      await over();
      const { patients } = await desk.get("patients.search", { text: "doe", limit: 5 });
      expect(patients.map(({ input }) => input.dob).toSorted()).toEqual(["1984-05-03", "1984-06-04"]);
    },
  );

  it("keeps to what was said where the rows further down say otherwise, and those are to be put right", async () => {
    const rows = [row(1, { dob: "03/05/84" }), row(2, { dob: "05/25/84" })];
    const { file } = await chooseText(fileOf(rows));
    if (file === null) throw new Error("no file");
    await desk.get("import.read", { id: file.id, reading: { ...file.reading, dateOrder: "day-first" } });
    expect((await settled()).file?.dryRun).toMatchObject({ state: "done", fresh: 1, bad: 1 });
  });

  // files-2: Each row is one patient, and known patients stay unchanged
  it(
    "creates each row once, with the order of the file, and leaves those who are known as they are",
    { tags: ["files-2"] },
    async () => {
      await sendPatient(desk, {
        ...fullPatient,
        firstName: "Jane",
        lastName: "Doe B",
        dob: "3/25/84",
        externalId: "",
      });
      const state = await chooseText(fileOf(many(60)));
      expect(state.file?.dryRun).toMatchObject({ fresh: 59, known: 1, bad: 0 });
      const { rows } = await desk.get("import.rows", { id: idOf(state), which: "known" });
      expect(rows).toMatchObject([{ row: 2, knownAs: { name: "Jane Doe B" } }]);
      await desk.get("import.begin", { id: idOf(state) });
      const { ended, file } = await over();
      expect(file).toBeNull();
      expect(ended).toEqual({ name: "patients.csv", created: 59, discarded: 0, stopped: 0 });
      const sent = mock.ledger().map(({ body }) => JSON.stringify(body));
      expect(sent).toHaveLength(60);
      for (let number = 2; number <= 60; number += 1)
        expect(sent.filter((body) => body.includes(`"A-${number}"`))).toHaveLength(1);
      const { patients } = await desk.get("patients.search", { text: "doe ga", limit: 5 });
      expect(patients).toMatchObject([
        {
          input: {
            firstName: "Jane",
            lastName: expect.stringMatching(/doe ga/i),
            dob: "1984-03-25",
            state: "IL",
          },
        },
      ]);
      expect(patients[0]?.patientId).toBeGreaterThan(0);
    },
  );

  it("is put right row by row, by a press or by typing", async () => {
    const state = await chooseText(fileOf([row(1, { dob: "13/05/84" }), row(2, { email: "none" }), row(3)]));
    const { rows } = await desk.get("import.rows", { id: idOf(state), which: "bad" });
    const [day, mail] = rows;
    if (day === undefined || mail === undefined) throw new Error("both are to be put right");
    await desk.get("import.fix", {
      id: idOf(state),
      fixed: { row: 2, form: { ...day.form, dob: "1984-05-13" } },
    });
    const still = await desk.ask("import.fix", {
      id: idOf(state),
      fixed: { row: 3, form: { ...mail.form, phone: "1" } },
    });
    expect(still).toMatchObject({ ok: false, failure: { code: "invalid-input", fields: { email: {} } } });
    const fixed = await desk.get("import.fix", {
      id: idOf(state),
      fixed: { row: 3, form: { ...mail.form, email: "b@c.de" } },
    });
    expect(fixed.file?.dryRun).toMatchObject({ fresh: 3, bad: 0 });
    await desk.get("import.begin", { id: idOf(state) });
    expect((await over()).ended).toMatchObject({ created: 3 });
    expect(mock.ledger().map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ dob: "1984-05-13" }),
        expect.objectContaining({ email: "b@c.de" }),
      ]),
    );
  });

  it("has what a form would only warn of put right too, or insisted on", async () => {
    const odd = row(1).replace("2175550199", "555-0199");
    const state = await chooseText(fileOf([odd, row(2)]));
    expect(state.file?.dryRun).toMatchObject({ fresh: 1, bad: 1 });
    const { rows } = await desk.get("import.rows", { id: idOf(state), which: "bad" });
    const [bad] = rows;
    if (bad === undefined) throw new Error("it is to be put right");
    expect(Object.keys(bad.errors)).toEqual(["phone"]);
    await desk.get("import.fix", { id: idOf(state), fixed: { row: 2, form: bad.form } });
    await desk.get("import.begin", { id: idOf(state) });
    expect((await over()).ended).toMatchObject({ created: 2 });
    expect(mock.ledger().map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ phone: "555-0199" }),
    );
  });

  // files-8: An unreadable row is corrected there, or saved with the reason
  it(
    "gives the rows to be put right as a file, with why, without a formula and without a card number",
    { tags: ["files-8"] },
    async () => {
      const bad = [row(1, { dob: "=1+1" }), row(2, { name: '"DOE, ANN 4242 4242 4242 4242"' }), row(3)];
      const state = await chooseText(fileOf(bad));
      chosen = [path("rows.csv")];
      const saved = await desk.get("import.saveBad", { id: idOf(state) });
      expect(saved).toEqual({ name: "rows.csv", rows: 2 });
      const text = readFileSync(path("rows.csv"), "utf8");
      expect(text).toContain("'=1+1");
      expect(text).not.toContain("4242");
      expect(text.trim().split("\r\n")).toHaveLength(3);
      // Corrected, it can be chosen again as it is.
      const again = await chooseText(text.replace("'=1+1", "03/25/84"), "rows.csv");
      expect(again.file?.dryRun).toMatchObject({ rows: 2, fresh: 1, bad: 1 });
    },
  );
});

describe("an import", () => {
  // files-3: An import continues after the program ended, and creates nobody twice
  it(
    "goes on after the program ended in the middle of it, and makes nobody twice",
    { tags: ["files-3"] },
    async () => {
      await mock.close();
      const state = await chooseText(fileOf(many(80)));
      const begun = await desk.get("import.begin", { id: idOf(state) });
      expect(begun.job).toMatchObject({ total: 80, created: 0 });
      await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBeGreaterThan(0);
      await desk.stop();
      rmSync(path("patients.csv"));
      desk = await startDesk({ ...options(), directory: desk.directory, secrets: desk.secrets });
      mock = await service();
      expect((await over()).ended).toMatchObject({ created: 80 });
      const ids = mock.ledger().map(({ body }) => JSON.stringify(body).match(/A-\d+/)?.[0]);
      expect(new Set(ids).size).toBe(80);
      expect(ids).toHaveLength(80);
    },
  );

  // files-4: A backup restored in the middle of an import creates nobody twice
  it(
    "makes nobody twice when a backup from the middle of it is put back",
    { tags: ["files-4"] },
    async () => {
      await mock.close();
      // Without numbers of their own, so that each gets one of this computer.
      const rows = Array.from({ length: 60 }, (_, at) => row(at + 1, { mrn: "" }));
      const state = await chooseText(fileOf(rows));
      await desk.get("import.begin", { id: idOf(state) });
      await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBeGreaterThan(10);
      const again = { ...options(), directory: desk.directory, secrets: desk.secrets };
      const backup = path("backup.db");
      await desk.stop();
      copyFileSync(path("front-desk.db"), backup);
      mock = await service();
      desk = await startDesk(again);
      await over();
      expect(imported()).toBe(60);
      await desk.stop();
      copyFileSync(backup, path("front-desk.db"));
      rmSync(path("front-desk.db-wal"), { force: true });
      rmSync(path("front-desk.db-shm"), { force: true });
      desk = await startDesk(again);
      expect((await over()).ended).toMatchObject({ created: 60 });
      expect(imported()).toBe(60);
    },
  );

  // files-5: People's own work is sent before an import, which never crowds the outbox
  it("never crowds the outbox: what a person makes goes before it", { tags: ["files-5"] }, async () => {
    const ann = await sendPatient(desk, fullPatient);
    const id = ann.patientRecordId ?? "";
    await mock.close();
    const state = await chooseText(fileOf(many(100)));
    await desk.get("import.begin", { id: idOf(state) });
    await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBeGreaterThan(10);
    expect((await desk.get("items.counts", {})).ready).toBeLessThanOrEqual(24);
    const booking = await sendBooking(desk, bookingForm({ patient: { kind: "known", id } }));
    expect(booking.status).toBe("ready");
    // Nobody who came with a file was just here.
    const { patients } = await desk.get("patients.search", { text: "", limit: 20 });
    expect(patients.map((patient) => patient.input.lastName)).toEqual(["Sample"]);
    mock = await service();
    await over();
    const kinds = mock.ledger().map(({ kind }) => kind);
    const at = kinds.indexOf("appointment");
    expect(at).toBeGreaterThan(-1);
    // The first of all, but for what was under way at once.
    expect(at).toBeLessThan(8);
    expect(kinds).toHaveLength(102);
  });

  // files-16: A row whose patient arrived meanwhile is asked about, and the form warns before
  it(
    "asks about a row whose patient was made by hand meanwhile, and the form warns of the row before",
    { tags: ["files-16"] },
    async () => {
      await mock.close();
      const state = await chooseText(fileOf(many(40)));
      await desk.get("import.begin", { id: idOf(state) });
      await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBeGreaterThan(10);
      const same = { firstName: "jane", lastName: `doe ${letters(40)}`, dob: "1984-03-25" };
      const nobody = { firstName: "", lastName: "", dob: null, phone: "", email: "" };
      const warned = await desk.get("patients.similar", { ...nobody, ...same });
      expect(warned.patients).toEqual([]);
      expect(warned.waiting).toMatchObject([{ dob: same.dob, row: 41, file: "patients.csv" }]);
      // By its phone too, and one that is queued already as a patient who is known.
      const byEmail = await desk.get("patients.similar", { ...nobody, email: "JANE39@example.com" });
      expect(byEmail.waiting).toMatchObject([{ row: 40 }]);
      const queued = await desk.get("patients.similar", { ...nobody, email: "jane1@example.com" });
      expect([queued.patients.length, queued.waiting.length]).toEqual([1, 0]);
      const byHand = { ...fullPatient, ...same, externalId: "", email: "other@example.com", phone: "" };
      await sendPatient(desk, byHand);
      mock = await service();
      const wanted = {
        kinds: ["patient" as const],
        statuses: ["needs-editing" as const],
        limit: 9,
        offset: 0,
      };
      await expect
        .poll(async () => (await desk.get("items.list", wanted)).items.length, { timeout: 60_000 })
        .toBe(1);
      const [asked] = (await desk.get("items.list", wanted)).items;
      expect(asked?.kind === "patient" ? asked.form.lastName.toLowerCase() : "").toBe(
        same.lastName.toLowerCase(),
      );
      expect(told(asked?.problem)).toContain("after the file was read");
      await expect.poll(imported, { timeout: 60_000 }).toBe(40);
      // If it is somebody else, it is sent by a person's word.
      await desk.get("items.submit", { id: asked?.id ?? "", wait: true });
      await over();
      expect(imported()).toBe(41);
    },
  );

  // files-6: Pause holds only the import; Stop leaves unstarted rows undone
  it(
    "is held alone, and what was not begun is left undone when it is stopped",
    { tags: ["files-6"] },
    async () => {
      await mock.close();
      const state = await chooseText(fileOf(many(90)));
      const { job } = await desk.get("import.begin", { id: idOf(state) });
      const id = job?.id ?? "";
      await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBeGreaterThan(10);
      await desk.get("import.pause", { id, paused: true });
      mock = await service();
      const queued = async (): Promise<number | undefined> => (await desk.get("import.get", {})).job?.queued;
      await expect.poll(queued, { timeout: 30_000 }).toBe(0);
      const paused = await desk.get("import.get", {});
      expect(paused.job).toMatchObject({ held: "paused", left: 90 - imported() });
      expect(imported()).toBeLessThan(60);
      await sendPatient(desk, { ...fullPatient, externalId: "OWN" });
      await desk.get("import.stop", { id });
      const { ended } = await over();
      expect(ended).toMatchObject({ created: imported() - 1, stopped: 90 - imported() + 1 });
      await desk.get("import.close", {});
      expect((await desk.get("import.get", {})).ended).toBeNull();
    },
  );

  // files-7: An import waits for a person when many of its patients are rejected
  it("waits for a person when many of its patients are refused", { tags: ["files-7"] }, async () => {
    // Each external ID is somebody else's at the service.
    const other = await startDesk(hasty);
    await other.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
    for (let number = 1; number <= 40; number += 1)
      await sendPatient(other, {
        ...fullPatient,
        lastName: `Else ${letters(number)}`,
        externalId: `A-${number}`,
      });
    await other.stop();
    removeFolder(other.directory);
    const state = await chooseText(fileOf(many(100)));
    await desk.get("import.begin", { id: idOf(state) });
    await expect
      .poll(async () => (await desk.get("import.get", {})).job?.held, { timeout: 30_000 })
      .toBe("person");
    const counts = await desk.get("items.counts", {});
    expect(counts["needs-editing"]).toBeLessThan(60);
    const refused = {
      kinds: ["patient" as const],
      statuses: ["needs-editing" as const],
      limit: 100,
      offset: 0,
    };
    const discardAll = async (): Promise<unknown> => {
      const { items } = await desk.get("items.list", refused);
      for (const { id } of items) await desk.get("items.discard", { id });
      return (await desk.get("import.get", {})).job;
    };
    await expect.poll(discardAll, { timeout: 60_000, interval: 100 }).toBeNull();
    const { ended } = await over();
    expect(ended).toMatchObject({ created: 60, discarded: 40, stopped: 0 });
  });

  it("is one account's, and nobody else sees its file or its patients", async () => {
    const state = await chooseText(fileOf(many(3)));
    const token = await mock.issueToken({ subject: "another-desk" });
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
    expect(await desk.get("import.get", {})).toEqual({ file: null, job: null, ended: null });
    expect(await desk.ask("import.begin", { id: idOf(state) })).toMatchObject({ ok: false });
    expect(await desk.ask("import.rows", { id: idOf(state), which: "bad" })).toMatchObject({ ok: false });
  });
});

describe("a file that is none, or another one by now", () => {
  it.each([
    ["nothing", "", "This file is empty"],
    ["heads alone", `${head}\r\n`, "a header but no rows"],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3]), "isn’t plain text"],
    ["a spreadsheet's own file", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), "isn’t plain text"],
    [
      "a quotation mark that never closes",
      `${head}\n"DOE, JANE,1984-03-05\nA,B\n`,
      "Row 2 has a quotation mark",
    ],
    ["a line without end", `${head}\n${"x".repeat(400_000)}`, "Row 2 is too long"],
    ["five thousand columns", `${"a,".repeat(5_000)}\n1`, "more than 200 columns"],
  ])("is told: %s", async (_name, text, says) => {
    expect(await refusal(text)).toContain(says);
    expect(mock.ledger()).toEqual([]);
  });

  it("is told: a folder, a file of 2 GB, one that is gone", async () => {
    mkdirSync(path("folder.csv"));
    chosen = [path("folder.csv")];
    expect(why(await desk.ask("import.choose", {}))).toMatch(/isn’t a file|Couldn’t read/);
    writeFileSync(path("huge.csv"), "");
    truncateSync(path("huge.csv"), 2_000_000_000);
    chosen = [path("huge.csv")];
    expect(why(await desk.ask("import.choose", {}))).toContain("larger than 500 MB");
    chosen = [path("gone.csv")];
    expect(why(await desk.ask("import.choose", {}))).toContain("Couldn’t read the file");
  });

  // files-9: A file that changed since the preview starts nothing
  it(
    "begins nothing where it changed, or vanished, since it was looked at",
    { tags: ["files-9"] },
    async () => {
      const state = await chooseText(fileOf(many(300)));
      appendFileSync(path("patients.csv"), `\r\n${row(400)}`);
      expect(why(await desk.ask("import.begin", { id: idOf(state) }))).toContain("changed or moved");
      rmSync(path("patients.csv"));
      expect(why(await desk.ask("import.begin", { id: idOf(state) }))).toContain("Couldn’t read the file");
      expect(await desk.get("import.get", {})).toMatchObject({ job: null });
      await expect.poll(async () => (await desk.get("items.counts", {})).ready).toBe(0);
      expect(mock.ledger()).toEqual([]);
    },
  );
});

describe("what leaves as a file", () => {
  // files-10: No cell of an export starts a formula
  it("has every patient and booking, and no cell that is a formula", { tags: ["files-10"] }, async () => {
    const patient = await sendPatient(desk, {
      ...fullPatient,
      firstName: "=HYPERLINK(1)",
      address: "＋1 Main St",
      phone: "+1 217 555 0100",
    });
    const id = patient.patientRecordId ?? "";
    await sendBooking(desk, bookingForm({ patient: { kind: "known", id } }));
    chosen = [path("patients-out.csv"), path("bookings-out.csv")];
    expect(await desk.get("export.save", { what: "patients" })).toEqual({
      name: "patients-out.csv",
      rows: 1,
    });
    expect(await desk.get("export.save", { what: "bookings" })).toEqual({
      name: "bookings-out.csv",
      rows: 1,
    });
    const text = readFileSync(path("patients-out.csv"), "utf8");
    expect(text.startsWith("\uFEFFPatient number,External ID,First name")).toBe(true);
    expect(text).toContain(
      ",'=HYPERLINK(1),Sample,1984-03-05,Female,'＋1 Main St,Springfield,IL,62701,'+1 (217)",
    );
    expect(readFileSync(path("bookings-out.csv"), "utf8")).toMatch(/\d+,2031-03-04,14:00,America\/New_York,/);
    expect(readdirSync(desk.directory).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(existsSync(path("patients-out.csv"))).toBe(true);
  });
});
