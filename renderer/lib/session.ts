import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure } from "../../shared/core/failure.ts";
import type { Connection, Session } from "../../shared/session/account.ts";
import type { Bridge } from "./ipc.ts";

/** Milliseconds for which a line that is lost is not told of aloud, nor its return where nothing was sent with it. */
export const briefLoss = 3_000;

/** Who is at the desk and how the line to the service stands. Both null until main has answered. */
export type SessionState = {
  readonly session: Session | null;
  readonly connection: Connection | null;
  /** RFC 3339 instant at which the line was first found down; null while it is up. */
  readonly offlineSince: string | null;
  /** Why the session could not be read at start. */
  readonly failure: Failure | null;
};

export const createSessionStore = (): StoreApi<SessionState> =>
  createStore(() => ({ session: null, connection: null, offlineSince: null, failure: null }));

/** The line as main now knows it. While it is asked again, it is as it was. */
export function withLine(
  { offlineSince }: Pick<SessionState, "offlineSince">,
  connection: Connection,
): Pick<SessionState, "connection" | "offlineSince"> {
  if (connection.state === "checking") return { connection, offlineSince };
  const since = connection.state === "offline" ? (offlineSince ?? new Date().toISOString()) : null;
  return { connection, offlineSince: since };
}

/**
 * Reads the session and keeps it fresh. What main says of it is taken from its event alone, which comes with every change: the
 * answer to a request may be read after a newer event. Answers how to stop.
 */
export function subscribeSession(store: StoreApi<SessionState>, bridge: Bridge): () => void {
  const stops = [
    bridge.listen("session.changed", (session) => store.setState({ session })),
    bridge.listen("connection.changed", (connection) =>
      store.setState((before) => withLine(before, connection)),
    ),
  ];
  void readSession(store, bridge);
  return () => stops.forEach((stop) => stop());
}

/** Reads both again; for a start that failed. */
export async function readSession(store: StoreApi<SessionState>, bridge: Bridge): Promise<void> {
  const asked = store.getState().session;
  const answer = await bridge.call("session.get", {});
  if (answer.ok) {
    const { session, connection } = answer.value;
    store.setState((now) => ({
      session: now.session === asked ? session : now.session,
      ...withLine(now, connection),
      failure: null,
    }));
  } else store.setState({ failure: answer.failure });
}
