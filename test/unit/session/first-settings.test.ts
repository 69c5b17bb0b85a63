import { expect, it } from "vitest";
import { settings } from "../../../shared/settings/settings.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";

it("a new account starts with no services, no cards and no trust in the service, in the computer's own zone, language and looks", () => {
  const first = createFirstSettings("America/Denver");
  expect(first).toMatchObject({
    timeZone: "America/Denver",
    services: [],
    currency: "USD",
    dateOrder: "month-first",
    theme: "system",
    language: "system",
    trustsIdempotencyKey: false,
    card: { publishableKey: "", setupIntentUrl: "" },
    openingHours: [null, ...Array(5).fill({ opens: "07:00", closes: "19:00" }), null],
    defaultBillingType: "none",
    retentionMonths: 0,
    staff: [],
  });
  expect(settings.parse(first)).toEqual(first);
});

it("a new account starts with the language and the seconds to undo that were chosen for it", () => {
  const usual = createFirstSettings("UTC");
  expect(createFirstSettings("UTC", { language: "es-US", undoSeconds: 0 })).toEqual({
    ...usual,
    language: "es-US",
    undoSeconds: 0,
  });
  expect(usual.undoSeconds).toBeGreaterThan(0);
});
