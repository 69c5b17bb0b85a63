import { describe, expect, it } from "vitest";
import {
  createBookedItem,
  type DeskEvent,
  type DeskItem,
  type DeskRecord,
  type DeskRight,
  reduceDeskItem,
  createFromHub,
  createSavedItem,
} from "../../../../shared/clinic/log/desk-rule.ts";
import type { LogItem } from "../../../../shared/clinic/log/item.ts";
import { sharedItem, unclear } from "../../../support/shared-items.ts";

const record = (more: Partial<DeskRecord> = {}): DeskRecord => ({
  item: "i",
  madeIn: 0,
  status: "waiting",
  epoch: 1,
  intent: null,
  outcomes: {},
  ...more,
});
/** An item without an attempt under way. */
const idle = (more: Partial<DeskRecord> = {}): DeskItem => ({ record: record(more), right: null });
const right = (phase: DeskRight["phase"]): DeskRight => ({ attempt: "x", phase });
const asked = (more: Partial<DeskRecord> = {}): DeskItem => ({ record: record(more), right: right("asked") });
const confirmed = (more: Partial<DeskRecord> = {}): DeskItem => ({
  record: record(more),
  right: right("confirmed"),
});
/** Its first byte may have left. */
const sending = (more: Partial<DeskRecord> = {}): DeskItem => ({
  record: record({ status: "sending", intent: "x", ...more }),
  right: right("allowed"),
});
const direct = createBookedItem("i", 0, "x");
const statuses = ["direct", "waiting", "sending", "needs-checking", "booked", "discarded", "edited"] as const;

type Step = readonly [what: string, item: DeskItem, event: DeskEvent, after: DeskItem];
const steps = (all: readonly Step[]): void =>
  it.each(all)("%s", (_what, item, event, after) => expect(reduceDeskItem(item, event)).toEqual(after));
/** What cannot happen leaves the item as it is. */
const nothing = (all: readonly (readonly [string, DeskItem, DeskEvent])[]): void =>
  it.each(all)("nothing happens: %s", (_what, item, event) =>
    expect(reduceDeskItem(item, event)).toEqual(item),
  );

describe("an item begins", () => {
  it("with its attempt on the disk where somebody waits for it", () =>
    expect(createBookedItem("i", 3, "x")).toEqual({
      record: record({ madeIn: 3, status: "direct", epoch: null, intent: "x" }),
      right: right("allowed"),
    }));
  it("without a claim where it waits", () =>
    expect(createSavedItem("i", 3)).toEqual(idle({ madeIn: 3, epoch: null })));
  it("as one to be checked where it is another desk's", () =>
    expect(createFromHub(sharedItem({ sharedIn: 4, maker: "b" }))).toEqual(
      idle({ madeIn: 4, status: "needs-checking", epoch: null }),
    ));
});

describe("asking the hub", () => {
  const ask = { event: "ask", attempt: "x" } as const;
  steps([["is for what waits under a claim", idle(), ask, asked()]]);
  nothing([
    ["without a claim", idle({ epoch: null }), ask],
    ["while another is asked for", { ...asked(), right: { attempt: "w", phase: "asked" } }, ask],
    ["while the end of one is not known", idle({ intent: "w" }), ask],
    ...statuses
      .filter((status) => status !== "waiting")
      .map((status) => [`of what is ${status}`, idle({ status }), ask] as const),
  ]);
});

describe("the hub's answer", () => {
  const answer = (attempt: string, isYes: boolean) => ({ event: "answered", attempt, isYes }) as const;
  steps([
    ["yes lets it go on", asked(), answer("x", true), confirmed()],
    ["no ends it as not sent", asked(), answer("x", false), idle({ outcomes: { x: "not-sent" } })],
  ]);
  nothing([
    ["yes to an earlier attempt", asked(), answer("w", true)],
    ["no to an earlier attempt", asked(), answer("w", false)],
    ["no after a yes", confirmed(), answer("x", false)],
    ["yes while it is sent", sending(), answer("x", true)],
    ["yes to what the desk has given up", idle(), answer("x", true)],
  ]);
});

