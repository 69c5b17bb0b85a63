import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { UpdatesState } from "../../shared/updates/updates.ts";
import { words } from "../../messages/words.ts";
import { UpdateLine } from "../../renderer/features/updates/index.ts";
import { desk, doing } from "./kit.tsx";

afterEach(cleanup);

const says = words.updates;
const idle: UpdatesState = {
  running: "1.2.0",
  why: null,
  phase: "idle",
  version: null,
  notes: null,
  percent: null,
  isHeld: false,
  checkedAt: null,
  failure: null,
};
const newer = { ...idle, version: "1.3.0" };

async function shown(first: UpdatesState) {
  const window = desk({ "updates.get": () => ok(first) });
  await doing(() => render(<UpdateLine className="quiet" />, { wrapper: window.wrapper }));
  return window;
}
const line = (): HTMLElement | null => screen.queryByRole("button");

test.each(["ready", "found"] as const)("says which version is %s and leads to Settings", async (phase) => {
  const window = await shown({ ...newer, phase });
  expect(line()?.textContent).toContain(says.line[phase]);
  expect(line()?.textContent).toContain(says.stands[phase]({ version: "1.3.0" }));
  await doing(() => fireEvent.click(line() ?? document.body));
  expect(window.state.navigation.getState().target).toMatchObject({ screen: "settings", field: "updates" });
});

test.each<readonly [string, UpdatesState]>([
  ["nothing is newer", idle],
  ["it is still looked for", { ...idle, phase: "checking" }],
  ["it is on its way", { ...newer, phase: "downloading", percent: 99 }],
  ["this copy does not update itself", { ...newer, phase: "ready", why: "portable" }],
])("is not there while %s", async (_, state) => {
  const window = await shown(state);
  expect(window.calls).toContain("updates.get");
  expect(line()).toBeNull();
});

test("comes without a word to who listens and without taking the focus, and goes when it was withdrawn", async () => {
  const window = await shown(idle);
  const before = document.activeElement;
  await window.emit("updates.changed", { ...newer, phase: "ready" });
  expect(line()).not.toBeNull();
  expect([document.activeElement, window.said(), document.querySelector("[aria-live]")]).toEqual([
    before,
    "",
    null,
  ]);
  await window.emit("updates.changed", idle);
  expect(line()).toBeNull();
});
