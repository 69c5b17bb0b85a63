import { STATUS_CODES } from "node:http";
import type { Cut } from "./proxy.ts";

/** An answer that the service did not give. */
export type Canned = {
  readonly status: number;
  /** The media type; null: no such header. */
  readonly type?: string | null;
  readonly body?: string;
  readonly headers?: readonly string[];
};

/** The bytes of a whole and well-formed answer. */
export function bytesOf({ status, type = "application/json", body = "", headers = [] }: Canned): string {
  const isBare = status === 204;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Answer"}`,
    ...(type === null || isBare ? [] : [`Content-Type: ${type}`]),
    ...headers,
    ...(isBare ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${isBare ? "" : body}`;
}

/** Something on the way answers so; the service never sees the request. */
export const answeredElsewhere = (canned: Canned): Cut => ({
  at: "before-forward",
  how: "answer",
  answer: { bytes: bytesOf(canned), broken: false },
});

export const refusalJson = JSON.stringify({
  message: "No.",
  errors: [{ field: "zip", message: "Not here." }],
});
export const page = "<!doctype html><title>Sign in</title><h1>Welcome to the clinic's network</h1>";
