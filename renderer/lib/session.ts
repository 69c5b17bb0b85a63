import type { Connection, Session } from "../../shared/session/account.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import type { Bridge } from "./ipc.ts";
import { createMainStore, type MainStore } from "./main-store.ts";

/** Milliseconds for which a line that is lost is not told of aloud, nor its return where nothing was sent with it. */
export const briefLoss = 3_000;

/** Who is at the desk and how the line to the service stands. Both null until main has answered. */
export type SessionState = {
  readonly session: Session | null;
  readonly connection: Connection | null;
  /** RFC 3339 instant at which the line was first found down; null while it is up. */
  readonly offlineSince: string | null;
};

/** The line as main now knows it. While it is asked again, it is as it was. */
function withLine(
  { offlineSince }: Pick<SessionState, "offlineSince">,
  connection: Connection,
): Pick<SessionState, "connection" | "offlineSince"> {
  if (connection.state === "checking") return { connection, offlineSince };
  const since = connection.state === "offline" ? (offlineSince ?? new Date().toISOString()) : null;
  return { connection, offlineSince: since };
}

/** `session.changed` comes with every change of it, and `connection.changed` with every change of the line. */
export const createSessionStore = (bridge: Bridge): MainStore<SessionState, RouteOutput<"session.get">> =>
  createMainStore<SessionState, RouteOutput<"session.get">>(
    { bridge, session: null },
    {
      empty: { session: null, connection: null, offlineSince: null },
      ask: () => bridge.call("session.get", {}),
      show: ({ session, connection }, before) => ({ session, ...withLine(before, connection) }),
      hear: (on, onPart) => [
        on("session.changed", (session, before) => ({ ...before, session })),
        onPart("connection.changed", (connection, before) => ({
          ...before,
          ...withLine(before, connection),
        })),
      ],
    },
  );
