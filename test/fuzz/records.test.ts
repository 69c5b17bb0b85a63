import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { item, itemUpgrades } from "../../shared/outbox/item.ts";
import { patientRecord, patientUpgrades } from "../../shared/patients/patient.ts";
import { settings as settingsSchema, settingsUpgrades } from "../../shared/settings/settings.ts";
import { stampVersion, type Shape } from "../../shared/core/stored.ts";
import { keptWebhookList, webhookListUpgrades } from "../../shared/webhooks/webhook-list.ts";
import type { RouteName } from "../../shared/routes.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { createKeptSession } from "../../main/features/session/kept-session.ts";
import { createFirstSettings } from "../../main/features/session/first-settings.ts";
import { noLock, readLock } from "../../main/features/lock/kept-lock.ts";
import { connect } from "../../main/db/connection.ts";
import { parseRow } from "../../main/db/rows.ts";
import { readWindowState } from "../../main/electron/window-state.ts";
import { fullPatient, bookingForm, sendPatient, startDesk } from "../support/desk-kit.ts";
import { generated } from "../support/cases.ts";
import { routeInputs } from "../support/route-inputs.ts";
import {
  bookingItem,
  patientItem,
  patientRecord as knownPatient,
  webhookItem,
} from "../support/store-records.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { damaged, expectClear, hostileText, oddObject, runs, times, withinMemory } from "./kit.ts";

type Kept = { readonly shape: Shape<z.ZodType>; readonly record: object };
const ofItems = { schema: item, upgrades: itemUpgrades };
/** A record of each kind, as it is kept. */
const kept: Readonly<Record<string, Kept>> = {
  "a patient to be sent": { shape: ofItems, record: patientItem(1) },
  "a booking": { shape: ofItems, record: bookingItem(2) },
  "a webhook": { shape: ofItems, record: webhookItem(3) },
  "a known patient": { shape: { schema: patientRecord, upgrades: patientUpgrades }, record: knownPatient(4) },
  settings: {
    shape: { schema: settingsSchema, upgrades: settingsUpgrades },
    record: createFirstSettings("America/New_York"),
  },
  "the list of webhooks": {
    shape: { schema: keptWebhookList, upgrades: webhookListUpgrades },
    record: { webhooks: [{ id: 1, url: "https://example.com/", events: ["a.b.v1"] }] },
  },
};

/** A record's JSON as a disk, a person or another version may have left it. */
const brokenJson = (record: object): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: damaged(JSON.stringify(record)) },
    {
      weight: 4,
      arbitrary: oddObject(record).map(
        (value) =>
          JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? 1 : each)) ?? "",
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom<unknown>(0, -1, 2, 99, 1e9, "1", null, 1.5), oddObject(record))
        .map(
          ([v, value]) =>
            JSON.stringify({ ...value, v }, (_key, each: unknown) => (typeof each === "bigint" ? 1 : each)) ??
            "",
        ),
    },
    { weight: 1, arbitrary: hostileText(100_000) },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 100, max: 60_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    },
  );

describe.each(Object.entries(kept))("%s that was kept", (_what, { shape, record }) => {
  const whole = stampVersion(shape, record);

  it("is read as it was written", () => {
    expect(parseRow(shape, JSON.stringify(whole))).toEqual(record);
  });

  it("and damaged since is a record of today's shape, or is called damaged or newer", async () => {
    await withinMemory({ kept: 30, peak: 300 }, () =>
      fc.assert(
        fc.property(brokenJson(whole), (json) => {
          const read: unknown = parseRow(shape, json);
          if (read === "damaged" || read === "newer") return;
          expect(shape.schema.safeParse(read).error).toBeUndefined();
        }),
        runs(600),
      ),
    );
  });
});

/** Where JSON stands in the database. */
const columns = [
  ["items", "json"],
  ["items", "notes"],
  ["items", "payload"],
  ["patients", "json"],
  ["settings", "json"],
  ["webhook_lists", "json"],
] as const;

/** Routes that show records, and change nothing. */
const reading: readonly RouteName[] = [
  "items.list",
  "items.part",
  "items.counts",
  "items.get",
  "patients.search",
  "patients.get",
  "patients.person",
  "patients.similar",
  "patients.byNumber",
  "bookings.list",
  "bookings.days",
  "bookings.counts",
  "webhooks.list",
  "settings.get",
  "retention.list",
  "audit.list",
  "import.get",
  "session.get",
];