describe("giving up", () => {
  const giveUp = { event: "give-up" } as const;
  const after = idle({ outcomes: { x: "not-sent" } });
  steps([
    ["before the answer, nothing was sent", asked(), giveUp, after],
    ["after a yes that came too late, nothing was sent", confirmed(), giveUp, after],
    [
      "does not make good what is unclear of before",
      asked({ outcomes: { w: "unclear" } }),
      giveUp,
      idle({ status: "needs-checking", outcomes: { w: "unclear", x: "not-sent" } }),
    ],
    [
      "goes on waiting after what certainly did not arrive",
      asked({ outcomes: { w: "refused" } }),
      giveUp,
      idle({ outcomes: { w: "refused", x: "not-sent" } }),
    ],
  ]);
  nothing([["what may be on its way is not given up", sending(), giveUp]]);
});

describe("the intent", () => {
  const intend = { event: "intend" } as const;
  steps([["is written after a yes, before the first byte", confirmed(), intend, sending()]]);
  nothing([
    ["before the answer", asked(), intend],
    ["a second time", sending({ status: "needs-checking" }), intend],
    ["without an attempt", idle(), intend],
  ]);
});

describe("the end of an attempt", () => {
  const ended = (outcome: "booked" | "unclear" | "not-sent" | "refused") =>
    ({ event: "ended", outcome }) as const;
  steps([
    ["booked", sending(), ended("booked"), idle({ status: "booked", outcomes: { x: "booked" } })],
    [
      "unclear has to be checked",
      sending(),
      ended("unclear"),
      idle({ status: "needs-checking", outcomes: { x: "unclear" } }),
    ],
    ["refused waits again", sending(), ended("refused"), idle({ outcomes: { x: "refused" } })],
    ["not sent waits again", sending(), ended("not-sent"), idle({ outcomes: { x: "not-sent" } })],
    [
      "not sent without the hub has to be checked: there is no claim",
      sending({ epoch: null }),
      ended("not-sent"),
      idle({ status: "needs-checking", epoch: null, outcomes: { x: "not-sent" } }),
    ],
    [
      "of a direct booking",
      direct,
      ended("unclear"),
      idle({ status: "needs-checking", epoch: null, outcomes: { x: "unclear" } }),
    ],
  ]);
  nothing([
    ["a direct booking is tried again by who waits, after a refusal", direct, ended("refused")],
    ["a direct booking is tried again by who waits, when it did not leave", direct, ended("not-sent")],
    ["of what was not allowed yet", confirmed(), ended("booked")],
    ["of what was only asked", asked(), ended("booked")],
  ]);
});

describe("that it may wait after all", () => {
  const wait = { event: "wait" } as const;
  steps([
    [
      "is for a direct booking, of which nothing has left",
      direct,
      wait,
      idle({ epoch: null, outcomes: { x: "not-sent" } }),
    ],
  ]);
  nothing([["what goes through the hub does not change", sending(), wait]]);
});

describe("without the hub", () => {
  const book = { event: "book-without-hub", attempt: "x" } as const;
  const discard = { event: "discard-without-hub" } as const;
  steps([
    ["what waits is sent by a person's word", idle(), book, sending()],
    ["and what needs checking", idle({ status: "needs-checking" }), book, sending()],
    ...statuses
      .filter((status) => status !== "booked")
      .map((status): Step => [
        `what is ${status} is discarded`,
        idle({ status }),
        discard,
        idle({ status: "discarded" }),
      ]),
  ]);
  nothing([
    ["what is booked is not discarded", idle({ status: "booked" }), discard],
    ["what is asked for is not discarded", asked(), discard],
    ["nor sent a second time", asked(), { ...book, attempt: "y" }],
    ...(["direct", "sending", "booked", "discarded", "edited"] as const).map(
      (status) => [`what is ${status} is not sent`, idle({ status }), book] as const,
    ),
  ]);
});

