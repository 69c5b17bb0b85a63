import { describe, expect, it } from "vitest";
import { createBlankForm, collectSearchText } from "../../../../shared/core/form.ts";
import { readWebhookForm, webhookFields } from "../../../../shared/webhooks/webhook-form.ts";
import { webhookInput } from "../../../../shared/service-api/webhook.ts";
import { worded } from "../../../support/told.ts";

const url = "https://example.com/hooks";
const approved = "appointment.approved.v1";
const read = (form: { url: string; events: string[] }, serviceHere = false) =>
  readWebhookForm(form, { serviceHere });

describe("a webhook registration", () => {
  it("complete is what the service takes", () => {
    const result = read({ url, events: [approved, "appointment.denied.v1"] });
    const { input, errors, warnings } = result;
    expect({ input, errors, warnings }).toEqual({
      input: { url, events: [approved, "appointment.denied.v1"] },
      errors: {},
      warnings: {},
    });
    expect(webhookInput.safeParse(result.input).success).toBe(true);
  });

  it("repeated, empty and padded kinds are sent once, as they are", () => {
    expect(read({ url, events: [approved, ` ${approved} `, "", "  "] }).input?.events).toEqual([approved]);
  });

  // webhooks-4: Unknown kinds are accepted with a warning
  it("a kind this app does not know warns and does not block", { tags: ["webhooks-4"] }, () => {
    const result = read({ url, events: ["invoice.paid.v2"] });
    expect(result.input?.events).toEqual(["invoice.paid.v2"]);
    expect(worded(result.warnings["events"])).toContain("invoice.paid.v2");
  });

  it.each([
    "appointment",
    "appointment.approved",
    "Appointment.Approved.v1",
    "a.b.v0",
    "a b.c.v1",
    "x".repeat(300),
  ])("%s is no kind and is named", (kind) => {
    const result = read({ url, events: [approved, kind] });
    expect(result.input).toBeNull();
    expect(worded(result.errors["events"])).toContain(kind.slice(0, 50));
  });

  it("of a long text that is no kind only its beginning is shown", () => {
    const { errors } = read({ url, events: ["x".repeat(300)] });
    expect(errors["events"]?.values).toEqual({ kind: "x".repeat(100) });
  });

  it("that is new is empty: each field says what it needs", () => {
    const form = createBlankForm(webhookFields);
    expect(form).toEqual({ url: "", events: [] });
    const { input, errors } = read(form);
    expect(input).toBeNull();
    expect([errors["url"]?.id, errors["events"]?.id]).toEqual([
      "fields.address.missing",
      "fields.events.missing",
    ]);
  });

  it("is found by its address", () => {
    expect(collectSearchText(webhookFields, { url, events: [approved] })).toBe(url);
  });

  it("an address on this computer is for a service on this computer alone", () => {
    const form = { url: "http://127.0.0.1:4010/hooks", events: [approved] };
    expect(read(form).errors["url"]).toBeDefined();
    expect(read(form, true)).toMatchObject({ input: form, errors: {} });
  });
});
