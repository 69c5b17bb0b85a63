import { describe, expect, it } from "vitest";
import { type AttemptState, mayHaveArrived, findBlock } from "../../../../shared/clinic/log/item.ts";
import {
  mostOfADesk,
  mostOfAnItem,
  applyOutcomeEntry,
  applyWithoutHub,
} from "../../../../shared/clinic/log/outcomes.ts";
import { asking, sharedItem, unclear } from "../../../support/shared-items.ts";

const told = (what: "booked" | "refused" | "not-sent" | "unclear", attempt = "x") =>
  ({ type: "outcome", item: "i", attempt, outcome: what }) as const;

describe("what became of an attempt", () => {
  it("is of an item that the hub knows", () => {
    const other = sharedItem({ item: "j", attempts: [unclear("x")] });
    expect(applyOutcomeEntry([other], told("booked"), asking("a"))).toEqual({
      ok: false,
      refusal: { code: "item-unknown" },
    });
  });

  it("is kept also of an attempt that was never heard of, as that desk's own", () => {
    const other = sharedItem({ item: "j", attempts: [unclear("y")] });
    expect(applyOutcomeEntry([other, sharedItem()], told("unclear"), asking("b"))).toEqual({
      ok: true,
      value: [other, sharedItem({ attempts: [unclear("x", { desk: "b" })] })],
    });
  });

  it("that was never heard of is believed of whoever tells it, whatever it is", () =>
    expect(
      applyOutcomeEntry([sharedItem({ attempts: [unclear("w")] })], told("not-sent"), asking("b")),
    ).toMatchObject({
      value: [{ attempts: [unclear("w"), unclear("x", { desk: "b", state: "not-sent" })] }],
    }));

  it("is judged by that attempt, beside those of other desks", () => {
    const other = unclear("w", { desk: "b", state: "open" });
    const item = sharedItem({ attempts: [other, unclear("x", { state: "open" })] });
    expect(applyOutcomeEntry([item], told("refused"), asking("a"))).toMatchObject({
      value: [{ attempts: [other, unclear("x", { state: "refused" })] }],
    });
  });

  it.each([
    ["refused", "open", "refused"],
    ["not-sent", "open", "not-sent"],
    ["unclear", "not-sent", "unclear"],
    ["refused", "unclear", "unclear"],
    ["not-sent", "booked", "booked"],
  ] as const)("%s of one that is %s leaves it %s, and the item waiting", (what, before, after) => {
    const item = sharedItem({ attempts: [unclear("w"), unclear("x", { state: before })] });
    expect(applyOutcomeEntry([item], told(what), asking("a"))).toMatchObject({
      value: [{ ended: before === "booked" ? "booked" : null, attempts: [unclear("w"), { state: after }] }],
    });
  });

  it.each(["not-sent", "refused"] as const)("%s is believed of its own desk alone", (what) => {
    const item = sharedItem({ attempts: [unclear("x", { state: "open" })] });
    expect(applyOutcomeEntry([item], told(what), asking("b"))).toEqual({
      ok: false,
      refusal: { code: "attempt-used" },
    });
    expect(applyOutcomeEntry([item], told("unclear"), asking("b"))).toEqual({
      ok: true,
      value: [sharedItem({ attempts: [unclear("x")] })],
    });
  });

  it.each(["not-sent", "refused"] as const)(
    "%s unsays no other desk's attempt of that name at another item",
    (what) => {
      const theirs = sharedItem({ item: "j", attempts: [unclear("x", { state: "open" })] });
      for (const attempts of [[], [unclear("x", { desk: "b", state: "open" })]])
        expect(applyOutcomeEntry([theirs, sharedItem({ attempts })], told(what), asking("b"))).toMatchObject({
          value: [theirs, { attempts: [{ desk: "b", state: what }] }],
        });
      // Its own desk says it of the draft as well.
      const draft = sharedItem({ item: "j", attempts: [unclear("x", { state: "open", inherited: true })] });
      const own = sharedItem({ attempts: [unclear("x", { state: "open" })] });
      expect(applyOutcomeEntry([draft, own], told(what), asking("a"))).toMatchObject({
        value: [{ attempts: [{ state: what }] }, { attempts: [{ state: what }] }],
      });
    },
  );

  it("that came to nothing is as of one that was never heard of, as at desks that forgot it", () => {
    const mine = unclear("x", { desk: "b", state: "refused" });
    for (const what of ["unclear", "booked", "not-sent"] as const) {
      const known = applyOutcomeEntry([sharedItem({ attempts: [mine] })], told(what), asking("c"));
      expect(known).toEqual(applyOutcomeEntry([sharedItem()], told(what), asking("c")));
    }
  });

  it("booked ends the item, and its linked draft has to be decided anew", () => {
    const parent = sharedItem({ ended: "edited", attempts: [unclear("x", { named: true })] });
    const draft = sharedItem({
      item: "j",
      attempts: [unclear("x", { named: true, inherited: true }), unclear("y", { named: true })],
    });
    expect(applyOutcomeEntry([parent, draft], told("booked"), asking("b"))).toEqual({
      ok: true,
      value: [
        { ...parent, ended: "booked", attempts: [unclear("x", { named: true, state: "booked" })] },
        {
          ...draft,
          attempts: [unclear("x", { inherited: true, state: "booked" }), unclear("y", { named: true })],
        },
      ],
    });
  });

  it("told a second time as booked does not ask for the decision about the draft again", () => {
    const attempts = [unclear("x", { named: true, inherited: true, state: "booked" })];
    const [own, draft] = [sharedItem(), sharedItem({ item: "j", attempts })];
    expect(applyOutcomeEntry([own, draft], told("booked"), asking("a"))).toMatchObject({
      value: [{ ended: "booked" }, draft],
    });
  });

  it("that is no booking leaves the draft's decision as it is", () => {
    const draft = sharedItem({ attempts: [unclear("x", { named: true, inherited: true, state: "open" })] });
    expect(applyOutcomeEntry([draft], told("unclear"), asking("a"))).toMatchObject({
      value: [{ attempts: [unclear("x", { named: true, inherited: true })] }],
    });
  });
});

