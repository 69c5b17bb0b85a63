import type { z } from "zod";
import { hubFailure, failureStatus, type HubFailure } from "../../../shared/hub-api/failure.ts";
import {
  credentialHeader,
  hubRoutes,
  buildPath,
  type HubRouteName,
  type HubRoutes,
} from "../../../shared/hub-api/routes.ts";
import type { Clock } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";
import type { Exchange, exchange } from "../../http/exchange.ts";

/** Where the hub is, and as whom this desk comes. */
export type HubAddress = {
  /** `https://…`; http for loopback addresses alone, as settings see to. */
  readonly address: string;
  /** 32 bytes as base64url; null before the desk belongs to a clinic. */
  readonly credential: string | null;
};

/** What became of a word to the hub. */
export type HubAnswer<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** The hub said no: nothing was done. */
  | { readonly kind: "refused"; readonly failure: HubFailure; readonly retryAfter: number | null }
  /** Nothing left this computer. */
  | { readonly kind: "not-reached"; readonly reason: string }
  /** No answer, or one that does not say whether it was done: the same bytes again. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Something answers there that is no hub of a version that this desk speaks. */
  | { readonly kind: "not-a-hub"; readonly status: number };

type Input<N extends HubRouteName> = HubRoutes[N] extends { readonly input: infer S extends z.ZodType }
  ? { readonly input: z.input<S> }
  : { readonly input?: never };
type Query<N extends HubRouteName> = HubRoutes[N] extends { readonly query: z.ZodType }
  ? { readonly query: { readonly after: number; readonly limit: number } }
  : { readonly query?: never };
/** What a route is called with: the ids in its path, and its input or query where it has one. */
export type HubCall<N extends HubRouteName> = Input<N> &
  Query<N> & { readonly ids?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };
export type HubOutput<N extends HubRouteName> = z.infer<HubRoutes[N]["output"]>;

export type HubClient = <N extends HubRouteName>(
  hub: HubAddress,
  route: N,
  call: HubCall<N>,
) => Promise<HubAnswer<HubOutput<N>>>;

type Route<N extends HubRouteName> = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly by: "desk" | "token" | "anyone";
  readonly output: z.ZodType<HubOutput<N>>;
};
const routes: { readonly [N in HubRouteName]: Route<N> } = hubRoutes;

export type HubClientOptions = {
  readonly dispatchers: Dispatchers;
  readonly exchange: typeof exchange;
  readonly clock: Pick<Clock, "after">;
  readonly userAgent: string;
  /** Milliseconds for a whole exchange. */
  readonly deadline?: number;
};

/** A page of the log: its limit, as base64 in JSON, with what stands around it. Bytes. */
const mostBytes = 16 * 1_024 * 1_024;
const lookUpDeadline = 15_000;

/** Asks the hub, once: it repeats nothing and follows no redirect. Never rejects. */
export function createHubClient(options: HubClientOptions): HubClient {
  const { dispatchers, clock, userAgent, deadline = 30_000 } = options;
  return async <N extends HubRouteName>(
    hub: HubAddress,
    route: N,
    call: HubCall<N>,
  ): Promise<HubAnswer<HubOutput<N>>> => {
    const base = new URL(hub.address);
    const { method, path, by, output }: Route<N> = routes[route];
    const limits = { clock, milliseconds: lookUpDeadline, ...(call.signal && { signal: call.signal }) };
    const way = await waitAtMost(dispatchers.for(base), limits).catch(() => null);
    if (way === null) return { kind: "not-reached", reason: "no-proxy" };
    const { after, limit } = call.query ?? {};
    const search = call.query === undefined ? "" : `?after=${String(after)}&limit=${String(limit)}`;
    const body = call.input === undefined ? null : JSON.stringify(call.input);
    const isOurs = by === "desk" && hub.credential !== null;
    const result = await options.exchange(
      way.value,
      {
        origin: base.origin,
        path: `${base.pathname.replace(/\/$/, "")}${buildPath(path, call.ids ?? {})}${search}`,
        method,
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": userAgent,
          ...(isOurs && { [credentialHeader]: `Bearer ${hub.credential ?? ""}` }),
          ...(body !== null && { "content-type": "application/json" }),
        },
        body,
      },
      { deadline, mostBytes, ...(call.signal && { signal: call.signal }) },
    );
    return readAnswer(result, output);
  };
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Codes after which nobody knows whether it was done: shared/hub-api/failure.ts. */
const unsure = new Set<HubFailure["code"]>(["internal", "database-unavailable"]);

function readAnswer<T>(result: Exchange, output: z.ZodType<T>): HubAnswer<T> {
  if (result.kind === "not-reached") return { kind: "not-reached", reason: result.reason };
  if (result.kind === "unclear") return { kind: "unknown", reason: result.reason };
  const { status, body, bodyEnd } = result;
  if (bodyEnd === "broken") return { kind: "unknown", reason: "broken" };
  const json = bodyEnd === "complete" ? jsonIn(body) : undefined;
  if (status >= 200 && status < 300) {
    const read = output.safeParse(json);
    return read.success ? { kind: "ok", value: read.data } : { kind: "not-a-hub", status };
  }
  const failure = hubFailure.safeParse(json);
  // A proxy's page, another program at this address: its status is no word of the hub.
  if (!failure.success || failureStatus[failure.data.code] !== status)
    return status >= 500 ? { kind: "unknown", reason: `status-${status}` } : { kind: "not-a-hub", status };
  if (unsure.has(failure.data.code)) return { kind: "unknown", reason: failure.data.code };
  const seconds = /^\d{1,5}$/.exec(result.retryAfter ?? "")?.[0];
  return {
    kind: "refused",
    failure: failure.data,
    retryAfter: seconds === undefined ? null : Number(seconds),
  };
}
