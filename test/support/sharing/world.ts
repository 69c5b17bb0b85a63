import {
  createBookedItem,
  type DeskEvent,
  type DeskItem,
  reduceDeskItem,
  createFromHub,
  createSavedItem,
} from "../../../shared/clinic/log/desk-rule.ts";
import { mayBeIncomplete } from "../../../shared/clinic/log/item.ts";
import { type Asked, type Hub, hubStandIn, toBeNamed } from "./hub-stand-in.ts";
import { judgeOfBookings } from "./judge.ts";
import { type Answered, lineTo, type When } from "./line.ts";
import type { PlantedError } from "./planted.ts";
import { hidden, settled } from "./settle.ts";
import { tell } from "./tell.ts";
import { type Fate, processes, type Step } from "./steps.ts";

/** A program that runs with a profile: its disk and its memory. Two of them have one id when a profile was copied. */
export type Process = {
  id: string;
  readonly items: Map<string, DeskItem>;
  backup: readonly DeskItem[] | null;
};

const over = new Set(["booked", "discarded", "edited"]);

/** The one that a person at this desk would be looking at. */
function inView({ items }: Process): DeskItem | undefined {
  const all = [...items.values()];
  return all.findLast(({ record }) => !over.has(record.status)) ?? all.at(-1);
}

