import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { secretFailure, type SecretStore } from "../../main/account/secret-store.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
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

it("a token that no keychain took is forgotten by signing out", async () => {
  const unavailable = () => Promise.resolve(secretFailure("unavailable"));
  const none: SecretStore = { get: unavailable, set: unavailable, delete: unavailable };
  const { directory } = desk;
  await startAgain({ directory: join(directory, "elsewhere"), secrets: none });
  await connect("opaque");
  expect(await desk.ask("session.signOut", {})).toMatchObject({ ok: true, value: { status: "signed-out" } });
  removeFolder(directory);
});
