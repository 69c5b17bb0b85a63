import { type DeskItem, deskStep, foundAtHub, pushesOf } from "../../../domain/clinic/desk-rule.ts";
import type { HubState } from "../../../domain/clinic/hub-rule.ts";
import { mayBeIncomplete, toBeNamed } from "../../../domain/clinic/shared-item.ts";
import { hubStandIn } from "./hub-stand-in.ts";
import { judgeOfBookings } from "./judge.ts";
import type { PlantedError } from "./planted.ts";

type Left = {
  readonly process: { readonly id: string; readonly items: ReadonlyMap<string, DeskItem> };
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
}: Left & { readonly at: number }): readonly string[] {
  const judge = judgeOfBookings();
  const hub = hubStandIn({ judge, planted, from: state });
  const isRemoved = state.removed.includes(process.id);
  const id = isRemoved ? `${process.id} again` : process.id;
  const items = new Map(
    [...process.items].map(([key, item]) => {
      const begun = deskStep({ ...item, right: null }, { event: "start" });
      return [key, isRemoved ? deskStep(begun, { event: "rejoin" }) : begun];
    }),
  );

  function synchronise(): void {
    for (const item of items.values()) for (const push of pushesOf(item)) hub.ask(id, push);
    const { generation } = hub.state();
    for (const item of Object.values(hub.state().items))
      items.set(
        item.id,
        deskStep(items.get(item.id) ?? foundAtHub(item), { event: "read", desk: id, generation, item }),
      );
  }

  /** Both ways on: book again, up to the hub's yes; and let go. */
  function bringToAnEnd(key: string): string[] {
    const epoch = (): number => hub.state().items[key]?.epoch ?? 0;
    hub.ask(id, { ask: "take-over", item: key, epoch: epoch() });
    const shown = hub.state().items[key];
    if (shown === undefined) return [`STUCK: the hub has lost ${key}`];
    const toldIncomplete = mayBeIncomplete(shown, hub.state().generation);
    hub.ask(id, { ask: "book-again", item: key, epoch: epoch(), named: toBeNamed(shown), toldIncomplete });
    const ask = {
      ask: "confirm",
      item: key,
      epoch: epoch(),
      attempt: "the last attempt",
      notSent: [],
    } as const;
    const isConfirmed = hub.ask(id, ask).ok;
    hub.ask(id, { ask: "discard", item: key, epoch: epoch() });
    return isConfirmed ? [] : [`STUCK: ${key} cannot be booked again`];
  }

  const problems: string[] = [];
  if (isGone) {
    if (planted !== "no way without the hub")
      for (const [key, item] of items) items.set(key, deskStep(item, { event: "discard-without-hub" }));
  } else {
    synchronise();
    const open = Object.values(hub.state().items).filter(({ end }) => end === null);
    for (const item of open) problems.push(...bringToAnEnd(item.id));
    synchronise();
  }
  for (const [key, item] of items) {
    if (!over.has(item.record.status)) problems.push(`STUCK: ${key} stays ${item.record.status} at ${id}`);
    const isShown = item.record.status === "booked" && (isGone || hub.state().items[key]?.end === "booked");
    if (hasBooked(item) && !isShown) problems.push(`WRONG: ${key} is booked and not shown so`);
  }
  return [...problems, ...judge.problems];
}
