import { firstEpoch, nextEpoch } from "./claim-epoch.ts";
import {
  type AttemptState,
  type HubAnswer,
  type HubRefusal,
  type HubRequest,
  mayBeIncomplete,
  mayHaveArrived,
  type SharedAttempt,
  type SharedItem,
  toBeNamed,
  undecided,
} from "./shared-item.ts";

/** What the hub's database holds of the rule. */
export type HubState = {
  /** Grows with each restore or promotion that the hub notices, beyond any that ever was. */
  readonly generation: number;
  readonly removed: readonly string[];
  readonly items: Readonly<Record<string, SharedItem>>;
};

export type HubStep = { readonly state: HubState; readonly answer: HubAnswer };
type RequestOf<A> = Extract<HubRequest, { readonly ask: A }>;
type Asking = { readonly state: HubState; readonly desk: string };

export const emptyHub = (generation: number): HubState => ({ generation, removed: [], items: {} });

const no = (state: HubState, refusal: HubRefusal, item: SharedItem | null): HubStep => ({
  state,
  answer: { ok: false, refusal, item },
});

function yes(state: HubState, ...items: readonly [SharedItem, ...(readonly SharedItem[])]): HubStep {
  const changed = Object.fromEntries(items.map((item) => [item.id, item]));
  return {
    state: { ...state, items: { ...state.items, ...changed } },
    answer: { ok: true, item: items[0] },
  };
}

/**
 * One request, as one transaction: a request that comes again, late or never leaves everything as true as it was. No clock is
 * read: a claim and an open attempt end by what a desk or a person says.
 */
export function hubStep(state: HubState, desk: string, request: HubRequest): HubStep {
  const item = state.items[request.item] ?? null;
  if (state.removed.includes(desk)) return no(state, "removed", item);
  if (request.ask === "share") return shared({ state, desk }, request, item);
  if (item === null) return no(state, "unknown-item", null);
  switch (request.ask) {
    case "read":
      return yes(state, item);
    case "report":
      return reported({ state, desk }, request, item);
    case "take-over":
      return item.epoch === request.epoch && item.end === null
        ? yes(state, { ...claimed(item, desk, state), mustDecide: true, decision: null })
        : no(state, "claim-changed", item);
    default:
      return item.holder === desk && item.epoch === request.epoch && item.end === null
        ? asHolder({ state, desk }, request, item)
        : no(state, "claim-changed", item);
  }
}

type HolderRequest = Exclude<HubRequest, { readonly ask: "share" | "read" | "report" | "take-over" }>;

function asHolder(asking: Asking, request: HolderRequest, item: SharedItem): HubStep {
  switch (request.ask) {
    case "confirm":
      return confirmed(asking, request, item);
    case "book-again":
      return decided(asking, request, item);
    case "hand-over":
      return yes(
        asking.state,
        claimed(withNotSent(item, asking.desk, request.notSent), request.to, asking.state),
      );
    case "discard":
      return yes(asking.state, { ...item, end: "discarded" });
    case "mark-booked":
      return yes(asking.state, { ...item, end: "booked" });
    case "edit":
      return edited(asking, request, item);
  }
}

const claimed = (item: SharedItem, holder: string, { generation }: HubState): SharedItem => ({
  ...item,
  holder,
  epoch: nextEpoch(item.epoch, generation),
});

/** The maker holds the first claim. Shared again, it is what it was: only what the desk knows of attempts is added. */
function shared({ state, desk }: Asking, request: RequestOf<"share">, known: SharedItem | null): HubStep {
  const item = known ?? {
    id: request.item,
    holder: desk,
    epoch: firstEpoch(state.generation),
    madeIn: request.madeIn,
    mustDecide: request.needsChecking,
    decision: null,
    end: null,
    attempts: [],
  };
  const attempts = request.attempts.reduce(
    (all, id) => withOutcome(all, { id, desk, state: "unclear", inherited: false }),
    item.attempts,
  );
  return yes(state, { ...item, attempts, end: request.isBooked ? "booked" : item.end });
}

const rank: Readonly<Record<AttemptState, number>> = {
  open: 0,
  "not-sent": 1,
  refused: 1,
  unclear: 2,
  booked: 3,
};

