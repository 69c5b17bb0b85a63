import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";

/** Hints to other hubs that a clinic has more. */
export type Telling = {
  /** Tells of a clinic a moment later, with all others of that moment. */
  readonly tell: (clinic: string) => void;
  /** Whose hints it are that come back to this hub: its own desks know already. */
  readonly sender: string;
  readonly close: () => Promise<void>;
};

/** The channel, and what it carries: the clinic and the hub that took the push. */
export const channel = "hub_more";
export const parseNotification = (payload: string): { readonly clinic: string; readonly sender: string } => {
  const [clinic = "", sender = ""] = payload.split(" ");
  return { clinic, sender };
};

/** Milliseconds in which hints are gathered. */
const gathered = 5;

/**
 * Not in the transaction of the push: PostgreSQL lets one transaction with a notification commit at a time, of all clinics, so
 * that each would wait for the others' disk. A hub that ends before it has told leaves the desks of other hubs to their next look.
 */
export function createNotifier(database: Database): Telling {
  const sender = randomUUID().slice(0, 8);
  let waiting = new Set<string>();
  let busy: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    const clinics = [...waiting];
    waiting = new Set();
    await database
      .transaction(null, async ({ write }) =>
        write("select pg_notify($1, clinic || ' ' || $2) from unnest($3::text[]) as clinic", [
          channel,
          sender,
          clinics,
        ]),
      )
      // Only a hint: the desks of other hubs look by themselves.
      .catch(() => undefined);
  }
  function soon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      busy ??= flush().finally(() => {
        busy = null;
        if (waiting.size > 0) soon();
      });
    }, gathered);
  }
  return {
    sender,
    tell: (clinic) => {
      waiting.add(clinic);
      if (busy === null) soon();
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await busy;
    },
  };
}
