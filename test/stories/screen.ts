import type { Page } from "playwright";

/** A part of the screen, with its lines as a person reads them. */
export type Block = {
  readonly place: "row" | "line" | "main" | "detail" | "visit" | "dialog" | "header" | "navigation";
  /** The item's id where the screen has it; of a whole screen "several" where it lists them, "wizard" where a booking is typed. */
  readonly id: string | null;
  readonly lines: readonly string[];
};
/** What was said aloud or shown for a moment, and when. */
export type Utterance = { readonly at: number; readonly text: string };

/**
 * Runs in the page, before its own code: keeps each text of the live region and of the toast with its time. Nothing it calls may stand
 * outside of it.
 */
export function recordUtterances(): void {
  if (location.hostname.split(".")[0] !== "desk" || Reflect.has(globalThis, "utterances")) return;
  const utterances: { at: number; text: string }[] = [];
  Reflect.set(globalThis, "utterances", utterances);
  let before: readonly string[] = [];
  const look = (): void => {
    const regions = document.querySelectorAll('[data-live-announcer], p[aria-hidden="true"] > span');
    const texts = [...regions].map(({ textContent }) => textContent.trim()).filter((text) => text !== "");
    for (const text of texts) if (!before.includes(text)) utterances.push({ at: Date.now(), text });
    before = texts;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What was said since the last time. */
export const takeUtterances = (page: Page): Promise<Utterance[]> =>
  page.evaluate(() => {
    const kept: Utterance[] | undefined = Reflect.get(globalThis, "utterances");
    return kept?.splice(0) ?? [];
  });

/** Every part of the screen, read at once. */
export const readScreen = (
  page: Page,
  names: {
    readonly details: readonly string[];
    readonly navigation: string;
    readonly visits: string;
    readonly attempts: string;
    readonly steps: string;
  },
): Promise<Block[]> =>
  page.evaluate(({ details, navigation, visits, attempts, steps }) => {
    const blocks: Block[] = [];
    const linesOf = (element: Element): string[] =>
      (element instanceof HTMLElement ? element.innerText : "")
        .split("\n")
        .map((line) => line.replaceAll(/[\u2066-\u2069]/g, "").trim())
        .filter((line) => line !== "");
    const add = (place: Block["place"], id: string | null, element: Element | null): void => {
      if (element !== null) blocks.push({ place, id, lines: linesOf(element) });
    };
    const labelled = (label: string): Element | null =>
      [...document.querySelectorAll("[aria-label], [aria-labelledby]")].find(
        (each) =>
          each.getAttribute("aria-label") === label ||
          document.getElementById(each.getAttribute("aria-labelledby") ?? "")?.textContent === label,
      ) ?? null;
    for (const row of document.querySelectorAll("[data-row]")) add("row", row.getAttribute("data-row"), row);
    for (const line of document.querySelectorAll("[data-line]"))
      add("line", line.getAttribute("data-line"), line);
    for (const visit of labelled(visits)?.querySelectorAll("li") ?? []) add("visit", null, visit);
    for (const dialog of document.querySelectorAll('[role="dialog"], [role="alertdialog"]'))
      add("dialog", null, dialog);
    add("navigation", null, labelled(navigation));
    add("header", null, document.querySelector("header"));
    const main = document.querySelector("main");
    for (const label of details) {
      const part = labelled(label);
      if (part === null) continue;
      const current = document.querySelector("[data-row][aria-current], [data-line][aria-current]");
      // What is said of a single attempt is no sentence about the item.
      const list = [...part.querySelectorAll("section, details, ol, ul")].find(
        (each) => each.textContent.startsWith(attempts) || each.getAttribute("aria-label") === attempts,
      );
      const without = list === undefined ? [] : linesOf(list);
      blocks.push({
        place: "detail",
        id: current?.getAttribute("data-row") ?? current?.getAttribute("data-line") ?? null,
        lines: linesOf(part).filter((line) => !without.includes(line)),
      });
    }
    if (main !== null) {
      const isList = main.querySelector('[data-row], [data-line], [data-start], [role="tabpanel"]') !== null;
      const isWizard = labelled(steps) !== null;
      blocks.push({
        place: "main",
        id: isList ? "several" : isWizard ? "wizard" : null,
        lines: linesOf(main),
      });
    }
    return blocks;
  }, names);
