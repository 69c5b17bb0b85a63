import { z } from "zod";
import { paymentMethodForm } from "../../shared/service-api/payment-method.ts";
import {
  appointment,
  appointmentInput,
  appointmentStatuses,
  type BillingType,
} from "../../shared/service-api/appointment.ts";
import { type PatientField, patientCreated, patientInput } from "../../shared/service-api/patient.ts";
import { dateTime, dateTimeForm, decimal, emailForm, requiredText } from "../../shared/service-api/text.ts";
import {
  longestWebhookAddress,
  namedEventKinds,
  webhookAddressForm,
  webhookInput,
  webhookRegistration,
} from "../../shared/service-api/webhook.ts";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = Record<string, unknown>;

/** Keys laid over one field: words, and what the contract reads more loosely than the interface shows it. */
type Words = Schema & { readonly description?: string; readonly "x-assumption"?: string };

/** Formats that say all that their pattern says, or whose pattern stands among the words. */
const toldByFormat = new Set(["date", "email"]);

function replace(schema: Schema, by: Schema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, by);
}

/** The wire schema as JSON Schema: what the service documents, not what Front Desk tolerates of it. */
function schemaOf(wire: z.core.$ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(wire, {
    io: "input",
    // What is made of such a member is not documented.
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // A member that is not as documented is read as null, "not known"; documented is what stands inside.
      if (zodSchema instanceof z.ZodCatch && zodSchema.def.innerType instanceof z.ZodNullable)
        replace(jsonSchema, schemaOf(zodSchema.def.innerType.unwrap()));
      // A refinement, which JSON Schema does not know: one character that is not blank.
      if (zodSchema === requiredText) jsonSchema.pattern = "\\S";
      // The format alone is read in several ways: with a blank for the T, or an offset of hours alone.
      if (zodSchema === dateTime)
        Object.assign(jsonSchema, { format: "date-time", pattern: dateTimeForm.source });
      if (zodSchema === decimal) replace(jsonSchema, { type: "number", format: "decimal" });
      if (jsonSchema.format !== undefined && toldByFormat.has(jsonSchema.format)) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.exclusiveMinimum === 0) {
        delete jsonSchema.exclusiveMinimum;
        jsonSchema.minimum = 1;
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** The schema with words at its fields. */
function withWords(schema: Schema, words: Readonly<Record<string, Words>>): Schema {
  const { properties } = schema;
  const fields = Object.entries(isSchema(properties) ? properties : {}).map(
    ([name, field]) => [name, { ...(isSchema(field) ? field : {}), ...words[name] }] as const,
  );
  return { ...schema, properties: Object.fromEntries(fields) };
}

const noLength =
  "Required means at least one character that is not blank. The interface shows no lengths; Front Desk stops at 2,000.";
const text: Words = {};

const patientWords: Readonly<Record<PatientField, Words>> = {
  firstName: { "x-assumption": noLength },
  lastName: text,
  dob: { description: "Date of birth.", "x-assumption": "A plain date, never in the future." },
  address: text,
  city: text,
  state: { "x-assumption": "Two letters for a state of the US; anything else goes out as typed." },
  zip: { "x-assumption": "12345 or 12345-6789; anything else goes out as typed." },
  email: {
    pattern: emailForm.source,
    "x-assumption":
      "What HTML's email fields accept, with a dot in the domain. Readers of the format differ: the pattern says it.",
  },
  phone: { "x-assumption": "Left out when empty. A US number goes out as (212) 555-0123." },
  gender: text,
  externalId: {
    description: "The client's own identifier, unique in the account.",
    "x-assumption":
      "Front Desk always sends one (FD- and 12 letters and digits where none was typed): it makes a repeat recognizable.",
  },
};

const visitWords = {
  address: { description: "Where the visit is.", "x-assumption": noLength },
  patientId: {
    minimum: 1,
    description: "An existing patient of the account.",
    "x-assumption": "A whole number above 0.",
  },
  appointmentDateTime: {
    "x-assumption":
      "RFC 3339: T and Z may be small letters, and a second may be a leap second. Front Desk writes the offset of the clinic's zone on that day.",
  },
  serviceId: {
    minimum: 1,
    "x-assumption":
      "A whole number above 0. The interface shows no list of services; the IDs are entered under Settings.",
  },
  notes: { description: "Free text.", "x-assumption": "Left out when empty; up to a megabyte." },
  billingType: { description: "Decides what payment information is required." },
  paymentMethod: {
    pattern: paymentMethodForm.source,
    description: "The payment provider's identifier, from its setup intent flow.",
    "x-assumption": "pm_ and letters, digits, underscores. Sent with Bill to Patient and never otherwise.",
  },
} satisfies Readonly<Record<string, Words>>;

const shownAsItCame = "Another value is kept, and shown as it came.";
const answerWords = {
  id: { "x-assumption": "A whole number above 0. It alone shows that the booking was made." },
  appointmentDateTime: { "x-assumption": "With an offset, in whatever zone the service writes it." },
  appointmentTimeZone: {
    description: "Name of a time zone.",
    "x-assumption": "A name of the IANA database.",
  },
  price: {
    description: "What the visit costs.",
    "x-assumption": "Without a currency. The same number written as a string is read too.",
  },
  status: { enum: appointmentStatuses, "x-assumption": `Transitions are not shown. ${shownAsItCame}` },
  notes: { type: ["string", "null"] },
  billingType: {
    enum: appointmentInput.options.map(({ shape }) => shape.billingType.value),
    "x-assumption": shownAsItCame,
  },
} satisfies Readonly<Record<string, Words>>;

const webhookWords = {
  url: {
    format: "uri",
    pattern: webhookAddressForm.source,
    maxLength: longestWebhookAddress,
    description: "Where notifications go.",
    "x-assumption":
      "http or https, without a user name. Front Desk sends http, and a host of a private network, to a service on this computer alone.",
  },
  events: {
    description: `Event kinds; the interface names ${namedEventKinds.join(" and ")}.`,
    "x-assumption":
      "At least one. The full list is not shown: others can be typed, as lower-case names with dots, then a version.",
  },
} satisfies Readonly<Record<string, Words>>;

const fieldError = z.looseObject({ field: z.string(), message: z.string() });
/** The practice service's own error body: the interface shows none. */
const errorBody = z.looseObject({ message: z.string(), errors: z.array(fieldError).optional() });
const takenBody = errorBody.extend(patientCreated.shape);

const notification = z.looseObject({
  id: z.string(),
  type: z.enum(namedEventKinds),
  createdAt: dateTime,
  data: z.looseObject({
    appointmentId: z.int(),
    patientId: z.int(),
    status: z.enum(appointmentStatuses),
    appointmentDateTime: dateTime,
  }),
});

const rules: Readonly<Record<BillingType, string>> = {
  "Bill to Patient": "The patient's card is charged: paymentMethod is required.",
  "Bill to Account": "The account's card on file is charged.",
  "Monthly Invoice": "No payment method is used.",
};
const alone = "paymentMethod may not be there: a card is never sent where none is used.";

/** By the name of its schema, a booking of each billing type: what tells them apart is that. */
const bookings = appointmentInput.options.map((option) => {
  const billingType = option.shape.billingType.value;
  const schema: Schema = {
    description: rules[billingType],
    "x-assumption": billingType === "Bill to Patient" ? "No other field is sent." : alone,
    ...withWords(schemaOf(option), visitWords),
  };
  return {
    billingType,
    name: `Appointment${billingType.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase())}`,
    schema,
  };
});
const referenceTo = (name: string): string => `#/components/schemas/${name}`;

/** `components.schemas` of the description. */
export const schemas: Readonly<Record<string, Schema>> = {
  PatientInput: {
    "x-assumption": 'No other field is sent. An optional field that is empty is left out, never sent as "".',
    ...withWords(schemaOf(patientInput), patientWords),
  },
  PatientCreated: {
    "x-assumption":
      "patientId is a whole number above 0. Further members are ignored. No way to read a patient is shown.",
    ...schemaOf(patientCreated),
  },
  AppointmentInput: {
    description: "A booking, by how it is paid.",
    "x-assumption": "Which payment fields a billing type may not have is not shown.",
    type: "object",
    discriminator: {
      propertyName: "billingType",
      mapping: Object.fromEntries(bookings.map(({ billingType, name }) => [billingType, referenceTo(name)])),
    },
    oneOf: bookings.map(({ name }) => ({ $ref: referenceTo(name) })),
  },
  ...Object.fromEntries(bookings.map(({ name, schema }) => [name, schema])),
  Appointment: {
    description: "The appointment as it was booked.",
    "x-assumption":
      "A member that is missing or null is not known; one that cannot be read is kept as text, and told. One that repeats a field of the request is compared with it. No way to read, change or cancel an appointment is shown.",
    ...withWords(schemaOf(appointment), answerWords),
  },
  WebhookInput: {
    "x-assumption": "Which of the two are required is not shown: both are always sent.",
    ...withWords(schemaOf(webhookInput), webhookWords),
  },
  WebhookRegistration: {
    "x-assumption":
      "URL and kinds are as they were sent; kinds that Front Desk does not know are kept. A registration cannot be changed or removed.",
    ...schemaOf(webhookRegistration),
  },
  Error: {
    "x-assumption":
      "No error format is shown. This is the practice service's. Front Desk also reads error, detail, title, fields and plain text; HTML is never shown.",
    ...schemaOf(errorBody),
  },
  PatientExists: {
    description: "The externalId already exists in the account.",
    "x-assumption":
      "The name of the member is not shown. Front Desk also reads existingPatientId, existingId (or with underscores), patient, existing, the id in one of these or in data, or a lone id. There must be exactly one number.",
    ...schemaOf(takenBody),
  },
  Notification: {
    "x-assumption":
      "The payload is not shown. This is the practice service's. Front Desk itself receives none: a clinic's hub can.",
    ...schemaOf(notification),
  },
};
