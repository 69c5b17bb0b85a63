import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import Stripe from "stripe";

/** Compared by their digests, which takes the same time whatever was asked for. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/** Makes a setup intent for each POST to `path`, for cards alone. Strangers do not know the path: nothing else keeps them out. */
export function createIntentServer({
  stripe,
  path,
}: {
  readonly stripe: Stripe;
  readonly path: string;
}): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify(body));
    };
    request.resume();
    if (!isSame(request.url ?? "", path)) return answer(404, { message: "There is nothing here." });
    if (request.method !== "POST") return answer(405, { message: "Only POST makes a setup intent." });
    stripe.setupIntents.create({ allowed_payment_method_types: ["card"], usage: "off_session" }).then(
      ({ client_secret: clientSecret, livemode }) => answer(200, { clientSecret, livemode }),
      (error: unknown) => {
        const type = error instanceof Stripe.errors.StripeError ? error.type : "not a Stripe error";
        console.error(`No setup intent: ${type}`);
        answer(502, { message: `The card provider made no setup intent (${type}).` });
      },
    );
  });
}

if (import.meta.main) {
  const { STRIPE_SECRET_KEY: key = "", SECRET_PATH: path = "", PORT: port = "4020" } = process.env;
  if (!/^[rs]k_(test|live)_/.test(key) || !/^\/[\w-]{32,}$/.test(path)) {
    console.error(
      "STRIPE_SECRET_KEY must be a key of Stripe, SECRET_PATH a / and 32 or more letters and digits.",
    );
    process.exit(2);
  }
  const stripe = new Stripe(key, { telemetry: false, timeout: 10_000, maxNetworkRetries: 1 });
  const server = createIntentServer({ stripe, path }).listen(Number(port), "127.0.0.1", () => {
    console.log(`Setup intents at ${JSON.stringify(server.address())}`);
  });
}
