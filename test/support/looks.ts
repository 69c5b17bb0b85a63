import type { Locator, Page } from "playwright";
import { day } from "../../messages/format.ts";
import type { BillingType } from "../../contract/service/appointment.ts";
import { words } from "../../messages/words.ts";
import { annSample, choosePatient, fillPatient, go, signIn, step, withPictures } from "./app.ts";
import { json, jwtOf, type FakeService } from "./fake-service.ts";

/**
 * Every screen there is, one after another, in the language that this process speaks: `speak` it before the app is
 * started. What is done with each is the caller's.
 */
export type Visit = {
  readonly page: Page;
  /** Where the walks end up signed in, after the practice service. */
  readonly service: FakeService;
  /** Looks at the window as it is; the name is the same in each language. */
  readonly look: (name: string) => Promise<void>;
};
type Walk = { readonly title: string; readonly walk: (visit: Visit) => Promise<void> };

/** A message whatever one of its values is, `Edit .*`. */
function whatever(message: (value: string) => string): RegExp {
  const place = "\uE000";
  const literal = message(place).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(literal.replace(place, ".*"), "s");
}

const main = (page: Page): Locator => page.getByRole("main");
const button = (page: Page, name: string | RegExp): Locator =>
  main(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string): Locator => main(page).getByLabel(name, { exact: true });
const text = (page: Page, said: string | RegExp): Locator => main(page).getByText(said).first();
const wrong = (of: Locator): Promise<void> => of.and(of.page().locator("[aria-invalid=true]")).waitFor();
const noDialog = (page: Page): Promise<void> => page.getByRole("dialog").waitFor({ state: "detached" });

async function fillVisit(page: Page, date: string, time: string): Promise<void> {
  await step(page, "visit").click();
  await field(page, words.booking.label.service).fill("102");
  await field(page, words.booking.label.date).fill(date);
  await field(page, words.booking.label.time).fill(time);
  await field(page, words.booking.label.time).press("Tab");
}

async function bill(page: Page, type: BillingType): Promise<void> {
  await step(page, "billing").click();
  await page.getByRole("radio", { name: words.booking.billing.names[type] }).check({ force: true });
}

/** An empty wizard, whatever was left open. */
async function newBooking(page: Page): Promise<void> {
  await go(page, "new-booking");
  await step(page, "patient").waitFor();
  await page.keyboard.press("Control+n");
  await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
}

type Visited = { readonly patient: string; readonly date: string; readonly time: string };
async function book(page: Page, { patient, date, time }: Visited, type: BillingType): Promise<void> {
  await newBooking(page);
  await choosePatient(page, patient);
  await fillVisit(page, date, time);
  await bill(page, type);
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
}
const booked = (page: Page): Promise<void> =>
  page.getByRole("button", { name: words.bookings.print }).waitFor();

async function signInScreen({ page, look }: Visit): Promise<void> {
  const connect = page.getByRole("button", { name: words.signIn.connect, exact: true });
  await connect.waitFor();
  await look("sign-in");
  await connect.click();
  await wrong(page.getByLabel(words.signIn.address));
  await look("sign-in-missing");
  await signIn(page, { address: "http://127.0.0.1:9", token: "not-a-token" });
  await text(page, words.signIn.notConnected).waitFor();
  await look("sign-in-not-reached");
  await page.getByLabel(words.signIn.token).fill(jwtOf({ sub: "Elm Street Clinic", exp: 4_102_444_800 }));
  await text(page, /Elm Street Clinic/).waitFor();
  await look("sign-in-token-facts");
  await page.getByLabel(words.signIn.token).fill("opaque-token");
  await text(page, words.signIn.facts.noJwt).waitFor();
  await look("sign-in-no-jwt");
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
}

