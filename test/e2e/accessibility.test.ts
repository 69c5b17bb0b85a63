import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import type { Page } from "playwright";
import { allRules, axeFindings, colourRules } from "../support/axe.ts";
import { jwtOf, json, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  fillPatient,
  go,
  signIn,
  startApp,
  step,
  withPictures,
  type TestApp,
} from "../support/app.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

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

async function fillVisit(date: string, time: string): Promise<void> {
  await step(page, "visit").click();
  await field(words.booking.visit.service).fill("102");
  await field(words.booking.visit.date).fill(date);
  await field(words.booking.visit.time).fill(time);
  await field(words.booking.visit.time).press("Tab");
}

const bill = async (type: string): Promise<void> => {
  await step(page, "billing").click();
  await page.getByRole("radio", { name: type }).check({ force: true });
};

/** An empty wizard, whatever was left open. */
const newBooking = async (): Promise<void> => {
  await go(page, "new-booking");
  await step(page, "patient").waitFor();
  await page.keyboard.press("Control+n");
  await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
};

describe("sign in", () => {
  it("is accessible empty, with what is missing, and refused", async () => {
    await page.getByRole("button", { name: words.signIn.connect }).waitFor();
    await look("sign-in");
    await page.getByRole("button", { name: words.signIn.connect }).click();
    await look("sign-in-missing");
    await signIn(page, { address: "http://127.0.0.1:9", token: "not-a-token" });
    await main().getByText("could not be reached").first().waitFor();
    await look("sign-in-not-reached");
  });

  it("is accessible with what a token says of itself", async () => {
    await page.getByLabel(words.signIn.token).fill(jwtOf({ sub: "Elm Street Clinic", exp: 4_102_444_800 }));
    await main()
      .getByText(
        matching(
          words.signIn.facts.jwt({ whose: "named", subject: "Elm Street Clinic", ends: "known", when: any }),
        ),
      )
      .waitFor();
    await look("sign-in-token-facts");
    await page.getByLabel(words.signIn.token).fill("opaque-token");
    await main().getByText(words.signIn.facts.noJwt).waitFor();
    await look("sign-in-no-jwt");
  });
});

