import { describe, expect, it } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { mostOfADesk } from "../../shared/clinic/log/outcomes.ts";
import { clinicOf, newId, recordOf, shared, type TestDesk } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

async function clinic(desks: number) {
  const database = await testDatabase();
  const hubs = [await testHub(database), await testHub(database)] as const;
  const all = await clinicOf(hubs[0].address, String(hubs[0].creationToken), desks);
  all.forEach((desk, at) => (desk.address = hubs[at % 2 === 0 ? 0 : 1].address));
  return { database, hubs, all, one: all[0], two: all[1] as TestDesk };
}

const confirm = (item: string, epoch: number, attempt: string, notSent: string[] = []): Entry => ({
  type: "confirm",
  item,
  epoch,
  attempt,
  notSent,
});
const bookAgain = (item: string, epoch: number, attempts: string[], historyIncomplete = false): Entry => ({
  type: "book-again",
  item,
  epoch,
  attempts,
  historyIncomplete,
});

describe("a claim", () => {
  it("of a removed desk keeps nobody from the record, whose kind nobody but desks can read", async () => {
    const { one, two } = await clinic(2);
    const item = newId();
    const [first, second] = [recordOf(item), recordOf(item, 2)];
    expect((await one.push([first.entry], [first.ciphertext])).failure).toBeNull();
    await two.readOn();
    const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
    expect((await two.push([share, { type: "discard", item, epoch: 1 }])).failure).toBeNull();
    await one.readOn();
    const write = () => one.push([second.entry], [second.ciphertext]);
    expect((await write()).failure).toMatchObject({ code: "item-held" });
    expect((await one.push([{ type: "member-removed", desk: two.id, lost: false }])).failure).toBeNull();
    await one.readOn();
    expect((await write()).failure).toBeNull();
  });

  it("has an attempt that came to nothing, and may have arrived by another desk's word, as that desk's", async () => {
    const { one, two } = await clinic(2);
    const [item, attempt] = [newId(), newId()];
    const [entries, ciphertexts] = shared(item);
    const told = (outcome: "refused" | "unclear"): Entry => ({ type: "outcome", item, attempt, outcome });
    const own = await one.push([...entries, confirm(item, 1, attempt), told("refused")], ciphertexts);
    expect(own.failure).toBeNull();
    await two.readOn();
    expect((await two.push([told("unclear")])).failure).toBeNull();
    await one.readOn();
    expect((await one.push([told("refused")])).failure).toMatchObject({ code: "attempt-used" });
    expect((await one.push([confirm(item, 1, newId())])).failure).toMatchObject({
      code: "needs-checking",
      attempts: [attempt],
    });
  });

  it("has at its holder the last of the tries that came to nothing, and each push writes what it changed", async () => {
    const { database, one } = await clinic(1);
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    expect((await one.push(entries, ciphertexts)).failure).toBeNull();
    // By their names the last would be the earliest.
    const tries = Array.from({ length: 100 }, newId).toSorted().toReversed();
    const asked = tries.map((attempt, nth) =>
      confirm(item, 1, attempt, tries.slice(Math.max(0, nth - 1), nth)),
    );
    for (const part of [asked.slice(0, 60), asked.slice(60)])
      expect((await one.push(part)).failure).toBeNull();
    const rows = () =>
      database.query<{ attempt: string; at: string }>("select attempt, xmin::text as at from hub.attempts");
    const kept = await rows();
    // The one that is asked for now, and so many before it.
    const last = tries.slice(-mostOfADesk);
    expect(kept.map(({ attempt }) => attempt).toSorted()).toEqual(last.toSorted());
    expect((await one.push([confirm(item, 1, newId(), tries.slice(-1))])).failure).toBeNull();
    const now = await rows();
    expect(now).toHaveLength(mostOfADesk);
    const written = now.filter(({ at }) => !kept.some((one) => one.at === at));
    expect(written).toHaveLength(2);
  });

  it("that forgot a try and hears of it again has it as the last, within one push too", async () => {
    const { database, one } = await clinic(1);
    const item = newId();
    const refused = (attempt: string): Entry => ({ type: "outcome", item, attempt, outcome: "refused" });
    const [entries, ciphertexts] = shared(item);
    const tries = Array.from({ length: mostOfADesk }, newId);
    const [again, second, ...others] = tries;
    if (again === undefined || second === undefined) throw new Error("Too few.");
    expect((await one.push([...entries, ...tries.map(refused)], ciphertexts)).failure).toBeNull();
    const [more, last] = [newId(), newId()];
    expect((await one.push([refused(more), refused(again)])).failure).toBeNull();
    expect((await one.push([refused(last)])).failure).toBeNull();
    const kept = await database.query("select attempt from hub.attempts order by place");
    const expected = [...others.slice(1), more, again, last];
    expect(kept).toEqual(expected.map((attempt) => ({ attempt })));
  });

  it("of 500 items is taken by one of eight desks each, and by none twice", async () => {
    const { all } = await clinic(8);
    const items = Array.from({ length: 500 }, newId);
    for (let from = 0; from < items.length; from += 100) {
      const made = items.slice(from, from + 100).map((item) => shared(item));
      const { failure } = await all[0].push(
        made.flatMap(([entries]) => entries),
        made.flatMap(([, ciphertexts]) => ciphertexts),
      );
      expect(failure).toBeNull();
    }
    const winners = new Map<string, string[]>(items.map((item) => [item, []]));
    await Promise.all(
      all.map(async (desk, at) => {
        await desk.readOn();
        // Each begins elsewhere and meets the others on the way.
        const own = [...items.slice(at * 60), ...items.slice(0, at * 60)];
        for (let from = 0; from < own.length; from += 25) {
          const part = own.slice(from, from + 25).filter((item) => winners.get(item)?.length === 0);
          while (part.length > 0) {
            const entries = part.map((item): Entry => ({ type: "take-over", item, epoch: 1 }));
            const { failure } = await desk.push(entries);
            if (failure === null) break;
            if (failure.code !== "claim-changed") throw new Error(failure.code);
            // Another desk was here: what it has by now is not asked for again.
            part.splice(
              0,
              part.length,
              ...part.filter((item, at) => at !== failure.entry && winners.get(item)?.length === 0),
            );
          }
          for (const item of part) winners.get(item)?.push(desk.id);
        }
      }),
    );
    expect([...winners.values()].filter((desks) => desks.length !== 1)).toEqual([]);
    // The hub's own memory says the same.
    const answers = await Promise.all(
      items
        .slice(0, 20)
        .map((item) => all[0].send(all[0].signed(all[0].content([{ type: "discard", item, epoch: 1 }])))),
    );
    for (const [at, { failure }] of answers.entries())
      expect(failure).toMatchObject({
        code: "claim-changed",
        claim: { holder: winners.get(items[at] ?? "")?.[0], epoch: 2 },
      });
  });

  it("is confirmed once at a time, and again only by the process that did not send", async () => {
    const { one } = await clinic(2);
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const [first, second] = [newId(), newId()];
    expect((await one.push([confirm(item, 1, first)])).failure).toBeNull();
    expect((await one.push([confirm(item, 1, second)])).failure).toEqual({
      code: "needs-checking",
      entry: 0,
      attempts: [first],
    });
    expect((await one.push([confirm(item, 1, second, [first])])).failure).toBeNull();
    // A person decides about the second: its name is used, and that of the first, which came to nothing, is as good as a new one.
    expect((await one.push([bookAgain(item, 1, [second])])).failure).toBeNull();
    expect((await one.push([confirm(item, 1, second)])).failure).toEqual({ code: "attempt-used", entry: 0 });
    expect((await one.push([confirm(item, 1, first)])).failure).toBeNull();
  });

  it("that is taken over shows the open attempt, and is sent again only by a decision that names it", async () => {
    const { one, two } = await clinic(2);
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const [sleeping, next] = [newId(), newId()];
    const asked = one.signed(one.content([confirm(item, 1, sleeping)]));
    expect((await one.send(asked)).failure).toBeNull();
    await two.readOn();
    expect((await two.push([{ type: "take-over", item, epoch: 1 }])).failure).toBeNull();
    expect((await two.push([confirm(item, 2, next)])).failure).toMatchObject({
      code: "needs-checking",
      attempts: [sleeping],
    });
    expect((await two.push([bookAgain(item, 2, [])])).failure).toMatchObject({
      code: "needs-checking",
      attempts: [sleeping],
    });
    expect((await two.push([bookAgain(item, 2, [sleeping])])).failure).toBeNull();
    expect((await two.push([confirm(item, 2, next)])).failure).toBeNull();
    // The answer that the first desk never got says no today.
    expect((await one.send(asked)).failure).toMatchObject({
      code: "claim-changed",
      claim: { holder: two.id, epoch: 2 },
    });
  });

  it("ends as booked whoever reports it and whatever was said before", async () => {
    const { one, two } = await clinic(2);
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const attempt = newId();
    await one.push([confirm(item, 1, attempt)]);
    await two.readOn();
    await two.push([{ type: "take-over", item, epoch: 1 }]);
    expect((await two.push([{ type: "discard", item, epoch: 2 }])).failure).toBeNull();
    await one.readOn();
    expect((await one.push([{ type: "outcome", item, attempt, outcome: "booked" }])).failure).toBeNull();
    expect((await two.push([confirm(item, 2, newId())])).failure).toMatchObject({
      code: "claim-changed",
      claim: { ended: "booked" },
    });
    const { value } = await one.pull(0);
    expect(value.head.number).toBe(6);
  });

  it("is edited by its holder alone, and the draft has to name what may have arrived", async () => {
    const { one, two } = await clinic(2);
    const [item, draft] = [newId(), newId()];
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const attempt = newId();
    await one.push([confirm(item, 1, attempt), { type: "outcome", item, attempt, outcome: "unclear" }]);
    await two.readOn();
    const content = recordOf(draft);
    const edit: Entry = { type: "edit", item, epoch: 1, draft };
    expect((await two.push([content.entry, edit], [content.ciphertext])).failure).toMatchObject({
      code: "claim-changed",
    });
    const version = recordOf(item, 2);
    expect((await two.push([version.entry], [version.ciphertext])).failure).toMatchObject({
      code: "item-held",
      claim: { holder: one.id },
    });
    expect((await one.push([content.entry, edit], [content.ciphertext])).failure).toBeNull();
    expect((await one.push([confirm(item, 1, newId())])).failure).toMatchObject({
      code: "claim-changed",
      claim: { ended: "edited" },
    });
    expect((await one.push([confirm(draft, 1, newId())])).failure).toMatchObject({
      code: "needs-checking",
      attempts: [attempt],
    });
    expect((await one.push([bookAgain(draft, 1, [attempt])])).failure).toBeNull();
    // The parent was booked after all: the draft stops.
    await one.push([{ type: "outcome", item, attempt, outcome: "booked" }]);
    expect((await one.push([confirm(draft, 1, newId())])).failure).toMatchObject({
      code: "needs-checking",
      attempts: [attempt],
    });
  });

  it("is handed over with what was not sent, and the desk that gave it away sends no more", async () => {
    const { one, two } = await clinic(2);
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const attempt = newId();
    await one.push([confirm(item, 1, attempt)]);
    const handOver = { type: "hand-over" as const, item, epoch: 1, notSent: [attempt] };
    expect((await one.push([{ ...handOver, to: newId() }])).failure).toEqual({ code: "unknown", entry: 0 });
    expect((await one.push([{ ...handOver, to: two.id }])).failure).toBeNull();
    expect((await one.push([confirm(item, 1, newId())])).failure).toMatchObject({ code: "claim-changed" });
    await two.readOn();
    expect((await two.push([confirm(item, 2, newId())])).failure).toBeNull();
  });

  it("tells nothing of an item without content, or of one that nobody shared", async () => {
    const { one } = await clinic(2);
    const item = newId();
    const [entries] = shared(item);
    expect((await one.push(entries.slice(1))).failure).toEqual({ code: "unknown", entry: 0 });
    expect((await one.push([confirm(item, 1, newId())])).failure).toEqual({ code: "item-unknown", entry: 0 });
  });
});
