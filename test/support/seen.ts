import type { Page } from "playwright";

/** What a page gives a person to read, and where of it something does not fit. */
export type Seen = {
  /** Every text and every attribute that is read aloud or shown, also what is only printed or only heard. */
  readonly texts: readonly string[];
  /** A line for each text of ours that is cut off, leaves its box or lies over another one. */
  readonly misfits: readonly string[];
};

/** What has accented letters in the pseudo-locale is the catalogue's. */
const accented = "[À-ỿ]";

/** The page as it stands. `ours`: the source of a pattern that tells the texts that have to fit. */
export const seen = (page: Page, ours = accented): Promise<Seen> =>
  page.evaluate(async (source) => {
    // Laid out anew after a change of the window's size.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isOurs = (text: string): boolean => new RegExp(source).test(text);
    const attributes = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"].concat([
      "title",
      "placeholder",
      "alt",
    ]);
    const texts: string[] = [document.title];
    const misfits: string[] = [];
    type Line = { text: string; layer: Element; left: number; right: number; top: number; bottom: number };
    const lines: Line[] = [];

    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
    function* upFrom(element: Element): Generator<Element> {
      for (let at: Element | null = element; at !== null; at = at.parentElement) yield at;
    }
    /** Only heard: a box of a pixel. */
    const isHidden = (element: Element): boolean =>
      [...upFrom(element)].some(
        (at) =>
          at.clientWidth <= 1 && styleOf(at).overflowX !== "visible" && styleOf(at).display !== "inline",
      );
    const layerOf = (element: Element): Element =>
      [...upFrom(element)].find(
        (at) => styleOf(at).position !== "static" && styleOf(at).position !== "relative",
      ) ?? document.documentElement;

    function placeText(node: Text, element: Element): void {
      const text = node.data.trim();
      const range = document.createRange();
      range.selectNodeContents(node);
      const box =
        [...upFrom(element)].find((at) => !["inline", "contents"].includes(styleOf(at).display)) ?? element;
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const line = { text, layer: layerOf(element), left, right, top, bottom };
        const own = box.getBoundingClientRect();
        if (isOurs(text) && (right > own.right + 1 || left < own.left - 1))
          misfits.push(`leaves its box: ${text}`);
        if (isOurs(text) && (right > innerWidth + 1 || left < -1)) misfits.push(`beside the window: ${text}`);
        let [scrollsX, scrollsY] = [false, false];
        for (const at of upFrom(element)) {
          const { overflowX, overflowY, display, position } = styleOf(at);
          if (display === "inline" || display === "contents") continue;
          const clip = at.getBoundingClientRect();
          if (position === "fixed") break;
          const isCutX = right > clip.right + 1 || left < clip.left - 1;
          const isCutY = bottom > clip.bottom + 2 || top < clip.top - 2;
          if (["hidden", "clip"].includes(overflowX) && !scrollsX && isCutX && isOurs(text))
            misfits.push(`cut off: ${text}`);
          if (["hidden", "clip"].includes(overflowY) && !scrollsY && isCutY && isOurs(text))
            misfits.push(`cut off below: ${text}`);
          scrollsX ||= ["auto", "scroll"].includes(overflowX);
          scrollsY ||= ["auto", "scroll"].includes(overflowY);
          if (overflowX === "visible" && overflowY === "visible") continue;
          // What is scrolled away lies over nothing.
          line.left = Math.max(line.left, clip.left);
          line.right = Math.min(line.right, clip.right);
          line.top = Math.max(line.top, clip.top);
          line.bottom = Math.min(line.bottom, clip.bottom);
        }
        lines.push(line);
      }
    }

    const canvas = document.createElement("canvas").getContext("2d");
    /** Texts that have no box of their own. */
    function measure(field: HTMLInputElement | HTMLSelectElement): void {
      const text =
        field instanceof HTMLInputElement ? field.placeholder : (field.selectedOptions[0]?.text ?? "");
      if (canvas === null || !isOurs(text)) return;
      const style = styleOf(field);
      canvas.font =
        field instanceof HTMLInputElement ? getComputedStyle(field, "::placeholder").font : style.font;
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (canvas.measureText(text).width > room + 1) misfits.push(`does not fit its field: ${text}`);
    }

    for (const element of document.querySelectorAll("*")) {
      if (element.closest("script, style, pre, code") !== null) continue;
      for (const name of attributes) {
        const text = element.getAttribute(name);
        if (text !== null) texts.push(text);
      }
      const sideways = ["auto", "scroll"].includes(styleOf(element).overflowX);
      if (sideways && element.scrollWidth > element.clientWidth + 1)
        misfits.push(`scrolls sideways: ${element.tagName} ${element.className}`);
      const isVisible = element.checkVisibility({ visibilityProperty: true }) && !isHidden(element);
      if (isVisible && (element instanceof HTMLInputElement || element instanceof HTMLSelectElement))
        measure(element);
      for (const node of element.childNodes) {
        if (!(node instanceof Text) || node.data.trim() === "") continue;
        texts.push(node.data.trim());
        if (isVisible && element.closest("select") === null) placeText(node, element);
      }
    }
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.layer !== other.layer || one.text === other.text) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // Letters' boxes are higher than their lines.
        if (wide > 2 && high > 6) misfits.push(`over one another: ${one.text} / ${other.text}`);
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) misfits.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    return { texts: [...new Set(texts)], misfits: [...new Set(misfits)] };
  }, ours);