describe("handing over", () => {
  const handOver = { event: "hand-over" } as const;
  steps([
    ["gives the claim away", idle(), handOver, idle({ epoch: null })],
    [
      "first ends what was asked for",
      confirmed(),
      handOver,
      idle({ epoch: null, outcomes: { x: "not-sent" } }),
    ],
  ]);
  nothing([
    ["what may be on its way", sending(), handOver],
    ["what is allowed, wherever its intent is", { ...idle(), right: right("allowed") }, handOver],
    ["what has an intent after a start", idle({ intent: "x" }), handOver],
    ["an item without a claim, with what is asked for", asked({ epoch: null }), handOver],
  ]);
});

describe("a start", () => {
  const start = { event: "start" } as const;
  steps([
    ["forgets what was confirmed: a copy of the profile may have it too", confirmed(), start, idle()],
    [
      "takes for unclear what had an intent",
      sending({ outcomes: { w: "refused" } }),
      start,
      idle({ status: "needs-checking", outcomes: { w: "refused", x: "unclear" } }),
    ],
  ]);
});

describe("joining again", () => {
  const rejoin = { event: "rejoin" } as const;
  steps([
    [
      "needs a check of what waits, without a claim",
      asked(),
      rejoin,
      asked({ status: "needs-checking", epoch: null }),
    ],
    ["leaves what is booked", idle({ status: "booked" }), rejoin, idle({ status: "booked", epoch: null })],
  ]);
});

describe("reading the hub's item", () => {
  const read = (item: LogItem, more: { readonly desk?: string; readonly generation?: number } = {}) =>
    ({ event: "read", desk: "a", generation: 0, item, ...more }) as const;
  const behind = { status: "needs-checking", epoch: null } as const;
  steps([
    ["gives the holder its claim", idle(behind), read(sharedItem({ epoch: 7 })), idle({ epoch: 7 })],
    ["gives nobody else one", idle(), read(sharedItem(), { desk: "b" }), idle({ epoch: null })],
    [
      "says what a person has to decide",
      idle(),
      read(sharedItem({ mustDecide: true })),
      idle({ status: "needs-checking" }),
    ],
    [
      "says that the history may be incomplete",
      idle(),
      read(sharedItem(), { generation: 1 }),
      idle({ status: "needs-checking" }),
    ],
    [
      "keeps nothing back for a yes of which no request came",
      idle({ outcomes: { x: "not-sent" } }),
      read(sharedItem({ attempts: [unclear("x", { state: "open" })] })),
      idle({ outcomes: { x: "not-sent" } }),
    ],
    ...(["open", "unclear"] as const).map((state): Step => [
      `asks a person where another attempt is ${state}`,
      idle({ outcomes: { x: "not-sent" } }),
      read(sharedItem({ attempts: [unclear("x", { state: "open" }), unclear("y", { state })] })),
      idle({ status: "needs-checking", outcomes: { x: "not-sent" } }),
    ]),
    [
      "of one that has ended leaves no claim",
      idle(),
      read(sharedItem({ ended: "edited", mustDecide: true })),
      idle({ status: "edited", epoch: null }),
    ],
    [
      "goes on where the hub knows what became of an attempt, as this desk or better",
      idle({ ...behind, outcomes: { x: "booked", y: "not-sent" } }),
      read(
        sharedItem({
          ended: "booked",
          attempts: [unclear("w"), unclear("x", { state: "booked" }), unclear("y")],
        }),
      ),
      idle({ status: "booked", epoch: null, outcomes: { x: "booked", y: "not-sent" } }),
    ],
  ]);
  nothing([
    ["while an attempt is asked for", asked(), read(sharedItem({ epoch: 7 }))],
    ["while one is on its way", sending(), read(sharedItem({ epoch: 7 }))],
    [
      "while the hub has not heard of an attempt",
      idle({ outcomes: { x: "not-sent" } }),
      read(sharedItem({ epoch: 7 })),
    ],
    [
      "while it has heard of one of two",
      idle({ outcomes: { x: "unclear", y: "unclear" } }),
      read(sharedItem({ epoch: 7, attempts: [unclear("x")] })),
    ],
    [
      "while it does not know that one was booked",
      idle({ status: "booked", outcomes: { x: "booked" } }),
      read(sharedItem({ attempts: [unclear("x", { named: true })] })),
    ],
  ]);
});