/**
 * Of two words about one attempt the one that is worse to forget stands, whichever came first. That nothing was made is
 * believed of the attempt's own desk alone.
 */
function withOutcome(attempts: readonly SharedAttempt[], told: SharedAttempt): readonly SharedAttempt[] {
  const known = attempts.find(({ id }) => id === told.id);
  if (known === undefined) return [...attempts, told];
  const isBelieved = told.desk === known.desk || told.state === "unclear" || told.state === "booked";
  return isBelieved && rank[told.state] > rank[known.state]
    ? attempts.map((one) => (one === known ? { ...one, state: told.state } : one))
    : attempts;
}

const withNotSent = (item: SharedItem, desk: string, ids: readonly string[]): SharedItem => ({
  ...item,
  attempts: ids.reduce(
    (all, id) => withOutcome(all, { id, desk, state: "not-sent", inherited: false }),
    item.attempts,
  ),
});

/** Yes is an attempt recorded as open. While there is one that no decision names, there is no other. */
function confirmed({ state, desk }: Asking, request: RequestOf<"confirm">, asked: SharedItem): HubStep {
  const item = withNotSent(asked, desk, request.notSent);
  const known = item.attempts.find(({ id }) => id === request.attempt);
  if (known !== undefined && known.state !== "open") return no(yes(state, item).state, "attempt-used", item);
  // Asked again, since the answer was lost: its own open attempt is not in its way.
  const others = item.attempts.filter(({ id }) => id !== request.attempt);
  const refusal = undecided({ ...item, attempts: others }, state.generation);
  if (refusal !== null) return no(yes(state, item).state, refusal, item);
  const open: SharedAttempt = { id: request.attempt, desk, state: "open", inherited: false };
  return yes(state, { ...item, attempts: [...others, open] });
}

/** From any desk that ever held it, at any time. "Booked" wins over everything; a linked draft has to be decided anew. */
function reported({ state, desk }: Asking, request: RequestOf<"report">, own: SharedItem): HubStep {
  const told = { id: request.attempt, desk, state: request.outcome };
  const after = (item: SharedItem): SharedItem => {
    const inherited = item.attempts.some(({ id, inherited }) => id === told.id && inherited);
    const attempts = withOutcome(item.attempts, { ...told, inherited });
    if (request.outcome !== "booked") return { ...item, attempts };
    return inherited
      ? { ...item, attempts, mustDecide: item.mustDecide || item.end === null }
      : { ...item, attempts, end: "booked" };
  };
  const heirs = Object.values(state.items).filter(
    (item) => item.id !== own.id && item.attempts.some(({ id }) => id === told.id),
  );
  return yes(state, after(own), ...heirs.map(after));
}

/** A decision names every attempt that may have arrived, and knows whether more may be missing. */
function decided({ state }: Asking, request: RequestOf<"book-again">, item: SharedItem): HubStep {
  if (toBeNamed(item).some((id) => !request.named.includes(id))) return no(state, "needs-checking", item);
  if (mayBeIncomplete(item, state.generation) && !request.toldIncomplete)
    return no(state, "history-incomplete", item);
  const toldIn = request.toldIncomplete ? state.generation : null;
  return yes(state, { ...item, mustDecide: false, decision: { named: request.named, toldIn } });
}

/** Closes the parent and opens the linked draft at once; the draft has to name what may have arrived. */
function edited({ state, desk }: Asking, request: RequestOf<"edit">, item: SharedItem): HubStep {
  if (state.items[request.draft] !== undefined) return no(state, "claim-changed", item);
  const inherited = item.attempts.filter(mayHaveArrived).map((one) => ({ ...one, inherited: true }));
  const draft: SharedItem = {
    ...item,
    id: request.draft,
    holder: desk,
    epoch: firstEpoch(state.generation),
    mustDecide: item.mustDecide,
    decision: null,
    attempts: inherited,
  };
  return yes(state, { ...item, end: "edited" }, draft);
}

/**
 * The database is another one, or an earlier one: said before anybody is answered. Every item of before now needs a person
 * who is told so, and every claim is a new one.
 */
export function restoredHub(state: HubState, generation: number): HubState {
  const next = { ...state, generation };
  const items = Object.values(state.items).map((item) => claimed(item, item.holder, next));
  return { ...next, items: Object.fromEntries(items.map((item) => [item.id, item])) };
}
