import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import type { PatientInput } from "../shared/service-api/patient.ts";
import {
  issuedPaymentMethods,
  looksLikePaymentMethod,
  type PaymentMethodCheck,
} from "./appointment-rules.ts";
import { accountOf, createTokens, defaultSubject, type TokenRequest } from "./auth.ts";
import { isTimeZone } from "./clinic-time.ts";
import { createDecisions } from "./decisions.ts";
import { createDeliverer } from "./deliveries.ts";
import type { Delivery, LedgerEntry } from "./ledger.ts";
import { samplePatients } from "./sample-data.ts";
import { buildServer, type RequestNote } from "./server.ts";
import type { IssuedIntent } from "./setup-intent.ts";
import { openStore, type Store } from "./store.ts";

export { accountOf, defaultSubject, mockIssuer, type TokenRequest } from "./auth.ts";
export type { Delivery, LedgerEntry } from "./ledger.ts";
export { inboxPath, setupIntentPath } from "./practice.ts";
export type { IssuedIntent } from "./setup-intent.ts";
export { samplePatients, sampleServices } from "./sample-data.ts";
export type { RequestNote } from "./server.ts";

export type MockServiceOptions = {
  /** 0, the default, takes any free port. The host is always 127.0.0.1. */
  readonly port?: number;
  /** A SQLite file that outlives the service; in memory when null or absent. */
  readonly databaseFile?: string | null;
  /** 32 bytes: encrypts that file. */
  readonly databaseKey?: Uint8Array;
  /** Signs tokens (HS256). When absent: the database's own, else a random one, kept in the database. */
  readonly secret?: string;
  /** How long an appointment stays Pending, in milliseconds. 1500 when absent. */
  readonly decideAfterMs?: number;
  readonly clock?: () => Date;
  /** Makes the sample patients for the default account, once a database. */
  readonly sampleData?: boolean;
  /** An IANA name; America/New_York when absent. */
  readonly clinicTimeZone?: string;
  /** Registrations on this computer or a private network, which practice needs. True when absent. */
  readonly allowPrivateWebhookTargets?: boolean;
  /** A repeated Idempotency-Key gets the first answer again. False when absent: the interface has no such rule. */
  readonly honourIdempotencyKey?: boolean;
  /** Serves `GET /mock/ledger` without a token, for tests that run the mock as a process. False when absent. */
  readonly serveLedger?: boolean;
  /** Served as it is at `GET /openapi.yaml`, without a token. Nothing is when absent. */
  readonly descriptionFile?: string;
  readonly acceptsPaymentMethod?: PaymentMethodCheck;
  /**
   * Takes only payment methods of the practice card form and those of `registerPaymentMethod`, instead of all
   * that look like one. False when absent; `acceptsPaymentMethod`, when given, decides alone.
   */
  readonly strictPaymentMethods?: boolean;
  /** How long one delivery attempt may take, in milliseconds. 5000 when absent. */
  readonly deliveryTimeoutMs?: number;
  /** Waits between delivery attempts, in milliseconds. Two when absent, for three attempts. */
  readonly retryDelaysMs?: readonly number[];
  /** Where deliveries may go; anywhere when left out. */
  readonly deliversTo?: (url: string) => boolean;
  /** Told of every delivery attempt once it has ended. */
  readonly onDelivery?: (delivery: Delivery) => void;
  /** Told of every request as it arrives. */
  readonly onRequest?: (note: RequestNote) => void;
};

export type SamplePatient = { readonly patientId: number; readonly input: PatientInput };

export type MockService = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly baseUrl: string;
  /** A token of the default account, valid for ten years. */
  readonly token: string;
  /** Signs deliveries; in the form of Standard Webhooks, `whsec_` and base64. */
  readonly webhookSecret: string;
  /** Empty without `sampleData`. */
  readonly samplePatients: readonly SamplePatient[];
  readonly issueToken: (request: TokenRequest) => Promise<string>;
  /** A payment method that a provider has issued: taken from now on, also by `strictPaymentMethods`. */
  readonly registerPaymentMethod: (identifier: string) => void;
  /** The setup intents that were issued, oldest first. Not part of the interface. */
  readonly setupIntents: () => readonly IssuedIntent[];
  /** Every creation that was committed, of all accounts, in the order of commit. */
  readonly ledger: () => readonly LedgerEntry[];
  /** Every delivery attempt that has ended, oldest first; of one account (see `accountOf`), or of all. */
  readonly deliveries: (account?: string) => readonly Delivery[];
  readonly isListening: () => boolean;
  /** Cannot be reached from now on, as when it is down: nobody listens at its address. */
  readonly hangUp: () => Promise<void>;
  /** Can be reached again, at the same address. Rejects with Node's error when another program has its port now. */
  readonly listen: () => Promise<void>;
  /** Stops at once: open connections are cut, undelivered events abandoned. May be called again. */
  readonly close: () => Promise<void>;
};

