import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { connectReadOnly } from "../../main/db/connection.ts";
import { openStore } from "../../main/db/open.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { keyOf } from "../support/store-files.ts";
import { account, bookingWith, idOf, known, patientItem, patientRecord } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Texts of a patient that stand nowhere else, whole words of the index among them. */
const marks = ["zyxforgotten", "qwvmiddleton", "jkqstreet", "5550187766", "vbnnotes", "xkcd@zz.example"];

test("a patient who is deleted leaves no byte in the records or their log", async () => {
  const directory = join(temporaryFolder(), "data");
  const secrets = createMemorySecretStore();
  const clock = fakeClock("2026-11-22T15:00:00Z");
  const opened = await openStore({
    directory,
    secrets,
    random: systemRandom,
    watch: {
      clock,
      onLost: () => undefined,
      onDamaged: () => undefined,
      onWritten: () => undefined,
    },
  });
  if (!opened.ok) throw new Error(opened.problem);
  const store = opened.value;
  const file = join(directory, "front-desk.db");
  /** What stands in the file under its encryption, in pages that are in use or free; the log has to be empty. */
  async function found(): Promise<string[]> {
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const copy = join(temporaryFolder(), "copy.db");
    copyFileSync(file, copy);
    const db = await connectReadOnly(copy, await keyOf(copy, secrets));
    const bytes = db.serialize().toString("latin1").toLowerCase();
    db.close();
    return marks.filter((mark) => bytes.includes(mark));
  }
  const [first, last, address, phone, notes, email] = marks as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const forgotten = patientRecord(50, {
    patientId: 50,
    input: { firstName: first, lastName: last, address, phone, email },
  });
  const { firstName, lastName } = forgotten.input;
  store.transaction(({ items, patients }) => {
    for (let number = 1; number <= 120; number += 1)
      patients.insert(number === 50 ? forgotten : patientRecord(number));
    for (let number = 201; number <= 320; number += 1)
      items.insert(bookingWith(number, { patient: known(number - 200) }, { status: "done" }));
    const long = `${notes} `.repeat(4_000);
    items.insert(bookingWith(401, { patient: known(50), notes: long }, { status: "done" }));
    items.insert(
      bookingWith(402, { patient: { kind: "number", text: "50" }, notes }, { status: "discarded" }),
    );
    const form = { ...patientItem(403).form, firstName, lastName, address, phone, email };
    items.insert(patientItem(403, { form, patientRecordId: idOf(50), status: "done" }));
  });
  // The log is merged, and the index written anew, when nobody has typed for a moment.
  await clock.advance(60_000);
  expect(await found()).toEqual(marks);

  store.transaction(({ retention }) => retention.erase(account, { ids: [idOf(50)], others: [] }));
  await clock.advance(60_000);
  expect(await found()).toEqual([]);
  const left = store.read(({ patients, items }) => [
    patients.find(account, idOf(51)) !== null,
    items.find(idOf(251)) !== null,
    items.find(idOf(250)) !== null,
  ]);
  expect(left).toEqual([true, true, false]);
  store.close();
  expect(await found()).toEqual([]);
});
