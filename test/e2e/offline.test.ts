import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Item } from "../../shared/outbox/item.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { judge } from "../faults/oracle.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import {
  annSample,
  borrowApp,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  newBooking,
  signIn,
  step,
  type TestApp,
} from "../support/app.ts";
import { ask, bookingOf, patientCalled, send } from "../support/by-bridge.ts";
import { words } from "../../messages/words.ts";

/** Each third request is cut, at one of these points in turn: about 30 of 100. */
const points = ["after-commit", "mid-request-body", "mid-response-body"] as const;
/** And the first two bookings: one that the service has then, and one that it has not. */
const bookingPoints = ["after-commit", "mid-request-body"] as const;

let mock: MockService;
let proxy: FaultProxy;
let desk: TestApp;

beforeAll(async () => {
  desk = await borrowApp();
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

  it("saves a patient and a booking, and says that nothing was created and nothing is booked yet", async () => {
    const { page } = desk;
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await createPatient(page, { ...annSample, firstName: "Ada", email: "ada@example.com" });
    await page
      .getByText(words.patients.saved.notCreated({ kept: "disk" }))
      .first()
      .waitFor();
    await newBooking(page);
    await choosePatient(page, "Ada Sample");
    await step(page, "visit").click();
    await page.getByLabel(words.booking.label.service, { exact: true }).fill("102");
    await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
    await page.getByLabel(words.booking.label.time, { exact: true }).fill("9am");
    await step(page, "billing").click();
    await page.getByRole("radio", { name: "Bill to Account" }).check();
    await step(page, "review").click();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    // The draft says "not booked yet" too.
    await expect.poll(async () => (await items()).filter(({ status }) => status === "draft")).toEqual([]);
    await page
      .getByRole("heading", { level: 1, name: words.booking.savedNotBooked({ kept: "disk" }) })
      .waitFor();
    await desk.picture("offline-saved");
  });

  it("goes on so with two more patients, and bookings of each billing type", async () => {
    const { page } = desk;
    const record = async (name: string): Promise<string> => {
      const patient = await send(page, patientCalled(name));
      return patient.kind === "patient" ? (patient.patientRecordId ?? "") : "";
    };
    const [ben, cleo] = [await record("Ben"), await record("Cleo")];
    for (const [id, billingType, time] of [
      [ben, "Monthly Invoice", "10am"],
      [ben, "Monthly Invoice", "11am"],
      [cleo, "Bill to Account", "12pm"],
    ] as const) {
      const sent = await send(page, bookingOf({ patient: { kind: "known", id }, billingType, time }));
      expect(sent.status).toBe("waiting-for-patient");
    }
    const unpaid = bookingOf({
      patient: { kind: "known", id: cleo },
      billingType: "Bill to Patient",
      time: "1pm",
    });
    expect(await send(page, unpaid, { wait: false })).toMatchObject({ status: "needs-card" });
  });

  it("has them all after a SIGKILL", async () => {
    await desk.kill();
    await desk.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
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
    const underWay = async (): Promise<number> => {
      const statuses = ["ready", "sending", "waiting-for-patient"] as const;
      const query = { kinds: [], statuses: [...statuses], limit: 1, offset: 0 };
      return (await ask(desk.page, "items.list", query)).total;
    };
    await expect.poll(underWay, { interval: 500 }).toBe(0);
    const ended = (await items()).map(({ status }) => status);
    for (const status of ended) expect(["done", "needs-checking", "needs-card"]).toContain(status);
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
    await go(page, "outbox");
    for (const item of unclear) {
      await page
        .getByRole("list", { name: words.outbox.group["needs-checking"].title })
        .getByRole("button", { name: new RegExp(visitTime(item)) })
        // The line of the item, and not what it offers.
        .first()
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
    await desk.picture("offline-needs-card");
  });
});
