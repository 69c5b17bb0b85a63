import { afterAll, beforeAll, expect, it } from "vitest";
import { join } from "node:path";
import { postalStates } from "../../shared/patients/states.ts";
import { appointmentStatuses, billingTypes } from "../../shared/service-api/appointment.ts";
import { spokenLanguages } from "../../messages/language.ts";
import { monthName, weekdayName } from "../../messages/format.ts";
import { speak, words } from "../../messages/words.ts";
import { samplePatients, sampleServices } from "../../mock/sample-data.ts";
import { readLicenses } from "../../scripts/materials/collect.ts";
import { annSample, go, root, startApp, step, type TestApp } from "../support/app.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { handLinks } from "../support/links.ts";
import { setPolicy, tellWindow } from "../support/managed.ts";
import { fileTexts } from "../support/import-files.ts";
import { walks } from "../support/looks.ts";
import { seen } from "../support/seen.ts";

/**
 * Every screen in a language that nobody speaks: long, accented, in brackets. What is left of a text in plain letters
 * once the data is taken out did not come from the catalogue; and nothing that long may be cut off.
 */
const wide = 1280;
const widths = [900, wide] as const;

/** What stands in every language as it is: names, what was typed, and the service's own words. */
const data: readonly string[] = [
  ...[...samplePatients, annSample].flatMap((person) =>
    Object.values(person).filter((value) => value !== undefined),
  ),
  ...sampleServices.map(({ name }) => name),
  ...postalStates.map(({ name }) => name),
  ...spokenLanguages.map(({ name }) => name),
  ...billingTypes,
  "Elm Street Clinic",
  "elm",
  "Needs the ground floor.",
  "nobody of that name",
  "Test Visa",
  "Front Desk",
  ...appointmentStatuses,
  "Not on a holiday",
  "Closed that day",
  "Down for repair",
  "The token has expired",
  "Vaccination",
  "Annual physical",
  "retension",
  "Clinic network",
  "proxy.example:3128",
  ...fileTexts.filter((text) => typeof text === "string"),
];
const patterns: readonly RegExp[] = [
  // The platform writes dates, times and zones: it knows no such language, so they are in English.
  new RegExp(
    Array.from({ length: 12 }, (_, at) => `${monthName(at + 1, "en-US").slice(0, 3)}[a-z]*`).join("|"),
  ),
  // A weekday also in short, over a month.
  new RegExp(
    Array.from({ length: 7 }, (_, at) => `\\b${weekdayName(at, "en-US").slice(0, 2)}[a-z]*`).join("|"),
  ),
  /\b(?:AM|PM|E[SD]T|Eastern(?: (?:(?:Standard|Daylight) )?Time)?)\b/,
  /\b[A-Z]\w+\/\w+/,
  // So it does the codes of states, and what stands between the last two of a list.
  new RegExp(String.raw`\b(?:${postalStates.map(({ code }) => code).join("|")})\b`),
  / and (?=$|[^a-z]|appointment\.)/,
  // A passphrase that was made, and fields of a policy.
  /\b(?:[a-z0-9]{4}-){5}[a-z0-9]{4}\b/,
  /, (?:proxy|retension): /,
  // Addresses, kinds of events, ids.
  /https?:\/\/\S+/,
  /\bappointment\.\w+\.v\d\b/,
  /\bFD-\w+|\bpm_\w*/,
  /\S+policy\.json/,
  ...fileTexts.filter((text) => text instanceof RegExp),
];
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const known = new RegExp(
  [
    // A longer one first: it may hold a shorter one.
    ...data.toSorted((a, b) => b.length - a.length).map(literal),
    ...patterns.map(({ source }) => source),
  ].join("|"),
  "g",
);
/** What About says of others: their packages' names, and licenses, which are in English everywhere. */
const { packages, texts: licenseTexts } = readLicenses(root);
const ofOthers: ReadonlySet<string> = new Set([
  ...packages.flatMap(({ name, version, license }) => [`${name} ${version}`, license]),
  ...licenseTexts,
]);
const plainLetters = (text: string): boolean =>
  /[A-Za-z]{2,}/.test(text.replaceAll(known, "")) && !ofOthers.has(text);

let desk: TestApp;
let service: FakeService;
beforeAll(async () => {
  await speak("en-XA");
  service = await startFakeService();
  desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function look(name: string): Promise<void> {
  for (const width of widths) {
    await desk.page.setViewportSize({ width, height: 720 });
    const { texts, misfits } = await seen(desk.page);
    await desk.picture(join("en-XA", `${name}-${width}`));
    expect.soft(texts.filter(plainLetters), `untranslated in ${name}`).toEqual([]);
    expect.soft(misfits, `${name}, ${width} px wide`).toEqual([]);
  }
  // The walk goes on where a list stands beside its page.
  await desk.page.setViewportSize({ width: wide, height: 720 });
}

it.each(walks)("everything is translated and fits: $title", async ({ walk }) => {
  await walk({
    page: desk.page,
    service,
    look,
    open: (link) => handLinks(desk.app, link),
    setPolicy: (content) => setPolicy(desk, content),
    tellProxy: (state) => tellWindow(desk, "proxy.changed", state),
  });
});

it("keeps the wizard's primary action at the end, also in a row of its own", async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 900, height: 720 });
  await go(page, "new-booking");
  await step(page, "visit").click();
  const endOf = async (name: string): Promise<number> => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    return box === null ? Number.NaN : Math.round(box.x + box.width);
  };
  const { next, saveForLater } = words.booking;
  expect(await endOf(next)).toBe(await endOf(saveForLater));
});
