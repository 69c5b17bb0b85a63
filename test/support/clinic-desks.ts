import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Item } from "../../shared/outbox/item.ts";
import { startHub, type Hub } from "../../hub/hub.ts";
import type { EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { words } from "../../messages/words.ts";
import { openSettings, patience, signIn, startApp, type TestApp } from "./app.ts";
import { bookingForm, knownPatient, send } from "./by-bridge.ts";

/* Two desks of one clinic, with their windows. What desks do without windows is in test/hub. */

const { clinic: says } = words;

export const hubOn = (connection: EmbeddedPostgres["hub"], port = 0): Promise<Hub> =>
  startHub({
    connection,
    host: "127.0.0.1",
    port,
    connections: 4,
    statementTimeoutMs: 20_000,
    log: { write: () => undefined },
  });

/** Two apps, signed in to one account, in no clinic yet. */
export async function startTwoDesks(service: {
  readonly address: string;
  readonly token: string;
}): Promise<readonly [TestApp, TestApp]> {
  const desks = await Promise.all([startApp(), startApp()]);
  for (const { page } of desks) {
    await signIn(page, service);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  }
  return desks;
}

export const dialog = (of: Page): Locator => of.getByRole("dialog").or(of.getByRole("alertdialog"));
export const button = (of: Locator | Page, name: string): Locator =>
  of.getByRole("button", { name, exact: true });
const field = (of: Locator | Page, name: string): Locator => of.getByLabel(name, { exact: true });

async function toDesks(of: Page): Promise<void> {
  await openSettings(of, "desks");
}

/** By its window, which makes and confirms a recovery sheet as well. */
export async function createClinic({ page, picture }: TestApp, hub: Hub): Promise<void> {
  await toDesks(page);
  await picture("clinic-none");
  await button(page, says.section.create).click();
  await field(dialog(page), says.form.hub).fill(hub.address);
  await field(dialog(page), says.form.token).fill(String(hub.creationToken));
  await field(dialog(page), says.form.name).fill("Desk 1");
  await picture("clinic-create");
  await button(dialog(page), says.create.submit).click();
  await page.getByText(says.hub.word.up, { exact: true }).waitFor();
  await button(page, says.sheet.make).click();
  await dialog(page)
    .getByText(/AGE-SECRET-KEY-1/)
    .first()
    .waitFor();
  await picture("clinic-sheet");
  await button(dialog(page), says.sheet.confirm).click();
  await page.getByText(says.sheet.is).waitFor();
}

/** By both windows: the code of the one is typed at the other. */
export async function letIn([one, other]: readonly [TestApp, TestApp], hub: Hub): Promise<void> {
  const [first, second] = [one.page, other.page];
  await button(first, says.invite.button).click();
  const code = await dialog(first)
    .getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/)
    .innerText();
  await toDesks(second);
  await button(second, says.section.join).click();
  await field(dialog(second), says.form.hub).fill(hub.address);
  await field(dialog(second), says.form.code).fill(code);
  await field(dialog(second), says.form.name).fill("Desk 2");
  await button(dialog(second), says.join.submit).click();
  await dialog(first)
    .getByText(says.invite.asks({ name: "Desk 2" }))
    .waitFor();
  await one.picture("clinic-asks");
  await button(dialog(first), says.invite.accept).click();
  await dialog(first).waitFor({ state: "detached" });
  await second
    .getByRole("cell", { name: "Desk 1" })
    .or(second.getByRole("rowheader", { name: /Desk 1/ }))
    .first()
    .waitFor();
  await one.picture("clinic-desks");
}

/** At once, where a desk would look by itself within half a minute. */
export const look = (of: Page): Promise<unknown> => of.evaluate(() => window.desk.invoke("clinic.look", {}));

/** A whole booking for Ann at that desk, which knows her once it has heard of her. */
export async function book(of: Page, { notes = "", time = "2pm", wait = true } = {}): Promise<Item> {
  const known = async (): Promise<string> => (await knownPatient(of, "Ann Sample")).id;
  await expect.poll(known, { timeout: patience }).not.toBe("");
  const patient = await knownPatient(of, "Ann Sample");
  return send(of, bookingForm({ patient, time, notes }), { wait });
}
export const becomes = (of: Page, { id }: Item, status: string): Promise<void> =>
  expect
    .poll(
      () =>
        of.evaluate(async (wanted) => {
          const answer = await window.desk.invoke("items.get", { id: wanted });
          return answer.ok ? answer.value.status : null;
        }, id),
      { timeout: patience, interval: 200 },
    )
    .toBe(status);
