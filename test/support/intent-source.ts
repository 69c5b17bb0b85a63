import {
  createSetupIntentSource,
  type SetupIntentSource,
} from "../../main/features/cards/setup-intent-source.ts";
import type { Exchange, ServiceRequest } from "../../main/http/exchange.ts";

/** A client secret in the form of the provider's. */
export const secret = "seti_1AbC_secret_2DeF";
/** Where setup intents come from. */
export const url = "https://clinic.example/intents";
export const token = "SENTINEL-TOKEN";

/** An answer that came whole, with this body as JSON or as the text it is. */
export const answered = (body: unknown, status = 200): Exchange => ({
  kind: "answered",
  phase: "answered",
  status,
  retryAfter: null,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  bodyEnd: "complete",
});

/** A source that gets that answer, and what was sent for it. */
export function sourceOf(
  answer: Exchange,
  serviceAddress: string | null = "https://clinic.example/base",
): { readonly source: SetupIntentSource; readonly sent: ServiceRequest[] } {
  const sent: ServiceRequest[] = [];
  const source = createSetupIntentSource({
    send: async (request) => {
      sent.push(request);
      return answer;
    },
    credentials: () => (serviceAddress === null ? null : { serviceAddress, token }),
    agree: () => Promise.resolve(null),
    userAgent: "FrontDesk/0",
  });
  return { source, sent };
}
/** The test of settings with that key. */
export const testWith = (answer: Exchange, publishableKey = "pk_test_1") =>
  sourceOf(answer).source.test({ publishableKey, setupIntentUrl: url });
