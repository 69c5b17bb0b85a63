import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import type { Page } from "playwright";
import { allRules, axeFindings, colourRules } from "../support/axe.ts";
import { jwtOf, json, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  signIn,
  startApp,
  step,
  withPictures,
  type PatientTexts,
  type TestApp,
} from "../support/app.ts";

const themes = ["light", "dark"] as const;

let desk: TestApp;
let page: Page;
let service: FakeService;

/** Polls for as long as a busy machine may need. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

beforeAll(async () => {
  service = await startFakeService();
  // A theme then changes at once.
  desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
  ({ page } = desk);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function show(theme: (typeof themes)[number]): Promise<void> {
  await desk.app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  // A colour half way to its next one is no finding.
  await page.waitForFunction(
    (dark) =>
      matchMedia("(prefers-color-scheme: dark)").matches === dark &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
        ),
    theme === "dark",
  );
}

const picture = (name: string, theme: (typeof themes)[number]): Promise<void> =>
  desk.picture(join(theme, name));

let shown: (typeof themes)[number] = "light";

/**
 * Looks at the window as it is, in both themes: a picture for people, and axe. Only colours differ in the dark. It
 * begins with the theme that is on, since changing it takes as long as axe does.
 */
async function look(name: string): Promise<void> {
  for (const theme of shown === "light" ? themes : themes.toReversed()) {
    await show(theme);
    shown = theme;
    await picture(name, theme);
    const rules = theme === "light" ? allRules : colourRules;
    expect.soft(await axeFindings(page, rules), `${name}, ${theme}`).toEqual([]);
  }
}

const main = () => page.getByRole("main");
const button = (name: string | RegExp) => main().getByRole("button", { name, exact: true });
const field = (name: string) => main().getByLabel(name, { exact: true });

async function fillPatient(texts: PatientTexts): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    if (label === "Gender") await field(label).selectOption(text);
    else await field(label).fill(text);
  }
}

async function fillVisit(date: string, time: string): Promise<void> {
  await step(page, "Visit").click();
  await field("Service").fill("102");
  await field("Date").fill(date);
  await field("Time").fill(time);
  await field("Time").press("Tab");
}

const bill = async (type: string): Promise<void> => {
  await step(page, "Billing").click();
  await page.getByRole("radio", { name: type }).check({ force: true });
};

/** An empty wizard, whatever was left open. */
const newBooking = async (): Promise<void> => {
  await go(page, "New booking");
  await step(page, "Patient").waitFor();
  await page.keyboard.press("Control+n");
  await page.getByRole("combobox", { name: "Find a patient" }).waitFor();
};

describe("sign in", () => {
  it("is accessible empty, with what is missing, and refused", async () => {
    await page.getByRole("button", { name: "Connect" }).waitFor();
    await look("sign-in");
    await page.getByRole("button", { name: "Connect" }).click();
    await look("sign-in-missing");
    await signIn(page, { address: "http://127.0.0.1:9", token: "not-a-token" });
    await main().getByText("could not be reached").first().waitFor();
    await look("sign-in-not-reached");
  });

  it("is accessible with what a token says of itself", async () => {
    await page.getByLabel("Access token").fill(jwtOf({ sub: "Elm Street Clinic", exp: 4_102_444_800 }));
    await main().getByText("A JWT for Elm Street Clinic").waitFor();
    await look("sign-in-token-facts");
    await page.getByLabel("Access token").fill("opaque-token");
    await main().getByText("does not read as a JWT").waitFor();
    await look("sign-in-no-jwt");
  });
});

