import { expect } from "vitest";
import type { Locator, Page } from "playwright";
import type { Heard } from "./spoken-page.ts";
import { takeHeard } from "./spoken.ts";

/** What live regions said, in order. */
export const saidIn = (heard: readonly Heard[]): readonly string[] =>
  heard.filter(({ kind }) => kind === "live").map(({ text }) => text);

/** What was heard because of this, once the window stands still; what came before is dropped. */
export async function heardOf(page: Page, act: () => Promise<unknown>): Promise<readonly Heard[]> {
  await takeHeard(page);
  await act();
  return takeHeard(page);
}

/** Holds that live regions say this because of that, and nothing else. News comes a moment after what it is about. */
export async function toSay(
  page: Page,
  act: () => Promise<unknown>,
  wanted: string | (() => Promise<string>),
): Promise<void> {
  const said = [...saidIn(await heardOf(page, act))];
  const text = typeof wanted === "string" ? wanted : await wanted();
  expect(text).not.toBe("");
  await expect
    .poll(async () => {
      said.push(...saidIn(await takeHeard(page)));
      return said;
    })
    .toEqual([text]);
}

/** The first line that describes a field, as it stands. */
export const firstLine = (field: Locator): Promise<string> =>
  field.evaluate((box) => {
    const [id = ""] = (box.getAttribute("aria-describedby") ?? "").split(" ");
    // A field is described by nothing while it has what was just said of it.
    const line = document.getElementById(`${box.id}-error`) ?? document.getElementById(id);
    return (line?.textContent ?? "").trim();
  });

export const isFocused = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element === document.activeElement);
