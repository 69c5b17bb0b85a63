import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { emptyBook, type NoticeBook } from "../../../shared/notices/book.ts";
import {
  computeDigest,
  createKnownRecord,
  deriveSharedId,
} from "../../../main/features/clinic/shared-content.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, idOf } from "../../support/store-records.ts";

/* Whoever has the keys of one desk writes into the book of notices what it likes: the hub seals to whom the others say all the same. */

const wordsOf = ({ store, kept }: MemoryDesk) =>
  store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: kept(), nonce: () => new Uint8Array(24) }),
  })).said;
const typesOf = (desk: MemoryDesk): readonly string[] => wordsOf(desk).map(({ entry }) => entry.type);

const addressOf = (n: number, desk: string, token: string): NoticeBook["addresses"][number] => {
  const made = { desk, madeAt: "2026-11-23T12:00:00.000Z", retired: false };
  return { id: idOf(n), event: "appointment.approved.v1", token, ...made };
};

const tokenOf = (token: string): string => computeDigest(Buffer.from(token, "base64url"));

const identity = { keyEpoch: 1, identity: "AGE-SECRET-KEY-1", recipient: `age1${"q".repeat(58)}` };

async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const book = { ...emptyBook, identities: [identity] };
  one.knows({ ...one.kept(), book });
  return { one, thief, book, record: deriveSharedId(one.kept().clinic, "notices") };
}

it("to whom notices are sealed is said by itself, also while the book's record is refused", async () => {
  const { one, record } = await scene();
  one.store.transaction(({ clinic }) =>
    clinic.records.put(account, {
      ...createKnownRecord({ sharedId: record, recordId: null, kind: "unread" }),
      aside: "refused",
    }),
  );
  // Nothing else has to be said, so that all of it is notices.
  one.store.transaction(({ clinic }) => {
    for (const { recordId } of clinic.changes.list(account, 100)) clinic.changes.done(recordId);
  });
  expect(typesOf(one)).toEqual(["notice-recipient"]);
});

it("an address that a thief wrote is refused by itself, and keeps none of a desk's own from being said", async () => {
  const { one, thief, book, record } = await scene();
  const own = addressOf(1, one.id, "A".repeat(43));
  const made = { ...book, addresses: [own] };
  one.knows({ ...one.kept(), book: made, madeAddresses: [own.id] });
  const forged = [addressOf(2, one.id, "B".repeat(42) + "A"), addressOf(3, thief.id, "A".repeat(43))];
  expect(
    thief.say(recordOf(thief, record, { kind: "notices", book: { ...made, addresses: forged } })),
  ).toBeNull();
  await one.read();
  const words: string[][] = [];
  for (let push = 0; push < 3; push += 1) {
    const said = wordsOf(one);
    words.push(said.map(({ entry }) => ("address" in entry ? entry.address : entry.type)));
    expect(one.say(said)).toBeNull();
    await one.read();
  }
  // The one that it never made is not among them, but among those of others.
  expect(words).toEqual([["notice-recipient"], ["record"], [own.id]]);
  expect(wordsOf(one).map(({ entry }) => entry)).toEqual([
    { type: "notice-address", address: idOf(2), token: tokenOf(`${"B".repeat(42)}A`) },
    { type: "notice-address", address: idOf(3), token: tokenOf("A".repeat(43)) },
  ] satisfies Entry[]);
});

/** Two desks say what their programs would, in turns, until neither has anything to say. Answers in how many pushes. */
async function talk(desks: readonly MemoryDesk[]): Promise<number> {
  let idle = 0;
  for (let pushes = 0; ;) {
    for (const desk of desks) {
      await desk.read();
      const said = wordsOf(desk);
      idle = said.length === 0 ? idle + 1 : 0;
      if (idle === desks.length) return pushes;
      if (said.length === 0) continue;
      expect(desk.say(said)).toBeNull();
      pushes += 1;
      expect(pushes).toBeLessThan(20);
    }
  }
}

it("an address that a thief wrote under an honest desk's name is no reason for that desk and the others to write the book without end", async () => {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const own = addressOf(1, one.id, "A".repeat(43));
  const book = { ...emptyBook, identities: [identity], addresses: [own] };
  one.knows({ ...one.kept(), book, madeAddresses: [own.id] });
  const record = deriveSharedId(one.kept().clinic, "notices");
  await talk([one, two]);
  await thief.read();
  const forged = { ...book, addresses: [own, addressOf(2, one.id, `${"B".repeat(42)}A`)] };
  const version = (two.store.read(({ clinic }) => clinic.records.get(account, record))?.version ?? 0) + 1;
  expect(thief.say(recordOf(thief, record, { kind: "notices", book: forged }, version))).toBeNull();
  expect(await talk([one, two])).toBeLessThan(8);
  expect(one.say([{ entry: { type: "member-removed", desk: thief.id, lost: true } }])).toBeNull();
  expect(await talk([one, two])).toBe(0);
});

it("two desks to which a thief said another thing of one address do not write it over each other's without end", async () => {
  const { desks } = await memoryClinic(2);
  const [one, two] = desks;
  if (one === undefined || two === undefined) throw new Error("two desks");
  const bookWith = (token: string) => ({
    ...emptyBook,
    identities: [identity],
    addresses: [addressOf(2, idOf(901), token)],
  });
  one.knows({ ...one.kept(), book: bookWith("A".repeat(43)) });
  two.knows({ ...two.kept(), book: bookWith(`${"B".repeat(42)}A`) });
  expect(await talk([one, two])).toBeLessThan(8);
});
