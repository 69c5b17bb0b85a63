import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type Rules = { readonly type: "tag" | "rule"; readonly values: readonly string[] };

/** WCAG 2.2 A and AA, and what axe calls good practice. */
export const allRules: Rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Those of them that depend on colours. */
export const colourRules: Rules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What axe finds on the page as it stands, one line each: rule, what is wrong, and where. */
export async function axeFindings(page: Page, rules: Rules): Promise<string[]> {
  // The policy allows no script tag; what the debugger evaluates is not the page's own.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async ({ type, values }) => {
    // A color on its way to another one is none that anybody is left with: while axe looks, nothing changes step by step.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    const axe: typeof import("axe-core") = Reflect.get(globalThis, "axe");
    // Behind a dialog the window is hidden, with its heading and its main part; axe tells that by what lies at some points of the
    // window, which is another thing while the dialog still finds its size.
    const isBehind = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
    const ofWindow = { enabled: !isBehind };
    const windowRules = { "landmark-one-main": ofWindow, "page-has-heading-one": ofWindow };
    const { violations } = await axe
      .run(document, {
        runOnly: { type, values: [...values] },
        rules: type === "tag" ? windowRules : {},
        resultTypes: ["violations"],
      })
      .finally(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary ?? ""}`),
    );
  }, rules);
}