describe("what was sent without the hub", () => {
  const sent = { type: "without-hub", item: "i", attempt: "x", attempts: [] as string[] } as const;

  it("is an open attempt of its desk", () => {
    const item = sharedItem({ attempts: [unclear("w")] });
    expect(applyWithoutHub(item, sent, asking("b"))).toEqual({
      ok: true,
      value: { ...item, attempts: [unclear("w"), unclear("x", { state: "open", desk: "b" })] },
    });
  });

  it("changes nothing when it is told again, and is refused under another desk's attempt", () => {
    const item = sharedItem({ attempts: [unclear("x", { desk: "b" })] });
    expect(applyWithoutHub(item, sent, asking("b"))).toEqual({ ok: true, value: item });
    expect(applyWithoutHub(item, sent, asking("a"))).toEqual({
      ok: false,
      refusal: { code: "attempt-used" },
    });
  });
});

describe("why an item may not be sent", () => {
  it.each([
    ["it is not", sharedItem(), 0, null],
    ["a person has to decide", sharedItem({ mustDecide: true }), 0, "needs-checking"],
    ["an attempt is not named", sharedItem({ attempts: [unclear("x")] }), 0, "needs-checking"],
    ["every attempt is named", sharedItem({ attempts: [unclear("x", { named: true })] }), 0, null],
    ["the database was restored", sharedItem({ mustDecide: true }), 1, "history-incomplete"],
    ["it was decided since", sharedItem({ decidedIn: 1 }), 1, null],
    ["it was shared since", sharedItem({ sharedIn: 1 }), 1, null],
  ] as const)("%s", (_what, item, generation, why) => expect(findBlock(item, generation)).toBe(why));

  it("is no attempt that certainly did not arrive", () => {
    const states: readonly AttemptState[] = ["open", "unclear", "booked", "not-sent", "refused"];
    expect(states.filter((state) => mayHaveArrived(unclear("x", { state })))).toEqual([
      "open",
      "unclear",
      "booked",
    ]);
  });
});

