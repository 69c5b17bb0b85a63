import { createStore, type StoreApi } from "zustand/vanilla";

/** Where the window can be. Ids are those of records on this computer. */
export type Target =
  | {
      readonly screen: "new-booking";
      /** The draft to go on with; none: a new booking. */
      readonly itemId?: string;
      /** A known patient to book for. */
      readonly patientRecordId?: string;
      /** Accessible name of the field to come back to. */
      readonly focus?: string;
    }
  | { readonly screen: "patients"; readonly patientRecordId?: string; readonly itemId?: string }
  | { readonly screen: "bookings"; readonly itemId?: string }
  | { readonly screen: "outbox"; readonly itemId?: string }
  | { readonly screen: "webhooks"; readonly itemId?: string }
  | { readonly screen: "settings" };
export type Screen = Target["screen"];
export type TargetOf<S extends Screen> = Extract<Target, { screen: S }>;

export type NavigationState = {
  readonly target: Target;
  /** Counts up with every `go`, also to the same place; `replace` leaves it. */
  readonly visit: number;
  /** Goes there: the screen starts afresh and its heading gets the focus. */
  readonly go: (target: Target) => void;
  /** Notes where the screen now is (a draft got its id) without starting it afresh. */
  readonly replace: (target: Target) => void;
};

/** `beforeLeaving` runs before each `go`: what was typed is saved first. */
export const createNavigationStore = (beforeLeaving: () => void): StoreApi<NavigationState> =>
  createStore((set) => ({
    target: { screen: "new-booking" },
    visit: 0,
    go: (target) => {
      beforeLeaving();
      set((state) => ({ target, visit: state.visit + 1 }));
    },
    replace: (target) => set({ target }),
  }));
