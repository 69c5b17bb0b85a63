import { z } from "zod";
import { hubLimits } from "./limits.ts";
import { absence, addressTally, notice } from "./notice.ts";
import { heartbeat, push } from "./signed.ts";
import {
  limitBytes,
  clinicId,
  generation,
  hubTime,
  logHead,
  logNumber,
  randomId,
  secret256,
  sha256,
} from "./values.ts";

/** Carries `Bearer <credential>`, the desk's 32 random bytes as base64url. Of all routes that say `desk`. */
export const credentialHeader = "authorization";

const nothing = z.strictObject({});
const query = { after: logNumber, limit: z.int().min(1).max(hubLimits.page) };
/** As it stands in an address. */
const asText = z.object({ after: z.coerce.number(), limit: z.coerce.number() }).pipe(z.strictObject(query));

/** Where a push stands in the log. */
const pushed = z.strictObject({
  clinic: clinicId,
  ...logHead.shape,
  generation,
  /** It was there already: this is the answer that was lost. */
  repeated: z.boolean(),
});
export type Pushed = z.infer<typeof pushed>;

/** A push as the log has it. */
export const loggedPush = z.strictObject({
  number: logNumber.min(1),
  hash: sha256,
  desk: randomId,
  receivedAt: hubTime,
  bytes: push.shape.bytes,
  signature: push.shape.signature,
  /** In the order of the entries; null where the record was dropped. */
  ciphertexts: z.array(limitBytes(hubLimits.ciphertext).nullable()),
});
export type LoggedPush = z.infer<typeof loggedPush>;

/** Whether the hub's database was restored, and who has still to report what it lost. */
const history = z.strictObject({ generation, complete: z.boolean(), awaited: z.array(randomId) });

const deskSeen = z.strictObject({
  desk: randomId,
  admin: z.boolean(),
  removed: z.boolean(),
  /** Any request, in steps of a minute. */
  lastSeenAt: hubTime.nullable(),
  heartbeat: heartbeat.nullable(),
  awaited: z.boolean(),
});

/**
 * Every route of the hub that takes or gives JSON. `by`: `desk` needs a credential of the clinic in the path; `token`
 * shows something else; `anyone` nothing. `:clinic`, `:invitation` stand for their ids. Failures: `hubFailure`.
 */
export const hubRoutes = {
  /** Which hub this is, and which versions of the wire it speaks. */
  hub: {
    method: "GET",
    path: "/v1",
    by: "anyone",
    output: z.strictObject({ hub: z.string(), wire: z.array(z.int()), now: hubTime }),
  },
  /** Makes a clinic of its first push. The same token and push again give the same answer. */
  createClinic: {
    method: "POST",
    path: "/v1/clinics",
    by: "token",
    input: z.strictObject({ token: secret256, push }),
    output: pushed,
  },
  /** Answers when the push is durable. The same bytes again give the same answer; a confirmation that no longer holds is refused then. */
  push: { method: "POST", path: "/v1/clinics/:clinic/log", by: "desk", input: push, output: pushed },
  /** A page of the log behind a number. A cursor beyond the end gives an empty page with the head. */
  pull: {
    method: "GET",
    path: "/v1/clinics/:clinic/log",
    by: "desk",
    query: asText,
    output: z.strictObject({
      head: logHead,
      history,
      pushes: z.array(loggedPush),
    }),
  },
  desks: {
    method: "GET",
    path: "/v1/clinics/:clinic/desks",
    by: "desk",
    output: z.strictObject({ now: hubTime, history, desks: z.array(deskSeen) }),
  },
  heartbeat: {
    method: "POST",
    path: "/v1/clinics/:clinic/heartbeat",
    by: "desk",
    input: heartbeat,
    output: z.strictObject({ head: logHead, generation }),
  },
  /** A page of the notices behind a number. */
  notices: {
    method: "GET",
    path: "/v1/clinics/:clinic/notices",
    by: "desk",
    query: asText,
    output: z.strictObject({
      last: logNumber,
      notices: z.array(notice),
      absences: z.array(absence),
      addresses: z.array(addressTally),
    }),
  },
  /** Opens a place for two boxes, for a day at most. Its id comes of the code, by a one-way function. Of an admin. */
  invite: {
    method: "POST",
    path: "/v1/clinics/:clinic/invitations",
    by: "desk",
    input: z.strictObject({ invitation: sha256 }),
    output: nothing,
  },
  /** The inviting desk's box, once. */
  answerInvitation: {
    method: "POST",
    path: "/v1/clinics/:clinic/invitations/:invitation/answer",
    by: "desk",
    input: z.strictObject({ box: limitBytes(hubLimits.box) }),
    output: nothing,
  },
  /** Removes the place and what is in it. */
  withdrawInvitation: {
    method: "DELETE",
    path: "/v1/clinics/:clinic/invitations/:invitation",
    by: "desk",
    output: nothing,
  },
  /** The new desk's box, once. The clinic's open desks hear "more". */
  requestInvitation: {
    method: "POST",
    path: "/v1/invitations/:invitation/request",
    by: "token",
    input: z.strictObject({ box: limitBytes(hubLimits.box) }),
    output: nothing,
  },
  /** Both boxes, for whoever knows the place. */
  readInvitation: {
    method: "GET",
    path: "/v1/invitations/:invitation",
    by: "token",
    output: z.strictObject({
      request: limitBytes(hubLimits.box).nullable(),
      answer: limitBytes(hubLimits.box).nullable(),
    }),
  },
  /** The process lives. */
  health: {
    method: "GET",
    path: "/health",
    by: "anyone",
    output: z.strictObject({ status: z.literal("ok") }),
  },
  /** It can serve: the database answers and takes changes. Else 503. */
  ready: {
    method: "GET",
    path: "/ready",
    by: "anyone",
    output: z.strictObject({ status: z.literal("ready") }),
  },
} as const;

export type HubRoutes = typeof hubRoutes;
export type HubRouteName = keyof HubRoutes;

/** The routes that take or give something else than JSON. */
export const plainRoutes = {
  /** Server-sent events, of a desk: `event: more` with `data: {}` when log, notices or an invitation grew; a comment each 20 s. */
  stream: { method: "GET", path: "/v1/clinics/:clinic/stream" },
  /** Notices of the service: any content type. 204 when it is durable. */
  notice: { method: "POST", path: "/in/:token" },
  /** Prometheus text. */
  metrics: { method: "GET", path: "/metrics" },
} as const;

/** The name of the one event of the stream. */
export const moreEvent = "more";

/** The path of a route with its ids put in. Ids are hexadecimal or base64url: nothing in them needs escaping. */
export const buildPath = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (whole, name: string) => ids[name] ?? whole);
