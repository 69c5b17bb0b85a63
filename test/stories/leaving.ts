import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
import { go, signIn } from "../support/app.ts";
import { ask } from "../support/by-bridge.ts";
import { answerQuestions, askToQuit } from "../support/ending.ts";
import {
  book,
  bookAndUndo,
  bookSeries,
  createPatient,
  decide,
  linger,
  lookAround,
  type Act,
  type Person,
} from "./person.ts";
import { comeToDesk, isAtFirstScreen, knowPatients, live, prepareWindow, type Story } from "./story.ts";

const pin = "4711";

const isLocked = (page: Page): Promise<void> =>
  page.getByRole("heading", { level: 1, name: words.lock.title }).waitFor();

async function unlock({ desk: { page } }: Person): Promise<void> {
  await isLocked(page);
  await page.getByLabel(words.lock.pin, { exact: true }).fill(pin);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
}

/** Leaves the desk for a while. */
async function lockAndUnlock(person: Person): Promise<void> {
  await person.desk.page.keyboard.press("Control+l");
  await isLocked(person.desk.page);
  await linger(person, 6_000);
  await unlock(person);
}

/** Is asked whether to sign out; on a yes, signs in again after a while. */
async function signOut(person: Person): Promise<void> {
  const { page } = person.desk;
  await go(page, "settings");
  await page.getByRole("button", { name: words.settings.leave.signOut, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await linger(person, 7_000);
  const { stay, signOut: leave } = words.settings.leave;
  const goes = person.random() < 0.5;
  person.journal.note("answers", { button: goes ? leave : stay });
  await question.getByRole("button", { name: goes ? leave : stay, exact: true }).click();
  if (!goes) return;
  await page.getByRole("heading", { level: 1, name: words.signIn.title }).waitFor();
  await wait(person.random() * 3_000);
  await signIn(page, { address: person.service.url, token: person.service.token });
  await isAtFirstScreen(person.desk);
}

/** What waits for a person, and is asked about before the end whatever is answered meanwhile. */
const asksFirst: readonly ItemStatus[] = ["saved-for-later", "needs-card"];

/** Is asked whether to quit, and stays. */
async function nearlyQuit(person: Person): Promise<void> {
  const { desk, watcher } = person;
  await watcher.look();
  // Else nothing is asked, and the program ends.
  if (!watcher.items().some(({ status }) => asksFirst.includes(status))) return;
  const questions = await answerQuestions(desk.app, { button: 1, after: 2_500 });
  await watcher.lookAtNumbers(async () => {
    await askToQuit(desk.app);
    await wait(700);
    return (await questions()).asked;
  });
  await wait(2_500);
}

/** The program ends at once, and is started again. */
async function kill(person: Person): Promise<void> {
  await person.desk.kill();
  await prepareWindow(person.desk);
  await unlock(person);
}

async function reload({ desk: { page } }: Person): Promise<void> {
  await page.reload();
  await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
}

const acts: readonly Act[] = [
  ["books", 6, book],
  ["books a series", 2, bookSeries],
  ["books and takes back", 2, bookAndUndo],
  ["creates a patient", 2, createPatient],
  ["decides on an item", 4, decide],
  ["looks around", 2, lookAround],
  ["locks and unlocks", 4, lockAndUnlock],
  ["is asked about signing out", 3, signOut],
  ["is asked about quitting, and stays", 3, nearlyQuit],
  ["the window is loaded anew", 2, reload],
  ["the program is killed", 1, kill],
];

/** Lock, sign-out, quitting, a window loaded anew and a program killed, in the middle of all that. */
export const leaving: Story = async (place, minutes, counts, people) => {
  const person = await comeToDesk("desk", place);
  people.push(person);
  await knowPatients(person, 12);
  await ask(person.desk.page, "lock.setPin", { which: "desk", next: pin, present: "" });
  await live({ people: [person], acts, minutes, counts });
};
