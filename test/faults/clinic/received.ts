import type { NoticeLine } from "../../../shared/notices/notices.ts";
import { memberOf, type AnyDesk } from "./clinic-bench.ts";
import { eventually } from "../kit/bench.ts";

/** A notice as a desk has it. */
type Kept = {
  /** What its sender called it: the header `webhook-id`. */
  readonly nonce: string;
  readonly event: string | null;
  readonly number: number | null;
};

export type Received = {
  /** In the order of their arrival. */
  readonly notices: readonly Kept[];
  /** A sentence for each booking at which something else is shown than what was received of it. */
  readonly wrong: readonly string[];
};

const page = 100;
/** Real milliseconds that only a failure takes. */
const patience = 600_000;

/** What stands in a body at the place that was pointed at; nothing of the desk's own reading. */
function numberIn(text: string | null): number | null {
  try {
    const number: unknown = /^\{"data":\{"appointmentId":(\d{1,15})\}\}$/.exec(text ?? "")?.[1];
    return typeof number === "string" ? Number(number) : null;
  } catch {
    return null;
  }
}

async function allLines(desk: AnyDesk): Promise<readonly NoticeLine[]> {
  const lines: NoticeLine[] = [];
  for (;;) {
    const before = lines.at(-1)?.number ?? null;
    const { notices, hasMore } = await desk.get("notices.list", { before, only: "all", limit: page });
    lines.push(...notices);
    if (!hasMore || notices.length === 0) return lines.toReversed();
  }
}

async function countAt(desk: AnyDesk): Promise<number> {
  const state = await desk.get("notices.get", {});
  return state.setUp === "member" ? state.counts.total : 0;
}

/** Waits until a desk has at least so many notices and no more come, and answers what it has and shows. */
export async function receivedAt(desk: AnyDesk, least: number): Promise<Received> {
  let last = -1;
  await eventually(async () => {
    await desk.get("clinic.look", {});
    const before = last;
    last = await countAt(desk);
    return (await memberOf(desk)).line === "up" && last >= least && last === before;
  }, patience);
  const notices: Kept[] = [];
  for (const { number: place } of await allLines(desk)) {
    const { headers, text, event } = await desk.get("notices.show", { number: place });
    const nonce = headers.find(({ name }) => name === "webhook-id")?.value ?? "";
    notices.push({ nonce, event, number: numberIn(text) });
  }
  return { notices, wrong: await shownWrongly(desk, notices) };
}

/** Every booking of the desk against what was received with its number, in that order. */
async function shownWrongly(desk: AnyDesk, notices: readonly Kept[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const listed = await desk.get("items.list", {
    kinds: ["booking"],
    statuses: ["done"],
    limit: 200,
    offset: 0,
  });
  for (const item of listed.items) {
    const number = item.kind === "booking" ? (item.result?.appointment?.id ?? null) : null;
    const { notices: shown } = await desk.get("notices.ofBooking", { id: item.id });
    const right = notices.filter((one) => number !== null && one.number === number).map(({ event }) => event);
    if (JSON.stringify(shown.map(({ event }) => event)) !== JSON.stringify(right))
      wrong.push(`booking ${String(number)} shows ${shown.length} notices of ${right.length}`);
  }
  return wrong;
}
