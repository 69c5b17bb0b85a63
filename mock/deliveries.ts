// oxlint-disable-next-line typescript/triple-slash-reference -- What declares other modules cannot be imported.
/// <reference path="./undici.d.ts" />
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
// Past undici's index, which loads fetch, caches and mocks too: training mode is part of the app.
import request from "undici/lib/api/api-request.js";
import Agent from "undici/lib/dispatcher/agent.js";
import type { WebhookRegistration } from "../shared/service-api/webhook.ts";
import type { Delivery } from "./ledger.ts";

/** An event on its way: `body` is the JSON text that every registration receives. */
export type ServiceEvent = {
  readonly id: string;
  readonly kind: string;
  readonly account: string;
  readonly body: string;
};

export type DelivererOptions = {
  readonly clock: () => Date;
  /** Bytes that sign deliveries (Standard Webhooks, symmetric). */
  readonly signingKey: Uint8Array;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The wait before the second attempt, the third and so on; one more attempt than waits. */
  readonly retryDelaysMs: readonly number[];
  /** Where events may go; anywhere when left out. */
  readonly reaches?: (url: string) => boolean;
  /** Told of every attempt once it has ended. */
  readonly record: (delivery: Delivery) => void;
};

export type Deliverer = {
  /** Starts delivering to every registration, each by itself. Never throws. */
  readonly send: (event: ServiceEvent, registrations: readonly WebhookRegistration[]) => void;
  /** Abandons what is under way; no attempt is recorded after this has resolved. */
  readonly close: () => Promise<void>;
};

type Target = { readonly event: ServiceEvent; readonly registration: WebhookRegistration };

/** Standard Webhooks headers: the signature is over `id.timestamp.body`. */
function headersFor(event: ServiceEvent, signingKey: Uint8Array, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = createHmac("sha256", signingKey).update(`${event.id}.${timestamp}.${event.body}`);
  return {
    "content-type": "application/json",
    "webhook-id": event.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signed.digest("base64")}`,
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "The request failed.";
  if (error.name === "TimeoutError") return "No answer in time.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return [code, error.message].filter((part) => part !== "").join(": ");
}

const delivered = ({ outcome }: Delivery): boolean =>
  outcome.type === "answered" && outcome.status >= 200 && outcome.status < 300;

/** Delivers events by HTTP POST. Redirects are not followed; anything but a 2xx status is tried again. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { clock, signingKey, timeoutMs, retryDelaysMs, record, reaches = () => true } = options;
  const agent = new Agent({ connections: 8 });
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function post({ event, registration }: Target): Promise<Delivery["outcome"]> {
    if (!reaches(registration.url))
      return { type: "failed", error: "Not delivered: it is not on this computer." };
    try {
      const { origin, pathname, search } = new URL(registration.url);
      const answer = await request.call(agent, {
        origin,
        path: `${pathname}${search}`,
        method: "POST",
        headers: headersFor(event, signingKey, clock()),
        body: event.body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
      });
      // The status decides. A body that never ends is cut by the same signal.
      await answer.body.dump().catch(() => undefined);
      return { type: "answered", status: answer.statusCode };
    } catch (error) {
      const reason = closing.signal.aborted ? "Abandoned: the service is closing." : reasonOf(error);
      return { type: "failed", error: reason };
    }
  }

  async function attempt(target: Target, number: number): Promise<Delivery> {
    const { event, registration } = target;
    const outcome = await post(target);
    const { account, kind, body } = event;
    const where = { webhookId: registration.id, url: registration.url, eventId: event.id };
    return { at: clock().toISOString(), account, ...where, kind, attempt: number, outcome, body };
  }

  async function deliver(target: Target): Promise<void> {
    for (let number = 1; ; number += 1) {
      const result = await attempt(target, number);
      record(result);
      const wait = retryDelaysMs[number - 1];
      const isOver = delivered(result) || wait === undefined || !reaches(target.registration.url);
      if (isOver || closing.signal.aborted) return;
      await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
    }
  }

  function start(target: Target): void {
    const task = deliver(target)
      .catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
      .finally(() => underWay.delete(task));
    underWay.add(task);
  }

  return {
    send(event, registrations) {
      if (closing.signal.aborted) return;
      for (const registration of registrations) start({ event, registration });
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      await agent.destroy();
    },
  };
}
