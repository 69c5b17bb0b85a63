import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure } from "../../contract/failure.ts";
import type { Connection, Session } from "../../contract/records/account.ts";
import type { Bridge } from "../bridge/desk.ts";

/** Who is at the desk and how the line to the service stands. Both null until main has answered. */
export type SessionState = {
  readonly session: Session | null;
  readonly connection: Connection | null;
  /** Why the session could not be read at start. */
  readonly failure: Failure | null;
};

export const createSessionStore = (): StoreApi<SessionState> =>
  createStore(() => ({ session: null, connection: null, failure: null }));

/** Reads the session and keeps it fresh. Answers how to stop. */
export function keepSession(store: StoreApi<SessionState>, bridge: Bridge): () => void {
  const stops = [
    bridge.listen("session.changed", (session) => store.setState({ session })),
    bridge.listen("connection.changed", (connection) => store.setState({ connection })),
  ];
  void readSession(store, bridge);
  return () => stops.forEach((stop) => stop());
}

/** Reads both again; for a start that failed. */
export async function readSession(store: StoreApi<SessionState>, bridge: Bridge): Promise<void> {
  const answer = await bridge.call("session.get", {});
  if (answer.ok) store.setState({ ...answer.value, failure: null });
  else store.setState({ failure: answer.failure });
}
