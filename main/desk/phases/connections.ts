import { createDeskDispatchers } from "../../features/policy/dispatchers.ts";
import { createDeskPractice } from "../../features/practice/desk-practice.ts";
import { createServiceClient } from "../../http/client.ts";
import type { Base } from "./records.ts";

/** The ways out of this computer, and the service of practice mode, which is on it. */
export function createConnections(base: Base) {
  const dispatchers = createDeskDispatchers(base);
  return {
    dispatchers,
    client: createServiceClient({ ...base, dispatchers }),
    practice: createDeskPractice(base),
  };
}

export type Connections = ReturnType<typeof createConnections>;