const noop = (): void => undefined;

function secretFor(store: Store, given: string | undefined): string {
  const secret = given ?? store.setting("secret") ?? randomBytes(32).toString("base64url");
  store.setSetting("secret", secret);
  return secret;
}

function addSamplePatients(store: Store): SamplePatient[] {
  const account = accountOf(defaultSubject);
  return store.atomically(() =>
    samplePatients.map((input) => {
      const existing =
        input.externalId === undefined ? null : store.patientByExternalId(account, input.externalId);
      return { patientId: existing ?? store.addPatient(account, input), input };
    }),
  );
}

type Parts = {
  readonly store: Store;
  readonly secret: string;
  readonly timeZone: string;
  readonly options: MockServiceOptions;
};

/** Puts the parts together; nothing listens or is scheduled yet. */
function assemble({ store, secret, timeZone, options }: Parts) {
  const { clock = () => new Date(), onDelivery = noop, decideAfterMs = 1500 } = options;
  const signingKey = createHmac("sha256", secret).update("webhook signatures").digest();
  const deliverer = createDeliverer({
    clock,
    signingKey,
    timeoutMs: options.deliveryTimeoutMs ?? 5000,
    retryDelaysMs: options.retryDelaysMs ?? [250, 1000],
    ...(options.deliversTo === undefined ? {} : { reaches: options.deliversTo }),
    record(delivery) {
      store.addDelivery(delivery);
      onDelivery(delivery);
    },
  });
  const decisions = createDecisions({ store, clock, deliverer, decideAfterMs });
  const tokens = createTokens(secret, clock);
  const registered = new Set<string>();
  const intents: IssuedIntent[] = [];
  const usualCheck =
    options.strictPaymentMethods === true ? issuedPaymentMethods(registered) : looksLikePaymentMethod;
  const clinic = {
    store,
    clock,
    timeZone,
    acceptsPaymentMethod: options.acceptsPaymentMethod ?? usualCheck,
    allowPrivateWebhookTargets: options.allowPrivateWebhookTargets ?? true,
    appointmentBooked: decisions.schedule,
  };
  const server = buildServer({
    clinic,
    tokens,
    honourIdempotencyKey: options.honourIdempotencyKey ?? false,
    serveLedger: options.serveLedger ?? false,
    descriptionFile: options.descriptionFile ?? null,
    onRequest: options.onRequest ?? noop,
    onSetupIntent: (intent) => void intents.push(intent),
  });
  const webhookSecret = `whsec_${signingKey.toString("base64")}`;
  return { server, tokens, decisions, deliverer, webhookSecret, registered, intents };
}

async function listen(server: FastifyInstance, port: number): Promise<string> {
  const address = await server.listen({ host: "127.0.0.1", port });
  return new URL(address).origin;
}

/** Nobody listens for a while. Node's own server can do so again, which Fastify around it cannot. */
function hangingUp(
  { server }: FastifyInstance,
  baseUrl: string,
): Pick<MockService, "isListening" | "hangUp" | "listen"> {
  const port = Number(new URL(baseUrl).port);
  return {
    isListening: () => server.listening,
    hangUp: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
    listen: async () => {
      if (server.listening) return;
      server.listen(port, "127.0.0.1");
      // Rejects when the server says "error".
      await once(server, "listening");
    },
  };
}

/**
 * Starts the mock of the Appointment Booking Service on 127.0.0.1.
 * Rejects with a RangeError for an unknown time zone, with Node's or SQLite's error when the port or the
 * file cannot be used; nothing is left running then.
 */
export async function startMockService(options: MockServiceOptions = {}): Promise<MockService> {
  const timeZone = options.clinicTimeZone ?? "America/New_York";
  if (!isTimeZone(timeZone)) throw new RangeError(`Unknown time zone: ${timeZone}`);
  const store = openStore(options.databaseFile ?? null, options.databaseKey ?? null);
  const secret = secretFor(store, options.secret);
  const parts = assemble({ store, secret, timeZone, options });
  const { server, tokens, decisions, deliverer, webhookSecret } = parts;

  async function stop(): Promise<void> {
    await server.close();
    decisions.close();
    await deliverer.close();
    store.close();
  }

  try {
    const patients = options.sampleData === true ? addSamplePatients(store) : [];
    const token = await tokens.issue({ subject: defaultSubject });
    const baseUrl = await listen(server, options.port ?? 0);
    for (const id of store.pendingAppointments()) decisions.schedule(id);
    let stopped: Promise<void> | null = null;
    return {
      baseUrl,
      token,
      webhookSecret,
      samplePatients: patients,
      issueToken: tokens.issue,
      registerPaymentMethod: (identifier) => void parts.registered.add(identifier),
      setupIntents: () => [...parts.intents],
      ledger: store.ledger,
      deliveries: store.deliveries,
      ...hangingUp(server, baseUrl),
      close: () => (stopped ??= stop()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
