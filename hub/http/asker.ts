import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { clinicId, secret256, sha256 } from "../../shared/hub-api/values.ts";
import { Refused } from "../database/database.ts";
import type { Asker } from "../log/push.ts";
import { formatIssuePath } from "../log/read-push.ts";

const bearer = /^Bearer ([\w-]{43})$/i;

function parameter(request: FastifyRequest, name: string): string {
  const { params } = request;
  if (typeof params !== "object" || params === null || !(name in params)) return "";
  const value: unknown = Object.getOwnPropertyDescriptor(params, name)?.value;
  return typeof value === "string" ? value : "";
}

/** The clinic of the path and the credential of the header; whether they belong together, the database says. */
export function readAsker(request: FastifyRequest): Asker {
  const clinic = clinicId.safeParse(parameter(request, "clinic"));
  const [, text] = bearer.exec(request.headers.authorization ?? "") ?? [];
  const credential = secret256.safeParse(text);
  if (!clinic.success || !credential.success) throw new Refused({ code: "unauthorized" });
  return { clinic: clinic.data, credential: credential.data };
}

export function readInvitationId(request: FastifyRequest): string {
  const invitation = sha256.safeParse(parameter(request, "invitation"));
  if (!invitation.success) throw new Refused({ code: "not-found" });
  return invitation.data;
}

const readToken = (request: FastifyRequest) => secret256.safeParse(parameter(request, "token"));
export const hasToken = (request: FastifyRequest): boolean => readToken(request).success;

/** The token of a notice's address. */
export function readNoticeToken(request: FastifyRequest): string {
  const token = readToken(request);
  if (!token.success) throw new Refused({ code: "not-found" });
  return token.data;
}

/** Reads a body or query. Throws `Refused` with the place of what is wrong. */
export function parseOrRefuse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refused({ code: "invalid", path: formatIssuePath(parsed.error) });
  return parsed.data;
}
