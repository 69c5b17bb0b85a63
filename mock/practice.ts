import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { type IssuedIntent, newSetupIntent } from "./setup-intent.ts";
import type { Store } from "./store.ts";

/** Where a trainee can have deliveries sent: a path on the mock itself. */
export const inboxPath = "/practice/inbox";

/** Where a setup intent is asked for. The mock's own: the interface names no such path. */
export const setupIntentPath = "/api/setup-intent";

/** Where the description of the interface is read, when there is one to serve. */
export const descriptionPath = "/openapi.yaml";

export type PracticeOptions = {
  readonly store: Store;
  readonly serveLedger: boolean;
  /** The description of the interface as YAML; null serves none. */
  readonly descriptionFile: string | null;
};

/** The mock's own paths that ask for no token. None is part of the interface. */
export function addPracticeRoutes(app: FastifyInstance, options: PracticeOptions): void {
  const { store, serveLedger, descriptionFile } = options;
  // Takes any delivery. What arrived is in the record of deliveries, with this answer's status.
  app.post(inboxPath, (_request, reply) => reply.code(204).send());
  if (serveLedger) app.get("/mock/ledger", (_request, reply) => reply.send(store.ledger()));
  if (descriptionFile === null) return;
  const description = readFileSync(descriptionFile, "utf8");
  app.get(descriptionPath, (_request, reply) => reply.type("application/yaml").send(description));
}

/** The mock's own path behind the token: a setup intent, as the clinic's service would make one. */
export function addSetupIntentRoute(api: FastifyInstance, onIssued: (intent: IssuedIntent) => void): void {
  api.post(setupIntentPath, (_request, reply) => {
    const intent = newSetupIntent();
    onIssued(intent);
    return reply.code(201).send(intent);
  });
}
