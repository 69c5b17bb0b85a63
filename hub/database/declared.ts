import { type Database, Refused } from "./database.ts";
import { explainNotSynchronous } from "./mark.ts";

/**
 * The operator says whether replication is synchronous: from then on each answer looks whether it is, and a promotion loses nothing that
 * was answered (decision 98). Answers what is declared, or why it cannot be.
 */
export const declareReplication = (
  database: Database,
  synchronous: boolean,
): Promise<{ readonly synchronous: boolean } | { readonly reason: string }> =>
  database.transaction(null, async ({ rows }) => {
    const [found] = await rows<{ standbys: string; commits: string }>(
      `select current_setting('synchronous_standby_names') as standbys,
         current_setting('synchronous_commit') as commits`,
    );
    if (found === undefined) throw new Refused({ code: "internal" });
    const reason = explainNotSynchronous({ ...found, synchronous });
    if (reason !== null) return { reason };
    await rows("update hub.identity set synchronous = $1", [synchronous]);
    return { synchronous };
  });
