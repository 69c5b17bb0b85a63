import { emptyHub, hubStep, restoredHub, type HubState } from "../../../domain/clinic/hub-rule.ts";
import {
  type HubAnswer,
  type HubRequest,
  type SharedItem,
  toBeNamed,
} from "../../../domain/clinic/shared-item.ts";
import type { Judge } from "./judge.ts";
import type { PlantedError } from "./planted.ts";

/** The real rule of the hub, with its database's past, and with an error where one is planted. */
export type Hub = {
  readonly state: () => HubState;
  readonly ask: (desk: string, request: HubRequest) => HubAnswer;
  readonly remove: (desk: string) => void;
  readonly restore: (moment: number) => void;
  readonly leaseEnds: (names: readonly string[]) => void;
};

type Options = { readonly judge: Judge; readonly planted: PlantedError | null; readonly from?: HubState };

const has = (error: PlantedError, planted: PlantedError | null): boolean => error === planted;

export function hubStandIn({ judge, planted, from }: Options): Hub {
  let state = from ?? emptyHub(1);
  let newest = state.generation;
  const past: HubState[] = [state];
  const reported = new Set<string>();

  /** With the error, the next claim is counted from what the database says alone. */
  function withClaim(item: SharedItem): SharedItem {
    const before = state.items[item.id]?.epoch ?? 0;
    if (!has("epochs repeat after a restore", planted) || item.epoch === before) return item;
    return { ...item, epoch: before + 1 };
  }

  function keep(next: HubState): void {
    const items = Object.values(next.items).map((item) => withClaim(item));
    for (const item of items) if (state.items[item.id]?.epoch !== item.epoch) judge.claimed(item);
    const before = JSON.stringify(state);
    state = { ...next, items: Object.fromEntries(items.map((item) => [item.id, item])) };
    if (JSON.stringify(state) !== before) past.push(state);
  }

  /** What a hub without that part of the rule would have been asked. */
  function asMisunderstood(desk: string, request: HubRequest): HubRequest {
    const item = state.items[request.item];
    if (request.ask === "share" && has("shared anew as if just made", planted))
      return { ...request, madeIn: state.generation };
    if (request.ask === "book-again" && item !== undefined && has("a decision that names fewer", planted))
      return { ...request, named: toBeNamed(item) };
    const isFormer = item !== undefined && item.holder !== desk;
    if (!isFormer || !has("booked from a former holder ignored", planted)) return request;
    if (request.ask === "share") return { ...request, isBooked: false };
    return request.ask === "report" && request.outcome === "booked"
      ? { ask: "read", item: item.id }
      : request;
  }

  /** A clock or a report that ends what only a person may. */
  function afterwards(desk: string, request: HubRequest, answer: HubAnswer): void {
    if (has("an open attempt not recorded", planted) && request.ask === "confirm" && answer.ok) {
      const attempts = answer.item.attempts.filter(({ id }) => id !== request.attempt);
      keep({ ...state, items: { ...state.items, [answer.item.id]: { ...answer.item, attempts } } });
    }
    if (!has("reports end that the history may be incomplete", planted) || request.ask !== "share") return;
    reported.add(desk);
    if (reported.size < 2) return;
    const items = Object.values(state.items).map((item) => [item.id, { ...item, madeIn: state.generation }]);
    keep({ ...state, items: Object.fromEntries(items) });
  }

  return {
    state: () => state,
    ask: (desk, asked) => {
      const request = asMisunderstood(desk, asked);
      const { state: next, answer } = hubStep(state, desk, request);
      keep(next);
      if (asked.ask === "confirm" && answer.ok) {
        const { decision } = answer.item;
        const isOld = answer.item.madeIn !== state.generation;
        judge.allowed(asked.attempt, {
          // What the person named, where the error has the hub take more for named.
          named: has("a decision that names fewer", planted) ? [] : (decision?.named ?? []),
          toldIncomplete: isOld && decision?.toldIn === state.generation,
          byPerson: decision !== null,
        });
      }
      afterwards(desk, asked, answer);
      const item = state.items[asked.item];
      return answer.ok && item !== undefined ? { ok: true, item } : answer;
    },
    remove: (desk) => keep({ ...state, removed: [...state.removed, desk] }),
    restore: (moment) => {
      const earlier = past[past.length - 1 - (moment % past.length)] ?? state;
      reported.clear();
      newest += 1;
      // The database is that of then; what follows from noticing it gives new claims.
      state = earlier;
      if (has("a restored hub not noticed", planted)) return;
      if (has("epochs repeat after a restore", planted)) state = { ...earlier, generation: newest };
      else keep(restoredHub(earlier, newest));
    },
    leaseEnds: (names) => {
      const [item] = Object.values(state.items).filter(({ end }) => end === null);
      if (item === undefined) return;
      const holder = names.find((name) => name !== item.holder) ?? item.holder;
      const attempts = item.attempts.map((one) =>
        one.state === "open" ? { ...one, state: "not-sent" as const } : one,
      );
      const next = { ...item, holder, epoch: item.epoch + 1, attempts };
      keep({ ...state, items: { ...state.items, [item.id]: next } });
    },
  };
}
