import type { Locator, Page } from "playwright";
import { day } from "../../messages/format.ts";
import type { BillingType } from "../../shared/service-api/appointment.ts";
import type { Policy } from "../../shared/policy/policy.ts";
import type { ProxyState } from "../../shared/policy/routes.ts";
import { language, spokenLanguages } from "../../messages/language.ts";
import { words } from "../../messages/words.ts";
import {
  annSample,
  choosePatient,
  fillPatient,
  go,
  newBooking,
  openSettings,
  showSettings,
  signIn,
  step,
} from "./app.ts";
import { json, jwtOf, type FakeService } from "./fake-service.ts";
import { managedDesk } from "./managed-looks.ts";
import { dropFile, patientsFile } from "./import-files.ts";

/**
 * Every screen there is, one after another, in the language that this process speaks: `speak` it before the app is
 * started. What is done with each is the caller's.
 */
export type Visit = {
  readonly page: Page;
  /** Where the walks end up signed in, after the practice service. */
  readonly service: FakeService;
  /** The system hands over a `frontdesk:` link. */
  readonly open: (link: string) => Promise<void>;
  /** What the organization sets from now on; null: nothing. */
  readonly setPolicy: (content: Policy | string | null) => void;
  /** Main tells of a proxy. */
  readonly tellProxy: (state: ProxyState) => Promise<void>;
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

type Visited = { readonly patient: string; readonly date: string; readonly time: string };
async function book(page: Page, { patient, date, time }: Visited, type: BillingType): Promise<void> {
  await newBooking(page);
  await choosePatient(page, patient);
  await fillVisit(page, date, time);
  await bill(page, type);
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
}
const booked = (page: Page): Promise<void> => page.getByRole("button", { name: words.slip.open }).waitFor();

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
  await step(page, "patient").click();
  await page.getByRole("region", { name: words.booking.patient.chosen }).waitFor();
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
  await page.getByLabel(visit.sameAddress).press("Space");
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

/** The slip of what was just booked, on each kind of paper. */
async function slips({ page, look }: Pick<Visit, "page" | "look">): Promise<void> {
  const { slip } = words;
  await page.keyboard.press("Control+p");
  const dialog = page.getByRole("dialog", { name: slip.heading });
  for (const paper of ["letter", "roll-80", "label-62x29"]) {
    await dialog.getByLabel(slip.paper, { exact: true }).selectOption(paper);
    await dialog.getByText(/Maria Alvarez/).waitFor();
    await look(`slip-${paper}`);
  }
  // Of the language that nobody speaks there is no other.
  if (language !== "en-XA") {
    const [other] = spokenLanguages.filter(({ tag }) => tag !== language);
    await dialog.getByRole("radio", { name: other?.name ?? "" }).check({ force: true });
    await dialog.locator(`div[lang=${other?.tag ?? ""}]`).waitFor();
    await look("slip-other-language");
  }
  await page.keyboard.press("Escape");
  await noDialog(page);
}

async function series({ page, look }: Visit): Promise<void> {
  const say = words.series;
  const list = (name: string): Locator => main(page).getByRole("list", { name, exact: true });
  await newBooking(page);
  await choosePatient(page, "Alvarez");
  await fillVisit(page, "2/23/2031", "2:30 am");
  await button(page, say.open).click();
  await field(page, say.label.every).fill("2 weeks x4");
  await list(say.list).getByRole("listitem").nth(3).waitFor();
  await field(page, say.date({ number: 2 })).waitFor();
  await look("series-skipped-hour");
  await field(page, words.booking.label.time).fill("2pm");
  await field(page, words.booking.label.date).fill("3/4/2031");
  await main(page)
    .getByLabel(say.changeOne({ number: 3 }))
    .click();
  await field(page, say.date({ number: 3 })).fill("2/30/2031");
  await button(page, say.removeOne({ number: 4 })).click();
  await look("series-changed");
  await field(page, say.date({ number: 3 })).fill("4/2/2031");
  await bill(page, "Monthly Invoice");
  await step(page, "review").click();
  await list(say.list).waitFor();
  await look("series-review");
  await page.getByRole("button", { name: say.book({ count: 3 }), exact: true }).click();
  await page
    .getByRole("heading", { level: 1, name: say.outcome.title({ booked: 3, count: 3, all: "yes" }) })
    .waitFor();
  await look("series-outcome");
  await page.keyboard.press("Control+p");
  const slip = page.getByRole("dialog", { name: words.slip.heading });
  for (const paper of ["letter", "roll-80", "label-62x29"]) {
    await slip.getByLabel(words.slip.paper, { exact: true }).selectOption(paper);
    await slip
      .getByText(/Maria Alvarez/)
      .nth(2)
      .waitFor();
    await look(`series-slip-${paper}`);
  }
  await page.keyboard.press("Escape");
  await noDialog(page);
}

async function bookings({ page, look }: Visit): Promise<void> {
  await go(page, "bookings");
  await text(page, words.bookings.none).waitFor();
  await look("bookings-empty");
  await book(page, { patient: "Alvarez", date: "3/4/2031", time: "2pm" }, "Monthly Invoice");
  await booked(page);
  await look("booked");
  await slips({ page, look });
  await go(page, "bookings");
  await look("bookings-list");
  await button(page, /Maria Alvarez/).click();
  await page.getByRole("region", { name: words.bookings.details }).waitFor();
  await look("bookings-detail");
  await button(page, words.booking.booked.followUp).click();
  await field(page, words.series.followUp.when).waitFor();
  await look("bookings-follow-up");
  await button(page, words.series.followUp.close).click();
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
  await field(page, label.state).fill("");
  await field(page, label.zip).fill("96799");
  await button(page, words.fields.zip.takeOf({ code: "AS", name: "American Samoa" })).waitFor();
  await look("patient-form-zip");
  await fillPatient(page, { ...annSample, phone: "217 555 0100", externalId: "TRAINING-2" });
  await button(page, words.patients.create).click();
  await button(page, words.patients.changeExternalId).waitFor();
  await look("patient-409");
  await button(page, words.patients.changeExternalId).click();
  await field(page, label.externalId).fill("TRAINING-77");
  await button(page, words.patients.create).click();
  await text(
    page,
    whatever((id) => words.patients.end.created({ name: "Ann Sample", id })),
  ).waitFor();
  await look("patient-created");
}

async function links({ page, look, open }: Visit): Promise<void> {
  const { call, dismiss, booking, missing, refused, ask } = words.links;
  const bar = page.getByRole("complementary", { name: words.links.label });
  const press = (name: string | RegExp): Promise<void> =>
    bar.getByRole("button", { name, exact: true }).click();
  await newBooking(page);
  await open("frontdesk://call?from=+12175550101");
  await bar.getByText(/Maria Alvarez/).waitFor();
  await look("link-call-known");
  await open("frontdesk://call?from=anonymous");
  await bar.getByText(call.none).waitFor();
  await look("link-call-two");
  await press(call.dismissOne({ call: call.none }));
  await press(call.dismissOne({ call: call.from({ number: "(217) 555-0101" }) }));
  await open("frontdesk://call?from=tel:2175550177");
  await bar.getByText(call.nobody).waitFor();
  await look("link-call-nobody");
  await press(call.createWith({ number: "(217) 555-0177" }));
  await text(page, words.intake.filled({ count: 1, from: "link" })).waitFor();
  await look("link-new-patient");
  await button(page, words.intake.undo).click();
  await button(page, words.patients.close).click();
  await newBooking(page);
  await open("frontdesk://patient?external-id=70-7");
  await bar.getByText(missing.text({ id: "70-7" })).waitFor();
  await look("link-missing");
  await press(missing.dismiss({ id: "70-7" }));
  await open("frontdesk://send");
  await bar.getByText(refused.place, { exact: false }).waitFor();
  await look("link-refused");
  await press(refused.dismiss);
  await open("frontdesk://booking/new?patient-external-id=TRAINING-1&service=102&date=2031-03-04");
  await page.getByRole("region", { name: booking.label }).waitFor();
  await look("link-booking");
  await field(page, words.booking.label.time).fill("2pm");
  await open("frontdesk://patient?external-id=TRAINING-2");
  await bar.getByText(ask.patient({ name: "James O'Connor" })).waitFor();
  await look("link-ask");
  await press(words.links.notNow);
  await page.getByRole("button", { name: dismiss }).waitFor({ state: "detached" });
}

async function importing({ page, look }: Visit): Promise<void> {
  const { dryRun } = words.import;
  await go(page, "patients");
  await button(page, words.import.button).click();
  await button(page, words.import.choose).waitFor();
  await look("import-choose");
  await dropFile(page, { name: "springfield-east.csv", text: patientsFile(120) });
  await button(page, dryRun.editOf({ row: 97 })).waitFor();
  await button(page, words.import.begin({ count: 116 })).waitFor();
  await look("import-preview");
  await button(page, dryRun.editOf({ row: 97 })).click();
  await page.getByRole("dialog").waitFor();
  await look("import-edit");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await main(page).getByRole("button").filter({ hasText: dryRun.known }).click();
  await text(page, dryRun.left).waitFor();
  await look("import-known");
  const either = patientsFile(12).replaceAll(/,\d\d\/\d\d\//g, ",03/04/");
  await dropFile(page, { name: "springfield-east.csv", text: either });
  const order = main(page).getByLabel(words.import.columns.orderOf({ column: "DOB" }));
  await order.selectOption("day-first");
  await text(page, words.import.untouched({ name: "springfield-east.csv", rows: 12 })).waitFor();
  await look("import-date-order");
  await button(page, words.import.closeFile).click();
  await button(page, words.import.choose).waitFor();
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
  await look("webhooks-question");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: words.webhooks.once.yes, exact: true })
    .click();
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
  await openSettings(page, "clinic");
  await field(page, words.settings.timeZone.label).waitFor();
  await look("settings-clinic");
  await showSettings(page, "services");
  await page
    .getByRole("button", { name: whatever((name) => words.settings.services.editOne({ name })) })
    .first()
    .click();
  await look("settings-service-edited");
  for (const name of ["connection", "booking", "computer", "lock", "desks", "records", "support"] as const) {
    await showSettings(page, name);
    await look(`settings-${name}`);
  }
  await showSettings(page, "services");
  await button(page, words.settings.services.paste).click();
  await page.getByRole("dialog").waitFor();
  await look("settings-paste-list");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await activityLog({ page, look });
}

