import { expect, it } from "vitest";
import { sandboxFacts, sandboxHint } from "../../../scripts/sandbox-hint.ts";

const helper = { path: "/home/ana/front-desk/node_modules/electron/dist/chrome-sandbox", isReady: false };
const facts = { isRoot: false, hasNamespaces: false, helper };

it("names the two commands where the system makes no sandbox (electron#42510), and never --no-sandbox as a way", () => {
  const hint = sandboxHint(facts) ?? "";
  expect(hint).toContain(`sudo chown root:root '${helper.path}'`);
  expect(hint).toContain(`sudo chmod 4755 '${helper.path}'`);
  expect(hint).toContain("Do not start it with --no-sandbox");
});

it("says nothing where the sandbox can be had, one way or the other", () => {
  expect(sandboxHint({ ...facts, hasNamespaces: true })).toBeNull();
  expect(sandboxHint({ ...facts, helper: { ...helper, isReady: true } })).toBeNull();
  expect(sandboxHint({ ...facts, helper: null })).toBeNull();
});

it("sends root away, for whom there is no sandbox at all", () => {
  expect(sandboxHint({ ...facts, hasNamespaces: true, isRoot: true })).toContain("ordinary user");
});

it("a helper that is not there is told from one that is not ready", () => {
  expect(sandboxFacts("/nowhere/chrome-sandbox").helper).toBeNull();
  expect(sandboxFacts(import.meta.filename).helper).toEqual({ path: import.meta.filename, isReady: false });
});
