import { describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { WebhookItem } from "../../../shared/outbox/item.ts";
import type { PracticeDelivery } from "../../../shared/webhooks/routes.ts";
import { mergeDeliveries } from "../../../renderer/features/webhooks/deliveries.ts";
import {
  getContent,
  isUntouched,
  findSameRegistration,
  createWebhookState,
  reduceWebhook,
  type WebhookAction,
  type WebhookState,
} from "../../../renderer/features/webhooks/state.ts";
import { uuid } from "./builders.ts";
import { verbatim } from "../../../messages/saying.ts";

const approved = "appointment.approved.v1";
const denied = "appointment.denied.v1";
const url = "https://ehr.example/hooks";
const item = (change: Partial<WebhookItem> = {}): WebhookItem => ({
  id: uuid(1),
  accountId: "account",
  kind: "webhook",
  status: "draft",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
  idempotencyKey: uuid(2),
  payload: null,
  attempts: [],
  resends: 0,
  problem: null,
  editOf: null,
  by: null,
  noAnswerAt: [],
  form: { url, events: [approved, "invoice.sent.v2"] },
  result: null,
  ...change,
});
const run = (start: WebhookState, ...actions: readonly WebhookAction[]): WebhookState =>
  actions.reduce(reduceWebhook, start);
const blank = createWebhookState({ item: null, done: null });

describe("the webhook form", () => {
  test("a kind typed but not added is kept and sent all the same", () => {
    const state = run(blank, { type: "other", text: " invoice.sent.v2 " });
    expect(getContent(state).events).toEqual([approved, denied, "invoice.sent.v2"]);
    expect(isUntouched(getContent(state))).toBe(false);
  });

  test("adding a kind twice, or a named one by typing, makes no second box", () => {
    const state = run(
      blank,
      { type: "other", text: "invoice.sent.v2" },
      { type: "add-other" },
      { type: "other", text: "invoice.sent.v2" },
      { type: "add-other" },
      { type: "other", text: approved },
      { type: "add-other" },
    );
    expect(state.others).toEqual(["invoice.sent.v2"]);
    expect(state.form.events).toEqual([approved, denied, "invoice.sent.v2"]);
    expect(state.other).toBe("");
  });

  test("asks for both documented kinds at first, which alone are not worth keeping", () => {
    expect(getContent(blank).events).toEqual([approved, denied]);
    expect(isUntouched(getContent(blank))).toBe(true);
    expect(isUntouched({ url: "", events: [] })).toBe(true);
    expect(isUntouched({ url: "", events: [denied] })).toBe(false);
    expect(isUntouched({ url: "h", events: [approved, denied] })).toBe(false);
  });

  test("a kind that was unchosen keeps its box", () => {
    const start = createWebhookState({ item: item(), done: null });
    const state = run(start, { type: "kind", kind: "invoice.sent.v2", isChosen: false });
    expect(state.others).toEqual(["invoice.sent.v2"]);
    expect(state.form.events).toEqual([approved]);
  });

  test("the service's refusal is gone with the first correction", () => {
    const failure = fail("fields-refused", verbatim("No."), { fields: { url: verbatim("Not reachable.") } });
    const state = run(blank, { type: "failed", failure }, { type: "url", url });
    expect(state.phase).toEqual({ kind: "filling" });
  });

  test("an item that was refused opens with the reason; a plain draft with none", () => {
    const problem = fail("fields-refused", verbatim("No."));
    const refused = item({ problem });
    expect(createWebhookState({ item: refused, done: null }).phase).toEqual({
      kind: "settled",
      item: refused,
    });
    expect(createWebhookState({ item: item(), done: null }).phase).toEqual({ kind: "filling" });
  });

  test("after a registration the next form is empty, under the news of the last", () => {
    const done = item({ status: "done" });
    const state = createWebhookState({ item: null, done });
    expect(state.phase).toEqual({ kind: "settled", item: done });
    expect(isUntouched(getContent(state))).toBe(true);
  });
});

describe("the same registration", () => {
  const known = [{ id: 7, url: "https://EHR.example/hooks", events: [denied, approved] }];

  test("is found in whatever order and spelling of the host", () => {
    expect(findSameRegistration({ url: ` ${url} `, events: [approved, denied] }, known)).toEqual({
      id: 7,
      kinds: [approved, denied],
    });
  });

  test("is found by any kind that would arrive twice, which is named", () => {
    expect(findSameRegistration({ url, events: [approved] }, known)?.kinds).toEqual([approved]);
    expect(findSameRegistration({ url, events: ["invoice.sent.v2", denied] }, known)?.kinds).toEqual([
      denied,
    ]);
  });

  test.each([
    [url, ["invoice.sent.v2"]],
    ["https://ehr.example/other", [approved, denied]],
  ])("%s with %o is another", (address, events) => {
    expect(findSameRegistration({ url: address, events }, known)).toBeNull();
  });
});

describe("the inspector's deliveries", () => {
  const delivery = (id: string, at: string, attempt = 1): PracticeDelivery => ({
    id,
    at,
    attempt,
    url,
    kind: approved,
    status: 204,
    error: null,
    body: "{}",
  });

  test("one that was read and also arrived is shown once, each attempt of its own, newest first", () => {
    const early = delivery("a", "2026-11-20T15:00:00Z");
    const again = delivery("a", "2026-11-20T15:00:05Z", 2);
    const late = delivery("b", "2026-11-20T15:00:09Z");
    expect(mergeDeliveries([late, early], [early, again])).toEqual([late, again, early]);
  });
});
