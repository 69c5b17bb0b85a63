import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSecretFailure, type SecretStore } from "../../main/platform/secret-store.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { connect as connectRecords } from "../../main/db/connection.ts";
import { keyOf } from "../support/store-files.ts";
import { bookingForm, removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";

let desk: TestDesk;
let service: FakeService;
beforeEach(async () => {
  desk = await startDesk();
  service = await startFakeService();
});
afterEach(async () => {
  await desk.stop();
  await service.close();
  removeFolder(desk.directory);
});

const startAgain = async (options: Parameters<typeof startDesk>[0] = {}): Promise<void> => {
  await desk.stop();
  desk = await startDesk({ directory: desk.directory, secrets: desk.secrets, ...options });
};
const connect = (token: string) =>
  desk.ask("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
const damage = (name: string): void =>
  writeFileSync(join(desk.directory, name), "not a database at all".repeat(100));

describe("a start", () => {
  it("in practice whose records are damaged opens signed out, and says where those are", async () => {
    await desk.get("session.practise", {});
    await desk.stop();
    damage("practice.sqlite3");
    await startAgain();
    expect((await desk.get("session.get", {})).session.status).toBe("signed-out");
    const refused = await desk.ask("session.practise", {});
    expect(refused).toMatchObject({ ok: false, failure: { code: "store" } });
    expect(JSON.stringify(refused)).toContain("practice.sqlite3");
    expect((await connect("opaque")).ok).toBe(true);
  });

  it("with new records after the old were set aside still knows whose they are", async () => {
    await connect("opaque-one");
    await desk.stop();
    damage("front-desk.db");
    await startAgain();
    await desk.get("app.setRecordsAside", {});
    await startAgain();
    const { id } = await desk.get("items.create", { kind: "booking", form: bookingForm({}) });
    // Another account without a name: its bookings would be out of reach for ever.
    expect(await connect("opaque-two")).toMatchObject({
      ok: false,
      failure: { code: "account-question" },
    });
    expect((await desk.ask("items.get", { id })).ok).toBe(true);
  });
});

it("records that may be whole are not set aside", async () => {
  await desk.stop();
  const file = join(desk.directory, "front-desk.db");
  const db = await connectRecords(file, await keyOf(file, desk.secrets));
  db.pragma("user_version = 999");
  db.close();
  desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
  expect((await desk.get("app.info", {})).storeProblem).toMatchObject({ maySetAside: false });
  expect(await desk.ask("app.setRecordsAside", {})).toMatchObject({
    ok: false,
    failure: { code: "refused" },
  });
  expect(existsSync(file)).toBe(true);
});

const booking = bookingForm({
  patient: { kind: "number", text: "5" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});

describe("a restored backup", () => {
  const file = (): string => join(desk.directory, "front-desk.db");
  const send = async (): Promise<void> => {
    const { id } = await desk.get("items.create", { kind: "booking", form: booking });
    expect((await desk.get("items.submit", { id, wait: true })).status).toBe("done");
  };

  it("is noticed, though the keychain did not give the count at the start", async () => {
    const token = jwtOf({ iss: "elm", sub: "clinic" }, "kept");
    await connect(token);
    await desk.stop();
    const backup = `${file()}.backup`;
    copyFileSync(file(), backup);
    await startAgain();
    await send();
    await send();
    await desk.get("session.signOut", {});
    await desk.stop();

    copyFileSync(backup, file());
    const kept = desk.secrets;
    let isBusy = true;
    const get: SecretStore["get"] = (name) =>
      isBusy && name.startsWith("send-counter")
        ? Promise.resolve(createSecretFailure("locked"))
        : kept.get(name);
    await startAgain({ secrets: { ...kept, get } });
    await connect(token);
    await send();
    const { id } = await desk.get("items.create", { kind: "booking", form: booking });
    isBusy = false;
    await startAgain();
    // That send was not counted over the higher count.
    expect((await desk.get("items.get", { id })).status).toBe("needs-checking");
  });
});

it("a token that no keychain took is forgotten by signing out", async () => {
  const unavailable = () => Promise.resolve(createSecretFailure("unavailable"));
  const none: SecretStore = { get: unavailable, set: unavailable, delete: unavailable };
  const { directory } = desk;
  await startAgain({ directory: join(directory, "elsewhere"), secrets: none });
  await connect("opaque");
  expect(await desk.ask("session.signOut", {})).toMatchObject({ ok: true, value: { status: "signed-out" } });
  removeFolder(directory);
});
