import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure } from "../../shared/core/failure.ts";
import type { ClinicState } from "../../shared/clinic/clinic.ts";
import type { Bridge } from "./ipc.ts";
import type { SessionState } from "./session.ts";

/** Whether this desk belongs to a clinic with several, and how it stands with the hub. */
export type ClinicStoreState = {
  /** Null until main has answered. */
  readonly clinic: ClinicState | null;
  /** Why it has not. */
  readonly failure: Failure | null;
};

export type Membership = Extract<ClinicState, { membership: "member" }>;

export const createClinicStore = (): StoreApi<ClinicStoreState> =>
  createStore(() => ({ clinic: null, failure: null }));

/** What a member of a clinic knows of it; null at a desk that belongs to none, or is not known yet to belong. */
export const getMembership = ({ clinic }: Pick<ClinicStoreState, "clinic">): Membership | null =>
  clinic?.membership === "member" ? clinic : null;

type Parts = {
  readonly clinic: StoreApi<ClinicStoreState>;
  readonly session: StoreApi<SessionState>;
  readonly bridge: Bridge;
};

/** Reads it and keeps it fresh: it belongs to the account at the desk. Answers how to stop. */
export function subscribeClinic({ clinic: store, session, bridge }: Parts): () => void {
  let latest = 0;
  const read = async (): Promise<void> => {
    const serial = (latest += 1);
    const answer = await bridge.call("clinic.get", {});
    // What main told meanwhile is newer.
    if (serial !== latest) return;
    store.setState(
      answer.ok ? { clinic: answer.value, failure: null } : { clinic: null, failure: answer.failure },
    );
  };
  const stops = [
    bridge.listen("clinic.changed", (clinic) => {
      latest += 1;
      store.setState({ clinic, failure: null });
    }),
    session.subscribe((now, before) => {
      // The first reading of the session; the clinic is read beside it.
      if (before.session === null || now.session?.accountId === before.session.accountId) return;
      // Until main has said what the next account's is, nothing of the last one's is shown.
      store.setState({ clinic: null, failure: null });
      void read();
    }),
  ];
  void read();
  return () => {
    latest += 1;
    stops.forEach((stop) => stop());
  };
}
