import { z } from "zod";
import type { Entry } from "../hub-api/entries.ts";
import { whoMay } from "../clinic/log/who-may.ts";
import { keyEpoch, randomId, recipient, secret256 } from "../hub-api/values.ts";

/** So many of each a book has at most: whoever has one desk's keys may add to it without end. */
const mostOfEach = 200;

/** RFC 3339 instant of a desk's clock. */
const instant = z.iso.datetime();

/** To whom the hub seals notices: an age identity, made when this key of the clinic was the present one. */
const identity = z.strictObject({ keyEpoch, identity: z.string().max(200), recipient });
/** Where the service leaves notices of one kind: `/in/<token>` of the hub. */
const address = z.strictObject({
  id: randomId,
  event: z.string().max(200),
  token: secret256,
  /** The desk that made it, and registers it with the service. */
  desk: randomId,
  madeAt: instant,
  retired: z.boolean(),
});
/** Where the booking's number stands in notices of a kind; of all kinds without one of their own where it is null. */
const pointer = z.strictObject({
  event: z.string().max(200).nullable(),
  pointer: z.string().max(500),
  at: instant,
});

/**
 * What the desks of a clinic share of notices: one record of the log. Two that were changed at once become one, the same at
 * every desk.
 */
export const noticeBook = z.strictObject({
  identities: z.array(identity).max(mostOfEach),
  addresses: z.array(address).max(mostOfEach),
  pointers: z.array(pointer).max(mostOfEach),
});
export type NoticeBook = z.infer<typeof noticeBook>;
export type BookAddress = NoticeBook["addresses"][number];

/** What the log has of it. */
export const saidNotices = z.strictObject({
  recipient: recipient.nullable(),
  // `by`: who said so. A Front Desk before this one did not keep it.
  addresses: z.array(
    z.strictObject({ address: randomId, retired: z.boolean(), by: randomId.nullable().default(null) }),
  ),
});
export type SaidNotices = z.infer<typeof saidNotices>;
export const noneSaid: SaidNotices = { recipient: null, addresses: [] };

export const emptyBook: NoticeBook = { identities: [], addresses: [], pointers: [] };

