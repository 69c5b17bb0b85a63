import { writeSync } from "node:fs";
import { join } from "node:path";
import { ok } from "../../../contract/failure.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { openStore } from "../../../main/store/open.ts";
import { fileSecrets } from "../file-secrets.ts";
import { bookingItem, noIndex, patientRecord } from "../store-records.ts";
import { said } from "../../../messages/saying.ts";

/**
 * Saves records without end, each transaction a booking and its patient, and prints a record's number the
 * moment its transaction was acknowledged. Arguments: folder, first number.
 */
const [folder = "", first = "1"] = process.argv.slice(2);
const opened = await openStore({
  directory: join(folder, "data"),
  secrets: fileSecrets(join(folder, "secrets.json")),
  random: systemRandom,
});
if (!opened.ok) throw new Error(said(opened.failure.why));

for (let number = Number(first); ; number += 1) {
  const saved = opened.value.transaction(({ items, patients, meta }) => {
    items.insert({ item: bookingItem(number), index: noIndex });
    patients.insert(patientRecord(number));
    meta.countSend();
    return ok(null);
  });
  if (!saved.ok) throw new Error(said(saved.failure.why));
  writeSync(1, `${number}\n`);
}
