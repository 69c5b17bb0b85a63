import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { writeParts, readTextFile } from "../../main/platform/text-files.ts";
import { writeWholeFile } from "../../main/platform/whole-file.ts";
import { writeLines } from "../../main/features/import/write-lines.ts";
import { backUp, cheap, chooser, lookInto, passphrase, plan, type Choices } from "../support/backup-kit.ts";
import { fullPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { startFakeService } from "../support/fake-service.ts";
import { heldFile } from "../support/held-file.ts";
import { onlyWith } from "../support/only-with.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { told } from "../support/told.ts";

/** On Windows a file that another program keeps to itself is not there for anybody else: not to read, rename or remove. */
describe("a file that another program on Windows keeps to itself", onlyWith("windows"), () => {
  let root: string;
  let secrets: SecretStore;
  let choices: Choices;
  let desk: TestDesk;
  const file = (end = ""): string => join(root, "profile", `front-desk.db${end}`);

  async function open(directory = join(root, "profile")): Promise<TestDesk> {
    const opened = await startDesk({ directory, secrets, backupCost: cheap, ...chooser(choices) });
    onTestFinished(() => opened.stop());
    return opened;
  }
  beforeEach(async () => {
    root = temporaryFolder();
    secrets = createMemorySecretStore();
    mkdirSync(join(root, "share"));
    choices = { folder: join(root, "share"), file: null };
    const service = await startFakeService();
    onTestFinished(() => service.close());
    desk = await open();
    const serviceAddress = service.baseUrl;
    await desk.get("session.connect", { serviceAddress, token: "opaque", sameAccount: null });
  });
  const save = (at: TestDesk) => at.ask("items.create", { kind: "patient", form: fullPatient });
  async function saved(at = desk): Promise<string> {
    const answer = await save(at);
    if (!answer.ok) throw new Error(told(answer.failure));
    return answer.value.id;
  }
  const problemOf = async (at: TestDesk) => (await at.get("app.info", {})).storeProblem;
  const hasItem = async (at: TestDesk, id: string): Promise<void> => {
    expect(await problemOf(at)).toBeNull();
    expect((await at.get("items.get", { id })).status).toBe("draft");
  };
  /** It says that another program may hold the files, takes nothing in, and changes nothing. */
  async function isKeptOut(at: TestDesk): Promise<void> {
    const problem = await problemOf(at);
    expect(problem?.kind).toBe("unopened");
    expect(told(problem?.failure)).toContain("no other program");
    expect(await save(at)).toMatchObject({ ok: false, failure: { code: "store" } });
  }

  it("is the database at a start: it says so, and the next start has all of it", async () => {
    const id = await saved();
    await desk.stop();
    const before = readFileSync(file());
    const release = await heldFile(file());
    const out = await open();
    await isKeptOut(out);
    await out.stop();
    await release();
    expect(readFileSync(file()).equals(before)).toBe(true);
    await hasItem(await open(), id);
  });

  it("is the log at the start after a crash: nothing of what it has is lost", async () => {
    const id = await saved();
    const crashed = join(root, "crashed");
    mkdirSync(crashed);
    for (const end of ["", "-wal"]) copyFileSync(file(end), join(crashed, `front-desk.db${end}`));
    await desk.stop();
    const log = join(crashed, "front-desk.db-wal");
    const before = readFileSync(log);
    const release = await heldFile(log);
    const out = await open(crashed);
    await isKeptOut(out);
    await out.stop();
    await release();
    expect(readFileSync(log).equals(before)).toBe(true);
    await hasItem(await open(crashed), id);
  });

  it("can be no file of a desk that works, and who shares them disturbs neither it nor the next start", async () => {
    await expect(heldFile(file())).rejects.toThrow("EBUSY");
    await heldFile(file(), "shared");
    await heldFile(file("-wal"), "shared");
    const id = await saved();
    await desk.stop();
    const again = await open();
    await hasItem(again, id);
    await saved(again);
  });

  it("is the database when records are put back: the decision stands, and the next start does it", async () => {
    const id = await saved();
    await plan(desk);
    choices.file = await backUp(desk);
    const later = await saved();
    await desk.get("backup.restore", { id: await lookInto(desk) });
    await desk.stop();
    const release = await heldFile(file());
    const out = await open();
    await isKeptOut(out);
    await out.stop();
    await release();
    const again = await open();
    await hasItem(again, id);
    expect(await again.ask("items.get", { id: later })).toMatchObject({ ok: false });
    expect(readdirSync(join(root, "profile")).some((name) => name.includes(".aside-"))).toBe(true);
  });

  it("is a backup: it is told as one that cannot be read, and read once it can be", async () => {
    await saved();
    await plan(desk);
    choices.file = await backUp(desk);
    const { chosen } = await desk.get("backup.chooseFile", {});
    const look = { id: chosen?.id ?? "", passphrase };
    const release = await heldFile(choices.file);
    expect(await desk.ask("backup.look", look)).toMatchObject({ ok: false });
    await release();
    expect(await desk.ask("backup.look", look)).toMatchObject({ ok: true });
  });

  it("is a backup that is too old: it stays, is no failure of the newest one, and goes with a later one", async () => {
    await plan(desk, false, 1);
    const word = /-([0-9a-f]{8})-\d{8}T/.exec(await backUp(desk))?.[1] ?? "";
    const old = join(root, "share", `front-desk-backup-x-${word}-20200101T000000Z.age`);
    writeFileSync(old, "old");
    const release = await heldFile(old);
    await backUp(desk);
    expect(existsSync(old)).toBe(true);
    await release();
    await backUp(desk);
    expect(existsSync(old)).toBe(false);
  });

  it("is a file of patients to import: it is told as unread, and read once it can be", async () => {
    choices.file = join(root, "patients.csv");
    writeFileSync(choices.file, "Patient Name,DOB\r\nJane Doe,03/25/84\r\n");
    const release = await heldFile(choices.file);
    expect(await desk.ask("import.choose", {})).toMatchObject({
      ok: false,
      failure: { why: { id: "import.file.unread" } },
    });
    await release();
    expect((await desk.get("import.choose", {})).file?.name).toBe(basename(choices.file));
  });

  it.each<[string, (path: string) => Promise<{ readonly ok: boolean }>]>([
    ["whole", (path) => writeWholeFile(path, "new")],
    [
      "in parts",
      (path) =>
        writeParts(
          path,
          (async function* () {
            yield "new";
          })(),
        ),
    ],
    ["in lines", (path) => writeLines(path, async (line) => line("new"))],
  ])("is one to be written over %s: that is said, and what was there stays", async (_how, write) => {
    const list = join(root, "list.csv");
    writeFileSync(list, "old");
    const release = await heldFile(list);
    expect(await write(list)).toMatchObject({ ok: false });
    expect(await readTextFile(list)).toMatchObject({ ok: false });
    await release();
    expect(readFileSync(list, "utf8")).toBe("old");
    expect(readdirSync(root).toSorted()).toEqual(["list.csv", "profile", "share"]);
    expect(await write(list)).toMatchObject({ ok: true });
    expect(readFileSync(list, "utf8")).toContain("new");
  });
});