it("a database whose rows were damaged opens, shows the rest, and keeps each row as it was", async () => {
  const rounds = times(4);
  for (let round = 0; round < rounds; round += 1) {
    const directory = join(temporaryFolder(), "records");
    const secrets = createMemorySecretStore();
    const first = await startDesk({ directory, secrets });
    await first.get("session.practise", {});
    await sendPatient(first, fullPatient);
    for (const time of ["9am", "10am", "11am"])
      await first.get("items.create", { kind: "booking", form: bookingForm({ time }) });
    await first.stop();

    const file = join(directory, "front-desk.db");
    const db = await connect(file, await keyOf(file, secrets));
    const left: {
      readonly table: string;
      readonly column: string;
      readonly rowid: unknown;
      readonly value: unknown;
    }[] = [];
    for (const [table, column] of columns) {
      const key = table === "settings" ? "scope" : table === "webhook_lists" ? "account_id" : "id";
      const rows = z
        .array(z.object({ key: z.string(), value: z.string().nullable() }))
        .parse(db.prepare(`select ${key} as key, ${column} as value from ${table}`).all());
      for (const [at, { key: rowKey, value }] of rows.entries()) {
        // Not all: what is in order has to be shown still.
        if (value === null || at % 2 === round % 2) continue;
        const object: unknown = column === "json" ? JSON.parse(value) : null;
        const make = typeof object === "object" && object !== null ? brokenJson(object) : damaged(value);
        const [broken = ""] = fc.sample(make, { numRuns: 1 });
        db.prepare(`update ${table} set ${column} = ? where ${key} = ?`).run(broken, rowKey);
        left.push({ table, column, rowid: rowKey, value: broken });
      }
    }
    db.close();
    expect(left.length).toBeGreaterThan(2);

    const desk = await startDesk({ directory, secrets });
    onTestFinished(() => desk.stop());
    for (const name of reading) {
      const answer = await desk.ask(name, routeInputs[name]);
      if (!answer.ok) {
        expectClear(answer.failure);
        expect([name, answer.failure.code, desk.logged.filter((line) => line.includes("ipc."))]).toEqual([
          name,
          expect.not.stringMatching(/^internal$/),
          [],
        ]);
      }
    }
    await desk.stop();
    generated(left.length);
  }
});

describe("what is kept beside the database", () => {
  const entry = (record: object) => fc.oneof(brokenJson(record), fc.constant(JSON.stringify(record)));

  it("of the lock is read, or a failure: never a desk without a PIN", async () => {
    const pin = { cost: 17, salt: "AAAAAAAAAAAAAAAAAAAAAA==", hash: "A".repeat(44), tries: 0 };
    await fc.assert(
      fc.asyncProperty(entry({ ...noLock, desk: pin, admin: pin }), async (text) => {
        const secrets = createMemorySecretStore();
        await secrets.set("desk-lock", text);
        const read = await readLock(secrets);
        if (read.ok) expect(read.value.after).toBeGreaterThanOrEqual(0);
        else expectClear(read.failure);
      }),
      runs(400),
    );
  });

  it("of the session is read, or nobody is signed in", async () => {
    const session = { kind: "service", serviceAddress: "https://x.example", accountId: "a", token: "t" };
    const nothing = () => undefined;
    await fc.assert(
      fc.asyncProperty(entry(session), async (text) => {
        const secrets = createMemorySecretStore();
        await secrets.set("session", text);
        const read = await createKeptSession(secrets, {
          info: nothing,
          warn: nothing,
          error: nothing,
        }).read();
        if (read !== null) expect(["practice", "service"]).toContain(read.kind);
      }),
      runs(400),
    );
  });

  it("of the window is a place, or the usual one is taken", () => {
    const file = join(temporaryFolder(), "window.json");
    const state = { bounds: { x: 0, y: 0, width: 10, height: 10 }, maximized: false };
    fc.assert(
      fc.property(entry(state), (text) => {
        writeFileSync(file, text);
        const read = readWindowState(file);
        if (read !== null) expect(Number.isInteger(read.bounds.width) && read.bounds.width > 0).toBe(true);
      }),
      runs(300),
    );
  });
});
