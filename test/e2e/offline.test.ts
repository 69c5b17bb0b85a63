import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Item } from "../../contract/records/item.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { judge } from "../faults/oracle.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  newBooking,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";
import { words } from "../../messages/words.ts";

/** Each third request is cut, at one of these points in turn: about 30 of 100. */
const points = ["after-commit", "mid-request-body", "mid-response-body"] as const;
/** And the first two bookings: one that the service has then, and one that it has not. */
const bookingPoints = ["after-commit", "mid-request-body"] as const;

let mock: MockService;
let proxy: FaultProxy;
let desk: TestApp;

beforeAll(async () => {
  desk = await startApp();
  mock = await startMockService();
  proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
});
afterAll(async () => {
  await desk.dispose();
  await proxy.close();
  await mock.close();
});

const items = (): Promise<Item[]> => itemsIn(desk.page);

/** `9:00 AM`, as the list shows it. */
const visitTime = (item: Item): string =>
  item.kind === "booking"
    ? `${Number(item.form.time.slice(0, 2)) % 12 || 12}:${item.form.time.slice(3)} [AP]M`
    : "";

const patients = ["Ada", "Ben", "Cleo"];
const bookings = [
  { patient: "Ada", billing: "Bill to Account", time: "9am" },
  { patient: "Ada", billing: "Monthly Invoice", time: "10am" },
  { patient: "Ben", billing: "Monthly Invoice", time: "11am" },
  { patient: "Cleo", billing: "Bill to Account", time: "12pm" },
  { patient: "Cleo", billing: "Bill to Patient", time: "1pm" },
] as const;

describe("a day without a connection", () => {
  it("signs in while the service is there, and shows when it is gone", async () => {
    const { page } = desk;
    await signIn(page, { address: proxy.url, token: mock.token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await proxy.refuse(true);
    const { online, offline } = words.shell.connection.state;
    const pill = (name: string): Locator => page.getByRole("button", { name });
    // Whoever asked meanwhile has noticed already.
    await pill(online).or(pill(offline)).click();
    await pill(offline).waitFor();
    await desk.picture("offline-pill");
  });

  it.each(patients)("saves patient %s, and says that nothing was created yet", async (name) => {
    const { page } = desk;
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await createPatient(page, { ...annSample, firstName: name, email: `${name}@example.com` });
    await page
      .getByText(words.patients.saved.notCreated({ kept: "disk" }))
      .first()
      .waitFor();
  });

  it.each(bookings)("saves a booking for $patient with $billing", async ({ patient, billing, time }) => {
    const { page } = desk;
    await newBooking(page);
    await choosePatient(page, `${patient} Sample`);
    await step(page, "visit").click();
    await page.getByLabel(words.booking.label.service, { exact: true }).fill("102");
    await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
    await page.getByLabel(words.booking.label.time, { exact: true }).fill(time);
    await step(page, "billing").click();
    await page.getByRole("radio", { name: billing }).check();
    await step(page, "review").click();
    await page
      .getByRole("button", {
        name: billing === "Bill to Patient" ? words.booking.saveForLater : words.booking.book,
        exact: true,
      })
      .click();
    // The draft says "not booked yet" too.
    await expect.poll(async () => (await items()).filter(({ status }) => status === "draft")).toEqual([]);
    await desk.picture(`offline-saved-${billing}`);
  });

  it("counts them in the navigation, and has them all after a SIGKILL", async () => {
    await desk.kill();
    await go(desk.page, "outbox");
    await desk.picture("offline-outbox");
    const statuses = (await items()).map((item) => `${item.kind} ${item.status}`).toSorted();
    expect(statuses).toEqual(
      [
        ...Array<string>(4).fill("booking waiting-for-patient"),
        "booking needs-card",
        ...Array<string>(3).fill("patient ready"),
      ].toSorted(),
    );
  });

  it("ends with everything booked, or honestly waiting for a person; nothing twice", async () => {
    let number = 0;
    let booking = 0;
    proxy.follow({
      request: ({ method, path }) => {
        number += 1;
        const isBooking = method === "POST" && path === "/api/appointment";
        const third = number % 3 === 0 ? points[Math.floor(number / 3) % points.length] : undefined;
        const point = (isBooking ? bookingPoints[booking] : undefined) ?? third;
        if (isBooking) booking += 1;
        return point === undefined ? null : { at: point, how: "reset" };
      },
    });
    const saved = (await items()).map((item) => item.id);
    await proxy.refuse(false);
    await desk.page
      .getByRole("button", {
        name: new RegExp(`${words.shell.connection.state.offline}|${words.shell.connection.state.checking}`),
      })
      .click();
    const isOver = async (): Promise<boolean> =>
      (await items()).every((item) => ["done", "needs-checking", "needs-card"].includes(item.status));
    await expect.poll(isOver, { interval: 500 }).toBe(true);
    await desk.picture("offline-outbox-after");
    const verdict = judge({ ledger: mock.ledger(), items: await items(), expected: saved });
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, falseWords: 0, problems: [] });
    expect((await items()).filter((item) => item.kind === "patient").map((item) => item.status)).toEqual([
      "done",
      "done",
      "done",
    ]);
  });

  it("settles what needs checking by a person's word, from the facts shown", async () => {
    const { page } = desk;
    proxy.follow({});
    const isThere = ({ idempotencyKey }: Item): boolean =>
      mock.ledger().some((entry) => entry.idempotencyKey === idempotencyKey);
    const unclear = (await items()).filter((entry) => entry.status === "needs-checking");
    expect(new Set(unclear.map(isThere))).toEqual(new Set([true, false]));
    for (const item of unclear) {
      await go(page, "outbox");
      await page
        .getByRole("list", { name: words.outbox.group["needs-checking"].title })
        .getByRole("button", { name: new RegExp(visitTime(item)) })
        .click();
      const isBooked = isThere(item);
      await page
        .getByRole("button", {
          name: isBooked ? words.outbox.action["mark-booked"] : words.outbox.again.booking,
        })
        .click();
      if (!isBooked)
        await page.getByRole("alertdialog").getByRole("button", { name: words.outbox.again.booking }).click();
      await expect.poll(async () => (await items()).find(({ id }) => id === item.id)?.status).toBe("done");
    }
    await expect
      .poll(async () => (await items()).map((item) => item.status).filter((status) => status !== "done"))
      .toEqual(["needs-card"]);
    expect(mock.ledger().filter((entry) => entry.kind === "appointment")).toHaveLength(4);
    await go(page, "outbox");
    await desk.picture("offline-needs-card");
  });
});
