import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { readCheckMark } from "../../main/db/background-check.ts";
import { connect } from "../../main/db/connection.ts";
import { openStore } from "../../main/db/open.ts";
import { parsePatientQuery } from "../../main/db/search-query.ts";
import { StoreError } from "../../main/db/store-error.ts";
import type { OpenResult, Store } from "../../main/db/types.ts";
import { said } from "../../messages/saying.ts";
import { fakeClock, type FakeClock } from "../support/fake-clock.ts";
import { flipBit, keyOf } from "../support/store-files.ts";
import { account, bookingItem, bookingWith, idOf, patientRecord } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Place = { readonly directory: string; readonly secrets: SecretStore };
type Watched = { readonly clock: FakeClock; readonly told: string[] };

const newPlace = (): Place => ({
  directory: join(temporaryFolder(), "data"),
  secrets: createMemorySecretStore(),
});
const fileOf = ({ directory }: Place): string => join(directory, "front-desk.db");
const newWatch = (): Watched => ({ clock: fakeClock("2026-03-02T09:00:00Z"), told: [] });

const open = (place: Place, { clock, told }: Watched): Promise<OpenResult> =>
  openStore({
    ...place,
    random: systemRandom,
    watch: {
      clock,
      onLost: () => void told.push("lost"),
      onDamaged: (failure, files) => void told.push(`${said(failure.why)} ${files.length}`),
      onWritten: () => undefined,
    },
  });
async function opened(place: Place, watch: Watched): Promise<Store> {
  const result = await open(place, watch);
  if (!result.ok) throw new Error(said(result.failure.why));
  return result.value;
}
const rawOf = async (place: Place) => connect(fileOf(place), await keyOf(fileOf(place), place.secrets));

describe("a patient who is taken out", () => {
  /** Every byte of the file with the encryption taken off, pages as they are. */
  async function textOf(place: Place): Promise<string> {
    const copy = { ...place, directory: temporaryFolder() };
    copyFileSync(fileOf(place), fileOf(copy));
    const raw = await rawOf(copy);
    raw.pragma("journal_mode = delete");
    raw.pragma("rekey = ''");
    raw.close();
    return readFileSync(fileOf(copy), "latin1").toLowerCase();
  }
  /** Parts of their words, as they stand in records and in the index. */
  const traces = /qzx|vecret|0199887766|66778899/g;
  const erased = (number: number) =>
    patientRecord(number, {
      input: {
        lastName: `Qzx${number}vecret`,
        firstName: `Vecret${number}`,
        email: `vecret${number}@example.com`,
        externalId: `Vecret-${number}`,
        phone: "0199887766",
      },
    });

  test("leaves no byte of a name, an address or a number in the file, once nobody has typed for a moment", async () => {
    const place = newPlace();
    const watch = newWatch();
    let store = await opened(place, watch);
    // In groups, so that their words stand in several parts of the index and between others.
    for (let group = 0; group < 40; group += 1)
      store.transaction(({ patients }) => {
        for (let number = group * 50; number < group * 50 + 50; number += 1)
          patients.insert(
            number % 25 === 7
              ? erased(number)
              : patientRecord(number, { input: { lastName: `Name${number * 7_919}` } }),
          );
      });
    store.close();
    expect((await textOf(place)).match(traces)?.length).toBeGreaterThan(400);

    store = await opened(place, watch);
    store.transaction(({ patients }) => {
      for (let number = 7; number < 2_000; number += 25) patients.remove(idOf(number));
    });
    await watch.clock.advance(60_000);
    const query = parsePatientQuery("name0", { today: "2026-11-22", dateOrder: "month-first" });
    expect(
      store.read(({ patients }) => patients.search({ accountId: account, query, limit: 5 })).items,
    ).toEqual([patientRecord(0, { input: { lastName: "Name0" } })]);
    store.close();
    expect((await textOf(place)).match(traces)).toBeNull();
  });
});