async function emptyWizard({ page, look }: Visit): Promise<void> {
  const find = page.getByRole("combobox", { name: words.booking.patient.find });
  await newBooking(page);
  await look("booking-patient-empty");
  await step(page, "visit").click();
  await field(page, words.booking.label.service).waitFor();
  await look("booking-visit-empty");
  await step(page, "billing").click();
  await page.getByRole("radio", { name: words.booking.billing.names["Bill to Patient"] }).waitFor();
  await look("booking-billing-empty");
  await text(page, words.booking.billing.help.open).click();
  await text(page, words.booking.billing.help["Monthly Invoice"].when).waitFor();
  await look("booking-billing-help");
  await step(page, "review").click();
  await text(page, words.booking.review.heading).waitFor();
  await look("booking-review-empty");
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
  await wrong(find);
  await look("booking-patient-missing");
}

async function filledWizard({ page, look }: Visit): Promise<void> {
  const { visit, practice, label } = words.booking;
  await newBooking(page);
  await page.getByRole("combobox", { name: words.booking.patient.find }).fill("a");
  await page.getByRole("option").first().waitFor();
  await look("booking-patient-options");
  await choosePatient(page, "Alvarez");
  await page.getByRole("heading", { level: 2, name: "Maria Alvarez" }).waitFor();
  await look("booking-patient-chosen");
  await fillVisit(page, "3/9/2031", "2:30 am");
  await page.getByRole("button", { name: visit.takeTime({ time: "03:30" }) }).waitFor();
  await look("booking-visit-skipped-hour");
  await field(page, label.date).fill("11/2/2031");
  await field(page, label.time).fill("1:30 am");
  await page.getByRole("radio", { name: visit.earlier }).waitFor();
  await look("booking-visit-repeated-hour");
  await field(page, label.date).fill("3/4/2031");
  await field(page, label.time).fill("2pm");
  await page.getByLabel(visit.sameAddress).uncheck({ force: true });
  await field(page, label.notes).fill("Needs the ground floor.");
  await look("booking-visit-filled");
  await bill(page, "Bill to Patient");
  await button(page, practice.add).waitFor();
  await look("booking-billing-card");
  await page.getByLabel(practice.cards.visa).check({ force: true });
  await button(page, practice.add).click();
  await main(page).getByRole("region", { name: words.booking.card.ofBooking, exact: true }).waitFor();
  await look("booking-billing-card-added");
  await step(page, "review").click();
  await text(page, new RegExp(day("2031-03-04"))).waitFor();
  await look("booking-review");
}

async function bookings({ page, look }: Visit): Promise<void> {
  await go(page, "bookings");
  await text(page, words.bookings.none).waitFor();
  await look("bookings-empty");
  await book(page, { patient: "Alvarez", date: "3/4/2031", time: "2pm" }, "Monthly Invoice");
  await booked(page);
  await look("booked");
  await go(page, "bookings");
  await look("bookings-list");
  await button(page, /Maria Alvarez/).click();
  await page.getByRole("region", { name: words.bookings.details }).waitFor();
  await look("bookings-detail");
  await button(page, words.bookings.wrong.open).click();
  await text(page, words.bookings.wrong.correctedHelp).waitFor();
  await look("bookings-something-is-wrong");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: words.bookings.shapes.day }).check({ force: true });
  await text(page, words.bookings.day.empty).waitFor();
  await look("bookings-day");
  await page.getByRole("radio", { name: words.bookings.shapes.week }).check({ force: true });
  await page.getByRole("button", { name: words.bookings.turn.week.previous }).waitFor();
  await look("bookings-week");
  await page.getByRole("radio", { name: words.bookings.shapes.list }).check({ force: true });
  await page.getByRole("button", { name: words.bookings.filter.open({ count: 0 }) }).click();
  await look("bookings-filter");
  await page.getByLabel(words.bookings.search).fill("nobody of that name");
  await text(page, words.bookings.noMatch({ text: "nobody of that name" })).waitFor();
  await look("bookings-no-match");
}