describe("practice", () => {
  it("has an accessible wizard, each step empty", async () => {
    await page.getByRole("button", { name: "Practise" }).click();
    await newBooking();
    await look("booking-patient-empty");
    await step(page, "Visit").click();
    await field("Service").waitFor();
    await look("booking-visit-empty");
    await step(page, "Billing").click();
    await page.getByRole("radio", { name: "Bill to Patient" }).waitFor();
    await look("booking-billing-empty");
    await step(page, "Review").click();
    await main().getByText("This is not complete yet").waitFor();
    await look("booking-review-empty");
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await eventually(() =>
      page.getByRole("combobox", { name: "Find a patient" }).getAttribute("aria-invalid"),
    ).toBe("true");
    await look("booking-patient-missing");
  });

  it("has an accessible wizard, each step filled", async () => {
    await newBooking();
    await page.getByRole("combobox", { name: "Find a patient" }).fill("a");
    await page.getByRole("option").first().waitFor();
    await look("booking-patient-options");
    await choosePatient(page, "Alvarez");
    await page.getByRole("heading", { level: 2, name: "Maria Alvarez" }).waitFor();
    await look("booking-patient-chosen");
    await fillVisit("3/9/2031", "2:30 am");
    await page.getByRole("button", { name: "Use 3:30 AM" }).waitFor();
    await look("booking-visit-skipped-hour");
    await field("Date").fill("11/2/2031");
    await field("Time").fill("1:30 am");
    await page.getByRole("radio", { name: "Earlier" }).waitFor();
    await look("booking-visit-repeated-hour");
    await field("Date").fill("3/4/2031");
    await field("Time").fill("2pm");
    await page.getByLabel("Same as patient").uncheck({ force: true });
    await field("Notes").fill("Needs the ground floor.");
    await look("booking-visit-filled");
    await bill("Bill to Patient");
    await field("Payment method").waitFor();
    await look("booking-billing-card");
    await page.getByLabel("Practice Visa 4242").check({ force: true });
    await button("Add practice card").click();
    await main().getByText("Card for this booking").first().waitFor();
    await look("booking-billing-card-added");
    await step(page, "Review").click();
    await main().getByText("March 4, 2031").first().waitFor();
    await look("booking-review");
  });

  it("has an accessible confirmation, and list of bookings", async () => {
    await go(page, "Bookings");
    await main().getByText("Nothing booked from this computer yet").waitFor();
    await look("bookings-empty");
    await newBooking();
    await choosePatient(page, "Alvarez");
    await fillVisit("3/4/2031", "2pm");
    await bill("Monthly Invoice");
    await step(page, "Review").click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Booked" }).waitFor();
    await look("booked");
    await go(page, "Bookings");
    await look("bookings-list");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .click();
    await page.getByRole("region", { name: "Booking details" }).waitFor();
    await look("bookings-detail");
    await page.getByLabel("Search bookings").fill("nobody of that name");
    await main().getByText("No booking matches").waitFor();
    await look("bookings-no-match");
  });

  it("has accessible patients: list, detail, form, errors, advice and 409", async () => {
    await go(page, "Patients");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .waitFor();
    await look("patients-list");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .click();
    await page.getByRole("region", { name: "Patient details" }).waitFor();
    await look("patients-detail");
    await button("New patient").click();
    await field("First name").waitFor();
    await look("patient-form-empty");
    await button("Create patient").click();
    await eventually(() => field("First name").getAttribute("aria-invalid")).toBe("true");
    await look("patient-form-errors");
    await fillPatient({
      ...annSample,
      "First name": "Maria",
      "Last name": "Alvarez",
      Phone: "12",
      "ZIP code": "1",
      State: "Quebec",
    });
    await field("Email").press("Tab");
    await main().getByText("may be someone already known").waitFor();
    await look("patient-form-similar");
    await fillPatient({ ...annSample, Phone: "217 555 0100", "External ID": "PRACTICE-2" });
    await button("Create patient").click();
    await main().getByText("External ID PRACTICE-2 already belongs to patient").first().waitFor();
    await look("patient-409");
    await button("Change the external ID").click();
    await field("External ID").fill("PRACTICE-77");
    await button("Create patient").click();
    await main().getByText("Created: Ann Sample").waitFor();
    await look("patient-created");
  });

  it("has accessible webhooks: empty, wrong, listed, delivered", async () => {
    await go(page, "Webhooks");
    await main().getByText("No webhooks yet").waitFor();
    await look("webhooks-empty");
    await button("Register webhook").click();
    await eventually(() => field("URL").getAttribute("aria-invalid")).toBe("true");
    await look("webhooks-errors");
    await button("Use the practice inbox").click();
    await page.getByRole("checkbox", { name: /approved/ }).check({ force: true });
    await button("Register webhook").click();
    await main().getByText("Registered as #").first().waitFor();
    await look("webhooks-list");
    await newBooking();
    await choosePatient(page, "Brandt");
    await fillVisit("3/5/2031", "9am");
    await bill("Bill to Account");
    await step(page, "Review").click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Booked" }).waitFor();
    await go(page, "Webhooks");
    await main().getByText("Answered 204").first().click();
    await main().getByText('"appointmentId"').waitFor();
    await look("webhooks-inspector");
  });

  it("has accessible settings", async () => {
    await go(page, "Settings");
    await field("Time zone").waitFor();
    await look("settings-top");
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click();
    await look("settings-service-edited");
    for (const name of ["Currency", "Card collection", "Language of dates", "Appearance", "Advanced"]) {
      await main().getByRole("heading", { level: 2, name }).scrollIntoViewIfNeeded();
      if (withPictures) await look(`settings-${name.toLowerCase().replaceAll(" ", "-")}`);
    }
    await button("Paste a list").click();
    await page.getByRole("dialog").waitFor();
    await look("settings-paste-list");
    await page.keyboard.press("Escape");
  });

  it("has accessible dialogs", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await look("command-palette");
    await page.getByRole("combobox", { name: "Find" }).fill("nguyen");
    await page
      .getByRole("option", { name: /Linh Nguyen/ })
      .first()
      .waitFor();
    await look("command-palette-patient");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    await look("shortcuts");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button("Leave practice").click();
    await page.getByRole("alertdialog").waitFor();
    await look("leave-practice");
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave practice" }).click();
    await page.getByRole("button", { name: "Connect" }).waitFor();
  });
});

