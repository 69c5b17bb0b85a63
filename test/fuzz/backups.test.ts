import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { createRestoring } from "../../main/features/backup/restoring.ts";
import { badFiles, type Manifest } from "../../main/features/backup/content.ts";
import { createBackupDisk } from "../../main/features/backup/disk.ts";
import { encryptBackup } from "../../main/features/backup/envelope.ts";
import { buildTarEnd, buildTarHeader, buildTarPadding } from "../../main/features/backup/tar.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { openStore } from "../../main/db/open.ts";
import { backupOf } from "../support/backup-of.ts";
import { cheap, chooser, namesIn, passphrase } from "../support/backup-kit.ts";
import { generated } from "../support/cases.ts";
import { keyOf } from "../support/store-files.ts";
import { damaged, expectClear, hostileText, oddObject, runs, withinMemory } from "./kit.ts";

let folder: string;
/** A whole backup, and what it is made of. */
let whole: Buffer;
let key: Buffer;
let database: Buffer;
let says: Manifest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-fuzz-"));
  const directory = join(folder, "records");
  const secrets = createMemorySecretStore();
  const opened = await openStore({ directory, secrets, random: systemRandom });
  if (!opened.ok) throw new Error("no records");
  opened.value.close();
  whole = readFileSync(await backupOf(directory, { secrets, folder }));
  const file = join(directory, "front-desk.db");
  database = readFileSync(file);
  key = (await keyOf(file, secrets)).bytes;
  says = {
    format: "front-desk-backup",
    formatVersion: 1,
    desk: "front-1",
    at: "2031-03-04T09:00:00.000Z",
    version: "0.0.0",
    layout: 7,
    counts: { patients: 1, bookings: 2, waiting: 3 },
    database: described(database),
  };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const described = (bytes: Uint8Array): Manifest["database"] => ({
  bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
const entry = (name: string, content: Uint8Array): Buffer =>
  Buffer.concat([buildTarHeader(name, content.length), content, buildTarPadding(content.length)]);

async function enveloped(parts: Iterable<Uint8Array>): Promise<Buffer> {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield* parts;
  };
  const out: Uint8Array[] = [];
  for await (const part of await encryptBackup(source(), { passphrase, cost: cheap })) out.push(part);
  return Buffer.concat(out);
}
const made = (
  manifest: string,
  { ofKey = key, ofDatabase = database }: { readonly ofKey?: Buffer; readonly ofDatabase?: Buffer } = {},
): Buffer[] => [
  entry("manifest.json", Buffer.from(manifest)),
  entry("database.key", ofKey),
  entry("front-desk.db", ofDatabase),
  buildTarEnd(),
];

/** Reads a file as a restore does, to the opened database: whole, or refused in words with nothing left of it. */
async function takeIn(file: string): Promise<string> {
  const directory = join(folder, "new");
  const restore = createRestoring({
    directory,
    secrets: createMemorySecretStore(),
    clock: systemClock,
    random: systemRandom,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...chooser({ folder: null, file }),
    disk: createBackupDisk(systemClock),
    onChange: () => undefined,
    onStep: () => undefined,
  });
  await restore.choose();
  const failure = await restore.look(restore.chosen()?.id ?? "", passphrase);
  if (failure === null) expect(restore.chosen()?.facts?.layout).toBeGreaterThan(0);
  else {
    expectClear(failure);
    expect(restore.chosen()?.facts).toBeNull();
    expect(namesIn(directory)).toEqual([]);
  }
  await restore.close();
  expect(namesIn(directory)).toEqual([]);
  const why = failure?.why;
  return why === undefined ? "whole" : "id" in why ? (why.id.split(".").at(-1) ?? "") : "?";
}
async function takeInBytes(bytes: Uint8Array): Promise<string> {
  const file = join(folder, "hostile.age");
  writeFileSync(file, bytes);
  const how = await takeIn(file);
  expect(["whole", ...badFiles]).toContain(how);
  return how;
}

/** A part of the bytes changed. As text of one byte each, it is what `damaged` does to a text. */
const broken = (bytes: () => Buffer): fc.Arbitrary<Buffer> =>
  fc
    .constant(null)
    .chain(() => damaged(bytes().toString("latin1")).map((text) => Buffer.from(text, "latin1")));
const oneBit = (bytes: () => Buffer): fc.Arbitrary<Buffer> =>
  fc.nat().map((place) => {
    const changed = Buffer.from(bytes());
    const at = place % changed.length;
    changed[at] = (changed[at] ?? 0) ^ (1 << (place % 8));
    return changed;
  });

describe("the file of a backup", () => {
  it("is whole or refused in words, whatever became of its bytes, and nothing is left of it", async () => {
    expect(await takeInBytes(whole)).toBe("whole");
    const head = (): Buffer => whole.subarray(0, 220);
    const bytes = fc.oneof(
      { weight: 3, arbitrary: broken(() => whole) },
      { weight: 3, arbitrary: oneBit(() => whole) },
      { weight: 3, arbitrary: broken(head).map((start) => Buffer.concat([start, whole.subarray(220)])) },
      { weight: 1, arbitrary: hostileText(300_000).map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5_000 }).map((raw) => Buffer.from(raw)) },
    );
    // A passphrase's cost of 18 takes 256 MiB, and none may be higher.
    await withinMemory({ kept: 30, peak: 600 }, () =>
      fc.assert(
        fc.asyncProperty(bytes, async (file) => {
          const how = await takeInBytes(file);
          expect(how === "whole").toBe(file.equals(whole));
        }),
        runs(400),
      ),
    );
  });

  it("of its right passphrase is refused where anything in it is not what a desk writes", async () => {
    const text = fc.oneof(
      damaged(JSON.stringify({ format: "front-desk-backup", formatVersion: 1 })),
      hostileText(20_000),
      fc.constant(null).chain(() => oddObject(says).map((odd) => JSON.stringify(odd, bare) ?? "")),
      fc.constant(null).chain(() => damaged(JSON.stringify(says))),
    );
    const inside = fc.oneof(
      { weight: 4, arbitrary: text.map((manifest) => made(manifest)) },
      { weight: 3, arbitrary: broken(() => Buffer.concat(made(JSON.stringify(says)))).map((tar) => [tar]) },
      { weight: 2, arbitrary: oneBit(() => Buffer.concat(made(JSON.stringify(says)))).map((tar) => [tar]) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3_000 }).map((raw) => [raw]) },
    );
    expect(await takeInBytes(await enveloped(made("{}")))).toBe("not-backup");
    expect(await takeInBytes(await enveloped(made(JSON.stringify(says)).slice(0, 2)))).toBe("damaged");
    await withinMemory({ kept: 30, peak: 400 }, () =>
      fc.assert(
        fc.asyncProperty(inside, async (parts) => void (await takeInBytes(await enveloped(parts)))),
        runs(400),
      ),
    );
  });

  it("may hold a database of anything under the right digest: it opens or it is damaged", async () => {
    const databases = fc.oneof(
      broken(() => database),
      oneBit(() => database),
      // The words that its own key is known by stay, and what comes after them is somebody's.
      fc.uint8Array({ maxLength: 60_000 }).map((raw) => Buffer.concat([database.subarray(0, 24), raw])),
      hostileText(50_000).map((text) => Buffer.from(`x${text}`)),
    );
    await withinMemory({ kept: 30, peak: 400 }, () =>
      fc.assert(
        fc.asyncProperty(databases, async (ofDatabase) => {
          fc.pre(ofDatabase.length > 0);
          const manifest = JSON.stringify({ ...says, database: described(ofDatabase) });
          const how = await takeInBytes(await enveloped(made(manifest, { ofDatabase })));
          expect(["whole", "damaged"]).toContain(how);
        }),
        runs(200),
      ),
    );
  });

  it("of gigabytes is never in memory, nor on the disk beside the records, whole", async () => {
    const file = join(folder, "long.age");
    const sizes = [whole.length - 200, 2_000, 100];
    await withinMemory({ kept: 20, peak: 200 }, async () => {
      for (const size of sizes) {
        writeFileSync(file, whole.subarray(0, size));
        truncateSync(file, 8 * 2 ** 30);
        expect(["damaged", "not-backup"]).toContain(await takeIn(file));
      }
      writeFileSync(file, "");
      truncateSync(file, 8 * 2 ** 30);
      expect(await takeIn(file)).toBe("not-backup");
    });
    generated(sizes.length + 1);
  });

  it("whose inside is larger than it says is refused at the first byte too many", async () => {
    const many = function* (): Generator<Uint8Array> {
      yield* made(JSON.stringify(says));
      for (let count = 0; count < 400; count += 1) yield Buffer.alloc(100_000);
    };
    expect(await takeInBytes(await enveloped(many()))).toBe("not-backup");
    generated(1);
  });
});

const bare = (_name: string, each: unknown): unknown => (typeof each === "bigint" ? 1 : each);
