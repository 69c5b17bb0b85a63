import type { ClinicState } from "../../shared/clinic/clinic.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** Whether this desk belongs to a clinic with several, and how it stands with the hub; null until main has answered. */
export type ClinicStoreState = { readonly clinic: ClinicState | null };

export type Membership = Extract<ClinicState, { membership: "member" }>;

/** It belongs to the account at the desk. */
export const createClinicStore = (desk: MainDesk): MainStore<ClinicStoreState, ClinicState> =>
  createMainStore<ClinicStoreState, ClinicState>(desk, {
    empty: { clinic: null },
    ask: () => desk.bridge.call("clinic.get", {}),
    show: (clinic) => ({ clinic }),
    hear: (on) => [on("clinic.changed", (clinic) => ({ clinic }))],
    clear: () => ({ clinic: null }),
  });

/** What a member of a clinic knows of it; null at a desk that belongs to none, or is not known yet to belong. */
export const getMembership = ({ clinic }: ClinicStoreState): Membership | null =>
  clinic?.membership === "member" ? clinic : null;
