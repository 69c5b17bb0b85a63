import type { Page } from "playwright";

/** CSS pixels, across and down, of what is pressed. WCAG asks for 24. */
const smallestTarget = 28;

/**
 * What holds of every screen as it stands and no rule of axe looks at: one line each for what does not. One heading is of the
 * first level, and what looks like a heading is one. Rows of a table have a header that the names of their buttons hold, no list
 * is empty, no two buttons are told apart by their place alone, no glyph stands in a name, what is pressed is large enough, items
 * of a list that is not all drawn are counted, and nothing moves where less motion is asked for.
 */
export const screenFaults = (page: Page): Promise<string[]> =>
  page.evaluate((leastTarget) => {
    const faults: string[] = [];
    const all = (selector: string, within: ParentNode = document): HTMLElement[] =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const squeezed = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ").trim();
    /** What is read of a part: not what is hidden from assistive technology. */
    function heard(node: Node): string {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") return "";
      return node.getAttribute("aria-label") ?? [...node.childNodes].map(heard).join(" ");
    }
    const nameOf = (element: HTMLElement): string => {
      const by = (element.getAttribute("aria-labelledby") ?? "").split(" ");
      const parts = by.map((id) => document.getElementById(id)).filter((part) => part !== null);
      return squeezed((parts.length > 0 ? parts : [element]).map(heard).join(" "));
    };

    const titles = all("h1").map((heading) => squeezed(heading.textContent));
    if (titles.length !== 1) faults.push(`${titles.length} headings of the first level`);
    if (!titles.every((title) => document.title.includes(title)))
      faults.push(`the title “${document.title}” is not that of “${titles.join(", ")}”`);
    if (all("main").length !== 1) faults.push("not one main part");
    for (const strayed of document.querySelectorAll("body link, body meta, body title"))
      faults.push(`in the body: ${strayed.outerHTML}`);

    for (const list of all("ul, ol, dl, [role=list], [role=listbox]"))
      if (list.querySelector("li, dt, [role=listitem], [role=option]") === null)
        faults.push(`a list of nothing: ${nameOf(list) || list.className}`);

    const headings = "h1, h2, h3, h4, legend";
    for (const part of all("section[aria-label], [role=region][aria-label]")) {
      const isNamed = (text: HTMLElement): boolean => squeezed(text.textContent) === squeezed(part.ariaLabel);
      if (!all(headings, part).some(isNamed) && all("p, div, span, strong", part).some(isNamed))
        faults.push(`what names a part is no heading: ${part.ariaLabel ?? ""}`);
    }
    for (const bold of all("p > strong:only-child, p > b:only-child"))
      if (squeezed(bold.textContent) === squeezed(bold.parentElement?.textContent ?? null))
        faults.push(`a heading that is none: ${squeezed(bold.textContent)}`);

    for (const table of all("table")) {
      if (squeezed(table.querySelector("caption")?.textContent ?? table.ariaLabel) === "")
        faults.push("a table without a name");
      for (const header of table.querySelectorAll("th"))
        if (!header.hasAttribute("scope"))
          faults.push(`a header of nothing: ${squeezed(header.textContent)}`);
      for (const row of all("tbody tr", table)) {
        if (row.children.length === 1) continue;
        const header = row.querySelector('th[scope="row"]');
        if (header === null) faults.push(`a row without a header: ${squeezed(row.textContent)}`);
        for (const button of all("button", row))
          if (!nameOf(button).includes(squeezed(header?.textContent ?? "\0")))
            faults.push(`a button of any row: ${nameOf(button)}`);
      }
    }

    // A glyph is read as "single left-pointing angle quotation mark", or not at all.
    for (const button of all("button, a[href], [role=button], [role=tab]"))
      if (/[\u2039\u203A\u00AB\u00BB\u00D7\u2190-\u21FF\u25A0-\u27BF\u2B00-\u2BFF]/u.test(nameOf(button)))
        faults.push(`a glyph in a name: ${nameOf(button)}`);

    const pressed =
      "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem]";
    /** The box that is pressed: that of the part which its cover fills, where it has one. */
    function boxOf(element: HTMLElement): DOMRect {
      const cover = getComputedStyle(element, "::after");
      const isCovered = cover.content !== "none" && cover.position === "absolute";
      return ((isCovered ? element.offsetParent : null) ?? element).getBoundingClientRect();
    }
    for (const control of all(pressed)) {
      // A link in a sentence is as high as its line.
      if (control.closest("[inert]") !== null || getComputedStyle(control).display === "inline") continue;
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const boxes = [control, ...labels].map(boxOf);
      // Rounded: half a pixel is lost where the window has another scale.
      if (!boxes.some(({ width, height }) => Math.round(Math.min(width, height)) >= leastTarget)) {
        const { width, height } = boxOf(control);
        faults.push(`${Math.round(width)} × ${Math.round(height)} px: ${control.tagName} ${nameOf(control)}`);
      }
    }

    const named = new Set<string>();
    for (const button of all("main button, [role=dialog] button, [role=alertdialog] button")) {
      if (button.closest("[inert]") !== null) continue;
      const described = (button.getAttribute("aria-describedby") ?? "").split(" ");
      const more = described.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
      const group = button.closest("[aria-label], [aria-labelledby], form, li")?.getAttribute("aria-label");
      const name = `${nameOf(button)} | ${squeezed(more)} | ${group ?? ""}`;
      if (named.has(name)) faults.push(`two buttons of one name: ${name}`);
      named.add(name);
    }

    for (const item of all("[aria-posinset]")) {
      const [at, of] = ["aria-posinset", "aria-setsize"].map((name) => Number(item.getAttribute(name)));
      if (at === undefined || of === undefined || at < 1 || (of !== -1 && of < at))
        faults.push(`item ${String(at)} of ${String(of)}`);
    }

    const seconds = (times: string): number =>
      Math.max(
        ...times.split(",").map((time) => Number.parseFloat(time) / (time.trim().endsWith("ms") ? 1000 : 1)),
      );
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const element of all("*")) {
        for (const part of [null, "::before", "::after"]) {
          const style = getComputedStyle(element, part);
          const longest = Math.max(seconds(style.transitionDuration), seconds(style.animationDuration));
          if (longest > 0.001 || style.scrollBehavior === "smooth")
            faults.push(`moves for ${longest} s: ${element.tagName} ${element.className}`);
        }
      }
    }
    return [...new Set(faults)];
  }, smallestTarget);
