import type { Page } from "playwright";

/**
 * What holds of every screen as it stands and no rule of axe looks at: one line each for what does not. Rows of a table
 * have a header that the names of their buttons hold, no two buttons are told apart by their place alone, items of a
 * list that is not all drawn are counted, and nothing moves where less motion is asked for.
 */
export const screenFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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

    const headings = all("h1").map((heading) => squeezed(heading.textContent));
    if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`);
    if (!headings.every((heading) => document.title.includes(heading)))
      faults.push(`the title “${document.title}” is not that of “${headings.join(", ")}”`);
    if (all("main").length !== 1) faults.push("not one main part");

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
  });
