import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasMoreThan,
  filterBelievable,
  listMissingEntries,
  emptyBook,
  mergeBooks,
  noneSaid,
  noticeBook,
  findPointer,
  getPresentIdentity,
  retireAddress,
  saidNotices,
  withPointer,
  type NoticeBook,
} from "../../../shared/notices/book.ts";
import { idOf } from "../../support/store-records.ts";

const recipientOf = (n: number): string => `age1${"qpzry9x8gf2tvdw0s3jn"[n % 20] ?? "q"}${"q".repeat(57)}`;
const identityOf = (n: number, keyEpoch = n + 1) => ({
  keyEpoch,
  identity: `identity ${n}`,
  recipient: recipientOf(n),
});
const tokenOf = (n: number): string => `${String(n).padStart(42, "a")}A`;
const addressOf = (n: number, change: Partial<NoticeBook["addresses"][number]> = {}) => ({
  id: idOf(n),
  event: n % 2 === 0 ? "appointment.approved.v1" : "appointment.denied.v1",
  token: tokenOf(n),
  desk: idOf(100),
  madeAt: new Date(n * 1_000).toISOString(),
  retired: false,
  ...change,
});
const at = (n: number): string => new Date(n * 1_000).toISOString();

const books: fc.Arbitrary<NoticeBook> = fc.record({
  identities: fc.array(fc.nat(5).map((n) => identityOf(n))),
  addresses: fc.array(fc.tuple(fc.nat(5), fc.boolean()).map(([n, retired]) => addressOf(n, { retired }))),
  pointers: fc.array(
    fc.record({
      event: fc.constantFrom(null, "appointment.approved.v1", "appointment.denied.v1"),
      pointer: fc.constantFrom("/id", "/data/id", ""),
      at: fc.nat(3).map(at),
    }),
  ),
});

describe("two books that were changed at once", () => {
  it("become one, the same at every desk: whoever merges, in whatever order, once or again", () => {
    fc.assert(
      fc.property(books, books, books, (a, b, c) => {
        const ab = mergeBooks(a, b);
        expect(mergeBooks(b, a)).toEqual(ab);
        expect(mergeBooks(ab, b)).toEqual(ab);
        expect(mergeBooks(ab, c)).toEqual(mergeBooks(a, mergeBooks(b, c)));
        expect(JSON.stringify(mergeBooks(b, a))).toBe(JSON.stringify(ab));
        expect(noticeBook.parse(ab)).toEqual(ab);
      }),
    );
  });

  it("have those that were made in one moment in one order, and begin as nothing", () => {
    const [one, two] = [addressOf(1, { madeAt: at(5) }), addressOf(2, { madeAt: at(5) })];
    expect(
      mergeBooks({ ...emptyBook, addresses: [two] }, { ...emptyBook, addresses: [one] }).addresses,
    ).toEqual([one, two]);
    expect(mergeBooks(emptyBook, emptyBook)).toEqual({ identities: [], addresses: [], pointers: [] });
    expect(saidNotices.parse(noneSaid)).toEqual({ recipient: null, addresses: [] });
    const said = {
      recipient: recipientOf(1),
      addresses: [{ address: idOf(1), retired: true, by: idOf(100) }],
    };
    expect(saidNotices.parse(said)).toEqual(said);
    expect(saidNotices.safeParse({ recipient: null, addresses: [{ address: idOf(1) }] }).success).toBe(false);
    expect(saidNotices.safeParse({}).success).toBe(false);
  });

  it("lose no address, and none that was retired comes back", () => {
    const a = { ...emptyBook, addresses: [addressOf(1)] };
    const b = { ...emptyBook, addresses: [addressOf(2), addressOf(1, { retired: true })] };
    expect(mergeBooks(a, b).addresses).toEqual([addressOf(1, { retired: true }), addressOf(2)]);
  });
});

describe("a book that somebody writes who has one desk's keys", () => {
  const many = (from: number, change = {}) =>
    Array.from({ length: 200 }, (_none, nth) => addressOf(from + nth, change));
  it("leaves one that can be read, and what is retired goes first", () => {
    const a = { ...emptyBook, addresses: many(1, { retired: true }) };
    const b = { ...emptyBook, addresses: many(201) };
    const ab = mergeBooks(a, b);
    expect(mergeBooks(b, a)).toEqual(ab);
    expect(noticeBook.parse(ab).addresses).toEqual(b.addresses);
  });
  it("says no key of a later time, and nothing that is still to come", () => {
    const far = "9999-12-31T23:59:59.999Z";
    const book = {
      identities: [identityOf(1, 3), identityOf(2, 4)],
      addresses: [addressOf(1), addressOf(2, { madeAt: far })],
      pointers: [
        { event: null, pointer: "/id", at: at(1) },
        { event: "a.b.v1", pointer: "/id", at: far },
      ],
    };
    const said = filterBelievable(book, { keyEpoch: 3, at: at(5) });
    expect(said).toEqual({
      identities: [identityOf(1, 3)],
      addresses: [addressOf(1)],
      pointers: [{ event: null, pointer: "/id", at: at(1) }],
    });
  });
});

