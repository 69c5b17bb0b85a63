import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { endpoints, type EndpointName } from "../contract/service/endpoints.ts";
import { namedEventKinds } from "../contract/service/webhook.ts";
import { answer, creationErrors, errorAnswers, readErrors } from "./openapi/answers.ts";
import { type Schema, schemas } from "./openapi/schemas.ts";

/** Where the description is checked in. The practice service serves this file. */
export const file = join(import.meta.dirname, "../docs/service.openapi.yaml");

const about = `The four endpoints that Front Desk uses, and how it reads their answers.

The interface of the service leaves much open. Whatever it does not show stands here under \`x-assumption\`: what
Front Desk takes for granted at that place. Where your service differs, these are the places to look at.

Made by \`npm run openapi\` from the schemas in \`contract/service\`; do not edit by hand.`;

const created =
  "No success status is shown. The practice service answers 201; any 2xx that shows the thing made is success, whatever its content type.";

const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "One for each item, and the same whenever that item is sent again.",
  "x-assumption":
    "Not part of the interface. It is sent with every POST and harmless where it is ignored. That it is honored is believed only when an admin says so under Settings.",
  schema: { type: "string", format: "uuid" },
};

type Creation = {
  readonly input: string;
  readonly output: string;
  readonly description: string;
  /** Answers of this operation alone, by status. */
  readonly answers?: Schema;
};

const creation = ({ input, output, description, answers = {} }: Creation): Schema => ({
  parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
  requestBody: {
    required: true,
    content: { "application/json": { schema: { $ref: `#/components/schemas/${input}` } } },
  },
  responses: { 201: answer(description, created, output), ...answers, ...creationErrors },
});

/** The one error that the interface shows. */
const taken: Schema = {
  description:
    "The externalId already exists in the account; the body carries the existing patient's identifier.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/PatientExists" } } },
};

const list: Schema = {
  description: "All active webhooks of the account.",
  "x-assumption":
    "No success status is shown. All stand in one answer: no pagination is shown. It is harmless and allowed to every token: it is the call that tries a token and asks whether the service is up.",
  content: {
    "application/json": {
      schema: { type: "array", items: { $ref: "#/components/schemas/WebhookRegistration" } },
    },
  },
};

const operations: readonly (readonly [EndpointName, Schema])[] = [
  [
    "createPatient",
    {
      summary: "Create a patient",
      ...creation({
        input: "PatientInput",
        output: "PatientCreated",
        description: "The patient was created.",
        answers: { 409: taken },
      }),
    },
  ],
  [
    "bookAppointment",
    {
      summary: "Book an appointment",
      "x-assumption":
        "Repeating the request books twice. So a booking whose answer was lost is not sent again without a person's word.",
      ...creation({
        input: "AppointmentInput",
        output: "Appointment",
        description: "The appointment was booked.",
      }),
    },
  ],
  [
    "registerWebhook",
    {
      summary: "Register a webhook",
      "x-assumption": "The same URL may be registered twice.",
      ...creation({
        input: "WebhookInput",
        output: "WebhookRegistration",
        description: "The webhook was registered.",
      }),
    },
  ],
  ["listWebhooks", { summary: "List active webhooks", responses: { 200: list, ...readErrors } }],
];

function paths(): Schema {
  const byPath: Record<string, Schema> = {};
  for (const [operationId, operation] of operations) {
    const { method, path } = endpoints[operationId];
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: { operationId, ...operation } };
  }
  return byPath;
}

const notifications: Schema = Object.fromEntries(
  namedEventKinds.map((kind) => [
    kind,
    {
      post: {
        summary: `Sent to the registrations for ${kind}`,
        "x-assumption":
          "Delivery method, signing, retries and what sets this event off are not shown. The practice service signs as Standard Webhooks does and tries three times.",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Notification" } } },
        },
        responses: { "2XX": { description: "Received." } },
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
