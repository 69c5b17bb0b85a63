import type { Database } from "../database/database.ts";

/** How often a hub says that it is there, in milliseconds. */
export const aliveEveryMs = 20_000;

/**
 * Says that a hub takes what it is told: it commits as a push does. If none did for two minutes, that time is kept: notices may have been
 * lost in it.
 */
export const noteAlive = (database: Database): Promise<unknown> =>
  database.durable(null, ({ rows }) =>
    rows(`with before as (select alive_at from hub.identity for update),
        gap as (insert into hub.absences (since, until)
          select alive_at, now() from before where alive_at < now() - interval '2 minutes'
          on conflict do nothing)
      update hub.identity set alive_at = now()`),
  );
