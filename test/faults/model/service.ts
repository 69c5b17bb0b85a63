import type { Phase } from "../../../shared/outbox/item.ts";
import type { EndpointName } from "../../../shared/service-api/endpoints.ts";
import type { Credentials } from "../../../main/http/client.ts";
import type { Exchange } from "../../../main/http/exchange.ts";

/** What the simulated service made: by which account, for which key. */
export type Made = {
  readonly account: string;
  readonly kind: "patient" | "booking" | "webhook";
  readonly key: string;
  readonly id: number;
  readonly externalId: string | null;
  readonly url: string | null;
};

/** Well-formed answers of something that is not the service: what was asked for never came there. */
export const otherAnswers = ["page", "empty", "says no", "nothing of it", "stranger", "queued"] as const;
export type OtherAnswer = (typeof otherAnswers)[number];

/** Whether a request was carried out though its answer never came: at once, or long after. */
export type Carried = "no" | "yes" | "late";
type Body = "json" | "empty" | "html" | "broken";

/** What becomes of one request: every class of reliability's table at every phase. */
export type Fate =
  | { readonly fate: "ok" }
  | { readonly fate: "unreadable"; readonly how: "broken" | "html" | "too-large" | "other-type" }
  | { readonly fate: "other"; readonly how: OtherAnswer }
  | { readonly fate: "not-reached"; readonly phase: "none" | "connecting" }
  | { readonly fate: "unclear"; readonly phase: "sending" | "sent" | "answering"; readonly carried: Carried }
  | {
      readonly fate: "status";
      readonly status: number;
      readonly body: Body;
      /** 3xx, 408 and 5xx alone: any other refusal makes nothing. */
      readonly carried: boolean;
      readonly retryAfter: string | null;
    };

/** A request on its way. */
export type Request = {
  readonly endpoint: EndpointName;
  readonly credentials: Credentials;
  readonly key: string;
  readonly body: string;
  readonly isAlive: () => boolean;
  readonly settle: (exchange: Exchange) => void;
};

export type ModelService = {
  readonly honoursKey: boolean;
  readonly made: readonly Made[];
  readonly open: () => readonly Request[];
  readonly receive: (request: Request) => void;
  /** Ends a request so; what of it never comes back to a dead process is carried out all the same. */
  readonly end: (request: Request, fate: Fate) => Exchange | null;
  /** Requests that were thought lost arrive. */
  readonly lateOnes: () => void;
  readonly tokenFor: (account: string) => string;
  /** The account's token is no longer accepted; `tokenFor` gives another one. */
  readonly expire: (account: string) => void;
};

/** External IDs that somebody else's patients have. */
export const foreignExternalIds = ["TAKEN-1", "TAKEN-2"] as const;
export const addressOf = (account: string): string => `https://${account}.example`;

type Reply = { readonly status: number; readonly body: unknown };
const idNames = ["patientId", "id", "existingPatientId", "existingId"] as const;

const answered = (status: number, body: string, bodyEnd: "complete" | "broken" | "too-large"): Exchange => ({
  kind: "answered",
  phase: bodyEnd === "complete" ? "answered" : "answering",
  status,
  retryAfter: null,
  body: Buffer.from(body),
  bodyEnd,
});
const lost = (phase: Phase): Exchange => ({ kind: "unclear", phase, reason: "ECONNRESET" });

const bodies: Readonly<Record<Body, string>> = {
  json: '{"message":"So it is.","errors":{"zip":"No."}}',
  empty: "",
  html: "<html><h1>So it is</h1></html>",
  broken: '{"mess',
};
const unreadables: Readonly<
  Record<Extract<Fate, { fate: "unreadable" }>["how"], [string, "complete" | "broken" | "too-large"]>
> = {
  broken: ['{"patientId":1', "broken"],
  html: ["<html></html>", "complete"],
  "too-large": ["[[[[", "too-large"],
  "other-type": ['{"patientId":"x","id":null}', "complete"],
};

const others: Readonly<Record<OtherAnswer, unknown>> = {
  page: null,
  empty: null,
  "says no": { success: false, id: 7, patientId: 7, url: "https://example.com/1", events: ["a.b.v1"] },
  "nothing of it": {},
  queued: { queued: true },
  stranger: {
    id: 990_001,
    patientId: 990_002,
    serviceId: 990_003,
    externalId: "ANOTHER-1",
    dob: "1950-12-24",
    appointmentDateTime: "2031-12-24T08:00:00-05:00",
    address: "9 Elsewhere Road",
    billingType: "Bill to Account",
    url: "https://elsewhere.example/hooks",
    events: ["elsewhere.happened.v1"],
  },
};

const otherBody = (how: OtherAnswer): string =>
  how === "page" ? bodies.html : how === "empty" ? "" : JSON.stringify(others[how]);

/** Whether the status leaves open that the request was carried out. */
export const leavesOpen = (status: number): boolean => status < 400 || status === 408 || status >= 500;

