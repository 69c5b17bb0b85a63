import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../shared/hub-api/entries.ts";
import { applyPush, type Context, type LogView } from "../../../../shared/clinic/log/apply.ts";
import type { LogDesk } from "../../../../shared/clinic/log/members.ts";
import { sharedItem, unclear } from "../../../support/shared-items.ts";

const member = (desk: string, more: Partial<LogDesk> = {}): LogDesk => ({
  desk,
  admin: false,
  publicKey: "key",
  recipient: "recipient",
  credential: `credential of ${desk}`,
  awaited: false,
  removedBy: null,
  answeredBy: null,
  letIn: null,
  ...more,
});
const byId = <T>(id: (one: T) => string, all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [id(one), one]));
const desks = (...all: readonly LogDesk[]) => byId(({ desk }) => desk, all);
const items = (...all: readonly ReturnType<typeof sharedItem>[]) => byId(({ item }) => item, all);
const content = (record: string, dropped = false) => ({ record, version: 1, dropped });
const records = (...all: readonly ReturnType<typeof content>[]) => byId(({ record }) => record, all);

/** A clinic of an admin "a" and a desk "b", with an item of "a". */
const clinic: LogView = {
  desks: desks(member("a", { admin: true }), member("b")),
  records: records(content("i")),
  items: items(sharedItem()),
  addresses: new Map(),
  hasNoticeRecipient: true,
};
const from = (desk: string, more: Partial<Context> = {}): Context => ({
  desk,
  generation: 0,
  number: 9,
  ...more,
});
const push = (entries: readonly Entry[], known: Partial<LogView> = {}, context = from("a")) =>
  applyPush({ ...clinic, ...known }, entries, context);
/** Why it was refused, and at which entry. */
const failure = (result: ReturnType<typeof applyPush>) => (result.ok ? null : result.failure);
const changes = (result: ReturnType<typeof applyPush>) => {
  if (!result.ok) throw new Error(result.failure.code);
  return result.changes;
};

const at = { item: "i", epoch: 1 };
const record = (id: string, version: number): Entry => ({
  type: "record",
  record: id,
  version,
  keyEpoch: 1,
  ciphertext: "",
});
const share = (item: string): Entry => ({
  type: "share",
  item,
  generation: 0,
  attempts: [],
  needsChecking: false,
});
const edit: Entry = { type: "edit", ...at, draft: "j" };
const handOver = (to: string): Entry => ({ type: "hand-over", ...at, to, notSent: [] });
const added: Entry = {
  type: "member-added",
  desk: "c",
  admin: false,
  publicKey: "key",
  recipient: "recipient",
  credential: "credential of c",
};
const removed: Entry = { type: "member-removed", desk: "b", lost: false };
const recipient: Entry = { type: "notice-recipient", recipient: "age1" };
const address: Entry = { type: "notice-address", address: "n", token: "t" };
const retired: Entry = { type: "notice-retired", address: "n" };
const ring: Entry = { type: "ring", keyEpoch: 1, ciphertext: "" };
const reported: Entry = { type: "reported" };
const known = { addresses: new Map([["n", { address: "n", retired: false, by: "a" }]]) };

describe("what only an admin may", () => {
  it.each([added, removed, ring, recipient, address, retired])("is refused to another: $type", (entry) => {
    const there = entry === retired ? known : {};
    expect(failure(push([entry], there, from("b")))).toEqual({ code: "not-admin", entry: 0 });
    expect(failure(push([entry], there))).toBeNull();
  });

  it("is refused to a desk that is not known", () =>
    expect(failure(push([ring], {}, from("z")))).toEqual({ code: "not-admin", entry: 0 }));

  it("is nothing else", () => expect(failure(push([record("r", 1), reported], {}, from("b")))).toBeNull());
});

describe("a push", () => {
  it("is taken as a whole or not at all, and its first refusal says where", () =>
    expect(failure(push([record("r", 1), record("r", 3), record("r", 9)]))).toEqual({
      code: "version-behind",
      current: 1,
      entry: 1,
    }));

  it("builds on what it has said before", () => {
    const both = changes(push([record("j", 1), share("j"), { type: "discard", item: "j", epoch: 1 }]));
    expect([...both.records.values()]).toEqual([content("j")]);
    expect([...both.items.values()]).toEqual([sharedItem({ item: "j", ended: "discarded" })]);
  });

  it("of nothing but a ring changes nothing", () =>
    expect(changes(push([ring]))).toEqual({
      desks: new Map(),
      records: new Map(),
      items: new Map(),
      addresses: new Map(),
      tokens: new Map(),
      noticeRecipient: null,
    }));
});