it("a book adds to another what that one does not say, and nothing where both say another thing of one address", () => {
  const book = { ...emptyBook, identities: [identityOf(1)], addresses: [addressOf(1), addressOf(2)] };
  const less = { ...book, addresses: [addressOf(1)] };
  const other = { ...book, addresses: [addressOf(1), addressOf(2, { token: tokenOf(9) })] };
  expect([hasMoreThan(book, book), hasMoreThan(book, less), hasMoreThan(less, book)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([hasMoreThan(book, other), hasMoreThan(other, book)]).toEqual([false, false]);
  expect(hasMoreThan(retireAddress(book, idOf(1)), book)).toBe(true);
});

it("notices are sealed to whom was made last, by the clinic's keys and not by a clock", () => {
  expect(getPresentIdentity(emptyBook)).toBeNull();
  const book = mergeBooks({ ...emptyBook, identities: [identityOf(3, 2), identityOf(1, 9)] }, emptyBook);
  expect(getPresentIdentity(book)).toEqual(identityOf(1, 9));
});

describe("where the booking's number stands", () => {
  const now = at(1_000);
  it("is said of one kind, or of all that have no place of their own", () => {
    expect(findPointer(emptyBook, "a.b.v1")).toBeNull();
    const ofOne = withPointer(emptyBook, { event: "c.d.v1", pointer: "/id", now });
    expect(findPointer(ofOne, "a.b.v1")).toBeNull();
    const all = withPointer(emptyBook, { event: null, pointer: "/id", now });
    expect(findPointer(all, "a.b.v1")).toBe("/id");
    const one = withPointer(all, { event: "a.b.v1", pointer: "/other", now });
    expect([findPointer(one, "a.b.v1"), findPointer(one, "c.d.v1")]).toEqual(["/other", "/id"]);
    const again = withPointer(one, { event: null, pointer: "/new", now });
    expect([findPointer(again, "a.b.v1"), findPointer(again, "c.d.v1")]).toEqual(["/new", "/new"]);
    expect(again.pointers.map(({ event }) => event)).toEqual([null, "a.b.v1"]);
  });
  it("is what was said last, also by a clock that went back", () => {
    const first = withPointer(emptyBook, { event: null, pointer: "/wrong", now });
    const then = withPointer(first, { event: null, pointer: "/right", now: at(1) });
    expect(findPointer(mergeBooks(first, then), "a.b.v1")).toBe("/right");
  });
});

describe("what the log lacks of a book", () => {
  const digest = (token: string): string => `digest of ${token}`;
  const book: NoticeBook = {
    ...emptyBook,
    identities: [identityOf(1)],
    addresses: [addressOf(1), addressOf(2, { retired: true })],
  };
  const saying = { self: idOf(100), made: [idOf(1), idOf(2)], digestOf: digest };
  const added = (n: number) => ({ type: "notice-address", address: idOf(n), token: digest(tokenOf(n)) });

  it("is all of one that was never said: to whom, its own, and those of others, and what is retired right after it was made", () => {
    const recipient = [{ type: "notice-recipient", recipient: recipientOf(1) }];
    const addresses = [added(1), added(2), { type: "notice-retired", address: idOf(2) }];
    expect(listMissingEntries(book, noneSaid, saying)).toEqual({ recipient, own: addresses, others: [] });
    // Each for a push of its own: a thief's is refused, and keeps none of this desk's back.
    expect(listMissingEntries(book, noneSaid, { ...saying, made: [] })).toEqual({
      recipient,
      own: [],
      others: addresses,
    });
  });
  it("is nothing of one that was said, and nothing of one that seals to nobody", () => {
    const said = {
      recipient: recipientOf(1),
      addresses: [
        { address: idOf(1), retired: false, by: idOf(100) },
        { address: idOf(2), retired: true, by: idOf(100) },
      ],
    };
    const nothing = { recipient: [], own: [], others: [] };
    expect(listMissingEntries(book, said, saying)).toEqual(nothing);
    expect(listMissingEntries({ ...book, identities: [] }, noneSaid, saying)).toEqual(nothing);
    const retired = retireAddress(book, idOf(1));
    expect(listMissingEntries(retired, said, saying)).toEqual({
      ...nothing,
      own: [{ type: "notice-retired", address: idOf(1) }],
    });
    expect(retireAddress(book, idOf(3))).toEqual(book);
    expect(retireAddress({ ...book, addresses: [addressOf(1), addressOf(3)] }, idOf(3)).addresses).toEqual([
      addressOf(1),
      addressOf(3, { retired: true }),
    ]);
    const renewed = { ...book, identities: [identityOf(1), identityOf(4)] };
    expect(listMissingEntries(renewed, said, saying)).toEqual({
      ...nothing,
      recipient: [{ type: "notice-recipient", recipient: recipientOf(4) }],
    });
  });
  it("is no more than a desk may make, and of others half as much: whoever has one desk's keys writes into the book", () => {
    const many = (of: string) => Array.from({ length: 100 }, (_none, n) => addressOf(n + 1, { desk: of }));
    const all = {
      ...book,
      addresses: [
        ...many(idOf(101)),
        ...many(idOf(100)).map((one) => ({ ...one, id: idOf(Number(one.id.slice(-3)) + 500) })),
      ],
    };
    const made = all.addresses.filter(({ desk }) => desk === idOf(100)).map(({ id }) => id);
    const { own, others } = listMissingEntries(all, noneSaid, { ...saying, made });
    expect([own.length, others.length]).toEqual([40, 0]);
    const theirs = listMissingEntries({ ...book, addresses: many(idOf(101)) }, noneSaid, {
      ...saying,
      made: [],
    });
    expect([theirs.own.length, theirs.others.length]).toEqual([0, 20]);
    const said = {
      recipient: null,
      addresses: Array.from({ length: 19 }, (_none, n) => ({
        address: idOf(800 + n),
        retired: false,
        by: idOf(100),
      })),
    };
    expect(
      listMissingEntries({ ...book, addresses: many(idOf(101)) }, said, { ...saying, made: [] }).others,
    ).toHaveLength(1);
    // What is not said is not retired either.
    const retired = { ...book, addresses: many(idOf(101)).map((one) => ({ ...one, retired: true })) };
    expect(listMissingEntries(retired, noneSaid, { ...saying, made: [] }).others).toHaveLength(40);
  });
});
