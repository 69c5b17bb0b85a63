import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import { itemStatuses, itemUpgrades } from "../../shared/outbox/item.ts";
import { firstDaySettings } from "../../shared/settings/settings.ts";
import { firstUndoSeconds } from "../../shared/outbox/undo-seconds.ts";
import { endpoints } from "../../shared/service-api/endpoints.ts";
import { getVersion } from "../../shared/core/stored.ts";
import { migrations } from "../../main/db/migrations.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { expectedProfile, profileName, serviceSecret } from "../fixtures/profiles/profile.ts";
import { recentBookings } from "../support/booking-lists.ts";
import { hasty, removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { heldPort } from "../support/held-port.ts";

const profiles = join(import.meta.dirname, "../fixtures/profiles");
const names = readdirSync(profiles).filter((name) => !name.endsWith(".ts"));

it("this version's own profile is among those that later versions must open", () => {
  expect(names).toContain(
    profileName(migrations.at(-1)?.version ?? 0, getVersion({ upgrades: itemUpgrades })),
  );
});

describe.each(names)("the profile %s", (name) => {
  const { port, made, items } = expectedProfile.parse(
    JSON.parse(readFileSync(join(profiles, name, "expected.json"), "utf8")),
  );
  let folder: string;
  let desk: TestDesk;
  let mock: MockService | null;
  let servicePort: number;

  const open = (): Promise<TestDesk> =>
    startDesk({
      ...hasty,
      directory: join(folder, "records"),
      secrets: fileSecrets(join(folder, "secrets.json")),
    });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-profile-"));
    cpSync(join(profiles, name), folder, { recursive: true });
    mock = null;
    // The service is another one each time, at another port.
    servicePort = await heldPort();
    const secrets = join(folder, "secrets.json");
    const kept = readFileSync(secrets, "utf8");
    const address = `http://127.0.0.1:${port}`;
    expect(kept).toContain(address);
    writeFileSync(secrets, kept.replaceAll(address, `http://127.0.0.1:${servicePort}`));
    desk = await open();
  });
  afterEach(async () => {
    await desk.stop();
    await mock?.close();
    removeFolder(folder);
  });

  /** The service, with what it had made. */
  async function startService(): Promise<MockService> {
    const service = await startMockService({ secret: serviceSecret, port: servicePort });
    mock = service;
    const paths = {
      patient: "createPatient",
      appointment: "bookAppointment",
      webhook: "registerWebhook",
    } as const;
    for (const { kind, body } of made) {
      const answer = await fetch(service.baseUrl + endpoints[paths[kind]].path, {
        method: "POST",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
    }
    return service;
  }
  const idsOf = (status: string): string[] =>
    items.filter((item) => item.status === status).map(({ id }) => id);
  const statusNow = async (id: string): Promise<string> => (await desk.get("items.get", { id })).status;

  it("has an item in every status, opens, and shows each as it was left", async () => {
    // What another desk holds needs a clinic: test/hub/desks.test.ts.
    const here = itemStatuses.filter((status) => status !== "elsewhere");
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(here));
    const listed = await desk.get("items.list", { kinds: [], statuses: [], limit: 200, offset: 0 });
    expect([listed.damaged, listed.newer]).toEqual([0, 0]);
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    for (const { id, kind, status, form } of items) {
      const item = await desk.get("items.get", { id });
      expect({ kind: item.kind, form: item.form }).toMatchObject({ kind, form });
      // What was on its way when the program was killed may or may not have been made.
      expect(item.status).toBe(status === "sending" ? "needs-checking" : status);
    }
    expect((await desk.get("patients.search", { text: "sample", limit: 20 })).patients).toHaveLength(2);
    const booked = await desk.get("bookings.list", recentBookings);
    expect(booked.rows.map((row) => typeof row !== "string" && row.id)).toEqual(
      items.filter(({ kind, status }) => kind === "booking" && status === "done").map(({ id }) => id),
    );
    expect(await desk.get("settings.get", {})).toMatchObject({
      theme: "dark",
      services: [{ id: 101 }],
      // Not among the settings of the first profile.
      openingHours: firstDaySettings.openingHours,
      undoSeconds: firstUndoSeconds,
    });
    // What follows does not wait for that.
    await desk.get("settings.save", { undoSeconds: 0 });
  });

  it("sends what waits, once, and what a person then says", async () => {
    // The desk finds the service as soon as it is there, and what it had made comes first.
    await desk.get("outbox.pause", { paused: true });
    const service = await startService();
    await desk.get("outbox.pause", { paused: false });
    await desk.get("connection.check", {});
    const byItself = [...idsOf("ready"), ...idsOf("waiting-for-patient")];
    await vi.waitFor(
      async () => {
        for (const id of byItself) expect(await statusNow(id)).toBe("done");
      },
      { timeout: 30_000, interval: 50 },
    );
    for (const id of idsOf("saved-for-later")) {
      expect((await desk.get("items.submit", { id, wait: true })).status).toBe("done");
    }
    for (const id of [...idsOf("needs-checking"), ...idsOf("sending")]) {
      expect((await desk.get("items.decide", { id, decision: "again" })).status).toBe("done");
    }
    const sent = service.ledger().slice(made.length);
    expect(sent).toHaveLength(byItself.length + 3);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(sent.length);
    // Nothing else went out by itself.
    for (const status of ["draft", "on-hold", "needs-card", "needs-editing", "discarded"]) {
      for (const id of idsOf(status)) expect(await statusNow(id)).toBe(status);
    }
  });

  it("has an activity log from here on, that is whole", async () => {
    await expect.poll(async () => (await desk.get("audit.state", {})).checkedAt).not.toBeNull();
    const { entries, altered, outside } = await desk.get("audit.state", {});
    expect({ altered, outside }).toEqual({ altered: null, outside: "same" });
    expect(entries).toBeGreaterThan(0);
    const { id } = items.find(({ status }) => status === "draft") ?? { id: "" };
    await desk.get("items.discard", { id });
    const filter = { ...anyEntry, group: "items" as const };
    const { rows } = await desk.get("audit.list", { from: 0, limit: 1, anchor: null, filter });
    expect(rows).toMatchObject([{ act: "discarded", record: id, more: { from: "draft", to: "discarded" } }]);
  });

  it("has what was practiced, and its card", async () => {
    await desk.get("session.signOut", {});
    await desk.get("session.practise", {});
    const drafts = await desk.get("items.list", { kinds: ["booking"], statuses: [], limit: 20, offset: 0 });
    expect(drafts.items).toHaveLength(1);
    const { earlier } = await desk.get("cards.ways", { itemId: drafts.items[0]?.id ?? "" });
    expect(drafts.items[0]).toMatchObject({ form: { billingType: "Bill to Patient" } });
    expect(earlier).toHaveLength(1);
  });
});
