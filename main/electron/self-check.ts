import { app, type WebContents } from "electron";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { url as inspectorUrl } from "node:inspector";
import { release } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createKeytarSecretStore } from "../features/session/keytar-secret-store.ts";
import { listManagedFields } from "../../shared/policy/policy.ts";
import { longestPart } from "../features/session/secret-parts.ts";
import { createMemorySecretStore, type SecretResult } from "../platform/secret-store.ts";
import { systemClock, systemRandom } from "../platform/system.ts";
import { findPolicyPlace } from "../features/policy/policy-place.ts";
import { readPolicy } from "../features/policy/policy-source.ts";
import { waitAtMost } from "../platform/within.ts";
import type { SelfCheckReport } from "./self-check-report.ts";
import { readSystemCertificates } from "../http/authorities.ts";
import { createSystemDispatchers } from "../http/dispatcher.ts";
import { readWays } from "../http/proxies.ts";
import { readFirstBytes, getStoreFile } from "../db/files.ts";
import { openStore } from "../db/open.ts";
import type { Program } from "./program.ts";
import { findSystemProxy } from "./window.ts";

/** Milliseconds for one part: a keychain may be asking a person. */
const longestPartTime = 130_000;
/** Milliseconds for the window to be there to be seen. */
const seenWithin = 5_000;

class Broken extends Error {
  constructor(code: string) {
    super(code);
    this.name = code;
  }
}

/** What a thrown thing may tell: its code or its name, as its text may hold a path. */
function codeOf(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
}

async function part<T>(work: () => Promise<T>): Promise<T | { broke: string }> {
  try {
    const done = await waitAtMost(work(), { clock: systemClock, milliseconds: longestPartTime });
    return done === null ? { broke: "timeout" } : done.value;
  } catch (error) {
    return { broke: codeOf(error) };
  }
}

function programFacts(): SelfCheckReport["program"] {
  return {
    name: app.getName(),
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    electron: process.versions["electron"] ?? "",
    chrome: process.versions["chrome"] ?? "",
    node: process.versions.node,
    platform: process.platform,
    processor: process.arch,
    system: release(),
    isDebugged: inspectorUrl() !== undefined,
  };
}

const loaded = z.object({ sharedObjects: z.array(z.string()) });

/** After the database and the keychain: their modules are loaded then. */
async function fileFacts() {
  // Names of hosts take their time, and are nobody's business. Not in Node's types yet.
  Reflect.set(process.report, "excludeNetwork", true);
  const { sharedObjects } = loaded.parse(process.report.getReport());
  return {
    areInArchive: /[/\\]app\.asar([/\\]|$)/.test(app.getAppPath()),
    nativeModules: sharedObjects
      .filter((path) => path.endsWith(".node"))
      .map((path) => ({ name: basename(path), isBesideArchive: /[/\\]app\.asar\.unpacked[/\\]/.test(path) })),
  };
}

/** Counts what the pages complain of. Before the first one is made. */
function countComplaints(): () => number {
  let count = 0;
  app.on("web-contents-created", (_event, contents: WebContents) => {
    contents.on("console-message", ({ level }) => {
      if (level === "error") count += 1;
    });
  });
  return () => count;
}

/** Runs in the page. `more` is a script of the page's folder that may not be loaded yet. */
const probe = (more: string): string => `(async () => {
  const inline = document.createElement("script");
  try {
    inline.textContent = "globalThis.selfCheckRan = true";
    document.head.append(inline);
  } catch {}
  const answer = await window.desk.invoke("app.info", {});
  return {
    origin: location.origin,
    isSecureContext,
    moduleScripts: document.querySelectorAll("script[type=module]").length,
    isAnswered: answer.ok,
    loadedMore: await import(${JSON.stringify(more)}).then(() => true, () => false),
    fetch: await fetch("https://example.com/").then(() => "sent", () => "refused"),
    inlineScript: globalThis.selfCheckRan === true ? "ran" : "refused",
  };
})()`;

type PageFacts = Omit<Exclude<SelfCheckReport["window"], { broke: string }>, "seenAfter" | "complaints">;

async function windowFacts(program: Program, complaints: () => number) {
  await program.firstScreen.promise;
  const window = program.shown?.browserWindow;
  if (window === undefined) throw new Broken("no-window");
  const latest = performance.now() + seenWithin;
  while (!window.isVisible() && performance.now() < latest) await pause(20);
  const seenAfter = window.isVisible() ? Math.round(performance.now()) : null;
  const before = complaints();
  const scripts = readdirSync(join(__dirname, "..", "renderer", "assets"));
  const more = scripts.find((name) => name.endsWith(".js") && !/^(index|window)-/.test(name));
  if (more === undefined) throw new Broken("no-script");
  const page: PageFacts = await window.webContents.executeJavaScript(probe(`./assets/${more}`));
  return { ...page, seenAfter, complaints: before };
}

