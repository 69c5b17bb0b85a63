import { expect, it } from "vitest";
import { createSender } from "../../../main/features/outbox/counted-send.ts";
import type { Outcome } from "../../../main/http/classify.ts";
import type { Credentials, Post, ServiceClient } from "../../../main/http/client.ts";
import { deskAccount } from "../../support/outbox-kit.ts";
import { bookingItem, patientItem } from "../../support/store-records.ts";

const outcome: Outcome<never> = {
  kind: "success",
  value: undefined as never,
  status: 200,
  phase: "answered",
};

/** A sender over a client that notes what it is asked to send. */
function sending() {
  const asked: { readonly endpoint: string; readonly credentials: Credentials; readonly post: Post }[] = [];
  const traced: string[] = [];
  const noting = (endpoint: keyof ServiceClient) => (credentials: Credentials, post: Post) => {
    asked.push({ endpoint, credentials, post });
    return Promise.resolve(outcome);
  };
  const { signal } = new AbortController();
  const send = createSender({
    client: {
      createPatient: noting("createPatient"),
      bookAppointment: noting("bookAppointment"),
      registerWebhook: noting("registerWebhook"),
      listWebhooks: () => Promise.resolve(outcome),
    },
    signal,
    trace: (step) => void traced.push(step),
  });
  return { send, asked, traced, signal };
}

it("an item goes out with the body that was frozen and its own key, as the account that it is sent for", async () => {
  const { send, asked, signal } = sending();
  const item = bookingItem(1, { payload: '{"patientId":77}' });
  const isWanted = (): boolean => true;
  expect(await send(item, deskAccount, isWanted)).toBe(outcome);
  expect(asked).toMatchObject([
    {
      endpoint: "bookAppointment",
      credentials: deskAccount.credentials,
      post: { payload: '{"patientId":77}', idempotencyKey: item.idempotencyKey },
    },
  ]);
  expect(asked[0]?.post.isWanted).toBe(isWanted);
  expect(asked[0]?.post.signal).toBe(signal);
});

it("each kind has its own request", async () => {
  const { send, asked } = sending();
  await send(patientItem(1, { payload: "{}" }), deskAccount, () => true);
  expect(asked.map(({ endpoint }) => endpoint)).toEqual(["createPatient"]);
});

it("an item without a frozen body says nothing that nobody has typed", async () => {
  const { send, asked } = sending();
  await send(bookingItem(1), deskAccount, () => true);
  expect(asked.map(({ post }) => post.payload)).toEqual([""]);
});

it("how far a request got can be followed, from its first step on", async () => {
  const { send, asked, traced } = sending();
  await send(bookingItem(1), deskAccount, () => true);
  for (const phase of ["none", "connecting", "sending", "sent", "answering", "answered"] as const)
    asked[0]?.post.onPhase?.(phase);
  expect(traced).toEqual(["connecting", "sending", "sent", "answering", "answered"]);
});