describe("what is shared", () => {
  it.each([
    ["without content", share("j"), {}, { code: "unknown" }],
    [
      "with content that was dropped",
      share("j"),
      { records: records(content("j", true)) },
      { code: "unknown" },
    ],
    ["a second time", share("i"), {}, { code: "item-shared", claim: { holder: "a", epoch: 1, ended: null } }],
    ["as a draft without content", edit, {}, { code: "unknown" }],
    [
      "as a draft under the id of an item",
      edit,
      { records: records(content("j")), items: items(sharedItem(), sharedItem({ item: "j" })) },
      { code: "taken" },
    ],
    ["as a draft of nothing", edit, { items: new Map() }, { code: "item-unknown" }],
    [
      "as a draft of what has ended",
      edit,
      { records: records(content("j")), items: items(sharedItem({ ended: "booked" })) },
      { code: "claim-changed", claim: { holder: "a", epoch: 1, ended: "booked" } },
    ],
  ] as const)("is refused %s", (_what, entry, more, refusal) =>
    expect(failure(push([entry], more))).toEqual({ ...refusal, entry: 0 }),
  );

  it("takes the place of what it is the draft of", () => {
    const { items: after } = changes(push([edit], { records: records(content("j")) }));
    expect([...after.values()]).toEqual([
      sharedItem({ ended: "edited" }),
      sharedItem({ item: "j", epoch: 1 }),
    ]);
  });
});

describe("an entry about an item", () => {
  const acts: readonly (readonly [Entry, object])[] = [
    [handOver("b"), { holder: "b", epoch: 2 }],
    [
      { type: "take-over", ...at },
      { epoch: 2, mustDecide: true },
    ],
    [{ type: "confirm", ...at, attempt: "x", notSent: [] }, { attempts: [unclear("x", { state: "open" })] }],
    [{ type: "book-again", ...at, attempts: [], historyIncomplete: true }, { decidedIn: 0 }],
    [
      { type: "without-hub", item: "i", attempt: "x", attempts: [] },
      { attempts: [unclear("x", { state: "open" })] },
    ],
    [{ type: "mark-booked", ...at }, { ended: "booked" }],
    [{ type: "discard", ...at }, { ended: "discarded" }],
    [{ type: "outcome", item: "i", attempt: "x", outcome: "unclear" }, { attempts: [unclear("x")] }],
  ];
  it.each(acts)("is judged by its own rule: $type", (entry, more) =>
    expect(changes(push([entry])).items.get("i")).toEqual({ ...sharedItem(), ...more }),
  );

  it("reopens what was booked", () => {
    const booked = { items: items(sharedItem({ ended: "booked" })) };
    expect(changes(push([{ type: "reopen", ...at }], booked)).items.get("i")).toEqual(
      sharedItem({ mustDecide: true }),
    );
  });

  it.each([...acts, [{ type: "reopen", ...at }, {}] as const])(
    "is refused where there is none: $type",
    (entry) =>
      expect(failure(push([entry], { items: new Map() }))).toEqual({ code: "item-unknown", entry: 0 }),
  );

  it("is refused with the rule's own reason, and changes nothing then", () =>
    expect(failure(push([{ type: "discard", ...at }], {}, from("b")))).toMatchObject({
      code: "claim-changed",
      entry: 0,
    }));

  it("hands over to a desk that is there, and is another", () => {
    const withRemoved = { desks: desks(member("a", { admin: true }), member("b", { removedBy: 2 })) };
    const unknown = { code: "unknown", entry: 0 };
    expect(failure(push([handOver("z")]))).toEqual(unknown);
    expect(failure(push([handOver("a")]))).toEqual(unknown);
    expect(failure(push([handOver("b")], withRemoved))).toEqual(unknown);
    expect(failure(push([removed, handOver("b")]))).toEqual({ ...unknown, entry: 1 });
    expect(failure(push([added, handOver("c")]))).toBeNull();
    expect(failure(push([added, handOver("b")]))).toBeNull();
  });

  it("tells what became of an attempt to every item that knows it, and to no other", () => {
    const inherited = [unclear("x", { inherited: true }), unclear("y")];
    const draft = sharedItem({ item: "j", attempts: inherited });
    const parent = sharedItem({ ended: "edited", attempts: [unclear("w"), unclear("x")] });
    const other = sharedItem({ item: "k", attempts: [unclear("w")] });
    const after = changes(
      push([{ type: "outcome", item: "i", attempt: "x", outcome: "booked" }], {
        items: items(parent, draft, other),
      }),
    ).items;
    expect([...after.keys()]).toEqual(["i", "j"]);
    expect([after.get("i")?.ended, after.get("j")?.attempts[0]?.state]).toEqual(["booked", "booked"]);
  });

  it("of what became of an attempt builds on what the push has changed", () => {
    const after = changes(
      push([
        { type: "confirm", ...at, attempt: "x", notSent: [] },
        { type: "outcome", item: "i", attempt: "x", outcome: "refused" },
      ]),
    ).items;
    expect(after.get("i")).toEqual(sharedItem({ attempts: [unclear("x", { state: "refused" })] }));
  });

  it("of what became of an attempt is refused to another desk that says it did not arrive", () => {
    const open = { items: items(sharedItem({ attempts: [unclear("x")] })) };
    const told: Entry = { type: "outcome", item: "i", attempt: "x", outcome: "not-sent" };
    expect(failure(push([told], open, from("b")))).toEqual({ code: "attempt-used", entry: 0 });
  });

  it("in a restored database says who is awaited, as this push leaves it", () => {
    const restored = {
      desks: desks(member("a", { admin: true, awaited: true }), member("b", { awaited: true })),
    };
    const ask: Entry = { type: "confirm", ...at, attempt: "x", notSent: [] };
    const now = from("a", { generation: 1 });
    expect(failure(push([ask], restored, now))).toEqual({
      code: "history-incomplete",
      awaited: ["a", "b"],
      entry: 0,
    });
    expect(failure(push([reported, ask], restored, now))).toEqual({
      code: "history-incomplete",
      awaited: ["b"],
      entry: 1,
    });
  });
});

