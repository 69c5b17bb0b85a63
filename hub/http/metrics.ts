import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../database/database.ts";

/** What the hub counts. No label names a clinic, a desk, an address or a person. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({ pool }: Pick<Database, "pool">, streams: () => number) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const connections: Gauge<"state"> = new Gauge({
    name: "hub_database_connections",
    help: "Connections to the database: open, idle, and requests that wait for one",
    labelNames: ["state"] as const,
    registers,
    collect() {
      const { total, idle, waiting } = pool();
      connections.set({ state: "open" }, total);
      connections.set({ state: "idle" }, idle);
      connections.set({ state: "waiting" }, waiting);
    },
  });
  const open: Gauge = new Gauge({
    name: "hub_streams",
    help: "Open streams of desks",
    registers,
    collect: () => open.set(streams()),
  });
  return {
    registry,
    requests: new Histogram({
      name: "hub_request_seconds",
      help: "How long requests took",
      labelNames: ["method", "route", "status"] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    failures: new Counter({
      name: "hub_failures_total",
      help: "Answers with a failure, by its code",
      labelNames: ["code"] as const,
      registers,
    }),
    entries: new Counter({
      name: "hub_pushed_ciphertexts_total",
      help: "Ciphertexts of pushes that were kept",
      registers,
    }),
    notices: new Counter({
      name: "hub_notices_total",
      help: "Notices of the service: kept, or only counted",
      labelNames: ["kept"] as const,
      registers,
    }),
    restored: new Counter({
      name: "hub_database_restored_total",
      help: "How often this hub noticed that its database was restored, or promoted and may lack something",
      registers,
    }),
  };
}
