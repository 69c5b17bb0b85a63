import { join } from "node:path";
import { fail, FailureError, type Failure } from "../../../shared/core/failure.ts";
import type { PracticeDelivery } from "../../../shared/webhooks/routes.ts";
import type { PatientInput } from "../../../shared/service-api/patient.ts";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { isHere } from "../../../shared/connection/host.ts";
import { say } from "../../../messages/saying.ts";
import { makePrivate, ensurePrivateFile, ensurePrivateFolder } from "../../platform/private-files.ts";
import type { Delivery, MockService } from "../../../mock/service.ts";

/** What practice starts with, so that a trainee finds somebody to book and something to book. */
export type PracticeSamples = {
  readonly services: readonly CatalogueService[];
  readonly patients: readonly { readonly patientId: number; readonly input: PatientInput }[];
};

export type Practice = {
  readonly start: () => Promise<{ readonly baseUrl: string; readonly token: string }>;
  readonly stop: () => Promise<void>;
  /** Whether it can be reached while it runs. */
  readonly answers: () => boolean;
  /** Has it answer or not, as a service that is down; nothing while it does not run. */
  readonly answer: (answers: boolean) => Promise<void>;
  readonly deliveries: () => PracticeDelivery[];
  /** An address of the practice service that takes deliveries; null while it does not run. */
  readonly inboxUrl: () => string | null;
  /** Where the practice service makes setup intents; null while it does not run. */
  readonly setupIntentUrl: () => string | null;
};

export type PracticeOptions = {
  /** Folder of its database; null keeps it in memory. */
  readonly directory: string | null;
  /** 32 bytes, for that database. */
  readonly key: () => Promise<Uint8Array | null>;
  readonly timeZone: string;
  readonly onSamples: (samples: PracticeSamples) => void;
  readonly onDelivery: (delivery: PracticeDelivery) => void;
};

const asPracticeDelivery = (delivery: Delivery): PracticeDelivery => ({
  id: `${delivery.eventId}/${delivery.webhookId}/${delivery.attempt}`,
  at: delivery.at,
  url: delivery.url,
  kind: delivery.kind,
  attempt: delivery.attempt,
  status: delivery.outcome.type === "answered" ? delivery.outcome.status : null,
  error: delivery.outcome.type === "failed" ? delivery.outcome.error : null,
  body: delivery.body,
});

/** Its log has the rights of the database, which SQLite begins with those of everybody. */
function prepare(directory: string, file: string): void {
  ensurePrivateFolder(directory);
  ensurePrivateFile(file);
  for (const end of ["-wal", "-shm"]) makePrivate(file + end, 0o600);
}

/** It holds samples and what was tried out, so a person may part with it; this program does not. */
const notOpened = (file: string): Failure =>
  fail("store", say("failures.store.practice", { file }), { next: "none" });

/** The built-in service. Its code is only loaded when somebody practises. */
export function createPracticeService(options: PracticeOptions): Practice {
  let running: { readonly service: MockService; readonly inbox: string; readonly intents: string } | null =
    null;

  return {
    start: async () => {
      if (running === null) {
        const mock = await import("../../../mock/service.ts");
        const key = options.directory === null ? null : await options.key();
        const file = options.directory === null ? null : join(options.directory, "practice.sqlite3");
        const begin = async (): Promise<MockService> => {
          if (options.directory !== null && file !== null && key !== null) prepare(options.directory, file);
          return mock.startMockService({
            ...(file === null || key === null ? {} : { databaseFile: file, databaseKey: key }),
            sampleData: true,
            clinicTimeZone: options.timeZone,
            // What is practised stays on this computer, whoever registered another address.
            deliversTo: isHere,
            onDelivery: (delivery) => options.onDelivery(asPracticeDelivery(delivery)),
          });
        };
        const service = await begin().catch((error: unknown) => {
          throw file === null ? error : new FailureError(notOpened(file));
        });
        const { baseUrl } = service;
        const intents = `${baseUrl}${mock.setupIntentPath}`;
        running = { service, inbox: `${baseUrl}${mock.inboxPath}`, intents };
        options.onSamples({
          services: mock.sampleServices.map(({ id, name, minutes }) => ({ id, name, minutes })),
          patients: service.samplePatients,
        });
      }
      // Whoever begins to practise has a service that answers.
      await running.service.listen();
      return { baseUrl: running.service.baseUrl, token: running.service.token };
    },
    stop: async () => {
      const { service } = running ?? {};
      running = null;
      await service?.close();
    },
    answers: () => running?.service.isListening() ?? true,
    answer: async (answers) => (answers ? running?.service.listen() : running?.service.hangUp()),
    deliveries: () => (running?.service.deliveries() ?? []).slice(-200).map(asPracticeDelivery).toReversed(),
    inboxUrl: () => running?.inbox ?? null,
    setupIntentUrl: () => running?.intents ?? null,
  };
}