/** What the real rules of desk and hub make of a history; what the judge has against it. */
export function played(history: readonly Step[], planted: PlantedError | null = null): readonly string[] {
  const has = (error: PlantedError): boolean => error === planted;
  const judge = judgeOfBookings();
  const hub: Hub = hubStandIn({ judge, planted });
  const desks: Process[] = Array.from({ length: processes }, (_, index) => ({
    id: `desk ${index + 1}`,
    items: new Map(),
    backup: null,
  }));
  let isGone = false;
  const line = lineTo({ hub, isGone: () => isGone, hear });
  let made = 0;
  const next = (what: string): string => `${what} ${(made += 1)}`;
  const desk = (at: number): Process => {
    const found = desks[at];
    if (found === undefined) throw new Error(`there is no process ${at}`);
    return found;
  };

  function happens(at: number, item: DeskItem, event: DeskEvent): DeskItem {
    const after = reduceDeskItem(item, event);
    desk(at).items.set(after.record.item, after);
    return after;
  }

  /** `lost`: it was booked, and the answer never came. */
  function send(at: number, item: DeskItem, fate: Fate): void {
    const { right } = item;
    if (right?.phase !== "allowed") return;
    if (fate === "booked" || fate === "lost") judge.arrived(right.attempt);
    happens(at, item, { event: "ended", outcome: fate === "lost" ? "unclear" : fate });
  }

  const direct = (attempt: string): string => {
    judge.allowed(attempt, { named: [], toldIncomplete: false, byPerson: false });
    return attempt;
  };

  function post(at: number, request: Asked, when: When): void {
    line.post({ at, id: desk(at).id }, request, when);
  }

  function hear({ at, attempt, item: id, isYes }: Answered): void {
    const item = desk(at).items.get(id);
    if (item === undefined) return;
    const mine = has("an old confirmation for a new attempt") ? (item.right?.attempt ?? attempt) : attempt;
    // With the error, the attempt that it is taken for was allowed by nobody.
    if (mine !== attempt) direct(mine);
    happens(at, item, { event: "answered", attempt: mine, isYes });
  }

  /** The hub hears all that the desk knows; whether the desk hears an answer is another matter. */
  function push(at: number): void {
    if (isGone) return;
    const { id, items } = desk(at);
    for (const item of items.values()) tell(hub, id, item);
    hub.report(id);
  }

  function synchronise(at: number): void {
    if (isGone) return;
    push(at);
    const { id, items } = desk(at);
    const { generation, removed } = hub.state();
    if (removed.includes(id)) return;
    for (const item of Object.values(hub.state().items)) {
      const known = items.get(item.item) ?? createFromHub(item);
      happens(at, known, { event: "read", desk: id, generation, item });
    }
  }

  function attempt(at: number, stop: Extract<Step, { do: "try" }>["stop"], fate: Fate): void {
    const item = inView(desk(at));
    if (item === undefined) return;
    if (
      has("shared only after the answer") &&
      item.record.status === "waiting" &&
      item.record.epoch === null
    ) {
      const unshared = createBookedItem(item.record.item, item.record.madeIn, direct(next("attempt")));
      desk(at).items.set(item.record.item, unshared);
      return send(at, unshared, fate);
    }
    const asking = happens(at, item, { event: "ask", attempt: next("attempt") });
    const { right, record } = asking;
    if (right?.phase !== "asked" || item.right !== null || record.epoch === null) return;
    const notSent = Object.keys(record.outcomes).filter((id) => record.outcomes[id] === "not-sent");
    const request = {
      type: "confirm",
      item: record.item,
      epoch: record.epoch,
      attempt: right.attempt,
      notSent,
    } as const;
    post(at, request, stop === "asked" ? "late" : stop === "unheard" ? "unheard" : "now");
    if (stop === "intended" || stop === "sent") goOn(at, stop === "sent" ? fate : null);
  }

  /** As far as it may go; null: up to the first byte. */
  function goOn(at: number, fate: Fate | null): void {
    const item = inView(desk(at));
    if (item === undefined) return;
    if (item.right?.phase === "asked" && has("sent without confirmation")) {
      direct(item.right.attempt);
      desk(at).items.set(item.record.item, { ...item, right: { ...item.right, phase: "confirmed" } });
    }
    const intended = happens(at, desk(at).items.get(item.record.item) ?? item, { event: "intend" });
    if (fate !== null) send(at, intended, fate);
  }

  /** The program starts on what is on its disk. */
  function start(at: number, items: readonly DeskItem[]): void {
    desk(at).items.clear();
    for (const item of items) {
      const { status, intent } = item.record;
      const isBelieved =
        (status === "direct" && has("the right to send on the disk")) ||
        (status === "sending" && has("an attempt believed from the disk"));
      if (isBelieved && intent !== null)
        desk(at).items.set(item.record.item, { ...item, right: { attempt: intent, phase: "allowed" } });
      else happens(at, { ...item, right: null }, { event: "start" });
    }
  }

  /** What the person at that desk asks for, of the item as the hub shows it. */
  function person(at: number, what: Step["do"], late: boolean): void {
    const item = inView(desk(at));
    const shown = item === undefined ? undefined : hub.state().items[item.record.item];
    if (item === undefined || shown === undefined || isGone) return;
    const when: When = late ? "late" : "now";
    const base = { item: shown.item, epoch: shown.epoch };
    const historyIncomplete = mayBeIncomplete(shown, hub.state().generation);
    if (what === "take over" || what === "discard")
      post(at, { type: what === "discard" ? what : "take-over", ...base }, when);
    if (what === "mark booked") post(at, { type: "mark-booked", ...base }, when);
    if (what === "book again") {
      const attempts = has("a decision that names fewer") ? [] : toBeNamed(shown);
      post(at, { type: "book-again", ...base, attempts, historyIncomplete }, when);
    }
    if (what === "edit") edit(at, item, base, when);
    if (what === "hand over") handOver(at, item, when);
    if (!late) synchronise(at);
  }

  function edit(
    at: number,
    item: DeskItem,
    base: { readonly item: string; readonly epoch: number },
    when: When,
  ): void {
    const draft = next("item");
    if (!has("the parent of an edit left open")) return post(at, { type: "edit", ...base, draft }, when);
    desk(at).items.set(draft, createBookedItem(draft, item.record.madeIn, direct(next("attempt"))));
  }

  function handOver(at: number, item: DeskItem, when: When): void {
    const { epoch } = item.record;
    const to = desks.find(({ id }) => id !== desk(at).id)?.id;
    if (epoch === null || to === undefined || item.right?.phase === "allowed" || item.record.intent !== null)
      return;
    const held = item.right === null ? [] : [item.right.attempt];
    if (!has("handed over at the hub first")) happens(at, item, { event: "hand-over" });
    post(at, { type: "hand-over", item: item.record.item, epoch, to, notSent: held }, when);
  }

  function begin(step: Extract<Step, { do: "book" | "save" }>): void {
    const { at, fate } = step;
    const { generation } = hub.state();
    const id = next("item");
    const item =
      step.do === "book"
        ? createBookedItem(id, generation, direct(next("attempt")))
        : createSavedItem(id, generation);
    desk(at).items.set(id, item);
    if (fate !== null) send(at, item, fate);
  }

  function withoutHub(at: number, fate: Fate | null): void {
    const item = inView(desk(at));
    if (item === undefined) return;
    const id = next("attempt");
    const allowed = happens(at, item, { event: "book-without-hub", attempt: id });
    if (allowed.right?.attempt !== id) return;
    judge.allowed(id, { named: [], toldIncomplete: true, byPerson: true });
    if (fate !== null) send(at, allowed, fate);
  }

  function one(step: Step): void {
    switch (step.do) {
      case "book":
      case "save":
        return begin(step);
      case "try":
        return attempt(step.at, step.stop, step.fate);
      case "go on":
        return goOn(step.at, step.fate);
      case "synchronise":
        return synchronise(step.at);
      case "push":
        return push(step.at);
      case "give up":
      case "wait": {
        const item = inView(desk(step.at));
        if (item !== undefined) happens(step.at, item, { event: step.do === "wait" ? "wait" : "give-up" });
        return;
      }
      case "take over":
      case "book again":
      case "discard":
      case "mark booked":
      case "edit":
      case "hand over":
        return person(step.at, step.do, step.late);
      case "without hub":
        return withoutHub(step.at, step.fate);
      case "crash":
        return start(step.at, [...desk(step.at).items.values()]);
      case "back up desk":
        desk(step.at).backup = [...desk(step.at).items.values()];
        return;
      case "restore desk":
        return start(step.at, desk(step.at).backup ?? [...desk(step.at).items.values()]);
      case "copy":
        if (step.at === step.onto) return;
        desk(step.onto).id = desk(step.at).id;
        return start(step.onto, [...desk(step.at).items.values()]);
      case "remove":
        return hub.remove(desk(step.at).id);
      case "rejoin":
        return rejoin(step.at);
      case "deliver":
      case "repeat":
      case "lose":
        return line.carry(step.do, step.message);
      case "restore hub":
        return hub.restore(step.moment);
      case "a lease ends":
        if (has("a lease ended by a clock")) hub.leaseEnds(desks.map(({ id }) => id));
        return;
      case "hub gone":
        isGone = true;
        return;
    }
  }

  function rejoin(at: number): void {
    if (!hub.state().removed.includes(desk(at).id)) return;
    desk(at).id = next("desk again");
    for (const item of desk(at).items.values()) happens(at, item, { event: "rejoin" });
  }

  for (const step of history) {
    one(step);
    if (judge.problems.length > 0) return judge.problems;
  }
  const left = { isGone, state: hub.state(), planted };
  return [...desks.flatMap((process, at) => settled({ process, at, ...left })), ...hidden(desks, left)];
}
