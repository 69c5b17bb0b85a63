import type { Page } from "playwright";

/**
 * Takes the focus through the window, or through the dialog over it, as Tab would, and gives it back. One line for each
 * control that then is not wholly in view, lies under something, or shows no focus; and for what scrolls both ways.
 * The app hears nothing of it: leaving a field is not what is tried.
 */
export const hiddenFocus = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    // Laid out anew after a change of the window's size.
    await frame();
    await frame();
    const faults: string[] = [];
    // What is focused is looked at as it stands in the end: nothing moves there step by step.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} px too wide`);

    const kinds = ["focus", "blur", "focusin", "focusout"] as const;
    const unheard = (event: Event): void => event.stopImmediatePropagation();
    for (const kind of kinds) window.addEventListener(kind, unheard, true);
    const before = document.activeElement;
    // What has the focus already is not brought into view by it.
    if (before instanceof HTMLElement) before.blur();
    const scrolled = [...document.querySelectorAll("*")].flatMap((element) =>
      element.scrollTop === 0 && element.scrollLeft === 0
        ? []
        : [{ element, top: element.scrollTop, left: element.scrollLeft }],
    );
    const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
    const within = dialogs[dialogs.length - 1] ?? document.body;
    const controls = [
      ...within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ].filter((each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility());

    /** A radio button that is not seen itself is seen as its label. */
    const seenAs = (control: HTMLElement): Element => {
      const { width, height } = control.getBoundingClientRect();
      const isUnseen = width < 4 || height < 4 || getComputedStyle(control).opacity === "0";
      return (isUnseen ? control.closest("label") : null) ?? control;
    };
    const isPartOf = (at: Element | null, seen: Element): boolean =>
      at !== null && (seen.contains(at) || (at.contains(seen) && at.closest("label") === at));
    function lookAt(control: HTMLElement): string | null {
      const seen = seenAs(control);
      const { left, right, top, bottom, width, height } = seen.getBoundingClientRect();
      const isOut = top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
      // What is larger than the window is seen in part, and of a text of many lines the line of the caret.
      const isTall = control instanceof HTMLTextAreaElement || height > innerHeight || width > innerWidth;
      if (isOut && !isTall) return "is not wholly in view";
      const [x, y, high] = [(left + right) / 2, (top + bottom) / 2, isTall ? top + 8 : bottom - 3];
      const points = [
        [x, top + 3],
        [left + 3, isTall ? high : y],
        [right - 3, isTall ? high : y],
        [x, high],
      ] as const;
      for (const [x, y] of points) {
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const at = document.elementFromPoint(x, y);
        if (isPartOf(at, seen)) continue;
        return `lies under ${at?.tagName ?? "nothing"} “${(at?.textContent ?? "").slice(0, 30)}”`;
      }
      return null;
    }
    // A list that a box has opened goes when the box is left.
    const isOpen = before?.matches('[role="combobox"][aria-expanded="true"]') === true;
    for (const control of isOpen ? [] : controls) {
      control.focus();
      if (document.activeElement !== control) continue;
      const fault = lookAt(control);
      const name = (control.ariaLabel ?? control.textContent).trim() || control.getAttribute("name");
      if (fault !== null) faults.push(`${control.tagName} “${(name ?? "").slice(0, 40)}” ${fault}`);
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    for (const { element, top, left } of scrolled) element.scrollTo(left, top);
    for (const kind of kinds) window.removeEventListener(kind, unheard, true);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return faults;
  });
