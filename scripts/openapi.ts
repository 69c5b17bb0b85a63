import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { endpoints, type EndpointName } from "../shared/service-api/endpoints.ts";
import { namedEventKinds } from "../shared/service-api/webhook.ts";
import { answer, creationErrors, errorAnswers, inJson, readErrors } from "./openapi/answers.ts";
import { bookings, examples, notificationOf } from "./openapi/examples.ts";
import { type Schema, schemas } from "./openapi/schemas.ts";

/** Where the description is checked in. The practice service serves this file. */
export const file = join(import.meta.dirname, "../docs/service.openapi.yaml");

const about = `The four endpoints that Front Desk uses, and how it reads their answers.

The interface of the service leaves much open. Whatever it does not show stands here under \`x-assumption\`: what
Front Desk takes for granted at that place. Where your service differs, these are the places to look at.

Made by \`npm run openapi\` from the schemas in \`shared/service-api\`; do not edit by hand.`;

const created =
  "Which success status is not shown. The practice service answers 201; any 2xx that shows the thing made is success, whatever its content type.";

const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "One for each item, and the same whenever that item is sent again.",
  "x-assumption":
    "Not part of the interface. It is sent with every POST and harmless where it is ignored. That it is honored is believed only when an admin says so under Settings.",
  schema: { type: "string", format: "uuid" },
  example: "0b9f6f0e-8f3c-4a57-9d6e-2f1f6f3a7c11",
};

type Input = "PatientInput" | "AppointmentInput" | "WebhookInput";
type Creation = {
  readonly input: Input;
  /** Bodies by name, where one is not enough to show it. */
  readonly bodies?: Readonly<Record<string, object>>;
  readonly output: "PatientCreated" | "Appointment" | "WebhookRegistration";
  readonly description: string;
  /** Answers of this operation alone, by status. */
  readonly answers?: Schema;
};

const several = (bodies: Readonly<Record<string, object>>): Schema =>
  Object.fromEntries(
    Object.entries(bodies).map(([name, value]) => [name.replaceAll(" ", ""), { summary: name, value }]),
  );

const bodyOf = ({ input, bodies }: Pick<Creation, "input" | "bodies">): Schema => {
  if (bodies === undefined) return inJson(input, examples[input]);
  return {
    "application/json": { schema: { $ref: `#/components/schemas/${input}` }, examples: several(bodies) },
  };
};

const creation = ({ input, bodies, output, description, answers = {} }: Creation): Schema => ({
  parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
  requestBody: {
    required: true,
    content: bodyOf({ input, ...(bodies === undefined ? {} : { bodies }) }),
  },
  responses: { "2XX": answer(description, created, output), ...answers, ...creationErrors },
});

/** The one error that the interface shows. */
const taken: Schema = {
  description:
    "The externalId already exists in the account; the body carries the existing patient's identifier.",
  content: inJson("PatientExists", examples.PatientExists),
};

const list: Schema = {
  description: "All active webhooks of the account.",
  "x-assumption":
    "Which success status is not shown. All stand in one answer: no pagination is shown. It is harmless and allowed to every token: it is the call that tries a token and asks whether the service is up.",
  content: {
    "application/json": {
      schema: { type: "array", items: { $ref: "#/components/schemas/WebhookRegistration" } },
      example: examples.WebhookList,
    },
  },
};

const operations: Readonly<Record<EndpointName, Schema>> = {
  createPatient: {
    tags: ["Patients"],
    summary: "Create a patient",
    description: "The patient belongs to the account of the token.",
    ...creation({
      input: "PatientInput",
      output: "PatientCreated",
      description: "The patient was created.",
      answers: { 409: taken },
    }),
  },
  bookAppointment: {
    tags: ["Appointments"],
    summary: "Book an appointment",
    description: "Its billing type decides which payment information is required.",
    "x-assumption":
      "Repeating the request books twice. So a booking whose answer was lost is not sent again without a person's word.",
    ...creation({
      input: "AppointmentInput",
      bodies: bookings,
      output: "Appointment",
      description: "The appointment was booked.",
    }),
  },
  registerWebhook: {
    tags: ["Webhooks"],
    summary: "Register a webhook",
    description: "Its address is told of the events that it names, as they happen.",
    "x-assumption": "The same URL may be registered twice.",
    ...creation({
      input: "WebhookInput",
      output: "WebhookRegistration",
      description: "The webhook was registered.",
    }),
  },
  listWebhooks: {
    tags: ["Webhooks"],
    summary: "List active webhooks",
    description: "All registrations of the account that are active.",
    responses: { "2XX": list, ...readErrors },
  },
};

