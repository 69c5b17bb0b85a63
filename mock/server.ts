import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { endpoints } from "../shared/service-api/endpoints.ts";
import type { Answer } from "./answer.ts";
import type { Tokens } from "./auth.ts";
import {
  bookAppointment,
  type Clinic,
  createPatient,
  type CreationRequest,
  type Operation,
  registerWebhook,
} from "./operations.ts";
import { addPracticeRoutes, addSetupIntentRoute } from "./practice.ts";
import type { IssuedIntent } from "./setup-intent.ts";

/** The longest body that is read, in bytes; a longer one is answered with 413. */
export const bodyLimit = 1024 * 1024;

/** A request as it arrives, before its token or body is looked at. */
export type RequestNote = {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
};

export type ServerOptions = {
  readonly clinic: Clinic;
  readonly tokens: Tokens;
  /** A repeated Idempotency-Key of an account on a path gets the first answer again. */
  readonly honourIdempotencyKey: boolean;
  readonly serveLedger: boolean;
  readonly descriptionFile: string | null;
  readonly onRequest: (note: RequestNote) => void;
  readonly onSetupIntent: (intent: IssuedIntent) => void;
};

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  return typeof header === "string" && header !== "" ? header : null;
}

/** Runs a creation in one transaction, once a key where keys are honoured. Only a success is kept. */
function commit(
  options: ServerOptions,
  path: string,
  run: { operation: Operation; request: CreationRequest },
): Answer {
  const { store } = options.clinic;
  const { account, idempotencyKey } = run.request;
  const key =
    options.honourIdempotencyKey && idempotencyKey !== null ? { account, path, idempotencyKey } : null;
  return store.atomically(() => {
    const kept = key === null ? null : store.keptAnswer(key);
    if (kept !== null) return kept;
    const answer = run.operation(options.clinic, run.request);
    if (key !== null && answer.status === 201) store.keepAnswer(key, answer);
    return answer;
  });
}

function creating(options: ServerOptions, path: string, operation: Operation) {
  return (request: FastifyRequest): Answer => {
    // Without a body Fastify does not ask for its type.
    if (request.body === undefined)
      return { status: 415, body: { message: "Content-Type must be application/json." } };
    const account = request.getDecorator<string>("account");
    const creation = { account, idempotencyKey: idempotencyKeyOf(request), body: request.body };
    return commit(options, path, { operation, request: creation });
  };
}

const send = (reply: FastifyReply, { status, body }: Answer): FastifyReply => reply.code(status).send(body);

function requireToken(api: FastifyInstance, tokens: Tokens): void {
  api.decorateRequest("account", "");
  api.addHook("onRequest", async (request, reply) => {
    const verdict = await tokens.verify(request.headers.authorization);
    if (verdict.accepted) {
      request.setDecorator("account", verdict.account);
      return;
    }
    await reply.code(401).header("www-authenticate", verdict.challenge).send({ message: verdict.message });
  });
}

function addInterfaceRoutes(api: FastifyInstance, options: ServerOptions): void {
  const {
    createPatient: patient,
    bookAppointment: appointment,
    registerWebhook: webhook,
    listWebhooks,
  } = endpoints;
  const create = creating(options, patient.path, createPatient);
  const book = creating(options, appointment.path, bookAppointment);
  const register = creating(options, webhook.path, registerWebhook);
  api.post(patient.path, (request, reply) => send(reply, create(request)));
  api.post(appointment.path, (request, reply) => send(reply, book(request)));
  api.post(webhook.path, (request, reply) => send(reply, register(request)));
  api.get(listWebhooks.path, (request, reply) =>
    reply.send(options.clinic.store.webhooks(request.getDecorator<string>("account"))),
  );
}

const messages: Readonly<Record<number, string>> = {
  400: "The body is not valid JSON.",
  413: `The body is longer than ${bodyLimit} bytes.`,
  415: "Content-Type must be application/json.",
};

function answerOf(error: unknown): Answer {
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
      ? error.statusCode
      : 500;
  return {
    status,
    body: { message: messages[status] ?? (status < 500 ? "Bad request." : "The mock service failed.") },
  };
}

/** A request whose token is still being verified when the server closes must not reach a store that is closed. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  // Without a promise: nothing comes between this and the operation.
  app.addHook("preHandler", (_request, reply, next) => {
    if (isClosing) send(reply, { status: 503, body: { message: "The mock service is closing." } });
    else next();
  });
}

/** Builds the HTTP server; it listens to nothing yet. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    // Node's own 16 KB would refuse the longest tokens that the app keeps.
    http: { maxHeaderSize: 64 * 1024 },
  });
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request) => {
    const [path = ""] = request.url.split("?");
    const at = options.clinic.clock().toISOString();
    options.onRequest({ at, method: request.method, path, idempotencyKey: idempotencyKeyOf(request) });
  });
  refuseWhileClosing(app);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: "There is no such path." }));
  app.setErrorHandler((error, _request, reply) => {
    const answer = answerOf(error);
    if (answer.status >= 500) process.emitWarning(error instanceof Error ? error : String(error));
    // Fastify would close the connection while the client still writes, which on Windows costs it the answer.
    // The rest of the body is read and dropped instead, for as long as a request may take.
    if (answer.status === 413) reply.removeHeader("connection");
    return send(reply, answer);
  });
  const { serveLedger, descriptionFile } = options;
  addPracticeRoutes(app, { store: options.clinic.store, serveLedger, descriptionFile });
  app.register(async (api) => {
    requireToken(api, options.tokens);
    addInterfaceRoutes(api, options);
    addSetupIntentRoute(api, options.onSetupIntent);
  });
  return app;
}
