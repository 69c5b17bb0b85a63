import { failed, wrongKey, type Answer } from "./answers.ts";
import {
  bankCallbackPage,
  bankChallengePage,
  bankMethodPage,
  framePages,
  fraudInnerPage,
} from "./pages/frames.ts";
import { stripeScript } from "./pages/stripe-script.ts";
import type { SetupIntents } from "./setup-intents.ts";

/** Where a fault can be put. */
export type Point = "script" | "create" | "session" | "confirm" | "retrieve" | "challenge";

/** What a route says: text of a type, or JSON. */
export type Reply = { readonly status: number; readonly type: string; readonly text: string };

export type Route = { readonly point: Point | null; readonly reply: () => Reply };

export type Call = {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly origin: string | null;
  readonly authorization: string | null;
};

export type RouteParts = {
  readonly intents: SetupIntents;
  readonly publishableKey: string;
  /** Of the server that makes setup intents. */
  readonly secretKey: string;
  /** A page of the test's own at the provider's host, by path; null when it gave none. */
  readonly extraPage: (path: string) => string | null;
  /** Text behind the provider's script: what a script turned hostile would do. */
  readonly extraScript: () => string;
};

const html = (text: string, status = 200): Reply => ({ status, type: "text/html; charset=utf-8", text });
const json = ({ status, body }: Answer): Reply => ({
  status,
  type: "application/json",
  text: JSON.stringify(body),
});
const nothing: Reply = { status: 404, type: "text/plain", text: "not found" };
const plain = (reply: () => Reply, point: Point | null = null): Route => ({ point, reply });

const terminal: readonly string[] = ["succeeded", "canceled", "processing"];
/** https://docs.stripe.com/changelog/clover/2025-09-30/client-secret-reuse */
const terminalMessage =
  "The SetupIntent of this client_secret is in a terminal state and cannot be used to initialize Elements.";

const idIn = (path: string): string => /^\/v1\/setup_intents\/(\w+)/.exec(path)?.[1] ?? "";

function session(intents: SetupIntents, clientSecret: string): Answer {
  const id = clientSecret.split("_secret_")[0] ?? "";
  const found = intents.retrieve({ id, clientSecret });
  if (found.status !== 200) return found;
  const status = intents.ledger().find((entry) => entry.id === id)?.status ?? "";
  if (terminal.includes(status))
    return failed(400, {
      type: "invalid_request_error",
      code: "setup_intent_unexpected_state",
      message: terminalMessage,
    });
  const preference = { object: "payment_method_preference", ordered_payment_method_types: ["card"] };
  return {
    status: 200,
    body: { payment_method_preference: { ...preference, type: "setup_intent", setup_intent: found.body } },
  };
}

function confirm(intents: SetupIntents, { path, fields }: Call): Answer {
  const read = (name: string): string => fields.get(name) ?? "";
  return intents.confirm({
    id: idIn(path),
    clientSecret: read("client_secret"),
    expand: [...fields].some(([name, value]) => name.startsWith("expand[") && value === "payment_method"),
    card: {
      number: read("payment_method_data[card][number]"),
      expMonth: Number(read("payment_method_data[card][exp_month]")),
      expYear: 2000 + Number(read("payment_method_data[card][exp_year]")),
    },
  });
}

/** What a server makes with its secret key. */
function create({ intents, secretKey }: RouteParts, { authorization }: Call): Answer {
  if (authorization !== `Bearer ${secretKey}`) return wrongKey(authorization?.slice(7) ?? "");
  return intents.retrieve(intents.create());
}

function apiRoute(parts: RouteParts, call: Call): Route {
  const { intents } = parts;
  const { method, path, fields } = call;
  if (method === "POST" && path === "/v1/setup_intents")
    return plain(() => json(create(parts, call)), "create");
  const key = fields.get("key");
  if (path.startsWith("/v1/3ds2/"))
    return plain(() => json({ status: 200, body: { object: "three_d_secure_2" } }));
  if (key !== parts.publishableKey) return plain(() => json(wrongKey(key ?? "")));
  const clientSecret = fields.get("client_secret") ?? "";
  if (method === "GET" && path === "/v1/elements/sessions")
    return plain(() => json(session(intents, clientSecret)), "session");
  if (method === "GET" && /^\/v1\/setup_intents\/\w+$/.test(path))
    return plain(() => json(intents.retrieve({ id: idIn(path), clientSecret })), "retrieve");
  if (method === "POST" && /^\/v1\/setup_intents\/\w+\/confirm$/.test(path))
    return plain(() => json(confirm(intents, call)), "confirm");
  return plain(() => nothing);
}

function scriptRoute(parts: RouteParts, path: string): Route {
  if (/^\/(endive|v3)\/(stripe\.js)?$/.test(path))
    return plain(
      () => ({ status: 200, type: "text/javascript", text: `${stripeScript}\n${parts.extraScript()}` }),
      "script",
    );
  const page = parts.extraPage(path) ?? framePages[path.replace("/endive/", "")];
  return plain(() => (page === undefined ? nothing : html(page)));
}

/** The provider's word about the bank's answer, in the bank's frame. */
function hooksRoute(parts: RouteParts, { path, fields }: Call): Route {
  const source = fields.get("source") ?? "";
  if (path === "/3d_secure_2/method_complete") return plain(() => html(bankCallbackPage));
  if (path !== "/3d_secure_2/challenge_complete") return plain(() => nothing);
  return plain(() => {
    parts.intents.authenticated(source, fields.get("answer") === "Y");
    return html(bankCallbackPage);
  }, "challenge");
}

function bankRoute({ method, path, fields }: Call): Route {
  const source = fields.get("source") ?? "";
  if (method !== "POST" || !/^src_\w+$/.test(source)) return plain(() => nothing);
  return plain(() => html(path === "/3ds-method" ? bankMethodPage(source) : bankChallengePage(source)));
}

/** Finds what answers a request, by its host. */
export function routeOf(parts: RouteParts, call: Call): Route {
  switch (call.host) {
    case "js.stripe.com":
      return scriptRoute(parts, call.path);
    case "api.stripe.com":
      return apiRoute(parts, call);
    case "hooks.stripe.com":
      return hooksRoute(parts, call);
    case "acs.bank.example":
      return bankRoute(call);
    case "m.stripe.network":
      return plain(() => html(fraudInnerPage));
    case "m.stripe.com":
      // As the original says to a page that sends no referrer. It is no failure of a card.
      return plain(() => ({ status: 403, type: "text/plain", text: "Missing origin" }));
    default:
      return plain(() => ({ status: 200, type: "text/plain", text: "" }));
  }
}
