import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "../../../messages/language.ts";
import { isCardCurrent, makeCard, placeCard } from "../../../scripts/quick-card.ts";
import { shortcuts } from "../../../renderer/app/shortcuts.ts";

describe.each(languages)("the quick card in %s", (tag) => {
  it("is the one that node scripts/quick-card.ts writes from the words of the screens", async () => {
    expect(await isCardCurrent(tag)).toBe(true);
  });

  it("has five things to know and every key of the app, and loads nothing", async () => {
    const page = await makeCard(tag);
    expect(page.match(/<section>/g)).toHaveLength(5);
    expect(page.match(/<dt>/g)).toHaveLength(shortcuts.length);
    expect(page).not.toMatch(/undefined|\[object|src=|href=|url\(|<script/);
    expect(readFileSync(placeCard(tag), "utf8")).toContain(`<html lang="${tag}">`);
  });
});
