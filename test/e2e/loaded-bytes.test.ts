import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { root } from "../support/app.ts";
import { firstScripts, mainScripts, modulesIn } from "../support/first-script.ts";

/**
 * What must not grow unseen, and can be told without a clock: each budget is within a twentieth of what is built today. Whoever
 * needs more says why, here; `npm run bench -- script memory` measures some of it beside others.
 */
const dist = join(root, "dist");
const built = (pattern: string): readonly string[] => globSync(join(dist, pattern).replaceAll("\\", "/"));
const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0);
/** Each compressed as a server would send it. */
const zippedOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

/** One that was left far behind is no budget any more. */
function expectWithin(bytes: number, budget: number): void {
  expect(bytes).toBeLessThanOrEqual(budget);
  expect(bytes).toBeGreaterThan(budget * 0.9);
}

describe("main, before it asks for the window", () => {
  const scripts = mainScripts(join(dist, "main", "index.cjs"));

  it("loads neither words nor schemas nor the desk itself", () => {
    expectWithin(bytesOf(scripts), 81_000);
  });

  it("loads nothing from other folders than these, and one package: addresses are told by it", () => {
    const modules = scripts.flatMap(modulesIn);
    expect(
      [
        ...new Set(modules.map((file) => file.replace(/(node_modules\/[^/]+)\/.*|\/[^/]+$/, "$1"))),
      ].toSorted(),
    ).toEqual([
      "main",
      "main/desk",
      "main/electron",
      "main/features/cards",
      "main/features/links",
      "main/features/policy",
      "main/features/updates",
      "main/http",
      "main/ipc",
      "main/platform",
      "messages",
      "messages/compiled",
      "node_modules/ipaddr.js",
      "shared/connection",
      "shared/core",
      "shared/links",
      "shared/outbox",
      "shared/printing",
    ]);
    expectWithin(modules.length, 80);
  });
});

describe("the desk window", () => {
  const page = join(dist, "renderer", "index.html");

  it("has a first script of React's hello world (68 kB compressed) and 38 kB", () => {
    const scripts = firstScripts(page);
    expect(scripts.length).toBeGreaterThan(0);
    expectWithin(zippedOf(scripts), 106_000);
  });

  it("loads with it, before anything is drawn, the first screen and one language's words", () => {
    const [first, english, spanish] = ["first-screen-*.js", "en-US-*.js", "es-US-*.js"].map((name) =>
      built(`renderer/assets/${name}`),
    );
    expect([first, english, spanish].map((files) => files?.length)).toEqual([1, 1, 1]);
    expectWithin(zippedOf(first ?? []), 142_500);
    expectWithin(zippedOf(english ?? []), 59_500);
    expectWithin(zippedOf(spanish ?? []), 64_000);
  });
});

it("the card window loads its own words alone, in both languages before its origin closes", () => {
  const scripts = firstScripts(join(dist, "card", "payment", "index.html"));
  expectWithin(zippedOf(scripts), 19_600);
  expectWithin(zippedOf([...scripts, ...built("card/assets/es-US-*.js")]), 33_000);
});

it("what is packed of dist stays as large as it is", () => {
  const isPacked = (file: string): boolean =>
    statSync(file).isFile() && !/\.map$|materials\.json$|en-XA/.test(file);
  expectWithin(bytesOf(built("**/*").filter(isPacked)), 5_500_000);
});
