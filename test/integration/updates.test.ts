import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../main/platform/system.ts";
import { createSystemDispatchers } from "../../main/http/dispatcher.ts";
import { createElectronUpdater, type SourceOptions } from "../../main/features/updates/electron-updater.ts";
import type { UpdateSource } from "../../main/features/updates/ports.ts";
import { UpdateError } from "../../main/features/updates/update-error.ts";
import { modeOf, programMode } from "../support/file-modes.ts";
import {
  feedText,
  packageBytes,
  packageName,
  signatureText,
  signer,
  startUpdateServer,
  type Answer,
  type UpdateServer,
} from "../support/update-server.ts";

/** electron-updater itself, without Electron, against a server on this computer: every way in which one can be wrong. */
const ours = signer();
const others = signer();
const oldBytes = "the version that runs";
let server: UpdateServer;
let folder = "";
let appImage = "";
const sources: (() => Promise<void>)[] = [];

beforeEach(async () => {
  server = await startUpdateServer();
  folder = mkdtempSync(join(tmpdir(), "front-desk-updates-"));
  appImage = join(folder, "Front Desk.AppImage");
  writeFileSync(appImage, oldBytes);
  chmodSync(appImage, 0o755);
  writeFileSync(join(folder, "app-update.yml"), "updaterCacheDirName: front-desk-updater\n");
  // electron-updater looks for it, though what is there is put in place by us.
  process.env["APPIMAGE"] = appImage;
});
afterEach(async () => {
  delete process.env["APPIMAGE"];
  for (const close of sources.splice(0)) await close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function source(over: Partial<SourceOptions> = {}): UpdateSource {
  const dispatchers = createSystemDispatchers({
    resolveProxy: () => Promise.resolve("DIRECT"),
    clock: systemClock,
    authorities: () => [],
  });
  sources.push(dispatchers.close);
  return createElectronUpdater({
    copy: { kind: "appimage", file: appImage },
    version: "1.2.0",
    platform: "linux",
    processor: "x64",
    keys: [ours.publicKey],
    configFile: join(folder, "app-update.yml"),
    cacheFolder: join(folder, "cache"),
    userData: folder,
    quit: () => undefined,
    onBroken: () => undefined,
    dispatchers,
    clock: systemClock,
    userAgent: "FrontDesk/1.2.0",
    isBusy: () => false,
    rate: 1_000_000_000,
    ...over,
  });
}

const never = new AbortController().signal;
const check = (of: UpdateSource): ReturnType<UpdateSource["check"]> => of.check(server.address, never);
/** The id of why it came to nothing. */
async function why(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UpdateError) return error.why.id.replace("failures.updates.", "");
    throw error;
  }
  return "nothing failed";
}
/** What is left of downloads. */
function leftOvers(): string[] {
  const pending = join(folder, "cache/front-desk-updater/pending");
  return existsSync(pending) ? readdirSync(pending) : [];
}
const untouched = (): void => expect(readFileSync(appImage, "utf8")).toBe(oldBytes);

