import { setTimeout as wait } from "node:timers/promises";
import type { Item } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
import { go, pictureFile, savePatient, signIn, startApp, type TestApp } from "../support/app.ts";
import { ask } from "../support/by-bridge.ts";
import type { Journal } from "./journal.ts";
import type { MoodyService } from "./moody-service.ts";
import { getClear, linger, perform, type Act, type Counter, type Person } from "./person.ts";
import { recordUtterances } from "./screen.ts";
import { Contradiction, watch } from "./watcher.ts";

/** Seconds in which a booking can be taken back. */
const undoSeconds = 4;
/** How long a person is patient with a control, in milliseconds: a screen that does not have it has another. */
const patienceAtDesk = 8_000;
/** How long everything may take to come to rest. */
const restWithin = 180_000;

export type Place = {
  readonly service: MoodyService;
  readonly journal: Journal;
  readonly random: () => number;
  readonly counter: Counter;
};

/** Drives windows for so many minutes. `people`: those it has begun with, also where it ends early. */
export type Story = (
  place: Place,
  minutes: number,
  counts: Map<string, number>,
  people: Person[],
) => Promise<void>;

/** Hears what this window says, also after it is loaded anew. */
export async function prepareWindow({ page }: TestApp): Promise<void> {
  page.setDefaultTimeout(patienceAtDesk);
  await page.addInitScript(recordUtterances);
  await page.evaluate(recordUtterances);
}

export const isAtFirstScreen = (desk: TestApp): Promise<void> =>
  desk.page
    .getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] })
    .waitFor({ timeout: 60_000 });

/** Somebody signs in at a desk of their own. */
export async function comeToDesk(name: string, place: Place): Promise<Person> {
  const { service, journal } = place;
  const desk = await startApp({ undoSeconds });
  await signIn(desk.page, { address: service.url, token: service.token });
  await isAtFirstScreen(desk);
  await prepareWindow(desk);
  const watcher = watch({
    name,
    page: () => desk.page,
    ledger: service.ledger,
    underWay: () => service.inFlight().length,
    journal,
  });
  return { ...place, name, desk, watcher, patients: [] };
}

/** The desk knows some patients from before. */
export async function knowPatients(person: Person, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const name = person.counter.name();
    const [firstName = "", lastName = ""] = name.split(" ");
    await savePatient(person.desk.page, { firstName, lastName, email: `${firstName}@example.com` });
    person.patients.push(name);
  }
}

const isUnderWay = ({ status }: Item): boolean => status === "sending" || status === "ready";

/** The sending goes on, where somebody has stopped it. */
async function resume({ desk: { page } }: Person): Promise<void> {
  await go(page, "outbox");
  await page.getByRole("tab", { name: words.outbox.tabs.automatic }).click();
  await wait(300);
  const button = page.getByRole("button", { name: words.outbox.sending.resume, exact: true });
  if (await button.isVisible()) await button.click();
}

/** Waits until nothing is under way at this desk, with a service that answers as it should. */
async function comeToRest(person: Person): Promise<void> {
  const { desk, service, watcher, journal } = person;
  service.calm();
  await service.proxy.refuse(false);
  await getClear(person);
  await resume(person);
  const until = Date.now() + restWithin;
  // Of a press that is still on its way to the main process nothing is seen at the first look.
  for (let calm = 0; calm < 2;) {
    await ask(desk.page, "connection.check", {}).catch(() => undefined);
    await watcher.look();
    const busy = watcher.items().filter(isUnderWay);
    const { moments } = await ask(desk.page, "items.moments", {});
    const isCalm = busy.length === 0 && moments.length === 0 && service.inFlight().length === 0;
    calm = isCalm ? calm + 1 : 0;
    if (!isCalm && Date.now() > until)
      throw new Contradiction(
        `${busy.map(({ id, status }) => `${id} is ${status}`).join(", ")}, ${moments.length} moments, and nothing moves`,
      );
    await wait(1_000);
  }
  journal.note("at rest", { items: watcher.items().length, made: service.ledger().length });
}

/** Opens everything there is, and reads it. */
async function readAll(person: Person): Promise<void> {
  const {
    desk: { page },
    watcher,
  } = person;
  await go(page, "outbox");
  const tabs = page.getByRole("tab");
  await tabs.first().waitFor();
  for (let tab = 0; tab < (await tabs.count()); tab += 1) {
    await tabs.nth(tab).click();
    await wait(400);
    await watcher.look();
    const rows = page.locator("main [data-row]");
    for (let row = 0; row < Math.min(25, await rows.count()); row += 1) {
      await rows.nth(row).click();
      await wait(150);
      await watcher.look();
    }
  }
  await go(page, "bookings");
  await wait(500);
  await watcher.look();
  const lines = page.locator("main [data-line]");
  for (let line = 0; line < Math.min(25, await lines.count()); line += 1) {
    await lines.nth(line).click();
    await wait(150);
    await watcher.look();
  }
}

/** Everything is let come to rest, held against the ledger, and read. */
export async function rest(people: readonly Person[]): Promise<void> {
  for (const person of people) await comeToRest(person);
  for (const person of people) {
    const others = people.filter((other) => other !== person).flatMap(({ watcher }) => watcher.items());
    await person.watcher.lookAtRecords(others);
    await readAll(person);
  }
}

export type Part = {
  readonly people: readonly Person[];
  readonly acts: readonly Act[];
  readonly minutes: number;
  readonly counts: Map<string, number>;
  /** What else has to come back before anything can come to rest. */
  readonly beforeRest?: () => Promise<void>;
};

/** How long people act before everything is let come to rest, in milliseconds. */
const busyFor = 240_000;

/** People act by lot until the time is over; now and then everything is let come to rest. */
export async function live({ people, acts, minutes, counts, beforeRest }: Part): Promise<void> {
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until) {
    const [first] = people;
    first?.service.stir();
    const restAt = Math.min(until, Date.now() + busyFor);
    while (Date.now() < restAt) {
      for (const person of people) {
        await perform(person, acts, counts);
        await person.watcher.look();
        await linger(person, 3_000);
      }
    }
    await beforeRest?.();
    await rest(people);
  }
}

/** A picture of each window, for whoever reads a find. */
export async function takePictures(people: readonly Person[], name: string): Promise<void> {
  for (const person of people)
    await person.desk.page
      .screenshot({ path: pictureFile(`stories-${name}-${person.name}`) })
      .catch(() => undefined);
}