async function patients({ page, look }: Visit): Promise<void> {
  const { label } = words.patients;
  await go(page, "patients");
  await button(page, /Maria Alvarez/).waitFor();
  await look("patients-list");
  await button(page, /Maria Alvarez/).click();
  await page.getByRole("region", { name: words.patients.details }).waitFor();
  await look("patients-detail");
  await button(page, words.patients.newPatient).click();
  await field(page, label.firstName).waitFor();
  await look("patient-form-empty");
  await button(page, words.patients.create).click();
  await wrong(field(page, label.firstName));
  await look("patient-form-errors");
  await fillPatient(page, {
    ...annSample,
    firstName: "Maria",
    lastName: "Alvarez",
    phone: "12",
    zip: "1",
    state: "Quebec",
  });
  await field(page, label.email).press("Tab");
  await text(page, words.patients.similar).waitFor();
  await look("patient-form-similar");
  await fillPatient(page, { ...annSample, phone: "217 555 0100", externalId: "PRACTICE-2" });
  await button(page, words.patients.create).click();
  await button(page, words.patients.changeExternalId).waitFor();
  await look("patient-409");
  await button(page, words.patients.changeExternalId).click();
  await field(page, label.externalId).fill("PRACTICE-77");
  await button(page, words.patients.create).click();
  await text(
    page,
    whatever((id) => words.patients.end.created({ name: "Ann Sample", id })),
  ).waitFor();
  await look("patient-created");
}

async function webhooks({ page, look }: Visit): Promise<void> {
  await go(page, "webhooks");
  await text(page, words.webhooks.none).waitFor();
  await look("webhooks-empty");
  await button(page, words.webhooks.register).click();
  await wrong(field(page, words.webhooks.url));
  await look("webhooks-errors");
  await button(page, words.webhooks.practiceInbox).click();
  await page.getByRole("checkbox").first().check({ force: true });
  await button(page, words.webhooks.register).click();
  await text(
    page,
    whatever((id) => words.webhooks.status.registeredAs({ id })),
  ).waitFor();
  await look("webhooks-list");
  await book(page, { patient: "Brandt", date: "3/5/2031", time: "9am" }, "Bill to Account");
  await booked(page);
  await go(page, "webhooks");
  await text(page, words.webhooks.answered({ status: 204 })).click();
  await text(page, '"appointmentId"').waitFor();
  await look("webhooks-inspector");
}

async function settings({ page, look }: Visit): Promise<void> {
  await go(page, "settings");
  await field(page, words.settings.timeZone.label).waitFor();
  await look("settings-top");
  await page
    .getByRole("button", { name: whatever((name) => words.settings.services.editOne({ name })) })
    .first()
    .click();
  await look("settings-service-edited");
  // What judges a page judges all of it, wherever it is scrolled to: the sections between are for pictures alone.
  const between = ["staff", "booking", "card", "computer"] as const;
  for (const section of [...(withPictures ? between : []), "retention"] as const) {
    const name = words.settings.sections[section];
    await main(page).getByRole("heading", { level: 2, name }).first().scrollIntoViewIfNeeded();
    await look(`settings-${section}`);
  }
  await button(page, words.settings.services.paste).click();
  await page.getByRole("dialog").waitFor();
  await look("settings-paste-list");
  await page.keyboard.press("Escape");
}

async function dialogs({ page, look }: Visit): Promise<void> {
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
  await noDialog(page);
  await page.keyboard.press("Control+/");
  await page.getByRole("dialog", { name: words.shell.shortcuts.title }).waitFor();
  await look("shortcuts");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await button(page, words.settings.leave.practice).click();
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await look("leave-practice");
  await question.getByRole("button", { name: words.settings.leave.practice }).click();
  await page.getByRole("button", { name: words.signIn.connect, exact: true }).waitFor();
}

