import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { choosePatient, go, newBooking, savePatient, step, type TestApp } from "../support/app.ts";
import { json, type FakeAnswer, type FakeService } from "../support/fake-service.ts";
import type { ScreenReader } from "./screen-reader.ts";

/** The app on the screen reader's screen, and the service that it is signed in at. */
export type Scene = {
  readonly keys: Pick<ScreenReader, "press" | "type">;
  readonly desk: TestApp;
  readonly service: FakeService;
};

/** One thing that a person does, and how it is called in the transcript. */
type Act = {
  readonly name: string;
  /** What is typed: Orca says a letter of it now and then, although its echo is off. */
  readonly typed?: string;
  readonly run: (scene: Scene) => unknown;
};

/** What a person does at the keyboard; what is said after each act stands in the transcript. */
export type Story = {
  readonly name: string;
  /** Goes to where the story begins, by Playwright: what is said on the way is not listened to. */
  readonly begin: (scene: Scene) => Promise<void>;
  readonly acts: readonly Act[];
};

const main = (page: Page): Locator => page.getByRole("main");
const press = (name: string, ...keys: readonly string[]): Act => ({
  name,
  run: ({ keys: keyboard }) => keyboard.press(...keys),
});
const typeAndTab = (text: string): Act => ({
  name: `${text}, Tab`,
  typed: text,
  run: ({ keys }) => {
    keys.type(text);
    keys.press("Tab");
  },
});
/** The moment to undo goes by, until the window shows what came of it. */
const waitFor = (text: () => string): Act => ({
  name: "after the moment to undo",
  run: ({ desk }) => main(desk.page).getByText(text()).first().waitFor(),
});

/** Each booking an hour after the one before it. */
let hour = 7;
async function openReview({ desk: { page } }: Scene): Promise<void> {
  hour += 1;
  await newBooking(page);
  await choosePatient(page, "Smith");
  await step(page, "visit").click();
  const fields = { service: "101", date: "12/17/2031", time: `${String(hour)}:00` } as const;
  for (const [name, text] of Object.entries(fields))
    await main(page)
      .getByLabel(words.booking.label[name as keyof typeof fields], { exact: true })
      .fill(text);
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
    .check({ force: true });
  await step(page, "review").click();
  await page.getByRole("group", { name: words.booking.review.heading }).waitFor();
}

const book = press("Ctrl+Enter", "ctrl+Return");

/** What comes of a booking that the service answers so. */
const answered = (name: string, answer: FakeAnswer, title: () => string): Story => ({
  name,
  begin: async (scene) => {
    scene.service.rule(({ path }) => (path === "/api/appointment" ? answer : null));
    await openReview(scene);
  },
  acts: [book, waitFor(title)],
});

/** In this order: what one leaves behind is there in the next. */
export const stories: readonly Story[] = [
  {
    name: "A returning patient is booked by keyboard alone",
    begin: async ({ desk: { page } }) => {
      await savePatient(page, { lastName: "Smith" });
      await go(page, "bookings");
    },
    acts: [
      press("Ctrl+N", "ctrl+n"),
      { name: "smi", typed: "smi", run: ({ keys }) => keys.type("smi") },
      press("Down, Enter", "Down", "Return"),
      typeAndTab("101"),
      typeAndTab("12/17/2031"),
      typeAndTab("2p"),
      book,
      press("Tab, Space", "Tab", "space"),
      book,
      book,
      waitFor(() => words.items.appointment.pending.title),
    ],
  },
  {
    name: "A booking is taken back",
    begin: openReview,
    acts: [book, press("Ctrl+Z", "ctrl+z")],
  },
  {
    name: "What is missing is said at its field",
    begin: async ({ desk: { page } }) => {
      await newBooking(page);
      await choosePatient(page, "Smith");
      await step(page, "visit").click();
    },
    acts: [book],
  },
  answered(
    "The service refuses a booking",
    json(400, { message: "The clinic is closed that day" }),
    () => words.booking.refused,
  ),
  answered(
    "Nobody knows whether a booking was made",
    json(500, { message: "down" }),
    () => words.booking.mayOrMayNot,
  ),
  answered("The token is refused", json(401, {}), () => words.items.tokenRefused.title({ made: "booking" })),
];
