import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron, type ElectronApplication, type Locator, type Page } from "playwright";
import { emptyPatientForm, type PatientForm } from "../../shared/patients/patient-form.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { RouteInput } from "../../shared/routes.ts";
import type { PolicyPlace } from "../../main/features/policy/policy-place.ts";
import { findProfileHolder } from "../../tools/chromium-host/host/chromium/profile.ts";
import { electronBinaryAvailable, hostEnvironment } from "../../tools/chromium-host/launch.ts";
import { answerPlaces } from "./asked-places.ts";
import { policyAt } from "./policy-kit.ts";
import { hasSecretService, startSecretService, type SecretService } from "./secret-service.ts";
import { language } from "../../messages/language.ts";
import { words } from "../../messages/words.ts";
import { listenTo, stopListening } from "./spoken.ts";

/** Of the page: scripts that drive it know it by this import alone. @lintignore */
export type { Bridge } from "../../renderer/lib/ipc.ts";

export const root = join(import.meta.dirname, "..", "..");
/** How long a page may take for anything, in milliseconds: as long as a busy computer may need. */
export const patience = 60_000;
/** Whether pictures are taken: for people to look at, no test compares them. */
export const withPictures = process.env["PICTURES"] === "1";

/** The file of a picture, in a folder that is there. */
export function pictureFile(name: string): string {
  const path = join(root, "test", "output", "screens", `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** The built app with a profile and a keychain of its own; it can be closed, killed and started again. */
export type TestApp = {
  readonly profile: string;
  /** The organization's policy: nothing stands there until a test writes it. */
  readonly policy: PolicyPlace;
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Its keychain; null where this machine has none to try with. */
  readonly keychain: SecretService | null;
  /** What the page wrote to its console as an error, or threw. */
  readonly errors: readonly string[];
  /** Ends the app as a person does. */
  readonly close: () => Promise<void>;
  /** Closes and opens it again, over the same profile and keychain. */
  readonly restart: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Ends everything and removes the profile. */
  readonly dispose: () => Promise<void>;
  /** Takes a picture of the window as it is, where pictures are wanted. */
  readonly picture: (name: string) => Promise<void>;
};

type StartOptions = {
  readonly timeZone?: string;
  /** How long a booking can be taken back, in seconds; 0 when left out. */
  readonly undoSeconds?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Chromium's, e.g. those of a stand-in: they follow the app's path on the command line. */
  readonly switches?: readonly string[];
  /** Puts into the profile what is there before the first start. */
  readonly prepare?: (profile: string) => void;
};

/** The windows that the program itself knows of: whether it is the program that has none, or Playwright that was not told. */
const windowsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      address: window.webContents.getURL(),
      isLoaded: !window.webContents.isLoading() && window.webContents.getURL() !== "",
    })),
  );

/** Closes every window but the desk's own. */
export const closeOthers = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    const [, ...others] = BrowserWindow.getAllWindows().toSorted((one, other) => one.id - other.id);
    for (const window of others) window.close();
  });

/** Starts the app on Electron's own binary where it is there, else on the Chromium host. */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  // Playwright asks the `electron` package for the executable in this very process.
  if (!electronBinaryAvailable()) Object.assign(process.env, hostEnvironment());
  const profile = mkdtempSync(join(tmpdir(), "front-desk-e2e-"));
  const policy = policyAt(join(profile, "policy"));
  // Its folder is there from the start, as an installer leaves it: a folder that comes later is looked for when the window is come back to.
  mkdirSync(dirname(policy.file), { recursive: true });
  options.prepare?.(profile);
  const keychain: SecretService | null = hasSecretService()
    ? await startSecretService({ prompts: "dismissed" })
    : null;
  const errors: string[] = [];

  type Running = { readonly app: ElectronApplication; readonly page: Page };
  /** `tries`: how often it is started anew where its window is there and Playwright was not told of it. */
  async function launch(tries = 2): Promise<Running> {
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const app = await _electron.launch({
      args: [root, `--user-data-dir=${profile}`, ...(options.switches ?? [])],
      cwd: root,
      timeout: patience,
      env: {
        ...Object.fromEntries(inherited),
        ...keychain?.env,
        TZ: options.timeZone ?? "America/New_York",
        // That of the test, whatever language this computer is in.
        FRONT_DESK_LANGUAGE: language,
        FRONT_DESK_UNDO_SECONDS: String(options.undoSeconds ?? 0),
        FRONT_DESK_POLICY: policy.file,
        ...options.env,
      },
    });
    const said: string[] = [];
    app.process().stderr?.on("data", (part) => said.push(String(part)));
    const page = await app.firstWindow({ timeout: patience }).catch(() => null);
    if (page === null) {
      const seen = await windowsOf(app).catch((): never => {
        throw new Error(`no window came, and the program ended; it said ${said.join("").slice(-2_000)}`);
      });
      await app.close();
      const told = `no window came; the program knows of ${JSON.stringify(seen)}`;
      if (tries < 2 || !seen.some(({ isLoaded }) => isLoaded)) throw new Error(told);
      console.warn(told);
      return launch(tries - 1);
    }
    await answerPlaces(app, "yes");
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.setDefaultTimeout(patience);
    await listenTo(page);
    await passSetup(page);
    return { app, page };
  }
  let running = await launch();
  // One that is still there when the process ends: Playwright has ended the app by then.
  const removeProfile = (): void => rmSync(profile, { recursive: true, force: true });
  process.once("exit", removeProfile);
  const end = async (): Promise<void> => {
    await stopListening(running.page);
    await running.app.close();
  };

  return {
    profile,
    policy,
    get app() {
      return running.app;
    },
    get page() {
      return running.page;
    },
    keychain,
    errors,
    close: end,
    restart: async () => {
      await end();
      running = await launch();
    },
    kill: async () => {
      const child = running.app.process();
      const gone = new Promise((resolve) => child.once("exit", resolve));
      // Electron's program is the browser. The stand-in's browser would see that it is alone, end in its own time, and write in the
      // profile beside the next one: it is killed as well.
      const browser = findProfileHolder(profile);
      child.kill("SIGKILL");
      if (browser !== undefined) process.kill(browser, "SIGKILL");
      await gone;
      running = await launch();
    },
    dispose: async () => {
      await end();
      await keychain?.close();
      process.off("exit", removeProfile);
      removeProfile();
    },
    picture: async (name) => {
      if (withPictures) await running.page.screenshot({ path: pictureFile(name) });
    },
  };
}

// Vitest ends its processes with SIGTERM and has little patience. What is still running ends in handlers of "exit".
process.prependOnceListener("SIGTERM", () => process.exit(143));

/** The app that this process keeps running from one file of tests to the next, while no file has it. */
let free: TestApp | null = null;

/**
 * Signs out and loads the page anew. Records and settings belong to an account, so whoever signs in next, at a service of
 * its own, is at a fresh desk. What belongs to the computer stays: its PIN, clinic, backups, policy, activity log and
 * practice. A test that is about one of those starts an app of its own.
 */
async function resetDesk({ app, page }: TestApp): Promise<void> {
  await page.evaluate(() => window.desk.invoke("session.signOut", {}));
  await app.evaluate(({ BrowserWindow }) => {
    const [main, ...others] = BrowserWindow.getAllWindows().toSorted((one, other) => one.id - other.id);
    for (const window of others) window.close();
    main?.setContentSize(1_280, 820);
  });
  // Once a test has set a size, the page keeps it whatever the window's is.
  if (page.viewportSize() !== null) await page.setViewportSize({ width: 1_280, height: 820 });
  await page.reload();
  await page.getByLabel(words.signIn.address).waitFor();
}

/** A signed-out app: one that an earlier file of this process gave back, or a new one. `dispose` gives it back. */
export async function borrowApp(): Promise<TestApp> {
  const desk = free ?? (await startApp());
  if (free !== null) await Promise.all([listenTo(desk.page), passSetup(desk.page)]);
  free = null;
  const before = desk.errors.length;
  return Object.create(desk, {
    errors: { get: () => desk.errors.slice(before) },
    dispose: {
      value: async () => {
        await Promise.all([stopListening(desk.page), stayAtSetup(desk.page)]);
        await resetDesk(desk);
        free = desk;
      },
    },
  });
}

/** The items of these kinds and statuses, all when none are given; each whole, as a list does not have them. */
export async function itemsIn(
  page: Page,
  wanted: Partial<Pick<RouteInput<"items.list">, "kinds" | "statuses">> = {},
): Promise<Item[]> {
  return page.evaluate(
    async (query) => {
      const listed = await window.desk.invoke("items.list", query);
      if (!listed.ok) throw new Error(listed.failure.why.id);
      const whole = listed.value.items.map(({ id }) => window.desk.invoke("items.get", { id }));
      return (await Promise.all(whole)).flatMap((answer) => (answer.ok ? [answer.value] : []));
    },
    { kinds: [], statuses: [], ...wanted, limit: 200, offset: 0 },
  );
}

/** Opens a screen by the side, whose foot has the end of a shift. */
export async function go(page: Page, screen: keyof typeof words.shell.screens): Promise<void> {
  const name = words.shell.screens[screen];
  await page
    .getByRole("navigation", { name: words.shell.navigation.label })
    .or(page.getByRole("banner"))
    .getByRole("button", { name })
    .click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Opens a page of the settings. */
export async function openSettings(page: Page, name: keyof typeof words.settings.pages): Promise<void> {
  await go(page, "settings");
  await showSettings(page, name);
}

/** Goes to another page of the settings. */
export const showSettings = (page: Page, name: keyof typeof words.settings.pages): Promise<void> =>
  page.getByRole("tab", { name: words.settings.pages[name], exact: true }).click();

/** By its tag: Playwright looks for it before each of its steps, and for a role it would go through the whole page. */
const setupHeading = (page: Page): Locator =>
  page.locator("h1:not([inert] *, [aria-hidden=true] *)", { hasText: words.shell.screens.setup });

/** Whoever signs in to a new desk is shown what to set up: every page goes on to a booking. */
const passSetup = (page: Page): Promise<void> =>
  page.addLocatorHandler(setupHeading(page), () =>
    page.getByRole("main").getByRole("button", { name: words.guide.book }).click(),
  );

/** Where that list is what is looked at. */
export const stayAtSetup = (page: Page): Promise<void> => page.removeLocatorHandler(setupHeading(page));

/** `staysAtSetup`: does not go on when the list of what to set up is shown. */
export async function signIn(
  page: Page,
  {
    address,
    token,
    staysAtSetup = false,
  }: { readonly address: string; readonly token: string; readonly staysAtSetup?: boolean },
): Promise<void> {
  if (staysAtSetup) await stayAtSetup(page);
  await page.getByLabel(words.signIn.address).fill(address);
  await sendToken(page, token);
}

/** By Enter: what a token says of itself comes a moment after the last key, above the button, and a press would meet its old place. */
export async function sendToken(form: Page | Locator, token: string): Promise<void> {
  const field = form.getByLabel(words.signIn.token);
  await field.fill(token);
  await field.press("Enter");
}

/** What is typed into the patient form, by field. */
export type PatientTexts = Partial<Record<keyof typeof words.patients.label, string>>;

export const annSample = {
  firstName: "Ann",
  lastName: "Sample",
  dob: "3/5/84",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  email: "ann@example.com",
  gender: "Female",
} satisfies PatientTexts;

/** Types into the patient form, wherever it stands. */
export async function fillPatient(page: Page, texts: PatientTexts): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    const input = page.getByLabel(words.patients.label[field as keyof PatientTexts], { exact: true });
    await (field === "gender" ? input.selectOption(text) : input.fill(text));
  }
}

/** Fills the patient form and presses the button. */
export async function createPatient(page: Page, texts: PatientTexts): Promise<void> {
  await fillPatient(page, texts);
  await page.getByRole("button", { name: words.patients.create }).click();
}

/**
 * Begins an empty booking, wherever the window is. Its key goes through the program's menu: what is done before it has arrived
 * would be done to the booking before.
 */
export async function newBooking(page: Page): Promise<void> {
  const before = await page.getByRole("heading", { level: 1 }).elementHandle();
  await page.keyboard.press("Control+n");
  await before?.waitForElementState("hidden");
  // A handle keeps the whole screen that it stood on.
  await before?.dispose();
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
}

/** Creates a patient as the form does, without a walk through its screens. */
export async function savePatient(page: Page, form: Partial<PatientForm> = {}): Promise<void> {
  const status = await page.evaluate(
    async (typed) => {
      const made = await window.desk.invoke("items.create", { kind: "patient", form: typed });
      if (!made.ok) return made.failure.why.id;
      const sent = await window.desk.invoke("items.submit", { id: made.value.id, wait: true });
      return sent.ok ? sent.value.status : sent.failure.why.id;
    },
    { ...emptyPatientForm, ...annSample, ...form },
  );
  if (status !== "done") throw new Error(`The patient is ${status}`);
}

/** Picks a known patient in the wizard. */
export async function choosePatient(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox", { name: words.booking.patient.find }).fill(text);
  await page.getByRole("option").first().click();
}

export const step = (page: Page, name: keyof typeof words.booking.steps): Locator =>
  page
    .getByRole("list", { name: words.booking.stepsLabel })
    .getByRole("button", { name: words.booking.steps[name] });

/** Types the identifier of a card, which is folded away. */
export async function typePaymentMethod(page: Page, identifier: string): Promise<void> {
  await page.getByText(words.booking.card.advanced, { exact: true }).click();
  await page.getByLabel(words.booking.card.paymentMethod, { exact: true }).fill(identifier);
}

/** Opens the line of drafts and bookings on hold; under the box that finds a patient they are listed already. */
export async function openDrafts(page: Page): Promise<void> {
  const region = page.getByRole("region", { name: words.booking.drafts.label });
  await region.getByRole("button").first().waitFor();
  const opener = region.getByRole("button", { expanded: false });
  if ((await opener.count()) > 0) await opener.click();
}
