import { fail, type Failure, type FailureCode } from "../../shared/core/failure.ts";
import type { Phase } from "../../shared/outbox/item.ts";
import type { EndpointName } from "../../shared/service-api/endpoints.ts";
import { appointment, type Appointment } from "../../shared/service-api/appointment.ts";
import { patientCreated, type PatientCreated } from "../../shared/service-api/patient.ts";
import {
  webhookList,
  webhookRegistration,
  type WebhookRegistration,
} from "../../shared/service-api/webhook.ts";
import type { Outcome } from "../../main/http/classify.ts";
import type { Credentials, Post, ServiceClient } from "../../main/http/client.ts";
import { verbatim } from "../../messages/saying.ts";

/** What a test lets the service answer: one of these, read by the endpoint's own schema. */
export type Answer =
  | { readonly kind: "success"; readonly value: unknown }
  | { readonly kind: "unreadable" }
  | {
      readonly kind: "failure";
      readonly failure: Failure;
      readonly status: number | null;
      readonly phase: Phase;
      readonly foreign?: boolean;
    };

/** One request that the outbox made. */
export type Call = {
  readonly endpoint: EndpointName;
  readonly credentials: Credentials;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  readonly answer: (answer: Answer) => void;
  readonly answered: () => boolean;
};

export type ScriptedClient = ServiceClient & {
  /** Every request so far, in order. */
  readonly calls: Call[];
  /** The POSTs among them. */
  readonly posts: () => Call[];
  readonly open: () => Call[];
  /** Answers each request by itself; null leaves it open. */
  respond: (call: Call) => Answer | null;
};

const statusOf: Partial<Record<FailureCode, number>> = {
  "token-refused": 401,
  "fields-refused": 400,
  "patient-exists": 409,
  refused: 403,
  "rate-limited": 429,
  "service-error": 503,
  redirected: 302,
};

/** A failure as the client would give it: with the status and the phase that go with its code. */
export function failing(code: FailureCode, details: Failure["details"] = {}): Answer {
  const status = statusOf[code] ?? null;
  const phase = code === "not-reached" ? "connecting" : status === null ? "sent" : "answered";
  return {
    kind: "failure",
    failure: fail(code, verbatim(`A test says ${code}.`), { details }),
    status,
    phase,
  };
}

export const patientMade = (patientId: number): Answer => ({ kind: "success", value: { patientId } });

let bookings = 0;

/** A booking that was made; unless given, under a number that no other has. */
export const booked = (id?: number): Answer => ({
  kind: "success",
  value: {
    id: id ?? 10_000 + (bookings += 1),
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
  },
});

type Parser<T> = { readonly parse: (value: unknown) => T };

function outcomeOf<T>(answer: Answer, schema: Parser<T>): Outcome<T> {
  switch (answer.kind) {
    case "success":
      return { kind: "success", value: schema.parse(answer.value), status: 200, phase: "answered" };
    case "unreadable":
      return {
        kind: "unreadable",
        failure: fail("unreadable-answer", verbatim("A test says unreadable."), { details: { status: 200 } }),
        status: 200,
        phase: "answered",
      };
    case "failure":
      return answer;
  }
}

const jsonObject = (text: string | undefined): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text ?? "{}");
  return typeof value === "object" && value !== null ? { ...value } : {};
};

/** A service client whose answers a test gives. A signal that ends it leaves what became of it unclear. */
export function scriptedClient(): ScriptedClient {
  const calls: Call[] = [];
  const script: { respond: ScriptedClient["respond"] } = { respond: () => null };

  type Sent<T> = { readonly endpoint: EndpointName; readonly schema: Parser<T>; readonly post: Post | null };
  function send<T>(credentials: Credentials, { endpoint, schema, post }: Sent<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      let isAnswered = false;
      const answer = (given: Answer): void => {
        isAnswered = true;
        resolve(outcomeOf(given, schema));
      };
      const call: Call = {
        endpoint,
        credentials,
        body: jsonObject(post?.payload),
        idempotencyKey: post?.idempotencyKey ?? null,
        answer,
        answered: () => isAnswered,
      };
      calls.push(call);
      if (post?.isWanted?.() === false) return answer(failing("not-reached"));
      post?.signal?.addEventListener("abort", () => answer(failing("unclear")), { once: true });
      const own = script.respond(call);
      if (own !== null) answer(own);
    });
  }

  return {
    calls,
    posts: () => calls.filter(({ endpoint }) => endpoint !== "listWebhooks"),
    open: () => calls.filter(({ answered }) => !answered()),
    get respond() {
      return script.respond;
    },
    set respond(next) {
      script.respond = next;
    },
    createPatient: (credentials, post) =>
      send<PatientCreated>(credentials, { endpoint: "createPatient", schema: patientCreated, post }),
    bookAppointment: (credentials, post) =>
      send<Appointment>(credentials, { endpoint: "bookAppointment", schema: appointment, post }),
    registerWebhook: (credentials, post) =>
      send<WebhookRegistration>(credentials, {
        endpoint: "registerWebhook",
        schema: webhookRegistration,
        post,
      }),
    listWebhooks: (credentials) =>
      send<readonly WebhookRegistration[]>(credentials, {
        endpoint: "listWebhooks",
        schema: webhookList,
        post: null,
      }),
  };
}