export type ModelServiceOptions = { readonly honoursKey: boolean };

/** The service as the model has it: a ledger, unique external IDs, tokens; a key only where it honours one. */
export function modelService({ honoursKey }: ModelServiceOptions): ModelService {
  const made: Made[] = [];
  const patients = new Map<string, number>();
  const tokens = new Map<string, number>();
  const replies = new Map<string, Reply>();
  let open: Request[] = [];
  let late: Request[] = [];
  let lastId = 100;

  const accountOf = ({ serviceAddress }: Credentials): string =>
    new URL(serviceAddress).hostname.split(".")[0] ?? "";
  const tokenFor = (account: string): string => `${account}-token-${tokens.get(account) ?? 1}`;
  const nextId = (): number => (lastId += 1);
  const patientKey = (account: string, externalId: string): string =>
    `${account}/${externalId.toUpperCase()}`;
  const foreign = new Map<string, number>(
    foreignExternalIds.map((externalId, index) => [externalId, index + 1]),
  );

  function create(request: Request): Reply {
    const account = accountOf(request.credentials);
    const body: Record<string, unknown> = JSON.parse(request.body);
    const id = nextId();
    const base = { account, key: request.key, id };
    switch (request.endpoint) {
      case "createPatient": {
        const externalId = String(body["externalId"] ?? "");
        const existing = foreign.get(externalId) ?? patients.get(patientKey(account, externalId));
        if (existing !== undefined) return { status: 409, body: { [idNames[id % 4] ?? "id"]: existing } };
        patients.set(patientKey(account, externalId), id);
        made.push({ ...base, kind: "patient", externalId, url: null });
        return { status: 201, body: { patientId: id } };
      }
      case "bookAppointment": {
        made.push({ ...base, kind: "booking", externalId: null, url: null });
        const { paymentMethod: _method, patientId: _patient, serviceId: _service, ...place } = body;
        const zone = { appointmentTimeZone: "America/New_York", price: 95, status: "Pending" };
        return { status: 200, body: { notes: null, ...place, ...zone, id } };
      }
      case "registerWebhook":
        made.push({ ...base, kind: "webhook", externalId: null, url: String(body["url"]) });
        return { status: 201, body: { ...body, id } };
      case "listWebhooks":
        return { status: 200, body: listOf(account) };
    }
  }
  const hooks = new Map<string, unknown[]>();
  const listOf = (account: string): unknown[] => hooks.get(account) ?? [];

  /** Does what was asked for, as far as the token allows it. */
  function carryOut(request: Request): Reply {
    const account = accountOf(request.credentials);
    if (request.credentials.token !== tokenFor(account))
      return { status: 401, body: { message: "Who is it?" } };
    const known = request.key === "" || !honoursKey ? undefined : replies.get(request.key);
    if (known !== undefined) return known;
    const reply = create(request);
    if (request.endpoint === "registerWebhook") hooks.set(account, [...listOf(account), reply.body]);
    if (reply.status < 300) replies.set(request.key, reply);
    return reply;
  }

  function exchangeOf(request: Request, fate: Fate): Exchange {
    switch (fate.fate) {
      case "ok": {
        const reply = carryOut(request);
        return answered(reply.status, JSON.stringify(reply.body), "complete");
      }
      case "unreadable": {
        const reply = carryOut(request);
        if (reply.status > 299) return answered(reply.status, JSON.stringify(reply.body), "complete");
        return answered(reply.status, ...unreadables[fate.how]);
      }
      case "other":
        return answered(200, otherBody(fate.how), "complete");
      case "not-reached":
        return { kind: "not-reached", phase: fate.phase, reason: "ECONNREFUSED" };
      case "unclear":
        if (fate.carried === "yes") carryOut(request);
        // A webhook that arrives after its list was read cannot be told: only the others are this late.
        if (fate.carried === "late" && request.endpoint !== "registerWebhook") late.push(request);
        return lost(fate.phase);
      case "status": {
        if (fate.carried && leavesOpen(fate.status)) carryOut(request);
        const exchange = answered(
          fate.status,
          bodies[fate.body],
          fate.body === "broken" ? "broken" : "complete",
        );
        return exchange.kind === "answered" ? { ...exchange, retryAfter: fate.retryAfter } : exchange;
      }
    }
  }

  return {
    honoursKey,
    made,
    open: () => open,
    receive: (request) => void (open = [...open, request]),
    end: (request, fate) => {
      if (!open.includes(request)) return null;
      open = open.filter((other) => other !== request);
      const exchange = exchangeOf(request, fate);
      if (request.isAlive()) request.settle(exchange);
      return exchange;
    },
    lateOnes: () => {
      for (const request of late) carryOut(request);
      late = [];
    },
    tokenFor,
    expire: (account) => void tokens.set(account, (tokens.get(account) ?? 1) + 1),
  };
}
