import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeParts } from "../../../main/platform/text-files.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { writeWholeFile } from "../../../main/platform/whole-file.ts";
import { openStore } from "../../../main/db/open.ts";
import { decidePutBack, finishPutBack } from "../../../main/db/put-back.ts";
import { writeLines } from "../../../main/features/import/write-lines.ts";
import { replaceAppImage } from "../../../main/features/updates/app-image.ts";
import { backupOf } from "../backup-of.ts";
import { fileSecrets } from "../file-secrets.ts";

/** Writes everything that must be whole after a power cut, each in a folder of its own below the one that is named. */
const [root = ""] = process.argv.slice(2);
const folderOf = (name: string): string => {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
};

const putBack = folderOf("put-back");
for (const name of ["front-desk.db", "front-desk.db-wal", "front-desk.db.restoring"])
  writeFileSync(join(putBack, name), name);
decidePutBack(putBack, new Date("2026-11-24T10:20:30Z"));
finishPutBack(putBack);

const secrets = fileSecrets(join(root, "secrets.json"));
const opened = await openStore({ directory: join(root, "records"), secrets, random: systemRandom });
if (!opened.ok) throw new Error(opened.problem);
opened.value.close();
await backupOf(join(root, "records"), { secrets, folder: folderOf("backup") });

const updated = folderOf("update");
const [running, downloaded] = [join(updated, "Front Desk.AppImage"), join(root, "downloaded")];
writeFileSync(running, "old");
writeFileSync(downloaded, "new");
const sha512 = createHash("sha512").update("new").digest("base64");
await replaceAppImage(downloaded, { file: running, wanted: { url: "x", size: 3, sha512 } });

const text = "a person's";
await writeWholeFile(join(folderOf("whole"), "file"), text);
await writeParts(
  join(folderOf("parts"), "file"),
  (async function* () {
    yield text;
  })(),
);
await writeLines(join(folderOf("lines"), "file"), async (write) => {
  await write(text);
});
