import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostEnvironment } from "../../tools/chromium-host/launch.ts";
import { onlyWith } from "../support/only-with.ts";
import { startSecretService, type SecretService } from "../support/secret-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The command as a person runs it, on the Chromium host and without the end-to-end tests. */
const root = join(import.meta.dirname, "..", "..");

type Ran = { readonly status: number | null; readonly said: string; readonly table: string };

async function verify(env: Readonly<Record<string, string>>): Promise<Ran> {
  const out = join(temporaryFolder(), "table.md");
  const args = [
    join(root, "scripts/verify-electron.ts"),
    "--quick",
    "--built",
    "--release",
    temporaryFolder(),
    "--out",
    out,
  ];
  const [settings, temporary] = [temporaryFolder(), temporaryFolder()];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, XDG_CONFIG_HOME: settings, TMPDIR: temporary, ...hostEnvironment() },
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => said.push(part));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  // Nothing of it stays, and the person's own folder was not touched.
  expect(readdirSync(settings).filter((name) => name.includes("Front Desk"))).toEqual([]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("front-desk"))).toEqual([]);
  return {
    status,
    said: Buffer.concat(said).toString("utf8"),
    table: existsSync(out) ? readFileSync(out, "utf8") : "",
  };
}

describe("npm run verify:electron", onlyWith("secretService"), () => {
  let keychain: SecretService;
  beforeAll(async () => {
    keychain = await startSecretService({ prompts: "dismissed" });
  });
  afterAll(() => keychain.close());

  it("says in a table how Front Desk stands on a computer", async () => {
    const { status, said, table } = await verify({ ...keychain.env });
    expect(said).toBe(table);
    expect(table).toContain("- ran on: the Chromium host, not Electron's own program");
    expect(table).toMatch(/^\d+ passed, 0 failed, \d+ not run\.$/m);
    expect(table).toContain("| pass | development | the keychain gives a secret of 1,200 units back |");
    expect(table).toContain(
      "| not run | development | the page's origin is app://desk | needs Electron's own program |",
    );
    expect(table).toContain("| not run | package |");
    expect(table).toContain("- [ ] ");
    expect(status).toBe(0);
  });

  it("a computer without a keychain is a row that failed, and the command fails", async () => {
    const nowhere = "unix:path=/nowhere/bus";
    const { status, table } = await verify({ ...keychain.env, DBUS_SESSION_BUS_ADDRESS: nowhere });
    expect(table).toMatch(/^\d+ passed, 1 failed, \d+ not run\.$/m);
    expect(table).toContain("| fail | development | keychain | broke: unavailable |");
    expect(status).toBe(1);
  });

  it("the program's report of itself writes over no file that is there", async () => {
    const report = join(temporaryFolder(), "letter.txt");
    writeFileSync(report, "Dear Ann");
    const child = spawn(
      process.execPath,
      [join(root, "node_modules/electron/cli.js"), root, `--self-check=${report}`],
      { env: { ...process.env, ...keychain.env, ...hostEnvironment() }, stdio: "ignore" },
    );
    expect(await new Promise((resolve) => child.once("close", resolve))).not.toBe(0);
    expect(readFileSync(report, "utf8")).toBe("Dear Ann");
  });
});
