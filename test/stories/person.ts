import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { pick } from "../faults/kit/random.ts";
import { go, newBooking, step, type TestApp } from "../support/app.ts";
import type { Journal } from "./journal.ts";
import type { MoodyService } from "./moody-service.ts";
import { Contradiction, type Watcher } from "./watcher.ts";

/** Somebody at a desk, who does by lot what people do there. */
export type Person = {
  readonly name: string;
  readonly desk: TestApp;
  readonly random: () => number;
  readonly journal: Journal;
  readonly service: MoodyService;
  readonly watcher: Watcher;
  /** Names of patients the desk knows. */
  readonly patients: string[];
  /** What only this story knows to number its bookings and patients by. */
  readonly counter: Counter;
};

/** Gives out what nothing else of the story has: a name for each patient, a time of day for each booking. */
export type Counter = {
  readonly name: () => string;
  readonly visit: () => { readonly date: string; readonly time: string };
};

const syllables = [
  "ba",
  "ce",
  "di",
  "fo",
  "gu",
  "ha",
  "je",
  "ki",
  "lo",
  "mu",
  "na",
  "pe",
  "ri",
  "so",
  "tu",
  "va",
];
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The visits' times of day are none of those that the story itself runs in: the screen shows those as well. */
export function startCounter(now: Date, zone: string): Counter {
  let names = 0;
  let visits = 0;
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { hour: "2-digit", hourCycle: "h23", timeZone: zone }).format(now),
  );
  // An hour after the longest story ends, for 20 hours.
  const first = (hour + 3) * 60;
  return {
    name: () => {
      names += 1;
      const at = (shift: number): string => syllables[(names >> shift) % 16] ?? "";
      return `${capital(`${at(0)}${at(4)}`)} ${capital(`${at(2)}${at(0)}${at(8)}sen`)}`;
    },
    visit: () => {
      visits += 1;
      const minute = (first + visits) % (24 * 60);
      const inDay = Math.floor(minute / 60);
      const time = `${inDay % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${inDay < 12 ? "AM" : "PM"}`;
      return { date: `${1 + (visits % 12)}/${1 + (visits % 28)}/2031`, time };
    },
  };
}

const main = (page: Page): Locator => page.getByRole("main");
const dialog = (page: Page): Locator => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const exact = (part: Page | Locator, name: string): Locator =>
  part.getByRole("button", { name, exact: true });
const chance = ({ random }: Person, of: number): boolean => random() < of;

/** Waits as long as a person may, and looks at the window meanwhile. */
export async function linger(person: Person, mostMs: number): Promise<void> {
  const until = Date.now() + person.random() * mostMs;
  do {
    await person.watcher.look();
    await wait(Math.min(500, Math.max(0, until - Date.now())));
  } while (Date.now() < until);
}

export async function createPatient(person: Person): Promise<void> {
  const { page } = person.desk;
  const name = person.counter.name();
  const [firstName = "", lastName = ""] = name.split(" ");
  await go(page, "patients");
  await exact(page, words.patients.newPatient).first().click();
  const texts = {
    firstName,
    lastName,
    dob: "3/5/84",
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    email: `${firstName}@example.com`,
  };
  for (const [field, text] of Object.entries(texts))
    await page.getByLabel(words.patients.label[field as keyof typeof texts], { exact: true }).fill(text);
  await page.getByLabel(words.patients.label.gender, { exact: true }).selectOption("Female");
  await page.getByRole("button", { name: words.patients.create }).first().click();
  person.patients.push(name);
}

const field = (page: Page, name: keyof typeof words.booking.label): Locator =>
  main(page).getByLabel(words.booking.label[name], { exact: true });

/** Fills the wizard as far as this person gets; says whether it stands at Review. */
export async function fillBooking(person: Person, { isSeries = false } = {}): Promise<boolean> {
  const { desk, random } = person;
  const { page } = desk;
  await newBooking(page);
  const find = page.getByRole("combobox", { name: words.booking.patient.find });
  await find.fill(pick(random, person.patients));
  await page.getByRole("option").first().click();
  if (chance(person, 0.06)) return false;
  await step(page, "visit").click();
  const { date, time } = person.counter.visit();
  await field(page, "service").fill(pick(random, ["101", "102"]));
  await field(page, "date").fill(date);
  await field(page, "time").fill(time);
  await field(page, "time").press("Tab");
  if (isSeries) {
    await exact(main(page), words.series.open).click();
    await main(page)
      .getByLabel(words.series.label.every, { exact: true })
      .fill(`every week x${2 + Math.floor(random() * 4)}`);
    await page.keyboard.press("Tab");
  }
  if (chance(person, 0.06)) return false;
  await step(page, "billing").click();
  const type = pick(random, ["Monthly Invoice", "Bill to Account", "Bill to Patient"] as const);
  await page.getByRole("radio", { name: words.booking.billing.names[type] }).check({ force: true });
  if (type === "Bill to Patient" && chance(person, 0.7)) {
    await page.getByText(words.booking.card.advanced, { exact: true }).click();
    await field(page, "paymentMethod").fill(`pm_${Math.floor(random() * 1e12).toString(36)}`);
    await page.keyboard.press("Tab");
  }
  await step(page, "review").click();
  return true;
}

