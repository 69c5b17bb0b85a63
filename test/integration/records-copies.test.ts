import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { EventPayload } from "../../shared/events.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingForm, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { told } from "../support/told.ts";

/** Two copies of one profile share the keychain. The judge is the service's own ledger. */
let folder: string;
let secrets: SecretStore;
let mock: MockService;
let port: number;
const service = () => ({
  secret: "kept over the service's restarts",
  databaseFile: join(folder, "service.sqlite3"),
  sampleData: true,
});

beforeEach(async () => {
  folder = temporaryFolder();
  secrets = createMemorySecretStore();
  mock = await startMockService(service());
  port = Number(new URL(mock.baseUrl).port);
});
afterEach(() => mock.close());

async function open(name: string, keychain: SecretStore = secrets): Promise<TestDesk> {
  const desk = await startDesk({ directory: join(folder, name), secrets: keychain, deadline: 10_000 });
  onTestFinished(() => desk.stop());
  return desk;
}
const signIn = (desk: TestDesk) =>
  desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
const offline = async (desk: TestDesk): Promise<void> => {
  await mock.close();
  await desk.get("connection.check", {});
};
const online = async (): Promise<void> => {
  mock = await startMockService({ ...service(), port });
};
const typed = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});

/** A booking that waits for the connection. */
async function queue(desk: TestDesk): Promise<string> {
  const { id } = await desk.get("items.create", { kind: "booking", form: typed });
  expect((await desk.get("items.submit", { id, wait: true })).status).toBe("ready");
  return id;
}
const copy = (from: string, to: string): void =>
  cpSync(join(folder, from), join(folder, to), { recursive: true });
const statusOf = async (desk: TestDesk, id: string): Promise<ItemStatus> =>
  (await desk.get("items.get", { id })).status;
const becomes = (desk: TestDesk, id: string, status: ItemStatus) =>
  expect.poll(() => statusOf(desk, id)).toBe(status);
const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
const problemsTold = (desk: TestDesk): EventPayload<"store.problem">[] =>
  desk.crossed
    .map((line): unknown => JSON.parse(line))
    .filter((event): event is [string, EventPayload<"store.problem">] => Array.isArray(event))
    .filter(([name]) => name === "store.problem")
    .map(([, payload]) => payload);

/** An older desk with a booking that waits, and a copy of its records; there is no connection. */
async function twoCopies(): Promise<{ older: TestDesk; id: string }> {
  const first = await open("older");
  await signIn(first);
  await offline(first);
  const id = await queue(first);
  await first.stop();
  copy("older", "newer");
  return { older: await open("older"), id };
}

describe("a profile that was copied with a queued booking, and runs twice on one keychain", () => {
  it("books once by itself: the copy that was opened last; the other stops, and says why", async () => {
    const { older, id } = await twoCopies();
    const newer = await open("newer");
    await online();
    await Promise.all([older.get("connection.check", {}), newer.get("connection.check", {})]);
    await becomes(newer, id, "done");
    await becomes(older, id, "needs-checking");
    expect(booked()).toBe(1);

    await expect.poll(() => problemsTold(older).length).toBe(1);
    expect(problemsTold(older)).toMatchObject([{ kind: "other-copy", files: [], maySetAside: false }]);
    expect(told((await older.get("app.info", {})).storeProblem?.failure)).toContain("Another copy");
    expect((await newer.get("app.info", {})).storeProblem).toBeNull();
    expect(told((await older.get("items.get", { id })).problem)).toContain("Another copy");
  });

  it("sends nothing more from the one that lost the desk, not even what is typed after that", async () => {
    const { older, id } = await twoCopies();
    const newer = await open("newer");
    await online();
    await older.get("connection.check", {});
    await becomes(older, id, "needs-checking");
    const late = await older.get("items.create", { kind: "booking", form: typed });
    expect((await older.get("items.submit", { id: late.id, wait: true })).status).toBe("ready");
    await newer.get("connection.check", {});
    await becomes(newer, id, "done");
    expect(booked()).toBe(1);
  });

  it("has the loser find out at its next start what the other may have booked, and says so", async () => {
    const first = await open("older");
    await signIn(first);
    await offline(first);
    const [one, two] = [await queue(first), await queue(first)];
    await first.stop();
    copy("older", "newer");
    const older = await open("older");
    const newer = await open("newer");
    await online();
    // As many attempts are counted here as there: the counts alone do not tell.
    await older.get("connection.check", {});
    await becomes(older, one, "needs-checking");
    await newer.get("items.discard", { id: one });
    await newer.get("connection.check", {});
    await becomes(newer, two, "done");
    await Promise.all([older.stop(), newer.stop()]);

    const again = await open("older");
    await becomes(again, two, "needs-checking");
    expect((await again.get("app.info", {})).recordsNotice.missing).toMatchObject({ otherCopy: true });
    expect(booked()).toBe(1);
  });

  it("is not taken for that when one desk is started again, or its keychain did not answer for a while", async () => {
    const desk = await open("older");
    await signIn(desk);
    await desk.stop();
    let isBusy = false;
    const busy =
      <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
      (...args: A) =>
        isBusy ? Promise.resolve(createSecretFailure("locked")) : work(...args);
    const again = await open("older", {
      get: busy(secrets.get),
      set: busy(secrets.set),
      delete: busy(secrets.delete),
    });
    for (const isLocked of [false, true, false]) {
      isBusy = isLocked;
      const { id } = await again.get("items.create", { kind: "booking", form: typed });
      expect((await again.get("items.submit", { id, wait: true })).status).toBe("done");
    }
    expect(problemsTold(again)).toEqual([]);
    expect(booked()).toBe(3);
  });
});
