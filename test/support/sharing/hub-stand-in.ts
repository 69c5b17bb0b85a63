import type { Entry } from "../../../shared/hub-api/entries.ts";
import { applyPush } from "../../../shared/clinic/log/apply.ts";
import { confirmAgain } from "../../../shared/clinic/log/claims.ts";
import { type LogItem, mayBeIncomplete, mayHaveArrived } from "../../../shared/clinic/log/item.ts";
import type { LogDesk } from "../../../shared/clinic/log/members.ts";
import type { Judge } from "./judge.ts";
import type { PlantedError } from "./planted.ts";

/** What the hub's database holds of the rule. */
export type HubState = {
  readonly generation: number;
  readonly removed: readonly string[];
  readonly items: Readonly<Record<string, LogItem>>;
  /** Items that a person has decided about since they were taken over, for the judge alone. */
  readonly decided: readonly string[];
};

/** What a desk may ask about an item: the entries of a push that the rule is about. */
export type Asked = Exclude<Extract<Entry, { readonly item: string }>, { readonly type: "without-hub" }>;

/** The real rule of the hub, with its database's past, and with an error where one is planted. */
export type Hub = {
  readonly state: () => HubState;
  /** Whether it was taken. `generation`: as the desk knew it when it asked; another is refused. */
  readonly ask: (desk: string, asked: Asked, generation?: number) => boolean;
  /** The desk has told all that it knows. */
  readonly report: (desk: string) => void;
  readonly remove: (desk: string) => void;
  readonly restore: (moment: number) => void;
  readonly leaseEnds: (names: readonly string[]) => void;
};

type Options = { readonly judge: Judge; readonly planted: PlantedError | null; readonly from?: HubState };

/** Attempts that a decision to book again has to name. */
export const toBeNamed = ({ attempts }: LogItem): string[] =>
  attempts.filter(mayHaveArrived).map(({ attempt }) => attempt);

const emptyHub: HubState = { generation: 1, removed: [], items: {}, decided: [] };

const member = (desk: string): LogDesk => ({
  desk,
  admin: true,
  publicKey: "",
  recipient: "",
  credential: desk,
  awaited: false,
  removedBy: null,
  answeredBy: null,
  letIn: null,
});

/** Every item has content, and every desk is a member until it is removed. */
function taken(state: HubState, desk: string, entry: Asked): Readonly<Record<string, LogItem>> | null {
  if (state.removed.includes(desk)) return null;
  const named = [entry.item, ...("draft" in entry ? [entry.draft] : [])];
  const desks = [desk, ...("to" in entry ? [entry.to] : [])];
  const applied = applyPush(
    {
      desks: new Map(desks.map((id) => [id, member(id)])),
      records: new Map(named.map((record) => [record, { record, version: 1, dropped: false }])),
      items: new Map(Object.entries(state.items)),
      addresses: new Map(),
      hasNoticeRecipient: false,
    },
    [entry],
    { desk, generation: state.generation, number: 1 },
  );
  return applied.ok ? Object.fromEntries(applied.changes.items) : null;
}

