import { join } from "node:path";
import { systemRandom } from "../../../main/platform/system.ts";
import type { MigrationStep } from "../../../main/db/migrations.ts";
import { openStore } from "../../../main/db/open.ts";
import { fileSecrets } from "../file-secrets.ts";
import { laterMigrations } from "../later-migrations.ts";

/** Opens the store with later migrations and ends itself, without warning, at one step. Arguments: folder, step. */
const [folder = "", killAt = ""] = process.argv.slice(2);
const nameOf = ({ version, at }: MigrationStep): string => `${version}:${at}`;

await openStore({
  directory: join(folder, "data"),
  secrets: fileSecrets(join(folder, "secrets.json")),
  random: systemRandom,
  schema: {
    migrations: laterMigrations,
    onStep: (step) => {
      if (nameOf(step) === killAt) process.kill(process.pid, "SIGKILL");
    },
  },
});
