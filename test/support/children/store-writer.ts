import { writeSync } from "node:fs";
import { join } from "node:path";
import { systemRandom } from "../../../main/platform/system.ts";
import { openStore } from "../../../main/db/open.ts";
import { fileSecrets } from "../file-secrets.ts";
import { told } from "../told.ts";
import { bookingItem, patientRecord } from "../store-records.ts";

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
if (!opened.ok) throw new Error(told(opened.failure));

for (let number = Number(first); ; number += 1) {
  opened.value.transaction(({ items, patients, meta }) => {
    items.insert(bookingItem(number));
    patients.insert(patientRecord(number));
    meta.countSend();
  });
  writeSync(1, `${number}\n`);
}
