import { getSeriesForm } from "../../../shared/bookings/series-form.ts";
import { expandSeries, readSeries } from "../../../shared/bookings/series.ts";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem, Item, ListedBooking } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { say } from "../../../messages/saying.ts";
import { toDateContext, type PrepareContext } from "./kinds/kind.ts";
import { isBooking, getKind } from "./kinds/kinds.ts";
import type { Trace } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { Engine } from "./engine.ts";
import type { ItemState } from "./moments.ts";
import { toNotSavedFailure } from "./not-written.ts";
import { resolveReplacement } from "./standing-for.ts";
import type { TakingBack } from "./taking-back.ts";

/** Several bookings that are made by one rule. */
export type SeriesOfBookings = {
  /**
   * Makes the ordinary bookings of a repeated form, all of them or none; they are sent by themselves. Before that is the moment
   * in which they can be taken back: then nothing is made. Answers the first, or the draft that was taken back.
   */
  readonly bookSeries: (id: RecordId) => Promise<Result<BookingItem>>;
  /** All that were made with this one. */
  readonly series: (id: RecordId) => Result<{ items: ListedBooking[] }>;
};

type Options = {
  readonly store: Store;
  readonly engine: Pick<Engine, "kick">;
  readonly undo: TakingBack;
  readonly trace: Trace;
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** RFC 3339 instant. */
  readonly now: () => string;
  /** The item, when it belongs to the session's account, and that is open. */
  readonly own: (id: RecordId) => Result<Item>;
  readonly contextOf: (item: Item) => PrepareContext;
  /** A new item of that account, not yet saved. */
  readonly begun: (content: FormOf) => Item;
};

/** Bill to Patient without a payment method. */
export const cardMissing = fail("invalid-input", say("failures.outbox.needsCard"), {
  fields: { paymentMethod: say("failures.outbox.addCard") },
});

const otherKind = fail("invalid-input", say("failures.outbox.otherKind"));
const frozen = fail("busy", say("failures.outbox.alreadySent"));
const unreadRule = fail("invalid-input", say("series.incomplete"), {
  fields: { date: say("series.incomplete") },
});

/** A visit of a series has been made of its rule: a late save of that rule would make all of them again. */
export const refuseSecondSeries = (item: Item, content: FormOf): Failure | null =>
  isBooking(item) && item.series !== undefined && isBooking(content) && getSeriesForm(content.form) !== null
    ? fail("invalid-input", say("series.inSeries"))
    : null;

export function createSeriesActions({
  store,
  engine,
  undo,
  trace,
  onChange,
  now,
  own,
  contextOf,
  begun,
}: Options): SeriesOfBookings {
  /** The booking, when it belongs to the session's account. */
  function ownBooking(id: RecordId): Result<BookingItem> {
    const found = own(id);
    if (!found.ok) return found;
    return isBooking(found.value) ? ok(found.value) : failed(otherKind);
  }

  /** The bookings that the form makes, complete but not saved; the item itself is the first of them. */
  function made(item: BookingItem): Result<readonly BookingItem[]> {
    const context = contextOf(item);
    const zone = toDateContext(context, item.form.timeZone);
    const read = readSeries(item.form, { ...zone, patient: context.patient });
    if (read === null || !read.isComplete) return failed(unreadRule);
    const drafts = expandSeries(item.form, read)
      .map((form, at) => (at === 0 ? { ...item, form } : begun({ kind: "booking", form })))
      .filter(isBooking);
    const ids = drafts.map(({ id }) => id);
    const bookings: BookingItem[] = [];
    for (const [at, draft] of drafts.entries()) {
      const prepared = getKind(draft).prepare(draft, context);
      if (prepared.kind === "incomplete") return failed(prepared.failure);
      if (prepared.kind === "needs-card") return failed(cardMissing);
      const own = { status: prepared.kind, problem: null, series: { ids, number: at + 1 }, updatedAt: now() };
      bookings.push({ ...getKind(draft).withDates(draft, context), ...own });
    }
    return ok(bookings);
  }

  /** From here on each goes its own way. */
  function letGo([first, ...others]: readonly BookingItem[]): Result<BookingItem> {
    if (first === undefined) return failed(unreadRule);
    store.transaction(({ items }) => {
      items.update(first);
      for (const other of others) items.insert(other);
    });
    trace("submitted");
    onChange([first, ...others].map((booking) => booking.id));
    engine.kick();
    return ok(first);
  }

  /** Its moment is over. What cannot be booked any more stays the draft, and says why. */
  function afterMoment(id: RecordId, held: ItemState): void {
    const found = ownBooking(id);
    // Something else became of it meanwhile, as records put back from a backup make of it.
    if (!found.ok || found.value.status !== held.status) return;
    const item = found.value;
    const bookings = made(item);
    if (bookings.ok) return void letGo(bookings.value);
    store.transaction(({ items }) => items.restate({ ...item, problem: bookings.failure, updatedAt: now() }));
    onChange([id]);
  }

  /** The draft stands for all of them, and waits for its moment. */
  function hold(item: BookingItem, visits: number): Promise<boolean> {
    const held = undo.standing(item);
    store.transaction(({ items }) => items.restate({ ...item, ...held, updatedAt: now() }));
    const over = undo.hold(item, visits, () => afterMoment(item.id, held));
    onChange([item.id]);
    return over;
  }

  function current(id: RecordId): Result<BookingItem> {
    const found = ownBooking(id);
    return found.ok ? ok(undo.shownAs(found.value)) : found;
  }

  async function bookSeries(id: RecordId): Promise<Result<BookingItem>> {
    const found = ownBooking(id);
    if (!found.ok) return found;
    const item = found.value;
    // Pressed twice: they are made, and each goes its own way.
    if (item.series !== undefined) return ok(item);
    if (item.attempts.length > 0 || item.status === "done" || item.status === "discarded")
      return failed(frozen);
    const moment = undo.of(id);
    if (moment !== null) await moment.settled;
    else {
      const bookings = made(item);
      if (!bookings.ok) return bookings;
      if (!undo.holdsBack(item)) return letGo(bookings.value);
      await hold(item, bookings.value.length);
    }
    return current(id);
  }

  function series(id: RecordId): Result<{ items: ListedBooking[] }> {
    const found = ownBooking(id);
    if (!found.ok) return found;
    const { accountId, series: made } = found.value;
    const ids = made?.ids ?? [];
    const all = store.read(({ items }) => ids.map((each) => resolveReplacement(each, items)));
    const listed = all.flatMap((each) => (each?.accountId === accountId ? [getKind(each).listed(each)] : []));
    return ok({ items: listed.filter(isBooking) });
  }

  return {
    bookSeries: (id) =>
      bookSeries(id).catch((error: unknown): Result<BookingItem> => failed(toNotSavedFailure(error, false))),
    series,
  };
}
