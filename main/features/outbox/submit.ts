import { failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item, ItemStatus } from "../../../shared/outbox/item.ts";
import type { KindDeps, PrepareContext } from "./kinds/kind.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Trace } from "../../platform/ports.ts";
import { isUnsettled } from "./attempts.ts";
import type { Engine } from "./engine.ts";
import type { ItemState } from "./moments.ts";
import { toNotSavedFailure } from "./not-written.ts";
import type { Sharing } from "./ports.ts";
import { cardMissing } from "./series.ts";
import type { TakingBack } from "./taking-back.ts";

type Options = {
  readonly engine: Engine;
  readonly undo: TakingBack;
  readonly sharing: Sharing;
  readonly trace: Trace;
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** The item, when it belongs to the session's account, and that is open. */
  readonly own: (id: RecordId) => Result<Item>;
  readonly contextOf: (item: Item) => PrepareContext;
  readonly desk: KindDeps;
};

/** What an item that is complete becomes: saved for later, it waits for "Send now". */
const statusOf = <S extends ItemStatus>(status: S, wait: boolean): S | "saved-for-later" =>
  wait || status === "needs-card" ? status : "saved-for-later";

/**
 * The same after an attempt. What the service refused can be sent as it was, when a person says so: it created
 * nothing. One that may have been made is never saved for later: of that it is said that nothing was sent.
 */
const again = (item: Item, wait: boolean): ItemStatus => {
  const { status } = item;
  const next = status === "needs-editing" || status === "saved-for-later" ? "ready" : status;
  return statusOf(next, wait || isUnsettled(item));
};

/** What a press to send an item, or to save it for later, comes to. */
export function createSubmit(options: Options): (id: RecordId, wait: boolean) => Promise<Result<Item>> {
  const { engine, undo, sharing, own, contextOf, desk } = options;

  const current = (id: RecordId): Result<Item> => {
    const found = own(id);
    return found.ok ? ok(undo.shownAs(found.value)) : found;
  };

  /** A form that is complete becomes something to send; else the fields that are wrong. `standing`: how it then stands. */
  function complete(item: Item, wait: boolean, standing?: ItemState): Result<Item> {
    const reading = contextOf(item);
    const kind = getKind(item);
    const prepared = kind.prepare(item, reading);
    if (prepared.kind === "incomplete") return failed(prepared.failure);
    if (prepared.kind === "needs-card" && wait) return failed(cardMissing);
    return ok(
      desk.store.transaction(() => {
        const fixed = kind.withDates(item, reading);
        const known = kind.keep?.(fixed, prepared, desk) ?? fixed;
        const stands = standing ?? { status: statusOf(prepared.kind, wait), problem: null };
        return pressed(desk.save({ ...known, ...stands }), wait);
      }),
    );
  }

  /** Only what is to go out by itself: what is held back for its moment stands as something that never does. */
  function pressed(item: Item, wait: boolean): Item {
    if (wait && item.status === "ready") sharing.pressed(item);
    return item;
  }

  /** What was attempted before. One that stands so already is not written again: that could fail, and it would go out all the same. */
  function repeated(item: Item, wait: boolean): Result<Item> {
    const status = again(item, wait);
    if (status === item.status) return ok(item);
    return ok(desk.store.transaction(() => pressed(desk.save({ ...item, status }), wait)));
  }

  async function sendNow(id: RecordId): Promise<void> {
    await engine.sendNow(id);
    sharing.settled(id);
  }

  /** It goes out from now on, and is not taken back any more. */
  function letGo(id: RecordId, held: ItemState): void {
    const found = own(id);
    // Something else became of it meanwhile, as records put back from a backup make of it.
    if (!found.ok || found.value.status !== held.status || found.value.attempts.length > 0) return;
    const item = found.value;
    const sent = complete(item, true);
    if (!sent.ok) desk.save({ ...item, status: "needs-editing", problem: sent.failure });
    options.trace("submitted");
    options.onChange([id]);
  }

  /** Held back for its moment; else the fields that are wrong. */
  function hold(item: Item): Result<Promise<boolean>> {
    const held = undo.standing(item);
    const saved = complete(item, true, held);
    if (!saved.ok) return saved;
    const over = undo.hold(item, 1, () => letGo(item.id, held));
    options.onChange([item.id]);
    return ok(over);
  }

  /** What becomes of it once its moment is over, or it was taken back. */
  async function afterMoment(id: RecordId, over: Promise<boolean>): Promise<Result<Item>> {
    const wasPaused = engine.isPaused();
    const goes = await over;
    // Who paused meanwhile has pressed later than who sent it.
    if (goes && (wasPaused || !engine.isPaused())) await sendNow(id);
    else if (goes) sharing.settled(id);
    return current(id);
  }

  async function press(id: RecordId, wait: boolean): Promise<Result<Item>> {
    const found = own(id);
    if (!found.ok) return found;
    const moment = undo.of(id);
    if (moment !== null && wait) return afterMoment(id, moment.settled);
    const item = undo.takeBack(id) ?? found.value;
    if (item.status === "done" || item.status === "discarded" || item.status === "needs-checking")
      return ok(item);
    const others = sharing.mayChange(item);
    if (others !== null) return failed(others);
    if (wait && undo.holdsBack(item)) {
      const held = hold(item);
      return held.ok ? afterMoment(id, held.value) : held;
    }
    if (item.status !== "sending") {
      const saved = item.payload === null ? complete(item, wait) : repeated(item, wait);
      if (!saved.ok) return saved;
      options.trace("submitted");
      options.onChange([id]);
    }
    if (wait) await sendNow(id);
    return current(id);
  }

  return (id, wait) =>
    press(id, wait).catch((error: unknown) => {
      if (!wait) throw error;
      const found = own(id);
      return failed(toNotSavedFailure(error, found.ok && found.value.status === "ready"));
    });
}