describe("practice", () => {
  it("has an accessible wizard, each step empty", async () => {
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    await newBooking();
    await look("booking-patient-empty");
    await step(page, "visit").click();
    await field(words.booking.visit.service).waitFor();
    await look("booking-visit-empty");
    await step(page, "billing").click();
    await page.getByRole("radio", { name: "Bill to Patient" }).waitFor();
    await look("booking-billing-empty");
    await step(page, "review").click();
    await main().getByText(words.booking.review.incomplete).waitFor();
    await look("booking-review-empty");
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await eventually(() =>
      page.getByRole("combobox", { name: words.booking.patient.find }).getAttribute("aria-invalid"),
    ).toBe("true");
    await look("booking-patient-missing");
  });

  it("has an accessible wizard, each step filled", async () => {
    await newBooking();
    await page.getByRole("combobox", { name: words.booking.patient.find }).fill("a");
    await page.getByRole("option").first().waitFor();
    await look("booking-patient-options");
    await choosePatient(page, "Alvarez");
    await page.getByRole("heading", { level: 2, name: "Maria Alvarez" }).waitFor();
    await look("booking-patient-chosen");
    await fillVisit("3/9/2031", "2:30 am");
    await page.getByRole("button", { name: words.booking.visit.takeTime({ time: "03:30" }) }).waitFor();
    await look("booking-visit-skipped-hour");
    await field(words.booking.visit.date).fill("11/2/2031");
    await field(words.booking.visit.time).fill("1:30 am");
    await page.getByRole("radio", { name: words.booking.visit.earlier }).waitFor();
    await look("booking-visit-repeated-hour");
    await field(words.booking.visit.date).fill("3/4/2031");
    await field(words.booking.visit.time).fill("2pm");
    await page.getByLabel(words.booking.visit.sameAddress).uncheck({ force: true });
    await field(words.booking.visit.notes).fill("Needs the ground floor.");
    await look("booking-visit-filled");
    await bill("Bill to Patient");
    await field(words.booking.card.paymentMethod).waitFor();
    await look("booking-billing-card");
    await page.getByLabel(words.booking.practice.cards.visa).check({ force: true });
    await button(words.booking.practice.add).click();
    await main()
      .getByText(matching(words.booking.card.chosen({ card: any })))
      .first()
      .waitFor();
    await look("booking-billing-card-added");
    await step(page, "review").click();
    await main().getByText("March 4, 2031").first().waitFor();
    await look("booking-review");
  });

  it("has an accessible confirmation, and list of bookings", async () => {
    await go(page, "bookings");
    await main().getByText(words.bookings.none).waitFor();
    await look("bookings-empty");
    await newBooking();
    await choosePatient(page, "Alvarez");
    await fillVisit("3/4/2031", "2pm");
    await bill("Monthly Invoice");
    await step(page, "review").click();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    await look("booked");
    await go(page, "bookings");
    await look("bookings-list");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .click();
    await page.getByRole("region", { name: words.bookings.details }).waitFor();
    await look("bookings-detail");
    await page.getByLabel(words.bookings.search).fill("nobody of that name");
    await main()
      .getByText(words.bookings.noMatch({ text: "nobody of that name" }))
      .waitFor();
    await look("bookings-no-match");
  });

  it("has accessible patients: list, detail, form, errors, advice and 409", async () => {
    await go(page, "patients");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .waitFor();
    await look("patients-list");
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .click();
    await page.getByRole("region", { name: words.patients.details }).waitFor();
    await look("patients-detail");
    await button(words.patients.newPatient).click();
    await field(words.patients.label.firstName).waitFor();
    await look("patient-form-empty");
    await button(words.patients.create).click();
    await eventually(() => field(words.patients.label.firstName).getAttribute("aria-invalid")).toBe("true");
    await look("patient-form-errors");
    await fillPatient(page, {
      ...annSample,
      firstName: "Maria",
      lastName: "Alvarez",
      phone: "12",
      zip: "1",
      state: "Quebec",
    });
    await field(words.patients.label.email).press("Tab");
    await main().getByText(words.patients.similar).waitFor();
    await look("patient-form-similar");
    await fillPatient(page, { ...annSample, phone: "217 555 0100", externalId: "PRACTICE-2" });
    await button(words.patients.create).click();
    await main()
      .getByText(matching(words.patients.exists.known({ externalId: "PRACTICE-2", id: any })))
      .first()
      .waitFor();
    await look("patient-409");
    await button(words.patients.changeExternalId).click();
    await field(words.patients.label.externalId).fill("PRACTICE-77");
    await button(words.patients.create).click();
    await main()
      .getByText(matching(words.patients.end.created({ name: "Ann Sample", id: any })))
      .waitFor();
    await look("patient-created");
  });

  it("has accessible webhooks: empty, wrong, listed, delivered", async () => {
    await go(page, "webhooks");
    await main().getByText(words.webhooks.none).waitFor();
    await look("webhooks-empty");
    await button(words.webhooks.register).click();
    await eventually(() => field(words.webhooks.url).getAttribute("aria-invalid")).toBe("true");
    await look("webhooks-errors");
    await button(words.webhooks.practiceInbox).click();
    await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
    await button(words.webhooks.register).click();
    await main()
      .getByText(matching(words.webhooks.status.registeredAs({ id: any })))
      .first()
      .waitFor();
    await look("webhooks-list");
    await newBooking();
    await choosePatient(page, "Brandt");
    await fillVisit("3/5/2031", "9am");
    await bill("Bill to Account");
    await step(page, "review").click();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    await go(page, "webhooks");
    await main()
      .getByText(words.webhooks.answered({ status: "204" }))
      .first()
      .click();
    await main().getByText('"appointmentId"').waitFor();
    await look("webhooks-inspector");
  });

  it("has accessible settings", async () => {
    await go(page, "settings");
    await field(words.settings.timeZone.label).waitFor();
    await look("settings-top");
    await page
      .getByRole("button", { name: matching(words.settings.services.editOne({ name: any })) })
      .first()
      .click();
    await look("settings-service-edited");
    for (const name of [
      words.settings.currency.title,
      words.settings.card.title,
      words.settings.dates.title,
      words.settings.appearance.title,
      words.settings.advanced.title,
    ]) {
      await main().getByRole("heading", { level: 2, name }).scrollIntoViewIfNeeded();
      if (withPictures) await look(`settings-${name.toLowerCase().replaceAll(" ", "-")}`);
    }
    await button(words.settings.services.paste).click();
    await page.getByRole("dialog").waitFor();
    await look("settings-paste-list");
    await page.keyboard.press("Escape");
  });

  it("has accessible dialogs", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await look("command-palette");
    await page.getByRole("combobox", { name: words.shell.palette.field }).fill("nguyen");
    await page
      .getByRole("option", { name: /Linh Nguyen/ })
      .first()
      .waitFor();
    await look("command-palette-patient");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: words.shell.shortcuts.title }).waitFor();
    await look("shortcuts");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(words.settings.leave.practice).click();
    await page.getByRole("alertdialog").waitFor();
    await look("leave-practice");
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.practice }).click();
    await page.getByRole("button", { name: words.signIn.connect }).waitFor();
  });
});

