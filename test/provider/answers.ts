import type { SetupIntent } from "@stripe/stripe-js";

/** What an endpoint says: an HTTP status and JSON. */
export type Answer = { readonly status: number; readonly body: unknown };

/** An error of the provider's API: https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes */
export type ApiError = {
  readonly type: "card_error" | "invalid_request_error" | "api_error";
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
  readonly setup_intent?: SetupIntent;
};

const page = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;

export const failed = (status: number, error: ApiError): Answer => ({
  status,
  body: { error: error.code === undefined ? error : { ...error, doc_url: page(error.code) } },
});

/** A request with a key that is no publishable key of this account. */
export const wrongKey = (key: string): Answer =>
  failed(401, {
    type: "invalid_request_error",
    message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  });

export const noSuchIntent = (id: string): Answer =>
  failed(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such setupintent: '${id}'`,
    param: "intent",
  });

/** The client secret and the intent do not belong together. */
export const wrongSecret = failed(400, {
  type: "invalid_request_error",
  code: "setup_intent_invalid_parameter",
  message: "The client_secret provided does not match the client_secret associated with the SetupIntent.",
  param: "client_secret",
});

export const wrongState = (intent: SetupIntent, message: string): Answer =>
  failed(400, {
    type: "invalid_request_error",
    code: "setup_intent_unexpected_state",
    message,
    setup_intent: intent,
  });
