import type { Failure } from "../../shared/core/failure.ts";
import type { FeatureScreen } from "../../shared/screens.ts";
import type { Intake } from "../../shared/intake/intake.ts";
import type { SettingsSection } from "./settings-pages.ts";
import { createStore, type StoreApi } from "zustand/vanilla";

/** `service`: its number or its name; `date`: `YYYY-MM-DD`. Null: the link says nothing of it. */
export type LinkedVisit = { readonly service: string | null; readonly date: string | null };

/** The booking that another is to follow, and the day that was chosen, `YYYY-MM-DD`. */
export type FollowUp = { readonly itemId: string; readonly date: string };

/** Where the window can be. Ids are those of records on this computer. */
type CoreTarget =
  | {
      readonly screen: "new-booking";
      /** The draft to go on with; none: the one that was being typed, else a new booking. */
      readonly itemId?: string;
      /** A known patient to book for. */
      readonly patientRecordId?: string;
      /** A booking that follows another. */
      readonly followUp?: FollowUp;
      /** Name of the field to come back to. */
      readonly focus?: string;
      /** A blank booking, also where another was being typed. */
      readonly isFresh?: boolean;
      /** What a link says of a new booking; the person looks at it first. */
      readonly link?: LinkedVisit;
    }
  | {
      readonly screen: "patients";
      readonly patientRecordId?: string;
      readonly itemId?: string;
      /** What to look for. */
      readonly search?: string;
      /** What the form of a new patient begins with, for the person to look at. */
      readonly begins?: Intake;
    }
  /** A file of patients, and the import that is under way. */
  | { readonly screen: "import" }
  | { readonly screen: "bookings"; readonly itemId?: string }
  /** `calls`: one person after the other who is to be called for a card, first the one of `itemId`. */
  | { readonly screen: "outbox"; readonly itemId?: string; readonly calls?: true }
  | { readonly screen: "webhooks"; readonly itemId?: string }
  /** What to set up at a new desk. */
  | { readonly screen: "setup" }
  | { readonly screen: "activity" }
  /** `section`: to whose heading to go, on its page; `field`: to the setting of that name in it. */
  | { readonly screen: "settings"; readonly section?: SettingsSection; readonly field?: string };
/** Or a screen of an optional feature. */
export type Target = [FeatureScreen] extends [never]
  ? CoreTarget
  : CoreTarget | { readonly screen: FeatureScreen };
export type Screen = Target["screen"];
export type TargetOf<S extends Screen> = Extract<Target, { screen: S }>;

export type NavigationState = {
  readonly target: Target;
  /** Counts up with every `go`, also to the same place; `replace` leaves it. */
  readonly visit: number;
  /** What somebody wants to go on to, and why what was typed here could not be saved first; a person decides. */
  readonly asks: { readonly goOn: () => void; readonly failure: Failure } | null;
  /** Goes there, once what was typed is saved: the screen starts afresh and its heading gets the focus. */
  readonly go: (target: Target) => void;
  /** Goes on to something else on the same screen, such as the next form, once what was typed is saved. */
  readonly leave: (goOn: () => void) => void;
  /** Decides: goes on without what could not be saved, or stays. */
  readonly decide: (leave: boolean) => void;
  /** Goes there whatever is typed here: it was left already, or belongs to an account that is no longer at the desk. */
  readonly startAt: (target: Target) => void;
  /** Notes where the screen now is (a draft got its id) without starting it afresh. */
  readonly replace: (target: Target) => void;
};

/** Whoever is led from one setting to another takes leave of nothing: what is typed stays on its page. */
const staysOpen = (from: Target, to: Target): boolean =>
  from.screen === "settings" && to.screen === "settings";

/**
 * `beforeLeaving` runs before each `go` and `leave`: what was typed is saved first. It answers null when all is saved, else
 * what comes of saving it.
 */
export const createNavigationStore = (
  beforeLeaving: () => Promise<Failure | null> | null,
): StoreApi<NavigationState> =>
  createStore((set, get) => {
    const startAt = (target: Target): void =>
      set((state) => ({ target, visit: state.visit + 1, asks: null }));
    const goOnOrAsk = async (goOn: () => void, saved: Promise<Failure | null>): Promise<void> => {
      const failure = await saved;
      if (failure === null) goOn();
      else set({ asks: { goOn, failure } });
    };
    const leave = (goOn: () => void): void => {
      const saved = beforeLeaving();
      if (saved === null) goOn();
      else void goOnOrAsk(goOn, saved);
    };
    return {
      target: { screen: "new-booking" },
      visit: 0,
      asks: null,
      go: (target) => (staysOpen(get().target, target) ? startAt(target) : leave(() => startAt(target))),
      leave,
      decide: (goesOn) => {
        const { asks } = get();
        set({ asks: null });
        if (goesOn) asks?.goOn();
      },
      startAt,
      replace: (target) => set({ target }),
    };
  });
