import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PolicyPlace } from "../../main/features/policy/policy-place.ts";
import { readPolicy } from "../../main/features/policy/policy-source.ts";
import { readTrusted } from "../../main/features/policy/trusted-file.ts";
import { onlyWith } from "../support/only-with.ts";
import { policyAt, sourceOf, writePolicy } from "../support/policy-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const isRoot = process.getuid?.() === 0;
/** Somebody who is no administrator. */
const nobody = 65_534;

let folder: string;
let place: PolicyPlace;
beforeEach(() => {
  folder = temporaryFolder();
  place = policyAt(folder);
});
const fault = async (): Promise<string | null> => {
  const { problems } = await readPolicy(place);
  return problems[0]?.fault ?? null;
};

describe("a policy's file", onlyWith("unixRights"), () => {
  it("that is not there sets nothing, and is nothing to complain of", async () => {
    expect(await readPolicy(place)).toEqual({ policy: null, problems: [] });
    mkdirSync(dirname(place.file));
    expect(await readPolicy(place)).toEqual({ policy: null, problems: [] });
  });

  it("of an administrator is applied", async () => {
    writePolicy(place, { retentionMonths: 24 });
    expect(await readPolicy(place)).toEqual({ policy: { retentionMonths: 24 }, problems: [] });
  });

  it.each([0o666, 0o664, 0o646, 0o777])("that others may write (%o) is refused", async (mode) => {
    writePolicy(place, { retentionMonths: 24 });
    chmodSync(place.file, mode);
    expect(await fault()).toBe("writable");
  });

  it("in a folder that others may write is refused", async () => {
    writePolicy(place, { retentionMonths: 24 });
    chmodSync(dirname(place.file), 0o1777);
    expect(await fault()).toBe("folder");
  });

  it("that is a link, a folder or a pipe is refused, and nothing waits for it", async () => {
    writePolicy(place, { retentionMonths: 24 });
    const elsewhere = join(folder, "elsewhere.json");
    renameSync(place.file, elsewhere);
    symlinkSync(elsewhere, place.file);
    expect(await fault()).toBe("link");
    rmSync(place.file);
    mkdirSync(place.file);
    expect(await fault()).toBe("link");
    rmSync(place.file, { recursive: true });
    execFileSync("mkfifo", [place.file]);
    expect(await fault()).toBe("link");
  });

  it("that is too large is not read to its end", async () => {
    writePolicy(place, " ".repeat(3_000_000));
    expect(await fault()).toBe("too-large");
  });

  it("of somebody else is refused, and so is one in a folder of theirs", onlyWith("root"), async () => {
    writePolicy(place, { retentionMonths: 24 });
    chownSync(place.file, nobody, nobody);
    expect(await fault()).toBe("owner");
    chownSync(place.file, 0, 0);
    expect(await fault()).toBeNull();
    chownSync(dirname(place.file), nobody, nobody);
    expect(await fault()).toBe("folder");
  });

  it("in a folder that a link of a user's leads to is refused", onlyWith("root"), async () => {
    const theirs = join(folder, "theirs");
    mkdirSync(join(theirs, "real"), { recursive: true });
    writeFileSync(join(theirs, "real", "policy.json"), "{}");
    chownSync(theirs, nobody, nobody);
    mkdirSync(dirname(dirname(place.file)), { recursive: true });
    symlinkSync(join(theirs, "real"), dirname(place.file));
    expect(await readTrusted(place.file, { platform: "linux" })).toEqual({
      kind: "refused",
      fault: "folder",
    });
  });

  it("is judged by root alone where nothing else is said: a folder for everybody is no place for it", async () => {
    writePolicy(place, { retentionMonths: 24 });
    const read = await readTrusted(place.file, { platform: "linux" });
    expect(read).toEqual({ kind: "refused", fault: isRoot ? "folder" : "owner" });
  });
});

describe("on Windows", () => {
  const administrators = "O:BAG:SYD:P(A;;FA;;;BA)(A;;FR;;;BU)";
  const asked = (descriptors: (paths: readonly string[]) => Promise<readonly string[]>) =>
    readTrusted(place.file, { platform: "win32", descriptors });

  it("a file is judged by its descriptor and its folder's", async () => {
    writePolicy(place, "{}");
    const paths: string[] = [];
    const read = await asked((wanted) => {
      paths.push(...wanted);
      return Promise.resolve([administrators, administrators]);
    });
    expect(read).toMatchObject({ kind: "bytes" });
    expect(paths).toEqual([place.file, dirname(place.file)]);
  });

  it.each<[string, readonly string[], string]>([
    ["a user's file", ["O:S-1-5-21-1-2-3-1001G:BAD:P(A;;FA;;;BA)", administrators], "owner"],
    ["a file for everybody", [`${administrators}(A;;FW;;;WD)`, administrators], "writable"],
    ["a user's folder", [administrators, "O:BUG:BAD:P(A;;FA;;;BA)"], "folder"],
    ["a missing answer", [administrators], "unchecked"],
    ["more answers than questions", [administrators, administrators, administrators], "unchecked"],
  ])("%s is refused", async (_what, descriptors, expected) => {
    writePolicy(place, "{}");
    expect(await asked(() => Promise.resolve(descriptors))).toEqual({ kind: "refused", fault: expected });
  });

  it("a computer that does not tell applies nothing", async () => {
    writePolicy(place, "{}");
    const read = await asked(() => Promise.reject(new Error("no PowerShell")));
    expect(read).toEqual({ kind: "refused", fault: "unchecked" });
  });

  it("without a file nobody is asked", async () => {
    expect(await asked(() => Promise.reject(new Error("asked")))).toEqual({ kind: "missing" });
  });
});

describe("a policy that changes", () => {
  it("waits until it is taken, whole, and goes when its file goes", async () => {
    writePolicy(place, { retentionMonths: 24 });
    const source = await sourceOf(place);
    const heard: string[] = [];
    source.listen((what) => heard.push(what));
    expect(source.current().policy).toEqual({ retentionMonths: 24 });
    writePolicy(place, { retentionMonths: 12 });
    await source.look();
    expect(source.current().policy).toEqual({ retentionMonths: 24 });
    expect(source.waits()).toBe(true);
    source.take();
    expect(source.current().policy).toEqual({ retentionMonths: 12 });
    writePolicy(place, '{"retentionMonths": 6, "nonsense": 1}');
    await source.look();
    source.take();
    expect(source.current()).toMatchObject({
      policy: null,
      problems: [{ fault: "unknown", field: "nonsense" }],
    });
    rmSync(place.file);
    await source.look();
    source.take();
    expect(source.current()).toEqual({ policy: null, problems: [] });
    expect(heard.slice(0, 2)).toEqual(["waits", "taken"]);
    source.stop();
  });

  it("is noticed by itself where its folder is there", async () => {
    writePolicy(place, { retentionMonths: 24 });
    const source = await sourceOf(place);
    writePolicy(place, { retentionMonths: 12 });
    await vi.waitFor(() => expect(source.waits()).toBe(true), { timeout: 60_000 });
    source.stop();
  });
});
