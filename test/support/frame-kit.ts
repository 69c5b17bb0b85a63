import type { Page } from "playwright";
import { expect } from "vitest";
import { words } from "../../messages/words.ts";
import { choosePatient, go, newBooking, step, type TestApp } from "./app.ts";
import { seen } from "./seen.ts";

/** The least windows in which people work, the last one a laptop at 125 %. */
const frameSizes = [
  { width: 1366, height: 768 },
  { width: 1366, height: 669 },
  { width: 1280, height: 621 },
  { width: 1024, height: 669 },
  { width: 1093, height: 516 },
] as const;

type FrameSize = (typeof frameSizes)[number];

/** In these a whole form of another kind is in view too. */
const roomy = frameSizes.slice(0, 4);

/** What of the page's own part a person cannot press without scrolling: it lies below the fold, under a bar, or is cut. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const main = document.querySelector("main");
    if (main === null) return ["no main part"];
    for (const part of [document.documentElement, main, ...main.querySelectorAll("*")]) part.scrollTop = 0;
    const nameOf = (control: Element): string =>
      (
        control.getAttribute("aria-label") ??
        control.getAttribute("name") ??
        control.textContent ??
        ""
      ).trim();
    /** The box that is pressed: that of the part which its cover fills, where it has one. */
    const boxOf = (element: HTMLElement): DOMRect => {
      const cover = getComputedStyle(element, "::after");
      const isCovered = cover.content !== "none" && cover.position === "absolute";
      return ((isCovered ? element.offsetParent : null) ?? element).getBoundingClientRect();
    };
    const controls = main.querySelectorAll<HTMLElement>("button, input, select, textarea, summary, a[href]");
    const lost: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const isTold = control instanceof HTMLInputElement && ["radio", "checkbox"].includes(control.type);
      for (const part of isTold ? [control, ...labels] : [control]) {
        const { left, right, top, bottom } = boxOf(part);
        const isHit = ([x, y]: readonly [number, number]): boolean => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && [control, ...labels].some((own) => own.contains(hit) || hit.contains(own));
        };
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (
          ![[x, top + 2] as const, [x, y] as const, [x, bottom - 2] as const].every(isHit) ||
          bottom > innerHeight
        )
          lost.push(`${control.tagName} ${nameOf(control)}: ${Math.round(top)} to ${Math.round(bottom)}`);
      }
    }
    return [...new Set(lost)];
  });

/** Looks at one state in each size: what is out of reach, what is cut off, what scrolls sideways. */
async function measure(desk: TestApp, name: string, sizes: readonly FrameSize[] = frameSizes): Promise<void> {
  const { page } = desk;
  for (const size of sizes) {
    await page.setViewportSize(size);
    const at = `${name}, ${String(size.width)} × ${String(size.height)}`;
    await desk.picture(`frame/${name}-${String(size.width)}x${String(size.height)}`);
    expect.soft(await outOfReach(page), `out of reach: ${at}`).toEqual([]);
    const { misfits } = await seen(page, "[A-Za-zÀ-ÿ]");
    expect.soft(misfits, `does not fit: ${at}`).toEqual([]);
  }
}

const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });

export type FrameWalk = {
  readonly desk: TestApp;
  /** By which its patient is found. */
  readonly patient: string;
  /** Of a visit type of the desk. */
  readonly service: string;
};

/** Every step of the wizard, empty, filled in and warned, then the forms for a patient and a webhook. */
export async function walkFrame({ desk, patient, service }: FrameWalk): Promise<void> {
  const { page } = desk;
  const { label, billing, visit } = words.booking;
  await newBooking(page);
  await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
  await measure(desk, "patient");
  await choosePatient(page, patient);
  await step(page, "patient").click();
  await measure(desk, "patient-chosen");
  await step(page, "visit").click();
  await field(page, label.service).waitFor();
  await measure(desk, "visit-empty");
  await field(page, label.service).fill(service);
  await field(page, label.date).fill("Mar 4, 2031");
  await field(page, label.time).fill("2pm");
  await field(page, label.notes).fill("Needs the ground floor.");
  await field(page, label.time).focus();
  await page.keyboard.press("Tab");
  await measure(desk, "visit-filled");
  // A Sunday is closed, and three at night is before the clinic opens.
  await page.getByLabel(visit.sameAddress).waitFor();
  await field(page, label.date).fill("Mar 2, 2031");
  await field(page, label.time).fill("3am");
  await page.keyboard.press("Tab");
  await measure(desk, "visit-warned");
  await step(page, "billing").click();
  const ways = ["Monthly Invoice", "Bill to Account", "Bill to Patient"] as const;
  for (const way of ways) {
    await page.getByRole("radio", { name: billing.names[way] }).check({ force: true });
    await measure(desk, `billing-${way.split(" ").at(-1)?.toLowerCase() ?? ""}`);
  }
  await page.getByRole("radio", { name: billing.names["Monthly Invoice"] }).check({ force: true });
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).waitFor();
  await measure(desk, "review");
  await newBooking(page);
  await page.getByRole("main").getByRole("button", { name: words.booking.patient.create }).click();
  await field(page, words.patients.label.firstName).waitFor();
  await measure(desk, "new-patient", roomy);
  await go(page, "webhooks");
  await field(page, words.webhooks.url).waitFor();
  await measure(desk, "webhook", roomy);
}
