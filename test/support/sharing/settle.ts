import { type DeskItem, reduceDeskItem, createFromHub } from "../../../shared/clinic/log/desk-rule.ts";
import { mayBeIncomplete } from "../../../shared/clinic/log/item.ts";
import { hubStandIn, type HubState, toBeNamed } from "./hub-stand-in.ts";
import { judgeOfBookings } from "./judge.ts";
import { tell } from "./tell.ts";
import type { PlantedError } from "./planted.ts";

type Process = { readonly id: string; readonly items: ReadonlyMap<string, DeskItem> };
type Left = {
  readonly isGone: boolean;
  readonly state: HubState;
  readonly planted: PlantedError | null;
};

const over = new Set(["booked", "discarded", "edited"]);
const hasBooked = ({ record }: DeskItem): boolean => Object.values(record.outcomes).includes("booked");

/**
 * From here on nothing goes wrong, and this desk is the only one left. STUCK: its person finds no way to an end. WRONG: what
 * it knows to be booked is not shown as booked.
 */
export function settled({
  process,
  isGone,
  state,
  planted,
}: Left & { readonly process: Process; readonly at: number }): readonly string[] {
  const judge = judgeOfBookings();
  const hub = hubStandIn({ judge, planted, from: state });
  const isRemoved = state.removed.includes(process.id);
  const id = isRemoved ? `${process.id} again` : process.id;
  const items = new Map(
    [...process.items].map(([key, item]) => {
      const begun = reduceDeskItem({ ...item, right: null }, { event: "start" });
      return [key, isRemoved ? reduceDeskItem(begun, { event: "rejoin" }) : begun];
    }),
  );

  function synchronise(): void {
    for (const item of items.values()) tell(hub, id, item);
    const { generation } = hub.state();
    for (const item of Object.values(hub.state().items))
      items.set(
        item.item,
        reduceDeskItem(items.get(item.item) ?? createFromHub(item), {
          event: "read",
          desk: id,
          generation,
          item,
        }),
      );
  }

  /** Both ways on: book again, up to the hub's yes; and let go. */
  function bringToAnEnd(key: string): string[] {
    const epoch = (): number => hub.state().items[key]?.epoch ?? 0;
    hub.ask(id, { type: "take-over", item: key, epoch: epoch() });
    const shown = hub.state().items[key];
    if (shown === undefined) return [`STUCK: the hub has lost ${key}`];
    const historyIncomplete = mayBeIncomplete(shown, hub.state().generation);
    const attempts = toBeNamed(shown);
    hub.ask(id, { type: "book-again", item: key, epoch: epoch(), attempts, historyIncomplete });
    const ask = {
      type: "confirm",
      item: key,
      epoch: epoch(),
      attempt: "the last attempt",
      notSent: [] as string[],
    } as const;
    const isConfirmed = hub.ask(id, ask);
    hub.ask(id, { type: "discard", item: key, epoch: epoch() });
    return isConfirmed ? [] : [`STUCK: ${key} cannot be booked again`];
  }

  const problems: string[] = [];
  if (isGone) {
    if (planted !== "no way without the hub")
      for (const [key, item] of items) items.set(key, reduceDeskItem(item, { event: "discard-without-hub" }));
  } else {
    synchronise();
    const open = Object.values(hub.state().items).filter(({ ended }) => ended === null);
    for (const item of open) problems.push(...bringToAnEnd(item.item));
    synchronise();
  }
  for (const [key, item] of items) {
    if (!over.has(item.record.status)) problems.push(`STUCK: ${key} stays ${item.record.status} at ${id}`);
    const isShown = item.record.status === "booked" && (isGone || hub.state().items[key]?.ended === "booked");
    if (hasBooked(item) && !isShown) problems.push(`WRONG: ${key} is booked and not shown so`);
  }
  return [...problems, ...judge.problems];
}

/** HONEST: of what the desks know together to be booked, something is not shown at each of them once all have told. */
export function hidden(desks: readonly Process[], { isGone, state, planted }: Left): readonly string[] {
  if (isGone) return [];
  const hub = hubStandIn({ judge: judgeOfBookings(), planted, from: state });
  const left = desks.filter(({ id }) => !state.removed.includes(id));
  for (const { id, items } of left) for (const item of items.values()) tell(hub, id, item);
  const isShown = (id: string, attempt: string): boolean =>
    hub.state().items[id]?.attempts.some((one) => one.attempt === attempt && one.state === "booked") === true;
  return left.flatMap(({ items }) =>
    [...items.values()].flatMap(({ record: { item, status, outcomes } }) =>
      Object.keys(outcomes)
        .filter((one) => status !== "direct" && status !== "sending" && outcomes[one] === "booked")
        .filter((one) => !isShown(item, one))
        .map((one) => `HONEST: ${one} is booked and not shown at every desk`),
    ),
  );
}