/** One of each key, by what `better` keeps of two. */
function joined<T>(all: readonly T[], keyOf: (one: T) => string, better: (a: T, b: T) => T): T[] {
  const byKey = new Map<string, T>();
  for (const one of all) {
    const other = byKey.get(keyOf(one));
    byKey.set(keyOf(one), other === undefined ? one : better(other, one));
  }
  return [...byKey.values()];
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each address with how many its desk made before it. */
function rankByDesk(addresses: readonly BookAddress[]): readonly (readonly [BookAddress, number])[] {
  const made = new Map<string, number>();
  return addresses.map((one) => {
    const rank = made.get(one.desk) ?? 0;
    made.set(one.desk, rank + 1);
    return [one, rank];
  });
}

/**
 * Both together: nothing that was made is lost while there is room for it, what is retired stays so and goes first, and of two pointers the
 * later counts. Where there is no room, a key of the first book stays before one of the second, and each desk's first address before any
 * desk's second: whoever has one desk's keys takes no room that others need. `made`: the addresses of this very desk, which stay.
 */
export function mergeBooks(a: NoticeBook, b: NoticeBook, made: readonly string[] = []): NoticeBook {
  const identities = joined(
    [...a.identities, ...b.identities],
    (one) => one.recipient,
    (one) => one,
  )
    .slice(0, mostOfEach)
    .toSorted((x, y) => x.keyEpoch - y.keyEpoch || order(x.recipient, y.recipient));
  const byTime = (x: BookAddress, y: BookAddress): number => order(x.madeAt, y.madeAt) || order(x.id, y.id);
  const all = joined(
    [...a.addresses, ...b.addresses],
    (one) => one.id,
    (one, other) => ({ ...one, retired: one.retired || other.retired }),
  ).toSorted((x, y) => Number(x.retired) - Number(y.retired) || byTime(x, y));
  const isOthers = ({ id }: BookAddress): number => Number(!made.includes(id));
  const addresses = rankByDesk(all)
    .toSorted(
      ([x, rank], [y, other]) =>
        isOthers(x) - isOthers(y) || Number(x.retired) - Number(y.retired) || rank - other || byTime(x, y),
    )
    .map(([one]) => one);
  const pointers = joined(
    [...a.pointers, ...b.pointers],
    (one) => one.event ?? "",
    (one, other) => ((order(one.at, other.at) || order(one.pointer, other.pointer)) >= 0 ? one : other),
  ).toSorted((x, y) => order(y.at, x.at) || order(x.event ?? "", y.event ?? ""));
  return {
    identities,
    addresses: addresses.slice(0, mostOfEach).toSorted(byTime),
    pointers: pointers.slice(0, mostOfEach).toSorted((x, y) => order(x.event ?? "", y.event ?? "")),
  };
}

const day = 24 * 60 * 60 * 1_000;

type Believing = { readonly keyEpoch: number; readonly at: string };

/**
 * What another desk's book can say at that time, with that key of the clinic in use. A key for notices of a later one would be the
 * last for good, whoever has it and whoever is removed; and nothing is later than a time that is still to come. It is the same for every
 * reader: two desks that believe other things of one book would write their own over the other's without end.
 */
export function filterBelievable(
  { identities, addresses, pointers }: NoticeBook,
  { keyEpoch: present, at }: Believing,
): NoticeBook {
  const latest = Date.parse(at) + day;
  return {
    identities: identities.filter((one) => one.keyEpoch <= present),
    addresses: addresses.filter(({ madeAt }) => Date.parse(madeAt) <= latest),
    pointers: pointers.filter((one) => Date.parse(one.at) <= latest),
  };
}

/** Whether it says something that the other one does not. Where both say another thing of one address, neither adds to the other. */
export const hasMoreThan = (book: NoticeBook, other: NoticeBook): boolean =>
  JSON.stringify(mergeBooks(other, book)) !== JSON.stringify(mergeBooks(other, other));

/** To whom the hub is to seal notices now. */
export const getPresentIdentity = ({ identities }: NoticeBook): NoticeBook["identities"][number] | null =>
  identities.at(-1) ?? null;

/** The place of a booking's number in notices of that kind; null: nobody has pointed at it. */
export const findPointer = ({ pointers }: NoticeBook, event: string): string | null =>
  (pointers.find((one) => one.event === event) ?? pointers.find((one) => one.event === null))?.pointer ??
  null;

/** That booking's number stands there from now on. A clock that went back does not make it the earlier one. */
export function withPointer(
  book: NoticeBook,
  wanted: { readonly event: string | null; readonly pointer: string; readonly now: string },
): NoticeBook {
  const { event, pointer: place, now } = wanted;
  const latest = book.pointers.reduce((last, { at }) => Math.max(last, Date.parse(at) + 1), Date.parse(now));
  const at = new Date(latest).toISOString();
  // Everywhere is everywhere: what was said of single kinds before counts no more.
  const events = event === null ? [null, ...book.pointers.flatMap((one) => one.event ?? [])] : [event];
  const next = [...new Set(events)].map((one) => ({ event: one, pointer: place, at }));
  return mergeBooks(book, { ...emptyBook, pointers: next });
}

export const retireAddress = (book: NoticeBook, id: string): NoticeBook => ({
  ...book,
  addresses: book.addresses.map((one) => (one.id === id ? { ...one, retired: true } : one)),
});

/** What the log lacks of a book, each for a push of its own: what is refused of one keeps none of the others back. */
type Lacking = {
  readonly recipient: readonly Entry[];
  readonly own: readonly Entry[];
  readonly others: readonly Entry[];
};

type Saying = {
  readonly self: string;
  /** The addresses that were made at this desk, by their ids: that another one says so of them is not enough. */
  readonly made: readonly string[];
  /** The hub learns of each token the SHA-256 of its 32 bytes alone. */
  readonly digestOf: (token: string) => string;
};

/**
 * What the log lacks of the book, for an admin's desk to say. The addresses of other desks are for after a restore, when those may be
 * gone: half of what a desk may make, since whoever has one desk's keys writes into the book what it likes.
 */
export function listMissingEntries(
  book: NoticeBook,
  said: SaidNotices,
  { self, made: madeHere, digestOf }: Saying,
): Lacking {
  const present = getPresentIdentity(book);
  if (present === null) return { recipient: [], own: [], others: [] };
  const known = new Map(said.addresses.map(({ address: id, retired }) => [id, retired]));
  const most = whoMay["notice-address"].most.desk;
  let made = said.addresses.filter(({ by }) => by === self).length;
  const entriesOf = (addresses: readonly BookAddress[], room: number): readonly Entry[] =>
    addresses.flatMap(({ id, token, retired }): Entry[] => {
      const isNew = !known.has(id);
      if (isNew && made >= room) return [];
      if (isNew) made += 1;
      return [
        ...(isNew ? [{ type: "notice-address" as const, address: id, token: digestOf(token) }] : []),
        ...(retired && known.get(id) !== true ? [{ type: "notice-retired" as const, address: id }] : []),
      ];
    });
  const isOwn = ({ id }: BookAddress): boolean => madeHere.includes(id);
  return {
    recipient:
      said.recipient === present.recipient
        ? []
        : [{ type: "notice-recipient", recipient: present.recipient }],
    own: entriesOf(book.addresses.filter(isOwn), most),
    others: entriesOf(
      book.addresses.filter((one) => !isOwn(one)),
      most / 2,
    ),
  };
}
