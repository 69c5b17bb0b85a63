import { beforeEach, describe, expect, it } from "vitest";
import { fail, type Failure, type FailureCode } from "../../../../shared/core/failure.ts";
import type { Attempt, WebhookItem } from "../../../../shared/outbox/item.ts";
import { webhook } from "../../../../main/features/outbox/kinds/webhook.ts";
import type { Outcome } from "../../../../main/http/classify.ts";
import { say, verbatim } from "../../../../messages/saying.ts";
import { deskTime, kindDesk, succeeded } from "../../../support/kind-desk.ts";
import { deskAccount, typedWebhook } from "../../../support/outbox-kit.ts";
import {
  failing,
  scriptedClient,
  type Answer,
  type ScriptedClient,
} from "../../../support/scripted-client.ts";
import { idOf, webhookItem } from "../../../support/store-records.ts";

let client: ScriptedClient;
beforeEach(() => {
  client = scriptedClient();
});

const hook = { id: 3, ...typedWebhook };
const attempt = (change: Partial<Attempt>): Attempt => ({
  startedAt: deskTime,
  endedAt: deskTime,
  phase: "connecting",
  status: null,
  outcome: null,
  ...change,
});
/** As the engine sends it: its attempt has begun. */
const underWay = attempt({ endedAt: null, phase: "none" });
const unclear = attempt({ phase: "sent" });
const payload = JSON.stringify(typedWebhook);

/** Sends it to a service whose list is that, and which registers what is asked of it. */
function send(changes: Partial<WebhookItem>, list: Answer): Promise<Outcome<unknown>> {
  client.respond = ({ endpoint }) =>
    endpoint === "listWebhooks" ? list : { kind: "success", value: { ...hook, id: 4 } };
  const item = webhookItem(1, { payload, attempts: [underWay], ...changes });
  const post = { payload: item.payload ?? "", idempotencyKey: item.idempotencyKey };
  return webhook.send(item, { client, credentials: deskAccount.credentials, post });
}
const called = (): string[] => client.calls.map(({ endpoint }) => endpoint);
const refused = (
  status: number,
  code: FailureCode = "refused",
  details: Failure["details"] = {},
): Extract<Answer, { kind: "failure" }> => ({
  kind: "failure",
  failure: fail(code, verbatim("A test says so."), { details: { status, ...details } }),
  status,
  phase: "answered",
});
const shows = (...value: readonly unknown[]): Answer => ({ kind: "success", value });

describe("a registration", () => {
  it.each<[string, Partial<WebhookItem>]>([
    ["was never tried", {}],
    ["never left this computer", { attempts: [attempt({}), underWay] }],
    ["was refused", { attempts: [attempt({ phase: "answered", status: 400 }), underWay] }],
  ])("that %s is sent without a look at the list", async (_, changes) => {
    expect(await send(changes, shows(hook))).toMatchObject({ kind: "success", value: { id: 4 } });
    expect(called()).toEqual(["registerWebhook"]);
  });

  it.each<[string, Partial<WebhookItem>]>([
    ["any earlier attempt was unclear", { attempts: [attempt({}), unclear, underWay] }],
    ["it was edited from another", { editOf: idOf(9) }],
  ])("is looked for first where %s, and is that one when it is there", async (_, changes) => {
    expect(await send(changes, shows({ ...hook, id: 2, url: "https://other.example" }, hook))).toEqual({
      kind: "success",
      value: hook,
      status: 200,
      phase: "answered",
    });
    expect(called()).toEqual(["listWebhooks"]);
  });

  it.each<[string, Partial<WebhookItem>, Answer]>([
    ["the list does not show it", {}, shows({ ...hook, url: "https://other.example" })],
    ["its body cannot be read", { payload: "null" }, shows(hook)],
  ])("is sent when %s", async (_, changes, list) => {
    const tried = { attempts: [unclear, underWay], ...changes };
    expect(await send(tried, list)).toMatchObject({ kind: "success", value: { id: 4 } });
    expect(called()).toEqual(["listWebhooks", "registerWebhook"]);
  });

  it("is not sent while the list cannot be had: of this attempt, nothing left this computer", async () => {
    const answer = await send({ attempts: [unclear, underWay] }, failing("service-error"));
    expect(answer).toMatchObject({ kind: "failure", failure: { code: "service-error" }, phase: "none" });
    expect(called()).toEqual(["listWebhooks"]);
  });

  it.each<[string, Answer, number]>([
    ["cannot be read", { kind: "unreadable" }, 200],
    ["is refused by something else", { ...refused(404), foreign: true }, 404],
    ["is somewhere else", refused(302, "redirected"), 302],
  ])("is not sent while the list %s, and says so", async (_, list, status) => {
    expect(await send({ attempts: [unclear, underWay] }, list)).toEqual({
      kind: "failure",
      failure: fail("unreadable-answer", say("failures.outbox.webhookListUnread"), { details: { status } }),
      status: null,
      phase: "none",
    });
    expect(called()).toEqual(["listWebhooks"]);
  });

  it.each<[string, Answer, number]>([
    ["refuses", refused(403), 403],
    ["does not accept", refused(400, "fields-refused"), 400],
    ["has somebody instead of", refused(409, "patient-exists", { existingPatientId: 7 }), 409],
  ])("is not sent where the service %s its list, of which alone that is said", async (_, list, status) => {
    expect(await send({ attempts: [unclear, underWay] }, list)).toEqual({
      kind: "failure",
      failure: fail("refused", say("failures.outbox.webhookListRefused", { status: String(status) }), {
        details: { status },
      }),
      status,
      phase: "none",
    });
    expect(called()).toEqual(["listWebhooks"]);
  });
});

describe("a webhook that is registered", () => {
  it.each([
    ["keeps what the service answered", hook, hook],
    ["keeps nothing of an answer that cannot be read", { id: "x" }, null],
  ])("%s", async (_, value, result) => {
    const { desk, put, item } = await kindDesk();
    const made = put(webhookItem(1, { status: "done" }));
    expect(webhook.complete(made, succeeded(value), desk)).toEqual([]);
    expect(item(made.id)).toMatchObject({ status: "done", result, updatedAt: deskTime });
  });
});