describe("a service that says no", () => {
  const book = async (time: string): Promise<void> => {
    await newBooking();
    await choosePatient(page, "Sample");
    await fillVisit("3/4/2031", time);
    await bill("Monthly Invoice");
    await step(page, "review").click();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
  };

  it("has an accessible outbox with items in every state", async () => {
    const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
    await signIn(page, { address: service.baseUrl, token });
    await go(page, "outbox");
    await main().getByText(words.outbox.nothingWaits).waitFor();
    await look("outbox-empty");

    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, annSample);
    await main()
      .getByText(matching(words.patients.end.created({ name: "Ann Sample", id: any })))
      .waitFor();

    await newBooking();
    await choosePatient(page, "Sample");
    await fillVisit("3/6/2031", "9am");
    await bill("Bill to Patient");
    await button(words.booking.saveForLater).click();
    await main().getByText(words.booking.later.needsCard).first().waitFor();
    await look("booking-saved-for-later");

    service.rule(({ path }) =>
      path === "/api/appointment"
        ? json(422, { message: "Not on a holiday", errors: { serviceId: "Closed that day" } })
        : null,
    );
    await book("10am");
    await main().getByText(words.booking.outcome.notBooked).first().waitFor();
    await look("booking-refused");

    service.rule(({ path }) =>
      path === "/api/appointment" ? json(503, { message: "Down for repair" }) : null,
    );
    await book("11am");
    await main().getByText(words.booking.mayOrMayNot).waitFor();
    await look("booking-unclear");

    await newBooking();
    await choosePatient(page, "Sample");
    await page.keyboard.press("Control+Shift+P");
    await go(page, "outbox");
    await page.getByRole("heading", { level: 2, name: words.outbox.group.parked.title }).waitFor();
    await look("outbox-items");
    for (const name of [
      words.outbox.group["needs-editing"].title,
      words.outbox.group["needs-card"].title,
      words.outbox.group.parked.title,
    ]) {
      await main().getByRole("list", { name, exact: true }).getByRole("button").first().click();
      await look(`outbox-${name.toLowerCase().replace(" ", "-")}`);
    }
    await main()
      .getByRole("list", { name: words.outbox.group["needs-checking"].title, exact: true })
      .getByRole("button")
      .first()
      .click();
    await button(words.outbox.again.booking).click();
    await page.getByRole("alertdialog").waitFor();
    await look("outbox-question");
    await page.keyboard.press("Escape");
  });

  it("asks accessibly for a new token", async () => {
    service.rule(() => json(401, { message: "The token has expired" }));
    await go(page, "webhooks");
    await page.getByRole("button", { name: words.shell.token.enter }).waitFor();
    await look("token-refused");
    await page.getByRole("button", { name: words.shell.token.enter }).click();
    await page.getByRole("dialog", { name: words.signIn.again.title }).waitFor();
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

  it.each(["patient", "visit", "billing", "review"] as const)(
    "has no sideways scrolling in %s, and its button in view",
    async (part) => {
      await page.setViewportSize({ width, height });
      await go(page, "new-booking");
      await step(page, part).click();
      const primary = page.getByRole("button", {
        name: part === "review" ? words.booking.book : words.booking.next,
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
    await step(page, "visit").click();
    await field(words.booking.visit.service).focus();
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
