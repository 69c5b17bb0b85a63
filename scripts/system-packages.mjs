// What the Chromium host and the tests need of the system, where it is Debian or like it. Runs on Node 20.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Command that shows whether it is there -> Debian's package. */
const needed = {
  host: { chromium: "chromium" },
  tests: {
    chromium: "chromium",
    "dbus-run-session": "dbus",
    "gnome-keyring-daemon": "gnome-keyring",
    "secret-tool": "libsecret-tools",
    strace: "strace",
    pg_dump: "postgresql",
    pgbouncer: "pgbouncer",
  },
  speech: {
    Xvfb: "xvfb",
    orca: "orca",
    xdotool: "xdotool",
    openbox: "openbox",
    gdbus: "libglib2.0-bin",
    // The bus for assistive technology comes with Orca; it is not installed where only Orca's own files are.
    "speech-dispatcher": "speech-dispatcher at-spi2-core",
  },
  model: { spin: "spin", gcc: "gcc" },
  cluster: {
    pg_dump: "postgresql",
    pgbouncer: "pgbouncer",
    // Debian's Patroni brings no client of etcd.
    patroni: "patroni python3-etcd",
    etcd: "etcd-server",
    haproxy: "haproxy",
  },
};

const isThere = (command) =>
  ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/bin", "/snap/bin"].some((folder) =>
    existsSync(`${folder}/${command}`),
  );

/** Installs the missing packages of a set when this is root on Debian; else names them. True when all are there. */
export function systemPackages(set) {
  if (process.platform !== "linux" || (set === "host" && process.env.CHROMIUM_PATH !== undefined))
    return true;
  const missing = Object.entries(needed[set]).filter(([command]) => !isThere(command));
  if (missing.length === 0) return true;
  const packages = missing.flatMap(([, names]) => names.split(" "));
  if (process.getuid?.() !== 0 || !isThere("apt-get")) {
    console.error(
      `Missing on this computer: ${packages.join(", ")}. On Debian or Ubuntu: sudo apt-get install ${packages.join(" ")}`,
    );
    return false;
  }
  console.log(`Installing ${packages.join(", ")}…`);
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return withoutServices(
    () => apt("update") && apt("install", "-y", "--no-install-recommends", ...packages, "fonts-liberation"),
  );
}

/** What is installed is started by who needs it, on a port of its own. */
function withoutServices(install) {
  const policy = "/usr/sbin/policy-rc.d";
  if (existsSync(policy)) return install();
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(policy);
  }
}
