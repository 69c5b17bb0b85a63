import type { Database } from "./database.ts";

/** A person says that this database was put back from a backup or copy that does not show it. Answers how often that was. */
export const noteRestoredByHand = (database: Database): Promise<{ readonly restorations: number }> =>
  database.transaction(null, async ({ rows }) => {
    const [row] = await rows<{ restorations: number }>(
      `with gap as (insert into hub.absences (since, until)
          select alive_at, now() from hub.identity where alive_at is not null on conflict do nothing)
        update hub.identity set restorations = restorations + 1, restored_at = now() returning restorations`,
    );
    return { restorations: row?.restorations ?? 0 };
  });