export function hubStandIn({ judge, planted, from }: Options): Hub {
  const has = (error: PlantedError): boolean => error === planted;
  let state = from ?? emptyHub;
  let newest = state.generation;
  const past: HubState[] = [state];
  const reported = new Set<string>();

  /** With the error, the next claim is counted from what the database says alone. */
  function withClaim(item: LogItem): LogItem {
    const before = state.items[item.item]?.epoch ?? 0;
    if (!has("epochs repeat after a restore") || item.epoch === before) return item;
    return { ...item, epoch: before + 1 };
  }

  function keep(next: HubState): void {
    const items = Object.values(next.items).map((item) => withClaim(item));
    for (const item of items) if (state.items[item.item]?.epoch !== item.epoch) judge.claimed(item);
    const before = JSON.stringify(state);
    state = { ...next, items: Object.fromEntries(items.map((item) => [item.item, item])) };
    if (JSON.stringify(state) !== before) past.push(state);
  }
  const put = (item: LogItem): void => keep({ ...state, items: { ...state.items, [item.item]: item } });

  /** What a hub without that part of the rule would have been asked; null: nothing. */
  function asMisunderstood(desk: string, asked: Asked): Asked | null {
    const item = state.items[asked.item];
    if (asked.type === "share" && has("shared anew as if just made"))
      return { ...asked, generation: state.generation };
    if (asked.type === "book-again" && item !== undefined && has("a decision that names fewer"))
      return { ...asked, attempts: toBeNamed(item) };
    const isFormer = item !== undefined && item.holder !== desk;
    const isBooked = asked.type === "outcome" && asked.outcome === "booked";
    const isSecond = item?.attempts.some(({ state: known }) => known === "booked") === true;
    if (isSecond && isBooked && has("a second booking forgotten")) return null;
    return isFormer && isBooked && has("booked from a former holder ignored") ? null : asked;
  }

  /** What was decided of an item holds for the draft that takes its place. */
  function decidedAfter(asked: Asked): readonly string[] {
    const { type, item } = asked;
    if (type === "book-again") return [...state.decided, item];
    if (asked.type === "edit" && state.decided.includes(item)) return [...state.decided, asked.draft];
    return type === "take-over" || type === "reopen"
      ? state.decided.filter((id) => id !== item)
      : state.decided;
  }

  function confirmed(asked: Extract<Asked, { type: "confirm" }>, item: LogItem): void {
    judge.allowed(asked.attempt, {
      // What the person named, where the error has the hub take more for named.
      named: has("a decision that names fewer")
        ? []
        : item.attempts.filter(({ named }) => named).map(({ attempt }) => attempt),
      toldIncomplete: item.sharedIn < state.generation && !mayBeIncomplete(item, state.generation),
      byPerson: state.decided.includes(item.item),
    });
    if (has("an open attempt not recorded"))
      put({ ...item, attempts: item.attempts.filter(({ attempt }) => attempt !== asked.attempt) });
  }

  /** With the error, reports end what only a person may. */
  function report(desk: string): void {
    if (!has("reports end that the history may be incomplete")) return;
    reported.add(desk);
    if (reported.size < 2) return;
    for (const item of Object.values(state.items)) put({ ...item, sharedIn: state.generation });
  }

  /** The same confirmation again, since its answer was lost: a yes only if it still would be one. */
  function isRepeated(desk: string, asked: Asked): boolean | null {
    const item = state.items[asked.item];
    const known = item?.attempts.find(({ attempt }) => "attempt" in asked && attempt === asked.attempt);
    if (asked.type !== "confirm" || item === undefined || known?.desk !== desk) return null;
    return confirmAgain(item, asked, { desk, generation: state.generation, awaited: [] }) === null;
  }

  return {
    state: () => state,
    ask: (desk, asked, generation = state.generation) => {
      if (generation !== state.generation && !has("a restored hub not noticed")) return false;
      if (state.removed.includes(desk)) return false;
      const repeated = isRepeated(desk, asked);
      if (repeated !== null) return repeated;
      const understood = asMisunderstood(desk, asked);
      const changed = understood === null ? null : taken(state, desk, understood);
      if (changed !== null) {
        keep({ ...state, items: { ...state.items, ...changed }, decided: decidedAfter(asked) });
        const item = state.items[asked.item];
        if (asked.type === "confirm" && item !== undefined) confirmed(asked, item);
      }
      return changed !== null;
    },
    report,
    remove: (desk) => keep({ ...state, removed: [...state.removed, desk] }),
    restore: (moment) => {
      const earlier = past[past.length - 1 - (moment % past.length)] ?? state;
      reported.clear();
      newest += 1;
      // The database is that of then; it is noticed before anybody is answered.
      state = has("a restored hub not noticed") ? earlier : { ...earlier, generation: newest };
      past.push(state);
    },
    leaseEnds: (names) => {
      const [item] = Object.values(state.items).filter(({ ended }) => ended === null);
      if (item === undefined) return;
      const holder = names.find((name) => name !== item.holder) ?? item.holder;
      const attempts = item.attempts.map((one) =>
        one.state === "open" ? { ...one, state: "not-sent" as const } : one,
      );
      put({ ...item, holder, epoch: item.epoch + 1, attempts });
    },
  };
}