describe("attempts of one desk at an item", () => {
  const others = Array.from({ length: mostOfADesk }, (_none, nth) => unclear(`y${nth}`, { desk: "b" }));
  const full = sharedItem({ attempts: others });

  it("are kept up to a number, also those of each other desk", () => {
    const one = unclear("x", { desk: "b" });
    const attempts = others.slice(1);
    expect(applyOutcomeEntry([{ ...full, attempts }], told("unclear"), asking("b"))).toMatchObject({
      value: [{ mustDecide: false, attempts: [...attempts, one] }],
    });
    for (const desk of ["c", "a"])
      expect(applyOutcomeEntry([full], told("unclear"), asking(desk))).toMatchObject({
        value: [{ attempts: [...others, unclear("x", { desk })] }],
      });
  });

  it.each([
    ["its holder says so", { holder: "b" }, {}],
    ["the item that it is a draft of has them", {}, { inherited: true }],
  ])("are not kept beyond that where %s", (_what, held, of) => {
    const attempts = others.map((one) => ({ ...one, ...of }));
    expect(applyOutcomeEntry([{ ...full, ...held, attempts }], told("unclear"), asking("b"))).toMatchObject({
      value: [{ mustDecide: true, attempts }],
    });
  });

  it("are not kept beyond that by way of some that came to nothing first", () => {
    const nothing = unclear("x", { desk: "b", state: "not-sent" });
    const attempts = [...others, nothing];
    expect(applyOutcomeEntry([{ ...full, attempts }], told("unclear"), asking("b"))).toMatchObject({
      value: [{ mustDecide: true, attempts }],
    });
  });

  it("that came to nothing are the holder's last ones: it tries what is refused for days", () => {
    const attempts = others.map((one) => ({ ...one, desk: "a", state: "refused" as const }));
    const last = unclear("x", { state: "refused" });
    expect(applyOutcomeEntry([{ ...full, attempts }], told("refused"), asking("a"))).toMatchObject({
      value: [{ attempts: [...attempts.slice(1), last] }],
    });
    expect(
      applyOutcomeEntry([{ ...full, attempts: attempts.slice(1) }], told("refused"), asking("a")),
    ).toMatchObject({
      value: [{ attempts: [...attempts.slice(1), last] }],
    });
  });

  it("are not kept beyond what a decision of the clinic can name, and the doubt is", () => {
    const ghosts = (count: number) =>
      Array.from({ length: count }, (_none, nth) => unclear(`g${nth}`, { desk: `ghost ${nth}` }));
    const [least, most] = [ghosts(mostOfAnItem - 1), ghosts(mostOfAnItem)];
    expect(applyOutcomeEntry([sharedItem({ attempts: least })], told("unclear"), asking("b"))).toMatchObject({
      value: [{ mustDecide: false, attempts: [...least, unclear("x", { desk: "b" })] }],
    });
    const full = sharedItem({ attempts: most });
    expect(applyOutcomeEntry([full], told("unclear"), asking("b"))).toMatchObject({
      value: [{ mustDecide: true, attempts: most }],
    });
    expect(applyOutcomeEntry([full], told("booked"), asking("b"))).toMatchObject({
      value: [{ ended: "booked" }],
    });
    // What came to nothing is named by nobody.
    const nothing = most.map((one) => ({ ...one, state: "refused" as const }));
    expect(
      applyOutcomeEntry([sharedItem({ attempts: nothing })], told("unclear"), asking("b")),
    ).toMatchObject({
      value: [{ mustDecide: false }],
    });
  });

  it("are not kept beyond that, and the doubt is: a person has to decide", () => {
    const open = { type: "without-hub", item: "i", attempt: "x", attempts: [] } as const;
    const results = [
      applyOutcomeEntry([full], told("unclear"), asking("b")),
      applyWithoutHub(full, { ...open, attempts: [] }, asking("b")),
    ];
    const named = others.map((one) => ({ ...one, named: true }));
    expect(results).toMatchObject([
      { value: [{ mustDecide: true, attempts: others }] },
      { value: { mustDecide: true, attempts: others } },
    ]);
    const decided = applyOutcomeEntry([{ ...full, attempts: named }], told("unclear"), asking("b"));
    expect(decided.ok && decided.value.map((one) => findBlock(one, 0))).toEqual(["needs-checking"]);
  });

  it("end it as booked where one of them was, kept or not", () =>
    expect(applyOutcomeEntry([full], told("booked"), asking("b"))).toMatchObject({
      value: [{ ended: "booked", mustDecide: true, attempts: others }],
    }));

  it("that came to nothing are counted by themselves, and are nothing beyond that", () => {
    const refused = others.map((one) => ({ ...one, state: "refused" as const }));
    const items = [sharedItem({ attempts: refused })];
    expect(applyOutcomeEntry(items, told("refused"), asking("b"))).toEqual({ ok: true, value: items });
    expect(applyOutcomeEntry(items, told("unclear"), asking("b"))).toMatchObject({
      value: [{ attempts: [...refused, unclear("x", { desk: "b" })] }],
    });
    expect(applyOutcomeEntry([full], told("not-sent"), asking("b"))).toMatchObject({
      value: [{ mustDecide: false, attempts: [...others, { attempt: "x", state: "not-sent" }] }],
    });
  });
});
