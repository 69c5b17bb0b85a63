import type { FastifyInstance } from "fastify";
import type { Store } from "./store.ts";

/** Where a trainee can have deliveries sent: a path on the mock itself. */
export const inboxPath = "/practice/inbox";

export type PracticeOptions = { readonly store: Store; readonly serveLedger: boolean };

/**
 * The mock's own paths. None is part of the interface and none asks for a token.
 * A stand-in for the payment provider's setup intent, when there is one, gets its path here;
 * the identifiers it issues are then known to the `acceptsPaymentMethod` the service is started with.
 */
export function addPracticeRoutes(app: FastifyInstance, { store, serveLedger }: PracticeOptions): void {
  // Takes any delivery. What arrived is in the record of deliveries, with this answer's status.
  app.post(inboxPath, (_request, reply) => reply.code(204).send());
  if (serveLedger) app.get("/mock/ledger", (_request, reply) => reply.send(store.ledger()));
}