describe("a record", () => {
  it("of an item is its holder's", () =>
    expect(failure(push([record("i", 2)], {}, from("b")))).toEqual({
      code: "item-held",
      claim: { holder: "a", epoch: 1, ended: null },
      entry: 0,
    }));

  it("is dropped once", () => {
    const drop = (version: number): Entry => ({ type: "drop", record: "i", version });
    expect(changes(push([drop(2)])).records.get("i")).toMatchObject({
      record: "i",
      version: 2,
      dropped: true,
    });
    expect(failure(push([drop(2), drop(3)]))).toEqual({ code: "version-behind", current: null, entry: 1 });
  });
});

describe("a decision of several entries", () => {
  const tries = ["x", "y", "z"].map((attempt) => unclear(attempt, { desk: "b" }));
  const known = { items: byId(({ item }) => item, [sharedItem({ attempts: tries })]) };
  const again = (attempts: string[], epoch = 1) =>
    ({ type: "book-again", item: "i", epoch, attempts, historyIncomplete: true }) as const;

  it("names what all of them name together", () => {
    const { items } = changes(push([again(["x", "y"]), again(["z"])], known));
    expect(items.get("i")?.attempts.map(({ named }) => named)).toEqual([true, true, true]);
  });

  it("is none where one is missing, or stands in another push or for another epoch", () => {
    const missing = { code: "needs-checking", attempts: ["z"], entry: 0 };
    expect(failure(push([again(["x", "y"])], known))).toEqual(missing);
    expect(failure(push([again(["x", "y"]), again(["z"], 2)], known))).toEqual(missing);
  });
});

describe("members", () => {
  it("come and go, each in its last state", () => {
    const { desks: after } = changes(push([added, removed, { ...removed, desk: "c" }]));
    const letIn = { by: "a", at: Number.NaN, isSheet: false };
    expect([...after.values()]).toEqual([
      member("c", { removedBy: 9, letIn }),
      member("b", { removedBy: 9 }),
    ]);
  });

  it("go with whoever let them in, also in the push that lets them in, unless they stay", () => {
    const own = { ...added, desk: "own", credential: "own" };
    const leaves = { ...removed, desk: "d" };
    const known = { desks: desks(member("a", { admin: true }), member("d", { admin: true })) };
    const said = [added, own, leaves, { type: "guests-removed" as const, stay: ["own"] }];
    const { desks: after } = changes(push(said, known, from("d")));
    expect([...after].map(([desk, { removedBy }]) => [desk, removedBy])).toEqual([
      ["c", 9],
      ["own", null],
      ["d", 9],
    ]);
  });

  it("that cannot come or go are refused", () => {
    expect(failure(push([{ ...removed, desk: "z" }]))).toEqual({ code: "unknown", entry: 0 });
    expect(failure(push([{ ...added, desk: "b", publicKey: "other" }]))).toEqual({ code: "taken", entry: 0 });
  });

  it("report once each for themselves", () => {
    const restored = {
      desks: desks(member("a", { admin: true, awaited: true }), member("b", { awaited: true })),
    };
    const { desks: after } = changes(push([reported], restored, from("b")));
    expect([...after.values()]).toEqual([member("b")]);
    expect(failure(push([reported], {}, from("z")))).toEqual({ code: "unknown", entry: 0 });
  });
});

describe("an address for notices", () => {
  const nobody = { hasNoticeRecipient: false };

  it("is there once somebody is named to whom they are sealed", () => {
    expect(failure(push([address], nobody))).toEqual({ code: "unknown", entry: 0 });
    const after = changes(push([recipient, address], nobody));
    expect(after.noticeRecipient).toBe("age1");
    expect([...after.addresses]).toEqual([["n", { address: "n", retired: false, by: "a" }]]);
    expect([...after.tokens]).toEqual([["n", "t"]]);
  });

  it("is taken by what there was, and by what this push has made", () => {
    expect(failure(push([address], known))).toEqual({ code: "taken", entry: 0 });
    expect(failure(push([address, address]))).toEqual({ code: "taken", entry: 1 });
  });

  it("is retired where there is one, and keeps its name then", () => {
    expect(failure(push([retired]))).toEqual({ code: "unknown", entry: 0 });
    const after = { address: "n", retired: true, by: "a" };
    expect(changes(push([retired], known)).addresses.get("n")).toEqual(after);
    expect(changes(push([address, retired])).addresses.get("n")).toEqual(after);
  });
});
