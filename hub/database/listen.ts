import pg from "pg";
import { openSockets } from "./sockets.ts";
import { channel, parseNotification } from "./tell.ts";

/** Milliseconds: a connection that hangs says nothing at its end either. */
const longestGoodbye = 2_000;

export type Listening = { readonly close: () => Promise<void> };

/**
 * Hears of the pushes that other hubs than `sender` took, on one direct connection (a pooler that lends connections a transaction
 * at a time passes none on).
 * Only a hint: nothing depends on it. `onMore` gets a clinic, or null when some may have been missed.
 */
export function listenForNotifications(
  connection: pg.ClientConfig,
  onMore: (clinic: string | null) => void,
  { sender: hub, retryMs = 2_000 }: { readonly sender: string; readonly retryMs?: number },
): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const sockets = openSockets();

  function again(): void {
    const gone = client;
    client = null;
    gone?.end().catch(() => undefined);
    if (isClosed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void connect();
    }, retryMs);
  }

  async function connect(): Promise<void> {
    if (isClosed) return;
    const own = new pg.Client({
      ...connection,
      stream: sockets.stream,
      keepAlive: true,
      application_name: "front-desk-hub-listen",
    });
    client = own;
    own.on("error", again);
    own.on("end", () => client === own && again());
    own.on("notification", ({ payload }) => {
      const { clinic, sender } = parseNotification(payload ?? "");
      if (sender !== hub) onMore(clinic);
    });
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      onMore(null);
    } catch {
      if (client === own) again();
    }
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      const last = client;
      client = null;
      await sockets.endWith(last?.end().catch(() => undefined) ?? Promise.resolve(), longestGoodbye);
    },
  };
}