/** What a person does with a booking that they have filled in. */
async function finishBooking(person: Person, isAtReview: boolean): Promise<void> {
  const { page } = person.desk;
  const lot = person.random();
  if (!isAtReview) {
    if (lot < 0.5) await page.keyboard.press("Control+Shift+P");
    else if (lot < 0.8) await page.keyboard.press("Control+n");
    return;
  }
  if (lot < 0.75) await page.keyboard.press("Control+Enter");
  else if (lot < 0.85) await exact(main(page), words.booking.saveForLater).click();
  else if (lot < 0.92) await page.keyboard.press("Control+Shift+P");
  else await go(page, "outbox");
}

export async function book(person: Person): Promise<void> {
  const isAtReview = await fillBooking(person);
  await person.watcher.look();
  await finishBooking(person, isAtReview);
}

export async function bookSeries(person: Person): Promise<void> {
  const isAtReview = await fillBooking(person, { isSeries: true });
  await person.watcher.look();
  await finishBooking(person, isAtReview);
}

/** Takes back what is about to be sent, where anything is. */
export async function undo(person: Person): Promise<void> {
  const { page } = person.desk;
  const button = page.getByRole("button", { name: new RegExp(`^${words.booking.moment.undo}`) }).first();
  if (chance(person, 0.5)) await page.keyboard.press("Control+z");
  else if (await button.isVisible()) await button.click({ timeout: 1_500 });
}

/** Books, and takes it back or does something else within the moment. */
export async function bookAndUndo(person: Person): Promise<void> {
  const isSeries = chance(person, 0.4);
  if (!(await fillBooking(person, { isSeries }))) return;
  await person.desk.page.keyboard.press("Control+Enter");
  await linger(person, 4_000);
  const lot = person.random();
  if (lot < 0.6) await undo(person);
  else if (lot < 0.75) await person.desk.page.keyboard.press("Control+n");
  else if (lot < 0.9) await openItem(person);
}

/** Opens an item of the outbox; says whether there was one. */
export async function openItem(person: Person): Promise<boolean> {
  const { page } = person.desk;
  await go(page, "outbox");
  const tabs = page.getByRole("tab");
  await tabs.first().waitFor();
  const counts = await tabs.evaluateAll((all) =>
    all.map((each) => Number(/\d+/.exec(each.textContent)?.[0] ?? 0)),
  );
  const filled = counts.flatMap((count, at) => (count > 0 ? [at] : []));
  if (filled.length === 0) return false;
  await tabs.nth(pick(person.random, filled)).click();
  await wait(300);
  const rows = page.locator("main [data-row]");
  const many = await rows.count();
  if (many === 0) return false;
  await rows.nth(Math.floor(person.random() * many)).click({ timeout: 3_000 });
  return true;
}

/** Answers the question that stands on the screen, after a while. */
export async function answerQuestion(person: Person): Promise<void> {
  const { page } = person.desk;
  const question = dialog(page).last();
  if (!(await question.isVisible())) return;
  await linger(person, 8_000);
  // To whom a booking is handed over.
  const choice = question.locator("select");
  if (await choice.isVisible()) await choice.selectOption({ index: 1 }, { timeout: 3_000 });
  const buttons = question.getByRole("button");
  const many = await buttons.count();
  if (many === 0) return;
  const chosen = buttons.nth(many - 1 - Math.floor(person.random() * Math.min(2, many)));
  person.journal.note("answers", { button: await chosen.innerText().catch(() => "") });
  await chosen.click({ timeout: 3_000 });
}

/** Does one of the things that can be done with an item of the outbox. */
export async function decide(person: Person): Promise<void> {
  const { page } = person.desk;
  if (!(await openItem(person))) return;
  const detail = page.getByRole("region", { name: words.outbox.item });
  await detail.waitFor({ timeout: 3_000 });
  await linger(person, 1_500);
  const { action, again, fix } = words.outbox;
  const wanted = [
    ...Object.values(action),
    ...Object.values(again),
    ...Object.values(fix),
    words.outbox.edit,
    words.outbox.continue,
    words.clinic.takeOver.button,
    words.clinic.handOver.button,
    words.clinic.withoutHub.button,
  ];
  const buttons = detail.getByRole("button");
  const labels = await buttons.evaluateAll((all) => all.map((each) => each.textContent.trim()));
  const can = labels.flatMap((label, at) =>
    wanted.includes(label) || label.startsWith(words.outbox.acceptPatient({ id: "" })) ? [{ label, at }] : [],
  );
  if (can.length === 0) return;
  const chosen = pick(person.random, can);
  person.journal.note("decides", { button: chosen.label });
  const shown = await page
    .locator("[data-row][aria-current]")
    .getAttribute("data-row", { timeout: 1_000 })
    .catch(() => null);
  if (chosen.label.startsWith(words.outbox.acceptPatient({ id: "" })) && shown !== null)
    person.watcher.taken(shown);
  await buttons.nth(chosen.at).click({ timeout: 3_000 });
  await wait(150);
  await answerQuestion(person);
  if ([words.outbox.edit, words.outbox.continue, ...Object.values(fix)].includes(chosen.label))
    await afterEdit(person);
}

