import { expect, it } from "vitest";
import { changeNoticeBook } from "../../../main/features/notices/setting-up.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import { emptyBook, type NoticeBook } from "../../../shared/notices/book.ts";
import { memoryClinic, recordOf } from "../../support/clinic-in-memory.ts";
import { idOf } from "../../support/store-records.ts";

/* A thief that fills the book of notices. */

const addressOf = (n: number, desk: string, madeAt: string): NoticeBook["addresses"][number] => ({
  id: idOf(n),
  event: "appointment.approved.v1",
  token: "A".repeat(43),
  desk,
  madeAt,
  retired: false,
});

const letters = "023456789acdefghjklmnpqrstuvwxyz";
const recipientOf = (n: number, first: string): string =>
  `age1${first}${"q".repeat(55)}${letters[Math.floor(n / 32)] ?? ""}${letters[n % 32] ?? ""}`;

async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const own = addressOf(1, one.id, "2026-11-23T12:00:00.000Z");
  const identity = { keyEpoch: 1, identity: "AGE-SECRET-KEY-1", recipient: recipientOf(0, "g") };
  const book: NoticeBook = { ...emptyBook, identities: [identity], addresses: [own] };
  one.knows({ ...one.kept(), book, madeAddresses: [own.id] });
  const record = deriveSharedId(one.kept().clinic, "notices");
  return { one, thief, own, identity, book, record };
}

it("addresses that a thief dates back take the place of none that a desk made, and of none that it makes once the thief is removed", async () => {
  const { one, thief, own, book, record } = await scene();
  const forged = Array.from({ length: 200 }, (_none, nth) =>
    addressOf(100 + nth, thief.id, "1970-01-01T00:00:00.000Z"),
  );
  expect(
    thief.say(recordOf(thief, record, { kind: "notices", book: { ...book, addresses: forged } })),
  ).toBeNull();
  await one.read();
  expect(one.say([{ entry: { type: "member-removed", desk: thief.id, lost: true } }])).toBeNull();
  await one.read();
  const later = addressOf(2, one.id, "2026-11-23T13:00:00.000Z");
  const desk = {
    kept: one.kept,
    change: (next: (kept: ReturnType<typeof one.kept>) => ReturnType<typeof one.kept>) =>
      one.knows(next(one.kept())),
  } as unknown as Parameters<typeof changeNoticeBook>[0];
  changeNoticeBook(desk, (before) => ({ ...before, addresses: [...before.addresses, later] }));
  const ids = one.kept().book?.addresses.map(({ id }) => id) ?? [];
  expect([ids.includes(own.id), ids.includes(later.id)]).toEqual([true, true]);
});

it("keys for notices that a thief makes up take the place of none that opens what has come", async () => {
  const { one, thief, identity, book, record } = await scene();
  const forged = ["0", "z"].flatMap((first) =>
    Array.from({ length: 100 }, (_none, nth) => ({
      keyEpoch: 1,
      identity: "none",
      recipient: recipientOf(nth, first),
    })),
  );
  expect(
    thief.say(recordOf(thief, record, { kind: "notices", book: { ...book, identities: forged } })),
  ).toBeNull();
  await one.read();
  expect(one.kept().book?.identities).toContainEqual(identity);
});
