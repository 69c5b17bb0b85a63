/** A file of model/: who may send, and what a removed desk may read. */
export type Model = "sharing" | "removal";

/** Bounds of a search: names of its model. What is left out has the model's own value. */
export type Bounds = Readonly<Partial<Record<BoundName, number>>>;
type BoundName =
  | "DESKS"
  | "ATTEMPTS"
  | "EPOCHS"
  | "HUB_RESTORES"
  | "PROMOTIONS"
  | "COPIES"
  | "DESK_RESTORES"
  | "REMOVALS"
  | "WITHOUT_HUB"
  | "HUB_GOES"
  | "RESTORES"
  | "KEYS";

export type Search = {
  readonly title: string;
  readonly bounds: Bounds;
  /** "sharing" unless given. */
  readonly model?: Model;
};

const small: Bounds = { DESKS: 2, ATTEMPTS: 2, EPOCHS: 3 };

/** Every one must end without an error. Together some minutes on two cores, each below 4 GB. */
export const standardSearches: readonly Search[] = [
  { title: "two desks, three attempts", bounds: { ...small, ATTEMPTS: 3 } },
  { title: "three desks", bounds: { ...small, DESKS: 3, EPOCHS: 2 } },
  { title: "a copied profile", bounds: { ...small, COPIES: 1 } },
  { title: "a desk put back from a backup", bounds: { ...small, DESK_RESTORES: 1 } },
  { title: "the hub restored or promoted", bounds: { ...small, HUB_RESTORES: 1 } },
  { title: "a replica promoted, and back", bounds: { ...small, PROMOTIONS: 1 } },
  { title: "a removed desk", bounds: { ...small, REMOVALS: 1 } },
  { title: "without the hub", bounds: { ...small, WITHOUT_HUB: 1 } },
  { title: "the hub gone for good", bounds: { ...small, WITHOUT_HUB: 1, HUB_GOES: 1 } },
  { model: "removal", title: "a removal, the hub put back", bounds: { DESKS: 3, RESTORES: 1, KEYS: 5 } },
  { model: "removal", title: "a removal, the hub put back twice", bounds: { RESTORES: 2, KEYS: 5 } },
];

/** `-- --long`: hours, and up to 8 GB each. */
export const longSearches: readonly Search[] = [
  { title: "two desks, four attempts", bounds: { ...small, ATTEMPTS: 4, EPOCHS: 4 } },
  { title: "three desks, three claims", bounds: { ...small, DESKS: 3 } },
  { title: "three desks, one of them a copy", bounds: { ...small, DESKS: 3, EPOCHS: 2, COPIES: 1 } },
  { title: "the hub restored twice", bounds: { ...small, EPOCHS: 2, HUB_RESTORES: 2 } },
  {
    title: "a copied profile, the hub restored",
    bounds: { ...small, EPOCHS: 2, COPIES: 1, HUB_RESTORES: 1 },
  },
  {
    model: "removal",
    title: "a removal, the hub put back three times",
    bounds: { DESKS: 3, RESTORES: 3, KEYS: 6 },
  },
  { title: "hub and desk restored", bounds: { ...small, EPOCHS: 2, DESK_RESTORES: 1, HUB_RESTORES: 1 } },
];

export type Planted = Search & {
  /** Defined for the model: PLANT_… */
  readonly plant: string;
};

const two = { DESKS: 2, ATTEMPTS: 2, EPOCHS: 2 };
const restored = { ...two, HUB_RESTORES: 1 };
const promoted = { ...two, PROMOTIONS: 1 };
const putBack = { DESKS: 2, RESTORES: 1, KEYS: 5 };

/** Parts of the rule that are left out. Each must give a history that breaks a property. */
export const plantedErrors: readonly Planted[] = [
  { plant: "LEASE", title: "a lease ended by a clock", bounds: two },
  { plant: "NO_CONFIRMATION", title: "sent without confirmation", bounds: two },
  { plant: "RESTORE_UNNOTICED", title: "a restored hub not noticed", bounds: restored },
  { plant: "EPOCH_REPEATS", title: "epochs repeat after a restore", bounds: restored },
  { plant: "HAND_OVER_HUB_FIRST", title: "handed over at the hub first", bounds: two },
  { plant: "SHARED_AFTER_ANSWER", title: "shared only after the answer", bounds: two },
  { plant: "OLD_ANSWER", title: "an old confirmation for a new attempt", bounds: { ...two, ATTEMPTS: 3 } },
  { plant: "ATTEMPT_FROM_DISK", title: "an attempt believed from the disk", bounds: { ...two, COPIES: 1 } },
  { plant: "RIGHT_ON_DISK", title: "the right to send on the disk", bounds: { ...two, COPIES: 1 } },
  { plant: "PARENT_OPEN", title: "the parent of an edit left open", bounds: two },
  { plant: "BOOKED_IGNORED", title: "booked from a former holder ignored", bounds: two },
  { plant: "NO_WAY", title: "no way without the hub", bounds: { ...two, HUB_GOES: 1 } },
  { plant: "OPEN_UNRECORDED", title: "an open attempt not recorded", bounds: two },
  { plant: "NAMES_FEWER", title: "a decision that names fewer", bounds: two },
  {
    plant: "SHARED_ANEW",
    title: "shared anew as if just made",
    bounds: { ...restored, DESK_RESTORES: 1 },
  },
  {
    plant: "REPORTS_CLEAR",
    title: "reports end that the history may be incomplete",
    bounds: { ...restored, COPIES: 1 },
  },
  { plant: "NOT_ENFORCED", title: "declared synchronous, and not looked at", bounds: promoted },
  { plant: "GOES_BACK", title: "a database that goes back not noticed", bounds: promoted },
  { plant: "TWO_PRIMARIES", title: "an old primary that is still answered from", bounds: promoted },
  { model: "removal", plant: "FORGETS", title: "rewind forgets a removal", bounds: putBack },
  { model: "removal", plant: "SEALS_FIRST", title: "sealed before the removal is said", bounds: putBack },
  { model: "removal", plant: "SAME_KEY", title: "the removal said without a new key", bounds: putBack },
  { model: "removal", plant: "ITS_OWN_WORD", title: "a removed desk's own word taken", bounds: putBack },
  { model: "removal", plant: "NUMBER_ALONE", title: "another key of the same number", bounds: putBack },
];