async function activityLog({ page, look }: Pick<Visit, "page" | "look">): Promise<void> {
  const { audit } = words;
  await showSettings(page, "support");
  await button(page, audit.diagnostics.open).click();
  await page.getByRole("dialog").getByText("about.json", { exact: false }).first().waitFor();
  await look("settings-diagnostics");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await button(page, audit.settings.open).click();
  await page.getByRole("list", { name: audit.list }).waitFor();
  await look("activity-log");
  await page.getByRole("list", { name: audit.list }).getByRole("button").first().click();
  await look("activity-log-entry");
  await field(page, audit.filter.day).fill("1/1/2020");
  await text(page, audit.noneText).waitFor();
  await look("activity-log-none");
  await button(page, audit.filter.clear).first().click();
  await page.getByRole("list", { name: audit.list }).waitFor();
  await button(page, audit.export).click();
  await page.getByRole("dialog").waitFor();
  await look("activity-log-export");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await openSettings(page, "support");
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
  await openSettings(page, "support");
  await button(page, words.settings.about.open).click();
  const about = page.getByRole("dialog", { name: words.about.title });
  await about.getByRole("listitem").first().waitFor();
  await look("about");
  await about.getByText("zod 4").click();
  await about.getByText("Permission is hereby granted").waitFor();
  await look("about-license");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await showSettings(page, "connection");
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
  const chosen = page.getByRole("region", { name: words.booking.strip.label });
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

async function backups({ page, look }: Visit): Promise<void> {
  const { backup: says } = words;
  await openSettings(page, "backup");
  await button(page, says.now.start).click();
  await text(page, words.failures.backup.noFolder).waitFor();
  await look("settings-backup");
  await button(page, says.passphrase.set).click();
  const dialog = page.getByRole("dialog", { name: says.passphrase.setTitle });
  await dialog.getByRole("button", { name: says.passphrase.save }).click();
  await wrong(dialog.getByLabel(says.passphrase.field, { exact: true }));
  await look("backup-passphrase");
  await dialog.getByRole("button", { name: says.passphrase.suggest }).click();
  await dialog.getByText(says.passphrase.suggested).waitFor();
  await look("backup-passphrase-made");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await button(page, says.restore.open).click();
  await page.getByRole("dialog", { name: says.restore.title }).waitFor();
  await look("backup-restore");
  await page.keyboard.press("Escape");
  await noDialog(page);
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

/** The admin PIN before something on a screen that is everybody's. */
async function adminDialog({ page, look }: Pick<Visit, "page" | "look">): Promise<void> {
  await go(page, "patients");
  await button(page, words.import.exportPatients).click();
  await page.getByRole("dialog", { name: words.lock.admin.title }).waitFor();
  await look("admin-dialog");
  await page.keyboard.press("Escape");
  await noDialog(page);
}

async function lock({ page, look }: Visit): Promise<void> {
  const { lock: says, settings: set } = words;
  const pin = "4711";
  const put = async (name: string, title: string): Promise<void> => {
    await button(page, name).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.waitFor();
    if (name === set.lock.set) {
      await dialog.getByRole("button", { name: says.form.save }).click();
      await wrong(dialog.getByLabel(says.form.next, { exact: true }));
      await look("lock-set-pin");
    }
    await dialog.getByLabel(says.form.next, { exact: true }).fill(pin);
    await dialog.getByLabel(says.form.repeat, { exact: true }).fill(pin);
    await dialog.getByRole("button", { name: says.form.save }).click();
    await noDialog(page);
  };
  await openSettings(page, "lock");
  await put(set.lock.set, says.form.setTitle({ which: "desk" }));
  await put(set.lock.admin.set, says.form.setTitle({ which: "admin" }));
  await look("settings-lock");
  const name = set.lock.admin.label;
  await button(page, set.lock.changeOf({ name })).click();
  await page.getByRole("dialog").waitFor();
  await look("lock-change-pin");
  await page.keyboard.press("Escape");
  await noDialog(page);
  await page.keyboard.press("Control+l");
  await field(page, says.pin).waitFor();
  await look("locked");
  await field(page, says.pin).fill("1357");
  await page.keyboard.press("Enter");
  await text(page, says.wrong({ left: 4 })).waitFor();
  await look("locked-wrong-pin");
  for (let time = 0; time < 4; time += 1) {
    await field(page, says.pin).fill("1357");
    await page.keyboard.press("Enter");
    await wrong(field(page, says.pin));
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[name=pin]")?.value === "");
  }
  await text(page, /0:\d\d/).waitFor();
  await look("locked-waits");
  await button(page, says.forgotten).click();
  await field(page, words.signIn.token).waitFor();
  await look("lock-forgotten");
  const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
  await field(page, words.signIn.token).fill(token);
  await button(page, says.recover.remove).click();
  // On a busy computer the page may not have said in time where it was.
  await go(page, "settings");
  await field(page, says.admin.pin).waitFor();
  await look("admin-pin");
  await adminDialog({ page, look });
  await go(page, "settings");
  await field(page, says.admin.pin).fill(pin);
  await page.keyboard.press("Enter");
  await showSettings(page, "lock");
  await button(page, set.lock.removeOf({ name })).click();
  const dialog = page.getByRole("dialog", { name: says.form.removeTitle({ which: "admin" }) });
  await dialog.getByLabel(says.form.present({ which: "admin" }), { exact: true }).fill(pin);
  await dialog.getByRole("button", { name: says.form.remove }).click();
  await noDialog(page);
}

/** They follow one another: each begins where the one before ended. */
export const walks: readonly Walk[] = [
  { title: "sign-in: empty, with what is missing, not reached, with a token's facts", walk: signInScreen },
  { title: "the wizard, each step empty", walk: emptyWizard },
  { title: "the wizard, each step filled", walk: filledWizard },
  { title: "the confirmation, and the list of bookings", walk: bookings },
  { title: "patients: list, detail, form, errors, advice and 409", walk: patients },
  { title: "links and calls: known, not known, refused, asked about, filled in", walk: links },
  { title: "a booking that is repeated, to its end", walk: series },
  { title: "a file of patients: none, looked at, a row put right, who is known", walk: importing },
  { title: "webhooks: empty, wrong, listed, delivered", walk: webhooks },
  { title: "settings", walk: settings },
  { title: "dialogs", walk: dialogs },
  { title: "the outbox with items in every state, of a service that says no", walk: outbox },
  { title: "the lock: PINs set, locked, wrong, waiting, forgotten, the admin's", walk: lock },
  { title: "backups: nothing set up, a passphrase, the way back", walk: backups },
  { title: "a desk that its organization set up, and a proxy that asks", walk: managedDesk },
  { title: "a token that is refused", walk: refusedToken },
];