function paths(): Schema {
  const byPath: Record<string, Schema> = {};
  const described: Readonly<Record<string, Schema>> = operations;
  for (const [operationId, { method, path }] of Object.entries(endpoints)) {
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: { operationId, ...described[operationId] } };
  }
  return byPath;
}

/** The headers of Standard Webhooks. */
const standardHeaders: readonly Schema[] = [
  ["webhook-id", "The same for each try of one notification.", "evt_5b1f0c9e"],
  ["webhook-timestamp", "When it was sent, in seconds since 1970.", "1795705445"],
  [
    "webhook-signature",
    "One or more, each with its version before a comma.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
].map(([name, description, example]) => ({
  name,
  in: "header",
  required: true,
  description,
  "x-assumption": "No header of a notification is shown. This is one of Standard Webhooks'.",
  schema: { type: "string" },
  example,
}));

const decided = { "appointment.approved.v1": "In Progress", "appointment.denied.v1": "Denied" } as const;

const notifications: Schema = Object.fromEntries(
  namedEventKinds.map((kind) => [
    kind,
    {
      post: {
        operationId: kind === "appointment.approved.v1" ? "appointmentApproved" : "appointmentDenied",
        tags: ["Notifications"],
        summary: `Sent to the registrations for ${kind}`,
        description: "What the service sends, and a receiver answers.",
        // The token is the service's own: it is sent to nobody.
        security: [],
        parameters: standardHeaders,
        "x-assumption":
          "Delivery method, signing, retries and what sets this event off are not shown. The practice service signs as Standard Webhooks does and tries three times.",
        requestBody: { required: true, content: inJson("Notification", notificationOf(kind, decided[kind])) },
        responses: {
          "2XX": { description: "Received." },
          "4XX": {
            description: "Not taken.",
            "x-assumption": "It is sent again, as after any other answer.",
          },
        },
      },
    },
  ]),
);

/** The description of the service as OpenAPI 3.1. */
export const description: Schema = {
  openapi: "3.1.1",
  info: {
    title: "Appointment Booking Service, as Front Desk uses it",
    version: "1",
    description: about,
    contact: { name: "The Front Desk developers", url: "https://frontdesk.invalid/" },
    license: { name: "MIT", identifier: "MIT" },
    "x-assumption": "No versioning of the interface is shown, but for the suffix of event kinds.",
  },
  servers: [
    {
      url: "{serviceAddress}",
      description: "The address that is typed at sign-in.",
      variables: { serviceAddress: { default: "https://booking.example.com" } },
      "x-assumption":
        "https, or plain http on this computer. A path in the address is kept. HTTP/1.1; redirects are never followed. No time-outs are shown: 10 seconds to connect, 45 for a whole exchange.",
    },
    {
      url: "{mockUrl}",
      description: "A mock server, which serves the same paths.",
      variables: { mockUrl: { default: "http://127.0.0.1:4010" } },
      "x-assumption":
        "Where it is, is not shown. `npm run mock -- --port 4010` starts the practice service there.",
    },
  ],
  tags: [
    { name: "Appointments", description: "Visits that are booked." },
    { name: "Notifications", description: "What becomes of appointments, as it is told." },
    { name: "Patients", description: "Whom appointments are for." },
    { name: "Webhooks", description: "Who is told of it." },
  ],
  security: [{ bearer: [] }],
  paths: paths(),
  webhooks: notifications,
  components: {
    securitySchemes: {
      bearer: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "The token names the client account.",
        "x-assumption":
          "How the token is obtained, its lifetime and its scopes are not shown: a person pastes it, and a new one after a 401. The account is its iss and sub.",
      },
    },
    parameters: { IdempotencyKey: idempotencyKey },
    responses: errorAnswers,
    schemas,
  },
};

/** The description as YAML: what `docs/service.openapi.yaml` must hold. */
export const yaml = (): string =>
  `# Made by "npm run openapi". Do not edit.\n${stringify(description, { blockQuote: "literal", aliasDuplicateObjects: false, lineWidth: 100 })}`;

if (import.meta.main) writeFileSync(file, yaml());
