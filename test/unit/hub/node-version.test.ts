import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeLines, getNodeWarning } from "../../../hub/node-version.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const today = "2026-11-26";

describe("the Node that runs a hub", () => {
  it.each(["24.22.1", "24.22.2", "24.100.0", "22.23.0", "26.10.0", "26.4.0", "28.0.0"])(
    "is not spoken of where nothing is known of it: %s",
    (version) => expect(getNodeWarning(version, today)).toBeNull(),
  );

  it.each([
    ["24.21.0", "24.22.1"],
    ["24.22.0", "24.22.1"],
    ["24.9.0", "24.22.1"],
    ["22.9.1", "22.23.0"],
    ["26.3.0", "26.3.1"],
  ])("is named where it has known holes, with the one that has none: %s", (version, closedIn) => {
    expect(getNodeWarning(version, today)).toBe(
      `Node ${version} has known security holes: use ${closedIn} or newer`,
    );
  });

  it.each(["20.20.2", "23.11.0", "25.9.0", "18.20.8"])("is named where its line is dead: %s", (version) => {
    expect(getNodeWarning(version, today)).toContain("no security fixes");
  });

  it("is of a dead line from the day after its last", () => {
    expect(getNodeWarning("22.23.0", "2027-04-30")).toBeNull();
    expect(getNodeWarning("22.23.0", "2027-05-01")).toContain("no security fixes since 2027-04-30");
  });

  it("is said at the start, and the hub goes on", () => {
    const as = (version: string): string => {
      const change = `data:text/javascript,Object.defineProperty(process,"version",{value:"v${version}"})`;
      // Nobody listens at port 1: what follows the word about Node is that the database is away.
      const args = ["--import", change, "hub/cli.ts", "--database", "postgres://hub@127.0.0.1:1/hub"];
      return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" }).stderr;
    };
    expect(as("24.21.0")).toMatch(/^hub: Node 24\.21\.0 has known security holes: .*\nhub: cannot start: /);
    expect(as("24.22.1")).toMatch(/^hub: cannot start: /);
  });

  it("is one without holes in the image, and of no dead line in package.json", () => {
    const image = /^FROM node:([\d.]+)-/m.exec(read("hub/deploy/Dockerfile"))?.[1] ?? "none";
    expect(image).toMatch(/^\d+\.\d+\.\d+$/);
    expect(getNodeWarning(image, today)).toBeNull();
    const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
    expect(engines.node.match(/\d+/g)).toEqual(Object.keys(nodeLines));
  });
});
