import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { bookingForm, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { onlyWith, type Need } from "../support/only-with.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { told as toldBy } from "../../test/support/told.ts";

/** The files of the records are deleted or replaced, between runs and while the desk has them open. */
let directory: string;
let secrets: SecretStore;
let service: FakeService;
let desk: TestDesk;
const file = (end = ""): string => join(directory, `front-desk.db${end}`);

beforeEach(async () => {
  directory = join(temporaryFolder(), "records");
  secrets = createMemorySecretStore();
  service = await startFakeService();
  onTestFinished(() => service.close());
  desk = await open();
  await desk.get("session.connect", {
    serviceAddress: service.baseUrl,
    token: "opaque",
    sameAccount: null,
  });
});

async function open(options: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const opened = await startDesk({ directory, secrets, ...options });
  onTestFinished(() => opened.stop());
  return opened;
}
const typed = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});
const save = (at: TestDesk) => at.ask("items.create", { kind: "booking", form: typed });
const info = (at: TestDesk) => at.get("app.info", {});
const posts = (): number => service.requests.filter(({ method }) => method === "POST").length;
const told = (at: TestDesk, name: string): unknown[] =>
  at.crossed.filter((line) => line.startsWith(`["${name}"`)).map((line): unknown => JSON.parse(line));

describe("records that were deleted between two runs", () => {
  it("are no silent empty desk: it says where they are looked for, takes nothing in and sends nothing", async () => {
    await save(desk);
    await desk.stop();
    for (const end of ["", "-wal", "-shm"]) rmSync(file(end), { force: true });
    const requests = service.requests.length;
    const again = await open();
    const { storeProblem } = await info(again);
    expect(storeProblem).toMatchObject({ kind: "missing", files: [file()], maySetAside: true });
    expect(toldBy(storeProblem?.failure)).toContain(file());
    expect(toldBy(storeProblem?.failure)).toContain("backup");
    for (const answer of [await save(again), await again.ask("session.practise", {})])
      expect(answer).toMatchObject({ ok: false, failure: { code: "store" } });
    expect(service.requests.length).toBe(requests);
    expect(existsSync(file())).toBe(false);
  });

  it("are there again when the file is put back", async () => {
    const saved = await save(desk);
    await desk.stop();
    renameSync(file(), file(".elsewhere"));
    await (await open()).stop();
    renameSync(file(".elsewhere"), file());
    const again = await open();
    expect((await info(again)).storeProblem).toBeNull();
    const id = saved.ok ? saved.value.id : "";
    expect((await again.get("items.get", { id })).status).toBe("draft");
  });

  it("are begun anew when a person says so, and are not looked for after that", async () => {
    await save(desk);
    await desk.stop();
    rmSync(file());
    const again = await open();
    expect(await again.get("app.setRecordsAside", {})).toEqual({ files: [] });
    await again.stop();
    const anew = await open();
    expect((await info(anew)).storeProblem).toBeNull();
    expect((await save(anew)).ok).toBe(true);
  });

  it("of another profile with the same keychain are not missed here", async () => {
    const other = await startDesk({ directory: join(temporaryFolder(), "records"), secrets });
    onTestFinished(() => other.stop());
    expect((await info(other)).storeProblem).toBeNull();
  });
});

const replacedBy = async (): Promise<void> => {
  copyFileSync(file(), file(".older"));
  await save(desk);
  renameSync(file(".older"), file());
};

describe("records that go away while the desk has them open", () => {
  const takenAway = (): void => renameSync(directory, `${directory}.away`);
  describe.each<[string, Need, () => void | Promise<void>]>([
    ["the database is deleted", "openFilesRemoved", () => rmSync(file())],
    ["the log is deleted", "openFilesRemoved", () => rmSync(file("-wal"))],
    ["both are deleted", "openFilesRemoved", () => ["", "-wal"].forEach((end) => rmSync(file(end)))],
    ["the folder is renamed", "openFolderRenamed", takenAway],
    ["an older copy is put in its place", "openFilesRemoved", replacedBy],
  ])("%s", (_what, need, take) => {
    it(
      "nothing is said to be saved any more, nothing is sent, and the window is told",
      onlyWith(need),
      async () => {
        const { id } = await desk.get("items.create", { kind: "booking", form: typed });
        await take();
        expect(await save(desk)).toMatchObject({ ok: false, failure: { code: "store" } });
        expect(
          await desk.ask("items.saveForm", { id, content: { kind: "booking", form: typed } }),
        ).toMatchObject({ ok: false });
        expect((await desk.ask("items.submit", { id, wait: true })).ok).toBe(false);
        expect(told(desk, "store.problem")).toMatchObject([["store.problem", { kind: "lost" }]]);
        expect((await info(desk)).storeProblem).toMatchObject({ kind: "lost", maySetAside: false });
        expect(posts()).toBe(0);
      },
    );
  });

  describe.each<[string, Need, () => void]>([
    ["the file is", "openFilesRemoved", () => rmSync(file(), { force: true })],
    ["its folder is", "openFolderRenamed", () => existsSync(directory) && takenAway()],
  ])("a booking on its way to the wire", (what, need, take) => {
    it(`is not sent after ${what} gone`, onlyWith(need), async () => {
      const { id } = await desk.get("items.create", { kind: "booking", form: typed });
      await desk.stop();
      desk = await open({ trace: (point) => point === "intent-begun" && take() });
      await desk.ask("items.submit", { id, wait: true });
      expect(posts()).toBe(0);
      expect(told(desk, "store.problem")).toHaveLength(1);
    });
  });

  it("Windows lets nobody delete or replace them, and the desk works on", onlyWith("windows"), async () => {
    copyFileSync(file(), file(".older"));
    for (const end of ["", "-wal"]) {
      expect(() => rmSync(file(end))).toThrow();
      expect(() => renameSync(file(".older"), file(end))).toThrow();
    }
    const saved = await save(desk);
    expect(saved).toMatchObject({ ok: true });
    expect((await info(desk)).storeProblem).toBeNull();
    await desk.stop();
    const again = await open();
    const id = saved.ok ? saved.value.id : "";
    expect((await again.get("items.get", { id })).status).toBe("draft");
  });

  it(
    "what was saved by then is kept beside them, and opens under their name",
    onlyWith("openFilesRemoved"),
    async () => {
      const { id } = await desk.get("items.create", { kind: "booking", form: typed });
      rmSync(file());
      rmSync(file("-wal"));
      const refused = await save(desk);
      await desk.stop();
      const [kept = ""] = readdirSync(directory).filter(
        (name) => name.includes(".kept-") && !name.endsWith(".log"),
      );
      expect(JSON.stringify(refused)).toContain(kept);
      const missing = await open();
      expect((await info(missing)).storeProblem?.files).toEqual([file(), join(directory, kept)]);
      await missing.stop();
      renameSync(join(directory, kept), file());
      const again = await open();
      expect((await again.get("items.get", { id })).status).toBe("draft");
      expect((await info(again)).recordsNotice.missing).toBeNull();
    },
  );

  it(
    "loses nothing when only the log went: it is merged before anything else",
    onlyWith("openFilesRemoved"),
    async () => {
      const { id } = await desk.get("items.create", { kind: "booking", form: typed });
      rmSync(file("-wal"));
      expect((await save(desk)).ok).toBe(false);
      // As after a power cut: nobody closes the database.
      copyFileSync(file(), file(".then"));
      await desk.stop();
      rmSync(file());
      renameSync(file(".then"), file());
      const again = await open();
      expect((await again.get("items.get", { id })).status).toBe("draft");
    },
  );
});
