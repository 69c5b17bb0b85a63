import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setTimeout as turn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { FailureCode } from "../../shared/core/failure.ts";
import type { Phase } from "../../shared/outbox/item.ts";
import { systemClock } from "../../main/platform/system.ts";
import type { Outcome } from "../../main/http/classify.ts";
import { createServiceClient, type ServiceClient } from "../../main/http/client.ts";
import { createSystemDispatchers } from "../../main/http/dispatcher.ts";
import { rawServer, type RawServer } from "./raw-server.ts";
import { said } from "../../messages/saying.ts";

/** The real client over real sockets, as the app builds it. */
export const token = "sentinel-token-4711";
export const key = "3f1c6a52-5f0e-4a53-9c55-000000000001";
export const payload = JSON.stringify({
  patientId: 9,
  serviceId: 101,
  appointmentDateTime: "2026-04-01T14:00:00-04:00",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
  notes: "x".repeat(2_000),
});

/** An answer that both endpoints take. */
export const booking = {
  id: 5,
  appointmentDateTime: "2026-04-01T14:00:00-04:00",
  appointmentTimeZone: "America/New_York",
  price: 80,
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
  patientId: 9,
};

type ClientOptions = {
  readonly deadline?: number;
  /** What the system answers when it is asked for a proxy. */
  readonly proxy?: string;
  /** The certificates that are trusted, alone; the system's unless given. */
  readonly authorities?: readonly string[] | Promise<readonly string[]>;
};

/** What belongs to one client: how it is closed, and the timers that run on its behalf. */
type Made = { readonly close: () => Promise<void>; readonly timers: Map<number, NodeJS.Timeout> };
const clients = new WeakMap<ServiceClient, Made>();
/** The client on whose behalf something runs, through all that it sets off. */
const onBehalfOf = new AsyncLocalStorage<Made>();
const owners = new Map<number, Made>();
createHook({
  init: (id, type, _trigger, resource) => {
    const made = type === "Timeout" ? onBehalfOf.getStore() : undefined;
    if (made === undefined) return;
    owners.set(id, made);
    made.timers.set(id, resource as NodeJS.Timeout);
  },
  destroy: (id) => {
    owners.get(id)?.timers.delete(id);
    owners.delete(id);
  },
}).enable();

/** A client whose connections end with the test. */
export function client({
  deadline = 5_000,
  proxy = "DIRECT",
  authorities,
}: ClientOptions = {}): ServiceClient {
  const dispatchers = createSystemDispatchers({
    resolveProxy: () => Promise.resolve(proxy),
    clock: systemClock,
    ...(authorities === undefined ? {} : { authorities: () => authorities }),
  });
  onTestFinished(() => dispatchers.close());
  const own: Made = { close: dispatchers.close, timers: new Map() };
  const real = createServiceClient({
    dispatchers,
    clock: systemClock,
    userAgent: "FrontDesk/test",
    deadline,
  });
  const made: ServiceClient = {
    createPatient: (...args) => onBehalfOf.run(own, () => real.createPatient(...args)),
    bookAppointment: (...args) => onBehalfOf.run(own, () => real.bookAppointment(...args)),
    registerWebhook: (...args) => onBehalfOf.run(own, () => real.registerWebhook(...args)),
    listWebhooks: (...args) => onBehalfOf.run(own, () => real.listWebhooks(...args)),
  };
  clients.set(made, own);
  return made;
}

/**
 * Settles once nothing of the client is left that could send anything more: no timer that it set, and, once it is
 * closed, no connection to the server. A repeat that is only put off is waited for, and counts.
 */
export async function isOver(by: ServiceClient, at: RawServer): Promise<void> {
  const made = clients.get(by);
  if (made === undefined) throw new Error("That client is not one of these.");
  // A timer that does not keep the program alive is undici's own, which never ends.
  while ([...made.timers.values()].some((timer) => timer.hasRef())) await turn(5);
  await made.close();
  while (at.openConnections() > 0) await turn(5);
}

/** A raw server that ends with the test. */
export async function server(...args: Parameters<typeof rawServer>): Promise<RawServer> {
  const made = await rawServer(...args);
  onTestFinished(() => made.close());
  return made;
}

export type Posted = { readonly outcome: Outcome<unknown>; readonly phases: readonly Phase[] };

/** Sends one POST; answers its outcome, and the phases that it went through. */
export async function post(
  by: ServiceClient,
  serviceAddress: string,
  endpoint: "createPatient" | "bookAppointment" = "bookAppointment",
): Promise<Posted> {
  const phases: Phase[] = [];
  const onPhase = (phase: Phase): void => void phases.push(phase);
  const outcome = await by[endpoint]({ serviceAddress, token }, { payload, idempotencyKey: key, onPhase });
  return { outcome, phases };
}

export const codeOf = (outcome: Outcome<unknown>): FailureCode | "success" =>
  outcome.kind === "success" ? "success" : outcome.failure.code;

export const messageOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === "success" ? "" : said(outcome.failure.why);
