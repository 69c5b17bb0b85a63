/**
 * An item that several desks share, as the hub keeps it, and what may be asked about it. model/README.md says the rule
 * and how it was found; `hub-rule.ts` is the hub's part of it, `desk-rule.ts` the desk's. Ids are random UUIDs.
 */

/** What became of an attempt. `refused`: the service said no, nothing was made. `unclear`: it may have arrived. */
export type AttemptOutcome = "booked" | "refused" | "not-sent" | "unclear";

/** `open`: confirmed to a desk, which has not reported. */
export type AttemptState = "open" | AttemptOutcome;

export type SharedAttempt = {
  readonly id: string;
  /** Who sent it, or was allowed to: a desk's id. */
  readonly desk: string;
  readonly state: AttemptState;
  /** Of the item that this one is the linked draft of. */
  readonly inherited: boolean;
};

/** A person's "Book again". */
export type ClaimDecision = {
  /** The attempts that this person was shown. */
  readonly named: readonly string[];
  /** The clinic's generation in which the person was told that the history may be incomplete; null when not told. */
  readonly toldIn: number | null;
};

export type SharedItem = {
  readonly id: string;
  /** The claim: who may ask to send, and the how-manieth claim it is. No epoch is ever given twice. */
  readonly holder: string;
  readonly epoch: number;
  /** The clinic's generation under which the item was made: each restore or promotion of the database begins another. */
  readonly madeIn: number;
  /** It was taken over, or shared as unclear, and nobody has decided since. */
  readonly mustDecide: boolean;
  readonly decision: ClaimDecision | null;
  readonly end: "booked" | "discarded" | "edited" | null;
  readonly attempts: readonly SharedAttempt[];
};

/** What a desk asks of the hub. `epoch` is the claim that it believes to stand. */
export type HubRequest =
  | {
      readonly ask: "share";
      readonly item: string;
      readonly madeIn: number;
      readonly needsChecking: boolean;
      /** Attempts before it was shared that may have arrived. */
      readonly attempts: readonly string[];
      readonly isBooked: boolean;
    }
  | {
      readonly ask: "confirm";
      readonly item: string;
      readonly epoch: number;
      readonly attempt: string;
      /** Attempts of this very process that certainly never left it. */
      readonly notSent: readonly string[];
    }
  | {
      readonly ask: "report";
      readonly item: string;
      readonly attempt: string;
      readonly outcome: AttemptOutcome;
    }
  | {
      readonly ask: "book-again";
      readonly item: string;
      readonly epoch: number;
      readonly named: readonly string[];
      readonly toldIncomplete: boolean;
    }
  | {
      readonly ask: "hand-over";
      readonly item: string;
      readonly epoch: number;
      readonly to: string;
      readonly notSent: readonly string[];
    }
  | { readonly ask: "take-over"; readonly item: string; readonly epoch: number }
  | { readonly ask: "discard" | "mark-booked"; readonly item: string; readonly epoch: number }
  | { readonly ask: "edit"; readonly item: string; readonly epoch: number; readonly draft: string }
  | { readonly ask: "read"; readonly item: string };

/** Why the hub says no. */
export type HubRefusal =
  | "removed"
  | "unknown-item"
  | "claim-changed"
  | "attempt-used"
  | "needs-checking"
  | "history-incomplete";

/** `item` is the one that was asked about, as it stands after the answer; null when there is none. */
export type HubAnswer =
  | { readonly ok: true; readonly item: SharedItem }
  | { readonly ok: false; readonly refusal: HubRefusal; readonly item: SharedItem | null };

export const mayHaveArrived = ({ state }: SharedAttempt): boolean =>
  state === "open" || state === "unclear" || state === "booked";

/** The attempts that a decision to book again has to name. */
export const toBeNamed = ({ attempts }: SharedItem): readonly string[] =>
  attempts.filter(mayHaveArrived).map(({ id }) => id);

/**
 * Other desks may have done with it what the hub no longer knows: it was made before the database was restored. Reports
 * never end that, only a person does: a copied profile or a restored desk reports less than was done under its name.
 */
export const mayBeIncomplete = ({ madeIn }: SharedItem, generation: number): boolean => madeIn !== generation;

/** Why the item may not be sent without a person's decision; null when it may. */
export function undecided(item: SharedItem, generation: number): HubRefusal | null {
  if (mayBeIncomplete(item, generation) && item.decision?.toldIn !== generation) return "history-incomplete";
  const named = item.decision?.named ?? [];
  return item.mustDecide || toBeNamed(item).some((id) => !named.includes(id)) ? "needs-checking" : null;
}

/** Waits for nothing but the hub's word. */
export const isReady = (item: SharedItem, generation: number): boolean =>
  item.end === null && undecided(item, generation) === null;
