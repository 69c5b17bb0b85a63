import type { Opened } from "./windows.ts";

/** What pages are watched for. Each function below runs inside a page and uses nothing from outside its own body. */

type Watched = {
  /** Milliseconds from the last key press to the paint of what it brought about; null: nothing changed. */
  painted: number | null;
  /** Of each interaction, milliseconds until its next paint, as the browser says (8 ms apart, none under 16). */
  readonly interactions: Map<number, number>;
  /** Tasks of more than 50 ms. */
  longTasks: number;
};

declare global {
  interface Window {
    watched: Watched;
    bare: { readonly echo: (sent: unknown, answer: unknown) => Promise<unknown> };
  }
}

function watch(selector: string): void {
  const watched: Watched = { painted: null, interactions: new Map(), longTasks: 0 };
  window.watched = watched;
  let pressed = 0;
  window.addEventListener(
    "keydown",
    (event) => {
      pressed = event.timeStamp;
      watched.painted = null;
    },
    true,
  );
  const concerns = (node: Node): boolean => {
    const element = node instanceof Element ? node : node.parentElement;
    return (
      element !== null && (element.closest(selector) !== null || element.querySelector(selector) !== null)
    );
  };
  const onPaint = (): void => {
    const of = pressed;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (of === pressed) watched.painted = performance.now() - of;
      }),
    );
  };
  new MutationObserver((changes) => {
    if (changes.some(({ target, addedNodes }) => concerns(target) || [...addedNodes].some(concerns)))
      onPaint();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.addEventListener("input", () => selector === "input" && onPaint(), true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const id = (entry as unknown as { readonly interactionId: number }).interactionId;
      if (id > 0) watched.interactions.set(id, Math.max(watched.interactions.get(id) ?? 0, entry.duration));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    watched.longTasks += list.getEntries().length;
  }).observe({ type: "longtask" });
}

/** Watches a page from now on: paints of what stands at `selector` (`input`: of what is typed), interactions, long tasks. */
export async function watchPage({ page }: Opened, selector: string): Promise<void> {
  // Not the empty page that a window has before its own.
  await page.locator("input").first().waitFor();
  await page.evaluate(watch, selector);
}

/** Milliseconds that a changed list has to settle before the next key: slower than anybody types. */
const between = 120;

/** Presses a key and answers when the last of its changes was painted; null when there was none. */
export async function pressAndPaint({ page }: Opened, key: string): Promise<number | null> {
  await page.keyboard.press(key);
  await page.waitForTimeout(between);
  return page.evaluate(() => window.watched.painted);
}

export const interactionsOf = ({ page }: Opened): Promise<readonly number[]> =>
  page.evaluate(() => [...window.watched.interactions.values()]);
export const longTasksOf = ({ page }: Opened): Promise<number> =>
  page.evaluate(() => window.watched.longTasks);

/** Milliseconds until the key was echoed in the field at `selector`, counted from `begun`. */
export async function firstKey(
  { page }: Opened,
  { begun, selector }: { readonly begun: number; readonly selector: string },
): Promise<number> {
  const input = page.locator(selector).first();
  await input.waitFor();
  await input.focus();
  await page.keyboard.press("a");
  await page.waitForFunction((at) => document.querySelector<HTMLInputElement>(at)?.value === "a", selector);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return performance.now() - begun;
}