/** Somebody has opened an item as a form: sends it again, puts it off, or leaves it. */
async function afterEdit(person: Person): Promise<void> {
  const { page } = person.desk;
  await linger(person, 1_500);
  const review = step(page, "review");
  if (await review.isVisible()) {
    await review.click({ timeout: 3_000 });
    await finishBooking(person, true);
    return;
  }
  const create = page.getByRole("button", { name: words.patients.create }).first();
  if (chance(person, 0.7) && (await create.isVisible())) await create.click({ timeout: 3_000 });
}

export async function stopOrResume(person: Person): Promise<void> {
  const { page } = person.desk;
  await go(page, "outbox");
  await page.getByRole("tab", { name: words.outbox.tabs.automatic }).click();
  await wait(200);
  const { stop, resume } = words.outbox.sending;
  for (const name of [stop, resume]) {
    const button = exact(page, name);
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: 2_000 });
    return;
  }
}

export async function lookAround(person: Person): Promise<void> {
  const { page } = person.desk;
  const screen = pick(person.random, ["bookings", "patients", "outbox", "webhooks", "new-booking"] as const);
  await go(page, screen);
  if (screen !== "bookings") return;
  await wait(500);
  const lines = page.locator("main [data-line]");
  const many = await lines.count();
  if (many > 0) await lines.nth(Math.floor(person.random() * many)).click({ timeout: 3_000 });
}

export async function registerWebhook(person: Person): Promise<void> {
  const { page } = person.desk;
  await go(page, "webhooks");
  await wait(500);
  const open = page.getByRole("button", {
    name: new RegExp(`^${words.webhooks.registerFirst}|^${words.webhooks.registerAnother}`),
  });
  const url = page.getByLabel(words.webhooks.url, { exact: true });
  if (!(await url.isVisible()) && (await open.first().isVisible())) await open.first().click();
  await url.fill(`http://127.0.0.1:9/${Math.floor(person.random() * 1e9)}`);
  const kinds = page.getByRole("checkbox");
  if (!(await kinds.first().isChecked())) await kinds.first().check({ force: true });
  await exact(main(page), words.webhooks.register).click();
  await wait(300);
  await answerQuestion(person);
}

export async function toggleLine(person: Person, state: { isOffline: boolean }): Promise<void> {
  state.isOffline = !state.isOffline;
  person.journal.note("line", state);
  await person.service.proxy.refuse(state.isOffline);
}

/** Presses the pill that says how the connection is: the service is asked. */
export async function askNow(person: Person): Promise<void> {
  const { online, offline } = words.shell.connection.state;
  const pill = person.desk.page.getByRole("button", { name: new RegExp(`^(${online}|${offline})`) }).first();
  if (await pill.isVisible()) await pill.click({ timeout: 2_000 });
}

/** One thing a person does, by its name. */
export type Act = readonly [name: string, weight: number, run: (person: Person) => Promise<void>];

const nothing: Act = ["does nothing", 1, () => Promise.resolve()];

/** Does one act; one that the screen does not allow just now is noted, and counted. */
export async function perform(
  person: Person,
  acts: readonly Act[],
  counts: Map<string, number>,
): Promise<void> {
  const total = acts.reduce((sum, [, weight]) => sum + weight, 0);
  let lot = person.random() * total;
  const [name, , run] = acts.find(([, weight]) => (lot -= weight) < 0) ?? nothing;
  person.journal.note("act", { desk: person.name, name });
  try {
    await run(person);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  } catch (error) {
    if (error instanceof Contradiction || person.desk.page.isClosed()) throw error;
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    person.journal.note("stumbled", { name, why });
    counts.set(`${name}, not possible`, (counts.get(`${name}, not possible`) ?? 0) + 1);
    await getClear(person);
  }
}

/** Closes what is open over the screen. */
export async function getClear({ desk: { page } }: Person): Promise<void> {
  for (let times = 0; times < 3 && (await dialog(page).count()) > 0; times += 1) {
    await page.keyboard.press("Escape");
    await wait(200);
  }
}
