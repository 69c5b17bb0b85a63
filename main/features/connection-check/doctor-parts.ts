import { wireVersion } from "../../../shared/hub-api/limits.ts";
import { ok } from "../../../shared/core/failure.ts";
import { nothingAside } from "../../../shared/clinic/clinic.ts";
import type { Check, DoctorState } from "../../../shared/connection-check/doctor.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { buildClinicView, createHubClient } from "../clinic/index.ts";
import type { Clinic } from "../clinic/clinic.ts";
import { examine } from "./doctor.ts";
import type { DoctorPorts } from "./ports.ts";
import type { HubFacts, NoticeFacts } from "../../../shared/connection-check/checks.ts";
import { formatReport } from "./report.ts";
import type { OpenSession } from "../session/open-session.ts";
import { createProxyResolver } from "../policy/index.ts";
import { readTokenFacts } from "../session/index.ts";
import type { DeskParts } from "../../desk/phases/parts.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Notices } from "../notices/notices.ts";
import type { Clock } from "../../platform/ports.ts";
import { lookUp } from "../../platform/look-up.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Dispatchers, ResolveProxy } from "../../http/dispatcher.ts";
import { exchange } from "../../http/exchange.ts";
import { readWays } from "../../http/proxies.ts";

export type WayPorts = {
  readonly clock: Clock;
  readonly dispatchers: Dispatchers;
  /** The system's answer, or the organization's. */
  readonly wayFor: ResolveProxy;
  readonly userAgent: string;
};

/** Milliseconds for one answer. */
const deadline = 15_000;
const mostBytes = 4 * 1_024 * 1_024;

/** How a check goes out: as every other request does. */
export const createCheckRequests = ({
  clock,
  dispatchers,
  wayFor,
  userAgent,
}: WayPorts): Pick<DoctorPorts, "wayFor" | "lookUp" | "get"> & {
  readonly clock: Clock;
  readonly expiryOf: (token: string) => number | null;
  readonly proxyIn: (pac: string) => string | null | undefined;
} => ({
  clock,
  wayFor,
  lookUp,
  get: async (url, token, signal) => {
    const limits = { clock: clock.limits, milliseconds: deadline, signal };
    const way = await waitAtMost(dispatchers.for(url), limits).catch(() => null);
    if (way === null) return { kind: "not-reached", phase: "none", reason: "no-proxy" };
    const headers = {
      accept: "application/json",
      "user-agent": userAgent,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    const path = `${url.pathname}${url.search}`;
    const request = { origin: url.origin, path, method: "GET" as const, headers, body: null };
    return exchange(way.value, request, { deadline, mostBytes, signal });
  },
  expiryOf: (token) => {
    const { expiresAt } = readTokenFacts(token);
    return expiresAt === null ? null : Date.parse(expiresAt);
  },
  proxyIn: (pac) => {
    const [first] = readWays(pac);
    if (first === undefined || first.kind === "none") return undefined;
    return first.kind === "direct" ? null : `${first.hostname}:${first.port}`;
  },
});

type Options = WayPorts & {
  readonly version: string;
  readonly session: () => Pick<OpenSession, "practice" | "credentials"> | null;
  readonly settings: () => Settings;
  readonly clinic: Pick<Clinic, "line">;
  readonly notices: Pick<Notices, "state">;
  readonly emit: (state: DoctorState) => void;
};

type DoctorRoute = Extract<keyof Handlers, `doctor.${string}`>;

/** A gap that is older has been dealt with. Milliseconds. */
const lately = 7 * 24 * 60 * 60_000;

/** `Check connection`, as the window asks for it. */
function createConnectionCheck(options: Options): {
  readonly handlers: Pick<Handlers, DoctorRoute>;
  readonly stop: () => void;
} {
  const { clock, session, settings } = options;
  const client = createHubClient({ ...options, clock: clock.limits, exchange, deadline });
  let state: DoctorState = { isRunning: false, checks: [], endedAt: null };
  let running: { readonly ended: Promise<void>; readonly abort: AbortController } | null = null;

  const tell = (next: Partial<DoctorState>): void => {
    state = { ...state, ...next };
    options.emit(state);
  };

  async function hub(signal: AbortSignal): Promise<HubFacts> {
    const at = options.clinic.line();
    if (at === null) return "unused";
    const kept = at.line.kept();
    const answer = await client({ address: kept.hub, credential: null }, "hub", { signal });
    const view = buildClinicView({
      kept,
      line: at.line.state(),
      joining: null,
      invitation: null,
      reason: null,
      seen: new Map(),
      now: clock.now(),
      ahead: 0,
      counts: () => ({ toShare: 0, aside: nothingAside }),
    });
    const problem = view.membership === "member" ? view.reason : null;
    return {
      where: new URL(kept.hub).host,
      answer:
        answer.kind === "ok"
          ? { wire: answer.value.wire, ours: wireVersion, date: Date.parse(answer.value.now) }
          : null,
      problem,
      now: clock.now().getTime(),
    };
  }

  function notices(): NoticeFacts {
    const set = options.notices.state();
    if (set.setUp !== "member" || set.addresses.every(({ retired }) => retired)) return "unused";
    const { addresses, pointers, counts, gaps } = set;
    const active = addresses.filter(({ retired }) => !retired);
    const since = clock.now().getTime() - lately;
    return {
      isRegistered: active.every(({ registration }) =>
        ["answered", "listed", "other-desk"].includes(registration),
      ),
      isPointed: pointers.length > 0,
      unread: counts.unread,
      hasGap: gaps.some(({ to }) => Date.parse(to) > since),
      total: counts.total,
    };
  }

  const ports: DoctorPorts = {
    ...createCheckRequests(options),
    service: () => session()?.credentials ?? null,
    intentUrl: () => {
      if (session()?.practice === true) return "practice";
      return URL.parse(settings().card.setupIntentUrl) ?? "unused";
    },
    hub,
    notices,
  };

  function run(): Promise<void> {
    if (running !== null) return running.ended;
    const abort = new AbortController();
    const checks: Check[] = [];
    tell({ isRunning: true, checks: [], endedAt: null });
    const onCheck = (check: Check): void => {
      checks.push(check);
      tell({ checks: [...checks] });
    };
    const ended = examine({ ...createCheckRequests(options), ...ports }, onCheck, abort.signal).finally(
      () => {
        running = null;
        tell({ isRunning: false, endedAt: clock.now().toISOString() });
      },
    );
    running = { ended, abort };
    return ended;
  }

  return {
    stop: () => running?.abort.abort(),
    handlers: {
      "doctor.get": () => ok(state),
      "doctor.run": async () => {
        await run();
        return ok(state);
      },
      "doctor.stop": async () => {
        running?.abort.abort();
        await running?.ended;
        return ok(state);
      },
      "doctor.report": () =>
        ok({
          text: formatReport(state.checks, { version: options.version, when: state.endedAt ?? "–" }),
        }),
    },
  };
}

export const openConnectionCheck = ({
  atDesk,
  dispatchers,
  several,
  news,
}: Pick<DeskParts, "atDesk" | "dispatchers" | "several" | "news">) =>
  createConnectionCheck({
    ...atDesk,
    dispatchers,
    wayFor: createProxyResolver(atDesk),
    clinic: several.clinic,
    notices: news.notices,
    emit: (state) => atDesk.emit("doctor.changed", state),
  });
