import { expect, it } from "vitest";
import { say } from "../../messages/saying.ts";
import { bookingForm, hasty, removeFolder, startDesk } from "../support/desk-kit.ts";
import { jwtOf, startFakeService } from "../support/fake-service.ts";
import { heldPort } from "../support/held-port.ts";

it("a booking whose time passes while it waits for the line is not sent when the line is back, and says so", async () => {
  const port = await heldPort();
  const service = await startFakeService(port);
  let later = 0;
  const clock = { ...hasty.clock, now: () => new Date(Date.now() + later) };
  const desk = await startDesk({ clock });
  await desk.get("session.connect", {
    serviceAddress: service.baseUrl,
    token: jwtOf({ sub: "Elm Street Clinic", iss: "elm" }),
    sameAccount: null,
  });
  await service.close();
  await desk.get("connection.check", {});
  const form = bookingForm({
    patient: { kind: "number", text: "1" },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
  });
  const { id } = await desk.get("items.create", { kind: "booking", form });
  await desk.get("items.submit", { id, wait: true });
  expect(await desk.get("items.get", { id })).toMatchObject({ status: "ready" });
  later = Date.parse("2035-01-01T00:00:00Z") - Date.now();
  const back = await startFakeService(port);
  await desk.get("connection.check", {});
  await expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("needs-editing");
  expect(await desk.get("items.get", { id })).toMatchObject({
    problem: { why: say("failures.outbox.passed") },
  });
  expect(back.sent("/api/appointment")).toEqual([]);
  await desk.stop();
  await back.close();
  removeFolder(desk.directory);
});
