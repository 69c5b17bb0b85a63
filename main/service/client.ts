import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { endpoints, type EndpointName } from "../../contract/service/endpoints.ts";
import { appointment, type Appointment } from "../../contract/service/appointment.ts";
import { patientCreated, type PatientCreated } from "../../contract/service/patient.ts";
import {
  webhookList,
  webhookRegistration,
  type WebhookRegistration,
} from "../../contract/service/webhook.ts";
import type { Phase } from "../../contract/records/item.ts";
import type { Clock } from "../platform/ports.ts";
import { classify, type Outcome } from "./classify.ts";
import type { Dispatchers } from "./dispatcher.ts";
import { exchange, type Exchange } from "./exchange.ts";

/** Where to send, and as whom. The token goes into the Authorization header and nowhere else. */
export type Credentials = { readonly serviceAddress: string; readonly token: string };

/** What a POST sends: a body frozen before, so that what is sent is what was recorded. */
export type Post = {
  /** The JSON text of the body. */
  readonly payload: string;
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: Phase) => void;
};

/** The service's four endpoints. None rejects, none repeats a request, none follows a redirect. */
export type ServiceClient = {
  readonly createPatient: (credentials: Credentials, post: Post) => Promise<Outcome<PatientCreated>>;
  readonly bookAppointment: (credentials: Credentials, post: Post) => Promise<Outcome<Appointment>>;
  readonly registerWebhook: (credentials: Credentials, post: Post) => Promise<Outcome<WebhookRegistration>>;
  readonly listWebhooks: (
    credentials: Credentials,
    signal?: AbortSignal,
  ) => Promise<Outcome<readonly WebhookRegistration[]>>;
};

export type ServiceClientOptions = {
  readonly dispatchers: Dispatchers;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Milliseconds for a whole exchange; 45 seconds unless a test says otherwise. */
  readonly deadline?: number;
};

/** The system did not say which way a request takes, or it is none that can be gone. */
const noWay: Exchange = { kind: "not-reached", phase: "none", reason: "no-proxy" };
const mostBytes = 4 * 1_024 * 1_024;

export function serviceClient(options: ServiceClientOptions): ServiceClient {
  const { dispatchers, clock, userAgent, deadline = 45_000 } = options;

  type Call<S> = {
    readonly endpoint: EndpointName;
    readonly schema: S;
    readonly post: Post | null;
    readonly signal?: AbortSignal;
  };
  async function send<S extends z.ZodType>(
    credentials: Credentials,
    call: Call<S>,
  ): Promise<Outcome<z.output<S>>> {
    const { method, path } = endpoints[call.endpoint];
    const base = new URL(credentials.serviceAddress);
    const signal = call.post?.signal ?? call.signal;
    // A turn of the event loop: a kept connection that the service has closed meanwhile is seen as closed.
    await nextTurn();
    const dispatcher = await dispatchers.for(base).catch(() => null);
    if (dispatcher === null) return classify(noWay, call.schema, clock.now());
    const result = await exchange(
      dispatcher,
      {
        origin: base.origin,
        path: `${base.pathname.replace(/\/$/, "")}${path}`,
        method,
        headers: {
          authorization: `Bearer ${credentials.token}`,
          accept: "application/json",
          "user-agent": userAgent,
          ...(call.post === null
            ? {}
            : { "content-type": "application/json", "idempotency-key": call.post.idempotencyKey }),
        },
        body: call.post?.payload ?? null,
      },
      {
        deadline,
        mostBytes,
        ...(signal === undefined ? {} : { signal }),
        ...(call.post?.onPhase === undefined ? {} : { onPhase: call.post.onPhase }),
      },
    );
    return classify(result, call.schema, clock.now());
  }

  return {
    createPatient: (credentials, post) =>
      send(credentials, { endpoint: "createPatient", schema: patientCreated, post }),
    bookAppointment: (credentials, post) =>
      send(credentials, { endpoint: "bookAppointment", schema: appointment, post }),
    registerWebhook: (credentials, post) =>
      send(credentials, { endpoint: "registerWebhook", schema: webhookRegistration, post }),
    listWebhooks: (credentials, signal) =>
      send(credentials, {
        endpoint: "listWebhooks",
        schema: webhookList,
        post: null,
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}
