import { accountOf, startMockService, type LedgerEntry, type MockService } from "../../mock/service.ts";
import { pick, seeded } from "../faults/kit/random.ts";
import { answeredElsewhere, bytesOf, page, refusalJson, type Canned } from "../faults/line/canned.ts";
import { frameOf } from "../faults/line/http-frame.ts";
import { startFaultProxy, type Cut, type FaultProxy, type Gate, type Seen } from "../faults/line/proxy.ts";
import type { Journal } from "./journal.ts";

/** What becomes of one request: how long it is held before it passes, and how it is cut or answered. */
type Fate = { readonly name: string; readonly holdMs: number; readonly cut: Cut | null };

/** The practice service behind a line that cuts, holds and answers by lot. */
export type MoodyService = {
  readonly url: string;
  readonly token: string;
  readonly proxy: FaultProxy;
  readonly mock: MockService;
  readonly ledger: () => readonly LedgerEntry[];
  /** Keys of the requests that are under way just now. */
  readonly inFlight: () => readonly string[];
  /** Answers as it should from now on. */
  readonly calm: () => void;
  /** Answers by lot from now on. */
  readonly stir: () => void;
  readonly close: () => Promise<void>;
};

/** A service that says so with a status of 4xx has made nothing: such an answer never comes after the commit. */
const refusals: readonly Canned[] = [
  { status: 400, body: refusalJson },
  { status: 409, body: JSON.stringify({ message: "This patient already has an appointment then." }) },
  { status: 409, body: "{}" },
  { status: 422, body: refusalJson },
  { status: 422, body: "{}" },
  { status: 429, headers: ["Retry-After: 2"], body: "{}" },
  { status: 403, type: "text/html", body: page },
];
/** Answers that say nothing of whether it was made: they come before the commit or after it. */
const unclear: readonly Canned[] = [
  { status: 500, body: JSON.stringify({ message: "Something broke." }) },
  { status: 500, body: "" },
  { status: 502, type: "text/html", body: page },
  { status: 503, headers: ["Retry-After: 2"], body: JSON.stringify({ message: "Busy." }) },
  { status: 503, body: "" },
  { status: 408, body: "" },
  { status: 200, type: "text/html", body: page },
  { status: 201, body: "{" },
  { status: 201, body: "" },
];

const afterCommit = (canned: Canned): Cut => ({
  at: "after-commit",
  how: "answer",
  answer: { bytes: bytesOf(canned), broken: false },
});

/** The service's own answer with some of its members changed. */
const altered = (change: Readonly<Record<string, unknown>>): Cut => ({
  at: "after-commit",
  how: "answer",
  answer: {
    from: (answered) => {
      const whole = answered ?? Buffer.alloc(0);
      const status = Number(whole.toString("latin1", 9, 12));
      const body = whole.toString("utf8", frameOf(whole).headLength);
      const changed = status === 201 ? JSON.stringify({ ...JSON.parse(body), ...change }) : body;
      // The line writes its bytes as latin1: all that is not ASCII is written as JSON's escapes.
      return { bytes: bytesOf({ status, body: changed }), broken: false };
    },
  },
});

const alterations: readonly Readonly<Record<string, unknown>>[] = [
  { appointmentTimeZone: "Mars/Phobos" },
  { appointmentTimeZone: "America/Denver" },
  { appointmentDateTime: "2031-01-01T09:00:00-05:00" },
  { appointmentDateTime: "banana" },
  { appointmentTimeZone: "", appointmentDateTime: null },
  { status: "Denied" },
  { status: "Completed" },
  { price: null, status: "" },
];

/** Draws what becomes of the next creation. */
function drawFate(random: () => number, path: string): Fate {
  const lot = random();
  const holdMs = random() < 0.2 ? Math.floor(random() * 9_000) : Math.floor(random() * 300);
  const of = (name: string, cut: Cut | null): Fate => ({ name, holdMs, cut });
  if (lot < 0.4) return of("made", null);
  if (lot < 0.5) return of("made, told slowly", { at: "drip", bytes: 90, everyMs: 900 });
  if (lot < 0.58)
    return of("cut after commit", { at: "after-commit", how: pick(random, ["reset", "close"]) });
  if (lot < 0.62)
    return of("cut in the answer", {
      at: pick(random, ["mid-response-head", "mid-response-body"]),
      how: "reset",
    });
  if (lot < 0.68)
    return of("cut before", {
      at: pick(random, ["mid-request-head", "mid-request-body", "before-forward"]),
      how: "reset",
    });
  if (lot < 0.8) {
    const canned = pick(random, refusals);
    return of(`refused ${canned.status}`, answeredElsewhere(canned));
  }
  if (lot < 0.86) {
    const canned = pick(random, unclear);
    return of(`${canned.status} before commit`, answeredElsewhere(canned));
  }
  if (lot < 0.93) {
    const canned = pick(random, unclear);
    return of(`${canned.status} after commit`, afterCommit(canned));
  }
  if (path !== "/api/appointment") return of("made", null);
  const change = pick(random, alterations);
  return of(`made, answered with ${JSON.stringify(change)}`, altered(change));
}

const isCreation = ({ method, path }: Seen): boolean => method === "POST" && path.startsWith("/api/");

export async function startMoodyService(seed: number, journal: Journal): Promise<MoodyService> {
  const random = seeded(seed);
  const mock = await startMockService({ decideAfterMs: 4_000 });
  const fates = new Map<Seen, Fate>();
  const underWay = new Set<Seen>();
  let isCalm = true;
  const gate: Gate = {
    come: (seen, _from, letThrough) => {
      // Never at once: the line has not noted the request yet.
      if (!isCreation(seen)) return void setImmediate(letThrough);
      underWay.add(seen);
      const fate = isCalm ? { name: "made", holdMs: 0, cut: null } : drawFate(random, seen.path);
      fates.set(seen, fate);
      journal.note("service", {
        path: seen.path,
        key: seen.idempotencyKey,
        fate: fate.name,
        holdMs: fate.holdMs,
      });
      setTimeout(letThrough, fate.holdMs);
    },
    leave: (seen) => {
      if (underWay.delete(seen)) journal.note("answered", { key: seen.idempotencyKey });
    },
    ending: () => () => undefined,
    onceRead: (_from, act) => void setTimeout(act, 50),
  };
  const proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port), gate });
  proxy.follow({ request: (seen) => fates.get(seen)?.cut ?? null });
  const account = accountOf("front-desk-stories");
  const token = await mock.issueToken({ subject: "front-desk-stories" });
  return {
    url: proxy.url,
    token,
    proxy,
    mock,
    ledger: () => mock.ledger().filter((entry) => entry.account === account),
    inFlight: () => [...underWay].map(({ idempotencyKey }) => idempotencyKey ?? ""),
    calm: () => {
      isCalm = true;
    },
    stir: () => {
      isCalm = false;
    },
    close: async () => {
      await proxy.close();
      await mock.close();
    },
  };
}
