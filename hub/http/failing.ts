import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureStatus, type HubFailure } from "../../shared/hub-api/failure.ts";
import { describeError, toDatabaseTrouble } from "../database/errors.ts";
import { Refused } from "../database/database.ts";
import type { Metrics } from "./metrics.ts";

/** What Fastify and its parsers say, by status. */
const byStatus: Readonly<Record<number, HubFailure>> = {
  400: { code: "invalid", path: "" },
  404: { code: "not-found" },
  408: { code: "too-slow" },
  413: { code: "too-large" },
  414: { code: "too-large" },
  415: { code: "media-type" },
  429: { code: "rate-limited" },
  431: { code: "too-large" },
};

const statusOf = (error: unknown): number =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;

/** What a desk is told of an error, whatever it was. */
export function toHubFailure(error: unknown): HubFailure {
  if (error instanceof Refused) return error.failure;
  const status = statusOf(error);
  if (status < 500) return byStatus[status] ?? { code: "invalid", path: "" };
  return { code: toDatabaseTrouble(error) };
}

export async function sendFailure(reply: FastifyReply, failure: HubFailure): Promise<FastifyReply> {
  const status = failureStatus[failure.code];
  if (status === 503) reply.header("retry-after", "2");
  return reply.code(status).type("application/json").send(failure);
}

/** Every error becomes a code; what is a fault of ours or of the database is logged by its kind and place alone. */
export function addFailing(app: FastifyInstance, { failures }: Pick<Metrics, "failures">): void {
  app.setErrorHandler(async (error, request: FastifyRequest, reply) => {
    const failure = toHubFailure(error);
    failures.inc({ code: failure.code });
    if (failureStatus[failure.code] >= 500)
      request.log.error({ failure: failure.code, ...describeError(error) }, "a request failed");
    // Fastify would close the connection while the client still writes, which on Windows costs it the answer.
    // The rest of the body is read and dropped instead, for as long as a request may take (`requestMs`).
    if (failure.code === "too-large") reply.removeHeader("connection");
    return sendFailure(reply, failure);
  });
  app.setNotFoundHandler(async (_request, reply) => sendFailure(reply, { code: "not-found" }));
}

/** The same for what is no HTTP, or came too slowly: the answer is written by hand. */
export function answerBadClient(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end: (text: string) => void },
) {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const body = JSON.stringify(byStatus[status] ?? { code: "invalid", path: "" });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