test("parts of the search index that an earlier run did not merge are merged after a start, though nobody writes", async () => {
  const place = newPlace();
  const parts = async (): Promise<unknown> => {
    const raw = await rawOf(place);
    const count = raw.prepare("select count(distinct segid) from patient_names_idx").pluck().get();
    raw.close();
    return count;
  };
  const store = await opened(place, newWatch());
  for (let number = 1; number <= 9; number += 1)
    store.transaction(({ patients }) => patients.insert(patientRecord(number)));
  store.close();
  expect(await parts()).toBe(9);
  const watch = newWatch();
  const again = await opened(place, watch);
  await watch.clock.advance(60_000);
  again.close();
  expect(await parts()).toBe(1);
});

describe("a large file after an unclean end", () => {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-test-"));
  const place = { directory: join(folder, "data"), secrets: createMemorySecretStore() };
  const left = join(folder, "left");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  /** Large by its notes, with a log, as a program that was killed leaves it. */
  beforeAll(async () => {
    const store = await opened(place, newWatch());
    const notes = "long ".repeat(200_000);
    for (let number = 1; number <= 18; number += 1)
      store.transaction(({ items }) => items.insert(bookingWith(number, { notes })));
    store.transaction(({ patients }) => {
      for (let number = 1; number <= 2_000; number += 1) patients.insert(patientRecord(number));
    });
    store.close();
    const again = await opened(place, newWatch());
    again.transaction(({ items }) => items.insert(bookingItem(100)));
    cpSync(place.directory, left, { recursive: true, filter: (name) => !name.endsWith("-shm") });
    again.close();
  });
  function killed(): Place {
    const copy = { ...place, directory: join(temporaryFolder(), "data") };
    cpSync(left, copy.directory, { recursive: true });
    return copy;
  }
  /** Changes a bit of a page of that table. */
  async function damage(place: Place, table: string): Promise<void> {
    const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
    const pages = raw
      .prepare<unknown[], number>("select pageno from dbstat where name = ? and pagetype = 'leaf'")
      .pluck()
      .all(table);
    raw.close();
    flipBit(fileOf(place), ((pages[Math.floor(pages.length / 2)] ?? 1) - 1) * 4_096 + 2_000);
  }
  async function markOf(place: Place): Promise<unknown> {
    const raw = await rawOf(place);
    const mark = readCheckMark(raw);
    raw.close();
    return mark;
  }

  test("is checked to its end while the desk is open, over as many starts as that takes", async () => {
    const place = killed();
    const first = newWatch();
    const store = await opened(place, first);
    await first.clock.advance(30);
    store.close();
    expect(await markOf(place)).toBe("unchecked");
    // Another end, in order this time: what is left is checked all the same.
    const second = newWatch();
    const again = await opened(place, second);
    await second.clock.advance(60_000);
    again.close();
    expect(await markOf(place)).toBeNull();
    expect([...first.told, ...second.told]).toEqual([]);
  });

  test.each(["patients", "patient_names_data", "patient_whole_data"])(
    "whose %s are damaged: found while the desk is open, told, nothing saved from then on, refused next time",
    async (table) => {
      const place = killed();
      (await rawOf(place)).close();
      await damage(place, table);
      const watch = newWatch();
      // The log is gone by now: what an earlier start had not checked to its end.
      const raw = await rawOf(place);
      raw.prepare("insert or replace into meta (key, value) values ('check', 'unchecked')").run();
      raw.close();
      const store = await opened(place, watch);
      store.transaction(({ items }) => items.insert(bookingItem(200)));
      await watch.clock.advance(60_000);
      expect(watch.told).toEqual([expect.stringMatching(/damaged.* 3$/)]);
      expect(() => store.transaction(({ items }) => items.insert(bookingItem(201)))).toThrow(StoreError);
      store.close();
      expect(await open(place, newWatch())).toMatchObject({ ok: false, problem: "damaged" });
    },
  );

  test("whose items are damaged is not opened: nothing is sent from it", async () => {
    const place = killed();
    await damage(place, "items");
    const raw = await rawOf(place);
    raw.prepare("insert or replace into meta (key, value) values ('check', 'unchecked')").run();
    raw.close();
    expect(await open(place, newWatch())).toMatchObject({ ok: false, problem: "damaged" });
  });
});