async function databaseFacts(folder: string) {
  const directory = join(folder, "database");
  const secrets = createMemorySecretStore();
  const open = async () => {
    const opened = await openStore({ directory, secrets, random: systemRandom });
    if (!opened.ok) throw new Broken(opened.problem);
    return opened.value;
  };
  const first = await open();
  first.transaction(({ meta }) => meta.set("self-check", "kept"));
  first.close();
  const again = await open();
  const isKept = again.read(({ meta }) => meta.get("self-check")) === "kept";
  again.close();
  const header = readFirstBytes(getStoreFile(directory), 16).toString("latin1");
  return { isKept, isEncrypted: header !== "SQLite format 3\0" };
}

/** Under a name of its own: the desk's entries are not looked at. */
async function keychainFacts() {
  const secrets = createKeytarSecretStore({ service: `${app.getName()} (self-check)`, clock: systemClock });
  const secret = systemRandom.uuid().repeat(longestPart).slice(0, longestPart);
  const ask = async <T>(answer: Promise<SecretResult<T>>): Promise<T> => {
    const result = await answer;
    if (!result.ok) throw new Broken(result.problem);
    return result.value;
  };
  await ask(secrets.set("probe", secret));
  const isKept = (await ask(secrets.get("probe"))) === secret;
  await ask(secrets.delete("probe"));
  return { isKept, isGone: (await ask(secrets.get("probe"))) === null };
}

async function certificateFacts() {
  let longestStall = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longestStall = Math.max(longestStall, performance.now() - last);
    last = performance.now();
  });
  const begun = performance.now();
  try {
    const { length } = await readSystemCertificates();
    const milliseconds = Math.round(performance.now() - begun);
    return { count: length, milliseconds, longestStall: Math.round(longestStall) };
  } finally {
    clearInterval(timer);
  }
}

async function proxyFacts() {
  const [way] = readWays(await findSystemProxy("https://example.com/"));
  return { way: way?.kind ?? "none" };
}

/** Read anew: the file as it is now. */
async function policyFacts(): Promise<Extract<SelfCheckReport["policy"], { state: string }>> {
  const place = findPolicyPlace({
    name: app.getName(),
    isPackaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    uid: process.getuid?.(),
  });
  const { policy, problems } = place === null ? { policy: null, problems: [] } : await readPolicy(place);
  return {
    state: policy !== null ? "applied" : problems.length > 0 ? "refused" : "none",
    sets: policy === null ? [] : [...listManagedFields(policy)],
    faults: problems.map(({ fault, line }) => ({ fault, line })),
  };
}

/** One request that asks for nothing but an answer. */
async function tlsFacts(address: string) {
  const { origin, pathname, protocol } = new URL(address);
  if (protocol !== "https:") throw new Broken("not-https");
  const dispatchers = createSystemDispatchers({ resolveProxy: findSystemProxy, clock: systemClock });
  try {
    const dispatcher = await dispatchers.for(new URL(origin));
    const { statusCode, body } = await dispatcher.request({ origin, path: pathname, method: "HEAD" });
    await body.dump();
    return { status: statusCode };
  } finally {
    await dispatchers.close();
  }
}

async function findOut(program: Program, folder: string): Promise<SelfCheckReport> {
  const complaints = countComplaints();
  const address = app.commandLine.getSwitchValue("self-check-url");
  const window = await part(() => windowFacts(program, complaints));
  const database = await part(() => databaseFacts(folder));
  const keychain = await part(keychainFacts);
  return {
    version: 1,
    program: programFacts(),
    window,
    database,
    keychain,
    files: await part(fileFacts),
    certificates: await part(certificateFacts),
    proxy: await part(proxyFacts),
    policy: await part(policyFacts),
    tls: address === "" ? null : await part(() => tlsFacts(address)),
  };
}

type Options = {
  readonly program: Program;
  /** Settles when the program did not start. */
  readonly broken: Promise<void>;
  /** The file that the report goes to; one that is there is not written over. */
  readonly report: string;
};

/** Looks at the program as it runs here, writes what it finds, and ends it. Nothing else is left behind. */
export async function runSelfCheck({ program, broken, report }: Options): Promise<void> {
  const folder = app.getPath("userData");
  // At the very end: until then Chromium has files of it open.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  let code = 1;
  try {
    const found = await Promise.race([findOut(program, folder), broken]);
    if (found !== undefined) {
      writeFileSync(report, `${JSON.stringify(found, null, 2)}\n`, { flag: "wx" });
      code = 0;
    }
  } finally {
    program.isLeaving = true;
    await (await program.composing)?.stop().catch(() => undefined);
    app.exit(code);
  }
}