describe("a service that says no", () => {
  const book = async (time: string): Promise<void> => {
    await newBooking();
    await choosePatient(page, "Sample");
    await fillVisit("3/4/2031", time);
    await bill("Monthly Invoice");
    await step(page, "Review").click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
  };

  it("has an accessible outbox with items in every state", async () => {
    const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
    await signIn(page, { address: service.baseUrl, token });
    await go(page, "Outbox");
    await main().getByText("Nothing is waiting").waitFor();
    await look("outbox-empty");

    await go(page, "Patients");
    await page.getByRole("button", { name: "New patient" }).click();
    await createPatient(page, annSample);
    await main().getByText("Created: Ann Sample").waitFor();

    await newBooking();
    await choosePatient(page, "Sample");
    await fillVisit("3/6/2031", "9am");
    await bill("Bill to Patient");
    await button("Save for later").click();
    await main().getByText("It needs a card.").first().waitFor();
    await look("booking-saved-for-later");

    service.rule(({ path }) =>
      path === "/api/appointment"
        ? json(422, { message: "Not on a holiday", errors: { serviceId: "Closed that day" } })
        : null,
    );
    await book("10am");
    await main().getByText("Not booked.").first().waitFor();
    await look("booking-refused");

    service.rule(({ path }) =>
      path === "/api/appointment" ? json(503, { message: "Down for repair" }) : null,
    );
    await book("11am");
    await main().getByText("It may or may not have been booked.").waitFor();
    await look("booking-unclear");

    await newBooking();
    await choosePatient(page, "Sample");
    await page.keyboard.press("Control+Shift+P");
    await go(page, "Outbox");
    await page.getByRole("heading", { level: 2, name: /On hold/ }).waitFor();
    await look("outbox-items");
    for (const name of ["Needs editing", "Needs card", "On hold"]) {
      await main().getByRole("list", { name, exact: true }).getByRole("button").first().click();
      await look(`outbox-${name.toLowerCase().replace(" ", "-")}`);
    }
    await main()
      .getByRole("list", { name: "Needs checking", exact: true })
      .getByRole("button")
      .first()
      .click();
    await button("Book again").click();
    await page.getByRole("alertdialog").waitFor();
    await look("outbox-question");
    await page.keyboard.press("Escape");
  });

  it("asks accessibly for a new token", async () => {
    service.rule(() => json(401, { message: "The token has expired" }));
    await go(page, "Webhooks");
    await page.getByRole("button", { name: "Enter a new token" }).waitFor();
    await look("token-refused");
    await page.getByRole("button", { name: "Enter a new token" }).click();
    await page.getByRole("dialog", { name: "Connect again" }).waitFor();
    await look("token-dialog");
    await page.keyboard.press("Escape");
    service.rule(() => null);
  });
});

/** What the page is given at a size of the window and a zoom: zooming by two halves the CSS pixels. */
const sizes = [
  { name: "1024 × 640", width: 1024, height: 640 },
  { name: "1024 × 640 at 200 %", width: 512, height: 320 },
] as const;

describe.each(sizes)("the wizard at $name", ({ name, width, height }) => {
  const file = name.replaceAll(/[^0-9a-z]+/g, "-").replace(/-$/, "");

  it.each(["Patient", "Visit", "Billing", "Review"])(
    "has no sideways scrolling in %s, and its button in view",
    async (part) => {
      await page.setViewportSize({ width, height });
      await go(page, "New booking");
      await step(page, part).click();
      const primary = page.getByRole("button", {
        name: part === "Review" ? "Book" : "Continue",
        exact: true,
      });
      await primary.scrollIntoViewIfNeeded();
      await look(`${file}-${part.toLowerCase()}`);
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wide).toBe(0);
      const box = await primary.boundingBox();
      expect(box).not.toBeNull();
      if (box === null) return;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    },
  );

  it("never puts the focus where it cannot be seen", async () => {
    await step(page, "Visit").click();
    await field("Service").focus();
    const hidden: string[] = [];
    const focused = new Set<string>();
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        // The middle of each edge and the centre: under a sticky bar none of them is the element's own.
        const points = [
          [(left + right) / 2, (top + bottom) / 2],
          [(left + right) / 2, top + 2],
          [(left + right) / 2, bottom - 2],
        ] as const;
        const isSeen = points.some(([x, y]) => {
          const at = document.elementFromPoint(x, y);
          return (
            at !== null && (focused.contains(at) || at.contains(focused) || at.closest("label") !== null)
          );
        });
        return { isSeen, name: `${focused.tagName} ${focused.textContent.slice(0, 40)}` };
      });
      if (seen === null) continue;
      focused.add(seen.name);
      if (!seen.isSeen) hidden.push(seen.name);
    }
    // The keyboard goes through the form, not round the body.
    expect(focused.size).toBeGreaterThan(10);
    expect(hidden).toEqual([]);
  });
});
