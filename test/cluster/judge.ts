import pg from "pg";
import type { Cluster } from "./bring-up.ts";
import type { Ledger, Yes } from "./load.ts";

/** HONEST (model/README.md), of what the hub said yes to. */
export function untoldIn(yeses: readonly Yes[]): number {
  let untold = 0;
  for (const all of Map.groupBy(yeses, ({ item }) => item).values())
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const isTold =
          one.told || other.told || one.named.includes(other.attempt) || other.named.includes(one.attempt);
        if (!isTold) untold += 1;
      }
  return untold;
}

/** Of what was acknowledged, how much the database does not have. */
export async function lostOf(
  { admin }: Pick<Cluster, "admin">,
  { acknowledged }: Pick<Ledger, "acknowledged">,
): Promise<number> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      "select encode(clinic, 'hex') || ' ' || number || ' ' || encode(hash, 'hex') as key from hub.pushes",
    );
    const kept = new Set(rows.map(({ key }) => key));
    return acknowledged.filter(({ clinic, number, hash }) => !kept.has(`${clinic} ${number} ${hash}`)).length;
  } finally {
    await client.end();
  }
}
