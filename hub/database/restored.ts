import type { Database } from "./database.ts";

/** A person says that this database was put back from a backup or copy that does not show it. Answers how often that was. */
export const noteRestoredByHand = (database: Database): Promise<{ readonly restorations: number }> =>
  database.transaction(null, async ({ rows }) => {
    const [row] = await rows<{ restorations: number }>(
      "update hub.identity set restorations = restorations + 1 returning restorations",
    );
    return { restorations: row?.restorations ?? 0 };
  });
