import type { Page } from "playwright";
import { recordSpoken, type Heard, type SpokenRecord } from "./spoken-page.ts";
import { allowedFaults } from "./spoken-allowed.ts";

/** The windows that are listened to. */
const pages = new Set<Page>();
/** Of windows that were closed since the last look. */
const kept: string[] = [];

/** Records from now on what a screen reader would tell of this window, also after it is loaded again. */
export async function listenTo(page: Page): Promise<void> {
  pages.add(page);
  const leave = (): void => void pages.delete(page);
  page.once("close", leave).once("crash", leave);
  await page.addInitScript(recordSpoken);
  // A page that is loaded meanwhile has it from its first line on.
  await page.evaluate(recordSpoken).catch(() => undefined);
}

/** What was heard since the last time, once the window stands still. */
export async function takeHeard(page: Page): Promise<Heard[]> {
  return page.evaluate(async () => {
    const record: SpokenRecord = Reflect.get(globalThis, "spokenRecord");
    await record.settled();
    return record.heard.splice(0).map(({ kind, role, text, more }) => ({ kind, role, text, more }));
  });
}

async function faultsOf(page: Page): Promise<readonly string[]> {
  const gone = new Promise<readonly string[]>((done) => {
    page.once("close", () => done([])).once("crash", () => done([]));
  });
  const found = page.evaluate(async () => {
    const record: SpokenRecord | undefined = Reflect.get(globalThis, "spokenRecord");
    if (record === undefined) return location.hostname.startsWith("desk") ? ["nobody listened"] : [];
    await record.settled();
    return record.faults.splice(0);
  });
  return Promise.race([gone, found.catch(() => [])]);
}

/** Keeps what is wrong with what a window said, before it is closed. */
export async function stopListening(page: Page): Promise<void> {
  if (!pages.delete(page)) return;
  kept.push(...(await faultsOf(page)));
}

/** Falls of the focus and news said twice in any window since the last time, but for those that are allowed. */
export async function takeFaults(): Promise<readonly string[]> {
  const found = (await Promise.all([...pages].map(faultsOf))).flat();
  return [...kept.splice(0), ...found].filter(
    (fault) => !allowedFaults.some(({ pattern }) => pattern.test(fault)),
  );
}
