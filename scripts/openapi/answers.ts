import { examples } from "./examples.ts";
import type { Schema } from "./schemas.ts";

/** A body in JSON. `schema` is a name in `components.schemas`. */
export const inJson = (schema: string, example: unknown): Schema => ({
  "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, example },
});

/** An answer with a body in JSON. */
export const answer = (
  description: string,
  assumption: string,
  schema: Exclude<keyof typeof examples, "WebhookList">,
): Schema => ({
  description,
  "x-assumption": assumption,
  content: inJson(schema, examples[schema]),
});

const retryAfter: Schema = {
  description: "How long to wait: whole seconds, or an HTTP date.",
  schema: { type: "string" },
  example: "30",
};

const notShown = "The interface shows no such status.";
const error = (
  description: string,
  meaning: string,
  rest: Schema = {},
  errors?: readonly object[],
): Schema => ({
  description,
  "x-assumption": `${notShown} ${meaning}`,
  content: inJson(
    "Error",
    errors === undefined ? { message: description } : { message: description, errors },
  ),
  ...rest,
});

/** `components.responses` of the description: what any operation may be answered with. */
export const errorAnswers: Readonly<Record<string, Schema>> = {
  NotValidJson: error("The body is not valid JSON.", "The fields are wrong; nothing was made."),
  TokenRefused: error(
    "The access token is missing, wrong or expired.",
    "Nothing was made, and nothing more is sent until there is a new token.",
    {
      headers: {
        "WWW-Authenticate": {
          description: "RFC 6750, section 3.",
          required: true,
          schema: { type: "string" },
          example: 'Bearer error="invalid_token"',
        },
      },
    },
  ),
  TooLong: error(
    "The body is too long.",
    "Refused; nothing was made. No size limit is shown; the practice service's is 1 MiB.",
  ),
  NotJson: error("The body is of another content type.", "Refused; nothing was made."),
  FieldsRefused: error("A field is missing or not valid.", "The fields are wrong; nothing was made.", {}, [
    { field: "zip", message: "This field is required." },
  ]),
  TooMany: error(
    "Too many requests.",
    "Nothing was made. Nothing is sent, and nothing asked, for as long as Retry-After says: 30 seconds without it, a quarter of an hour at most.",
    { headers: { "Retry-After": retryAfter } },
  ),
  NotNow: error(
    "The service cannot answer now.",
    "It may or may not have been made. Nothing is sent, and nothing asked, for as long as Retry-After says.",
    { headers: { "Retry-After": retryAfter } },
  ),
  Refused: error(
    "Refused for another reason.",
    "Nothing was made, except after 408: then it may or may not have been. 407 is a proxy's, never the service's.",
  ),
  Failed: error("The service failed.", "It may or may not have been made."),
};

const refer = (names: Readonly<Record<string, string>>): Schema =>
  Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** What a request without a body may be answered with beside success. */
export const readErrors = refer({
  401: "TokenRefused",
  429: "TooMany",
  503: "NotNow",
  "4XX": "Refused",
  "5XX": "Failed",
});

/** The same for a request with a body. */
export const creationErrors: Schema = {
  ...refer({ 400: "NotValidJson", 413: "TooLong", 415: "NotJson", 422: "FieldsRefused" }),
  ...readErrors,
};