describe("a good feed", () => {
  test("is found, downloaded whole, and put in place of the file that runs", async () => {
    const bytes = packageBytes();
    server.release(ours, { version: "1.3.0", bytes, over: { releaseNotes: "Faster <b>search</b>." } });
    const updates = source();
    expect(await check(updates)).toEqual({ version: "1.3.0", notes: "Faster search." });
    const seen: number[] = [];
    await updates.download((percent) => seen.push(percent), never);
    expect(seen.at(-1)).toBe(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    untouched();
    expect(await updates.install(true)).toBe("relaunch");
    expect(readFileSync(appImage).equals(bytes)).toBe(true);
    expect(modeOf(appImage)).toBe(programMode);
    expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("is asked for by nobody's number: no request says which desk it is", async () => {
    server.release(ours, { version: "1.3.0", bytes: packageBytes() });
    await check(source());
    expect(server.asked).toEqual(["/latest-linux.yml", "/latest-linux.yml.sig"]);
    for (const head of server.heads) expect(Object.keys(head)).not.toContain("x-user-staging-id");
  });

  test("is taken once: a copy that was started again finds what it has downloaded", async () => {
    const bytes = packageBytes();
    server.release(ours, { version: "1.3.0", bytes });
    const first = source();
    await check(first);
    await first.download(() => undefined, never);
    const second = source();
    await check(second);
    await second.download(() => undefined, never);
    expect(server.asked.filter((path) => path.endsWith(".AppImage"))).toHaveLength(1);
    await second.install(false);
    expect(readFileSync(appImage).equals(bytes)).toBe(true);
  });

  test("may lead to another place over a redirect on this computer", async () => {
    const bytes = packageBytes();
    server.release(ours, { version: "1.3.0", bytes });
    server.files.set("/storage", bytes);
    server.files.set(`/${packageName("1.3.0")}`, (_, response) =>
      response.writeHead(302, { location: "/storage" }).end("moved"),
    );
    const updates = source();
    await check(updates);
    await updates.download(() => undefined, never);
    await updates.install(false);
    expect(readFileSync(appImage).equals(bytes)).toBe(true);
  });
});

describe("what no copy takes", () => {
  test.each([
    ["the same version", "1.2.0", {}],
    ["an older version", "1.1.9", {}],
    ["a pre-release, for a release", "2.0.0-beta.1", {}],
    ["a release of which no copy is to have it yet", "1.3.0", { stagingPercentage: 0 }],
    ["a release for a later system", "1.3.0", { minimumSystemVersion: "9999.0.0" }],
  ])("%s", async (_what, version, over) => {
    server.release(ours, { version, bytes: packageBytes(), over });
    const updates = source();
    expect(await check(updates)).toBeNull();
    expect(server.asked.filter((path) => path.endsWith(".AppImage"))).toEqual([]);
    await expect(updates.download(() => undefined, never)).rejects.toThrow();
    expect(await updates.install(true)).toBe("exit");
    untouched();
  });

  test("is not a staged release of which every copy may have it", async () => {
    server.release(ours, { version: "1.3.0", bytes: packageBytes(), over: { stagingPercentage: 100 } });
    expect(await check(source())).toMatchObject({ version: "1.3.0" });
  });

  test("is not a newer pre-release of its own channel, nor the release after it", async () => {
    const beta = source({ version: "1.3.0-beta.1" });
    server.release(ours, { version: "1.3.0-beta.2", bytes: packageBytes(), name: "beta-linux.yml" });
    expect(await check(beta)).toMatchObject({ version: "1.3.0-beta.2" });
    server.release(ours, { version: "1.3.0", bytes: packageBytes(), name: "beta-linux.yml" });
    expect(await check(beta)).toMatchObject({ version: "1.3.0" });
    expect(server.asked).not.toContain("/latest-linux.yml");
  });
});

const endless: Answer = (_, response) => {
  response.writeHead(200);
  const more = (error?: Error | null): void => {
    if (!(error instanceof Error) && !response.destroyed) response.write(Buffer.alloc(65_536), more);
  };
  more();
};

describe("a feed is refused, and nothing is downloaded", () => {
  const put = (text: string, signature: string | null): void => {
    server.files.set("/latest-linux.yml", text);
    if (signature !== null) server.files.set("/latest-linux.yml.sig", signature);
  };
  const good = (over = {}): string => feedText({ version: "1.3.0", bytes: packageBytes(), over });
  const bySigner = (text: string): string => signatureText(ours, "latest-linux.yml", text);
  const broken = "version: [1.3.0\n  files: {";
  const large = `${good()}\n# ${"x".repeat(70_000)}`;
  const file = { sha512: `${"A".repeat(86)}==`, size: 10 };
  const cases: readonly (readonly [what: string, why: string, text: string, signature: string | null])[] = [
    ["without a signature", "notSigned", good(), null],
    ["with an empty signature", "notSigned", good(), "\n"],
    ["with one that is none", "otherSigner", good(), "signed, honestly"],
    [
      "of another signer",
      "otherSigner",
      ...((text) => [text, signatureText(others, "latest-linux.yml", text)] as const)(good()),
    ],
    ["changed after it was signed", "otherSigner", good({ stagingPercentage: 100 }), bySigner(good())],
    [
      "signed as that of another system",
      "otherSigner",
      ...((text) => [text, signatureText(ours, "latest-mac.yml", text)] as const)(good()),
    ],
    ["in broken YAML", "unreadable", broken, bySigner(broken)],
    ...(
      [
        ["without a version", { version: null }],
        ["with what is no version", { version: "newest" }],
        ["without files", { files: [] }],
        [
          "with a file elsewhere",
          { files: [{ ...file, url: "https://elsewhere.invalid/a-x86_64.AppImage" }] },
        ],
        ["with a file above it", { files: [{ ...file, url: "../a-x86_64.AppImage" }] }],
        ["without a size", { files: [{ url: packageName("1.3.0"), sha512: file.sha512 }] }],
        ["without a hash", { files: [{ url: packageName("1.3.0"), size: 10 }] }],
        ["with a share of copies that is no number", { stagingPercentage: "most" }],
      ] as const
    ).map(([what, over]) => {
      const text = good(over);
      return [what, "unreadable", text, bySigner(text)] as const;
    }),
    ...[good({ files: [{ ...file, url: "front-desk-1.3.0-linux-arm64.AppImage" }] })].map(
      (text) => ["for another processor alone", "noFile", text, bySigner(text)] as const,
    ),
    ["larger than a feed", "tooLarge", large, bySigner(large)],
  ];
  test.each(cases)("%s: %s", async (_what, reason, text, signature) => {
    put(text, signature);
    expect(await why(check(source()))).toBe(reason);
    expect(server.asked.filter((path) => path.endsWith(".AppImage"))).toEqual([]);
  });

  test("that is not there", async () => {
    expect(await why(check(source()))).toBe("notThere");
  });

  const answers: readonly (readonly [string, string, Answer])[] = [
    ["of a server that is broken", "refused", (_, response) => response.writeHead(500).end()],
    ["that never ends", "tooLarge", endless],
    [
      "that says it is huge",
      "tooLarge",
      (_, response) => response.writeHead(200, { "content-length": 10e9 }).flushHeaders(),
    ],
    ["that never begins", "tooSlow", () => undefined],
    [
      "that comes to a stop",
      "tooSlow",
      (_, response) => void response.writeHead(200, { "content-length": 400 }).write("version: 1"),
    ],
    [
      "that is cut in the middle",
      "cutOff",
      (_, response) => {
        response.writeHead(200, { "content-length": 400 });
        response.write("version: 1", () => response.destroy());
      },
    ],
    [
      "that leads to a place that is not encrypted",
      "redirected",
      (_, response) => response.writeHead(302, { location: "http://updates.invalid/latest-linux.yml" }).end(),
    ],
    [
      "that leads around in a circle",
      "redirected",
      (_, response) => response.writeHead(302, { location: "/latest-linux.yml" }).end(),
    ],
    [
      "that leads to a file of this computer",
      "redirected",
      (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    ],
  ];
  test.each(answers)("%s: %s", async (_what, reason, answer) => {
    server.files.set("/latest-linux.yml", answer);
    expect(await why(check(source({ silence: 500 })))).toBe(reason);
  });

  test("at an address that is not encrypted, before anything is asked of it", async () => {
    expect(await why(source().check("http://updates.invalid", never))).toBe("notHttps");
  });

  test("at an address where nobody listens", async () => {
    const { address } = server;
    await server.close();
    expect(await why(source().check(address, never))).toBe("notReached");
    server = await startUpdateServer();
  });
});

describe("a download is refused, and nothing of it stays", () => {
  const bytes = packageBytes();
  const answers: readonly (readonly [string, string, Buffer | Answer])[] = [
    ["that is another file", "wrongHash", packageBytes()],
    ["that is one byte longer", "tooLarge", Buffer.concat([bytes, Buffer.from([0])])],
    ["that is one byte shorter", "cutOff", bytes.subarray(1)],
    ["that is not there", "refused", (_, response) => response.writeHead(403).end()],
    ["that never ends", "tooLarge", endless],
    [
      "that is cut in the middle",
      "cutOff",
      (_, response) => {
        response.writeHead(200, { "content-length": bytes.length });
        response.write(bytes.subarray(0, 100_000), () => response.destroy());
      },
    ],
    [
      "that comes to a stop",
      "tooSlow",
      (_, response) =>
        void response.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 100_000)),
    ],
  ];
  test.each(answers)("%s: %s", async (_what, reason, answer) => {
    server.release(ours, { version: "1.3.0", bytes });
    server.files.set(`/${packageName("1.3.0")}`, answer);
    const updates = source({ silence: 500 });
    await check(updates);
    expect(await why(updates.download(() => undefined, never))).toBe(reason);
    expect(leftOvers()).toEqual([]);
    expect(await updates.install(true)).toBe("exit");
    untouched();
    // And it is not spoiled for the next time.
    server.files.set(`/${packageName("1.3.0")}`, bytes);
    await check(updates);
    await updates.download(() => undefined, never);
    await updates.install(false);
    expect(readFileSync(appImage).equals(bytes)).toBe(true);
  });
});

describe("a download", () => {
  test("is no faster than it may be", async () => {
    server.release(ours, { version: "1.3.0", bytes: packageBytes(300_000) });
    const updates = source({ rate: 300_000 });
    await check(updates);
    const before = performance.now();
    await updates.download(() => undefined, never);
    // The last piece is not waited for in full; a line without a limit takes milliseconds.
    expect(performance.now() - before).toBeGreaterThan(600);
  });

  test("stands still while the desk is busy, and goes on after that", async () => {
    server.release(ours, { version: "1.3.0", bytes: packageBytes(2_000_000) });
    let isBusy = true;
    const updates = source({ isBusy: () => isBusy });
    await check(updates);
    const held = Promise.withResolvers<number>();
    const done = updates.download((percent, isHeld) => {
      if (isHeld) held.resolve(percent);
    }, never);
    expect(await held.promise).toBeLessThan(50);
    expect(leftOvers().some((name) => name.startsWith("temp-"))).toBe(true);
    isBusy = false;
    await done;
    expect(await updates.install(false)).toBe("exit");
  });

  test("ends when it is called off, also while it stands still", async () => {
    server.release(ours, { version: "1.3.0", bytes: packageBytes(2_000_000) });
    const updates = source({ isBusy: () => true });
    await check(updates);
    const aborts = new AbortController();
    const done = why(updates.download(() => aborts.abort(), aborts.signal));
    expect(await done).toBe("stopped");
    untouched();
  });
});

describe("putting it in place", () => {
  async function downloaded(): Promise<{
    readonly updates: UpdateSource;
    readonly file: string;
    readonly bytes: Buffer;
  }> {
    const bytes = packageBytes();
    server.release(ours, { version: "1.3.0", bytes });
    const updates = source();
    await check(updates);
    await updates.download(() => undefined, never);
    return { updates, bytes, file: join(folder, "cache/front-desk-updater/pending", packageName("1.3.0")) };
  }

  test("refuses a file that somebody changed after it was downloaded, and the old one stays", async () => {
    const { updates, file } = await downloaded();
    writeFileSync(file, "something else");
    expect(await why(updates.install(true))).toBe("changedSince");
    untouched();
    expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("leaves the old one where the new one cannot be put beside it", async () => {
    const { updates } = await downloaded();
    mkdirSync(join(folder, ".Front Desk.AppImage.new", "in-the-way"), { recursive: true });
    await expect(updates.install(false)).rejects.toThrow();
    untouched();
  });
});