async function outbox({ page, service, look }: Visit): Promise<void> {
  const { again } = words.outbox;
  const group = (name: keyof typeof words.outbox.group): Locator =>
    main(page).getByRole("list", { name: words.outbox.group[name].title, exact: true });
  const ann = { patient: "Sample", date: "3/4/2031" };
  const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
  await signIn(page, { address: service.baseUrl, token, staysAtSetup: true });
  await page.getByRole("heading", { level: 1, name: words.shell.screens.setup }).waitFor();
  await look("setup");
  await go(page, "new-booking");
  await text(page, words.start.firstDay.title).waitFor();
  await look("first-day");
  await go(page, "outbox");
  await text(page, words.outbox.nothingWaits).waitFor();
  await look("outbox-empty");

  await go(page, "patients");
  await page.getByRole("button", { name: words.patients.newPatient }).click();
  await fillPatient(page, annSample);
  await button(page, words.patients.create).click();
  await button(page, words.patients.book).waitFor();

  await newBooking(page);
  await choosePatient(page, "Sample");
  await fillVisit(page, "3/6/2031", "9am");
  await bill(page, "Bill to Patient");
  await button(page, words.booking.saveForLater).click();
  await text(page, words.booking.later.needsCard).waitFor();
  await look("booking-saved-for-later");
  await newBooking(page);
  await page.getByRole("region", { name: words.start.calls.title }).waitFor();
  await look("start");

  service.rule(({ path }) =>
    path === "/api/appointment"
      ? json(422, { message: "Not on a holiday", errors: { serviceId: "Closed that day" } })
      : null,
  );
  await book(page, { ...ann, time: "10am" }, "Monthly Invoice");
  await text(page, words.booking.refused).waitFor();
  await look("booking-refused");

  service.rule(({ path }) =>
    path === "/api/appointment" ? json(503, { message: "Down for repair" }) : null,
  );
  await book(page, { ...ann, time: "11am" }, "Monthly Invoice");
  await text(page, words.booking.mayOrMayNot).waitFor();
  await look("booking-unclear");

  await newBooking(page);
  await choosePatient(page, "Sample");
  const chosen = page.getByRole("heading", { level: 2, name: "Ann Sample" });
  await chosen.waitFor();
  await page.keyboard.press("Control+Shift+P");
  await chosen.waitFor({ state: "detached" });
  await go(page, "outbox");
  const tab = (name: keyof typeof words.outbox.tabs): Locator =>
    page.getByRole("tab", { name: words.outbox.tabs[name] });
  await group("needs-checking").waitFor();
  await look("outbox-items");
  await tab("later").click();
  await group("on-hold").waitFor();
  await look("outbox-on-hold");
  await tab("needsYou").click();
  for (const name of ["needs-editing", "needs-card", "needs-checking"] as const) {
    await group(name).getByRole("button").first().click();
    await page.getByRole("region", { name: words.outbox.item, exact: true }).waitFor();
    await look(`outbox-${name}`);
  }
  const { help, group: groups } = words.outbox;
  await text(page, help.open({ state: groups["needs-checking"].title })).click();
  await text(page, help.you).waitFor();
  await look("outbox-help");
  await button(page, again.booking).click();
  await page.getByRole("alertdialog").waitFor();
  await look("outbox-question");
  await page.keyboard.press("Escape");

  await button(page, words.outbox.calls.start).click();
  await page.getByRole("region", { name: words.outbox.calls.who }).waitFor();
  await look("calls");
  await go(page, "handover");
  await main(page).getByRole("list", { name: words.handover.before }).waitFor();
  await look("handover");
  await button(page, words.handover.handOver).click();
  await page.getByRole("dialog", { name: words.handover.staff.title }).waitFor();
  await look("staff");
  await page.keyboard.press("Escape");
}

async function refusedToken({ page, service, look }: Visit): Promise<void> {
  service.rule(() => json(401, { message: "The token has expired" }));
  await go(page, "webhooks");
  const enter = page.getByRole("button", { name: words.shell.token.enter });
  await enter.waitFor();
  await look("token-refused");
  await enter.click();
  await page.getByRole("dialog", { name: words.signIn.again.title }).waitFor();
  await look("token-dialog");
  await page.keyboard.press("Escape");
  service.rule(() => null);
}

/** They follow one another: each begins where the one before ended. */
export const walks: readonly Walk[] = [
  { title: "sign-in: empty, with what is missing, not reached, with a token's facts", walk: signInScreen },
  { title: "the wizard, each step empty", walk: emptyWizard },
  { title: "the wizard, each step filled", walk: filledWizard },
  { title: "the confirmation, and the list of bookings", walk: bookings },
  { title: "patients: list, detail, form, errors, advice and 409", walk: patients },
  { title: "webhooks: empty, wrong, listed, delivered", walk: webhooks },
  { title: "settings", walk: settings },
  { title: "dialogs", walk: dialogs },
  { title: "the outbox with items in every state, of a service that says no", walk: outbox },
  { title: "a token that is refused", walk: refusedToken },
];
