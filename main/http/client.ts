import { setImmediate as nextTurn } from "node:timers/promises";
import { endpoints, type EndpointName } from "../../shared/service-api/endpoints.ts";
import type { Appointment } from "../../shared/service-api/appointment.ts";
import type { PatientCreated } from "../../shared/service-api/patient.ts";
import type { WebhookRegistration } from "../../shared/service-api/webhook.ts";
import type { Phase } from "../../shared/outbox/item.ts";
import type { Clock } from "../platform/ports.ts";
import { waitAtMost } from "../platform/within.ts";
import { classify, type Outcome } from "./classify.ts";
import type { Dispatchers } from "./dispatcher.ts";
import { exchange, type Exchange } from "./exchange.ts";
import { documented, type Documented } from "./recognise.ts";

/** Where to send, and as whom. The token goes into the Authorization header and nowhere else. */
export type Credentials = { readonly serviceAddress: string; readonly token: string };

/** What a POST sends: a body frozen before, so that what is sent is what was recorded. */
export type Post = {
  /** The JSON text of the body. */
  readonly payload: string;
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: Phase) => void;
  /** Looked at right before the first byte, after every wait: false, and nothing is sent. */
  readonly isWanted?: () => boolean;
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
const stopped: Exchange = { kind: "not-reached", phase: "none", reason: "cancelled" };
const mostBytes = 4 * 1_024 * 1_024;
/** Milliseconds for the system to name the way, which may be a script that is fetched and run. */
const lookUpDeadline = 15_000;

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { dispatchers, clock, userAgent, deadline = 45_000 } = options;

  type Call<T> = {
    readonly endpoint: EndpointName;
    readonly documented: Documented<T>;
    readonly post: Post | null;
    readonly signal: AbortSignal | undefined;
  };
  async function send<T>(credentials: Credentials, call: Call<T>): Promise<Outcome<T>> {
    const { method, path } = endpoints[call.endpoint];
    const { post, signal } = call;
    const base = new URL(credentials.serviceAddress);
    const read = (result: Exchange): Outcome<T> =>
      classify(result, {
        documented: call.documented,
        payload: post?.payload ?? null,
        now: clock.now(),
      });
    // A turn of the event loop: a kept connection that the service has closed meanwhile is seen as closed.
    await nextTurn();
    const limits = {
      clock: clock.limits,
      milliseconds: Math.min(deadline, lookUpDeadline),
      ...(signal && { signal }),
    };
    const way = await waitAtMost(dispatchers.for(base), limits).catch(() => null);
    if (signal?.aborted === true || post?.isWanted?.() === false) return read(stopped);
    if (way === null) return read(noWay);
    const result = await exchange(
      way.value,
      {
        origin: base.origin,
        path: `${base.pathname.replace(/\/$/, "")}${path}`,
        method,
        headers: {
          authorization: `Bearer ${credentials.token}`,
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": userAgent,
          ...(post === null
            ? {}
            : { "content-type": "application/json", "idempotency-key": post.idempotencyKey }),
        },
        body: post?.payload ?? null,
      },
      {
        deadline,
        mostBytes,
        ...(signal && { signal }),
        ...(post?.onPhase && { onPhase: post.onPhase }),
        ...(post?.isWanted && { isWanted: post.isWanted }),
      },
    );
    return read(result);
  }

  type Posting = "createPatient" | "bookAppointment" | "registerWebhook";
  const posting =
    <T>(endpoint: Posting, reads: Documented<T>) =>
    (credentials: Credentials, post: Post): Promise<Outcome<T>> =>
      send(credentials, { endpoint, documented: reads, post, signal: post.signal });
  return {
    createPatient: posting("createPatient", documented.createPatient),
    bookAppointment: posting("bookAppointment", documented.bookAppointment),
    registerWebhook: posting("registerWebhook", documented.registerWebhook),
    listWebhooks: (credentials, signal) =>
      send(credentials, {
        endpoint: "listWebhooks",
        documented: documented.listWebhooks,
        post: null,
        signal,
      }),
  };
}
