import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../shared/hub-api/entries.ts";
import { applyPush, type LogView } from "../../../../shared/clinic/log/apply.ts";
import { bookAgain, confirmAttempt } from "../../../../shared/clinic/log/claims.ts";
import type { LogAttempt, LogItem } from "../../../../shared/clinic/log/item.ts";
import { mostNamed, mostOfADesk } from "../../../../shared/clinic/log/outcomes.ts";
import { whoMay } from "../../../../shared/clinic/log/who-may.ts";
import { asking, sharedItem, unclear } from "../../../support/shared-items.ts";

/* Whoever has one desk's keys says as much as it likes: what is kept of that has an end, for a desk and for the clinic. */

const many = (count: number, more: Partial<LogAttempt> = {}) =>
  Array.from({ length: count }, (_none, nth) => unclear(`y${nth}`, more));

const asks = (attempts: readonly LogAttempt[], notSent: string[] = []) =>
  confirmAttempt(
    sharedItem({ attempts }),
    { type: "confirm", item: "i", epoch: 1, attempt: "x", notSent },
    asking("a"),
  );

describe("tries to which the hub says yes", () => {
  it("are the last of their desk, of those that came to nothing", () => {
    const open = unclear("x", { state: "open" });
    const tries = many(mostOfADesk, { state: "not-sent" });
    const others = many(mostOfADesk, { state: "refused" }).map((one) => ({
      ...one,
      attempt: `${one.attempt}b`,
      desk: "b",
    }));
    expect(asks([...others, ...tries])).toMatchObject({
      value: { attempts: [...others, ...tries.slice(1), open] },
    });
    expect(asks(tries.slice(1))).toMatchObject({ value: { attempts: [...tries.slice(1), open] } });
    // The one before counts as well, which this very word says was not sent.
    const last = unclear("last", { state: "open" });
    expect(asks([...tries.slice(1), last], ["last"])).toMatchObject({
      value: { attempts: { length: mostOfADesk } },
    });
  });

  it("are no more than a desk has of those that may have arrived, decided or not", () => {
    const named = many(mostOfADesk, { named: true });
    expect(asks(named)).toEqual({
      ok: false,
      refusal: { code: "needs-checking", attempts: named.map(({ attempt }) => attempt) },
    });
    expect(asks(named.slice(1))).toMatchObject({ ok: true });
    // Another desk that took it over goes on.
    expect(asks(named.map((one) => ({ ...one, desk: "b" })))).toMatchObject({ ok: true });
  });

  it("are no more in all than a decision can name", () => {
    const of = (count: number) => asks(many(count, { desk: "b", named: true }));
    expect(of(mostNamed - 1)).toMatchObject({ ok: true });
    expect(of(mostNamed)).toEqual({ ok: false, refusal: { code: "needs-checking", attempts: [] } });
    const attempts = many(mostNamed, { desk: "b" });
    const names = attempts.map(({ attempt }) => attempt);
    const decided: Entry & { type: "book-again" } = {
      type: "book-again",
      item: "i",
      epoch: 1,
      attempts: names,
      historyIncomplete: false,
    };
    expect(bookAgain(sharedItem({ attempts }), decided, asking("a"))).toMatchObject({ ok: true });
  });

  it("are few after ten thousand of them in ten pushes", () => {
    let item: LogItem = sharedItem();
    const desk = { desk: "a", admin: true, publicKey: "", recipient: "", credential: "", letIn: null };
    const desks: LogView["desks"] = new Map([
      ["a", { ...desk, awaited: false, removedBy: null, answeredBy: null }],
    ]);
    for (let push = 0; push < 10; push += 1) {
      const entries = Array.from({ length: 1_000 }, (_none, nth): Entry => {
        const number = push * 1_000 + nth;
        return { type: "confirm", item: "i", epoch: 1, attempt: `t${number}`, notSent: [`t${number - 1}`] };
      });
      const known = { desks, records: new Map(), items: new Map([["i", item]]), addresses: new Map() };
      const applied = applyPush({ ...known, hasNoticeRecipient: false }, entries, {
        desk: "a",
        generation: 0,
        number: push + 2,
      });
      item = (applied.ok ? applied.changes.items.get("i") : null) ?? expect.fail("it was refused");
      expect(item.attempts).toHaveLength(mostOfADesk);
    }
    expect(item.attempts.at(-1)).toEqual(unclear("t9999", { state: "open" }));
  });
});

describe("addresses for notices", () => {
  const member = (desk: string, removedBy: number | null = null) =>
    [
      desk,
      {
        desk,
        admin: true,
        publicKey: "",
        recipient: "",
        credential: "",
        letIn: null,
        awaited: false,
        removedBy,
        answeredBy: null,
      },
    ] as const;
  const made = (
    addressesOf: readonly (readonly [string, number])[],
    count: number,
    removedBy: number | null = null,
  ) =>
    applyPush(
      {
        desks: new Map([member("a"), member("b", removedBy)]),
        records: new Map(),
        items: new Map(),
        addresses: new Map(),
        addressesOf: new Map(addressesOf),
        hasNoticeRecipient: true,
      },
      Array.from({ length: count }, (_none, nth): Entry => ({
        type: "notice-address",
        address: `n${nth}`,
        token: `t${nth}`,
      })),
      { desk: "a", generation: 0, number: 2 },
    );
  const { desk, clinic } = whoMay["notice-address"].most;

  it("are so many of a desk, in one push or in several", () => {
    expect(made([], desk)).toMatchObject({ ok: true });
    expect(made([], desk + 1)).toEqual({ ok: false, failure: { code: "taken", entry: desk } });
    expect(made([["a", desk - 1]], 1)).toMatchObject({ ok: true });
    expect(made([["a", desk]], 1)).toMatchObject({ ok: false });
  });

  it("are so many of all that are members: a removed desk's take nobody's place", () => {
    expect(made([["b", clinic - 1]], 1)).toMatchObject({ ok: true });
    expect(made([["b", clinic - 1]], 2)).toMatchObject({ ok: false });
    expect(made([["b", clinic]], 1)).toMatchObject({ ok: false });
    expect(made([["b", clinic]], 1, 9)).toMatchObject({ ok: true });
  });
});

describe("what became of an attempt that many items have in common", () => {
  it("changes none of which it says nothing new: else each word is a look at all attempts of all of them", () => {
    const all = Array.from({ length: 10 }, (_none, nth) =>
      sharedItem({ item: `i${nth}`, attempts: [unclear("x")] }),
    );
    const items = new Map(all.map((one) => [one.item, one]));
    const nobody = { desks: new Map(), records: new Map(), addresses: new Map(), hasNoticeRecipient: false };
    const told = (outcome: "unclear" | "booked") => {
      const words: Entry[] = [{ type: "outcome", item: "i0", attempt: "x", outcome }];
      const result = applyPush({ ...nobody, items }, words, { desk: "a", generation: 0, number: 1 });
      return result.ok ? [...result.changes.items.keys()] : [];
    };
    expect(told("unclear")).toEqual(["i0"]);
    expect(told("booked")).toEqual([...items.keys()]);
  });
});
