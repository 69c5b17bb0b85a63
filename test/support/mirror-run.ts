import fc from "fast-check";
import { expect } from "vitest";
import { fail, failed, ok, type Failure, type Result } from "../../shared/core/failure.ts";
import type { EventName } from "../../shared/events.ts";
import type { RouteName } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import type { Bridge } from "../../renderer/lib/ipc.ts";
import type { MainDesk } from "../../renderer/lib/main-store.ts";
import { settled } from "./fake-bridge.ts";

/** What is asked of a store of what main knows; what it holds goes through it unread, so any value stands for it. */
export type Mirror<V> = {
  readonly getState: () => V & { readonly failure: Failure | null };
  readonly follow: () => () => void;
  readonly read: () => Promise<void>;
  readonly change: (call: Promise<Result<never>>) => Promise<unknown>;
};

type Told = { readonly name: EventName; readonly payload: unknown; readonly isWhole: boolean };

export type MirrorRow<V> = {
  readonly create: (desk: MainDesk) => Mirror<V>;
  readonly route: RouteName;
  /** What main tells when the `n`th value takes the place of the one before; by default nothing. */
  readonly tell?: (n: number) => readonly Told[];
  readonly answer?: (n: number) => unknown;
  /** What of its state stands for the answer, to be compared with `value`. */
  readonly see: (shown: V) => unknown;
  readonly value?: (n: number) => unknown;
  /** Each account has its own. */
  readonly isAccounts?: boolean;
  /** Says who is at the desk. */
  readonly isSession?: boolean;
};

/** By default what main answers and tells is one opaque thing. */
export const opaque = (n: number): { readonly n: number } => ({ n });
export const telling =
  (name: EventName, payload: (n: number) => unknown = opaque, isWhole = true) =>
  (n: number): readonly Told[] => [{ name, payload: payload(n), isWhole }];

const steps = ["change", "handle", "answer", "read", "call", "hear", "switch"] as const;
/** What is news while an answer is on its way is the danger, so that is made up most. */
const often: readonly (typeof steps)[number][] = ["change", "handle", "hear", "hear", "answer"];
const step = fc.record({
  does: fc.constantFrom(...steps, ...often),
  which: fc.nat(7),
  fails: fc.nat(3).map((each) => each === 0),
});
export type MirrorSteps = { readonly of: readonly Step[]; readonly hearsFirst: boolean };
type Step = { readonly does: (typeof steps)[number]; readonly which: number; readonly fails: boolean };
/** `hearsFirst`: the store hears of another account before the session's store does. */
export const mirrorSteps: fc.Arbitrary<MirrorSteps> = fc.record({
  of: fc.array(step, { maxLength: 16, size: "max" }),
  hearsFirst: fc.boolean(),
});

type Asked = {
  readonly isRead: boolean;
  readonly resolve: (answer: Result<never>) => void;
  handled: Result<never> | null;
};

const broken = failed(fail("store", verbatim("It broke.")));

/** Plays the steps, and then all that is still on its way. Fails where the store does not end with what main last said. */
export async function playMirror<V>(row: MirrorRow<V>, { of, hearsFirst }: MirrorSteps): Promise<void> {
  const { answer = opaque, value = opaque, tell = () => [], see, isAccounts = false } = row;
  const main = { account: "a", count: 0, known: new Map<string, number>() };
  const getScope = (): string => (isAccounts ? main.account : "");
  const getKnown = (): number => main.known.get(getScope()) ?? 0;
  const put = (): number => {
    main.known.set(getScope(), (main.count += 1));
    told.push(...tell(main.count));
    return main.count;
  };
  const told: Told[] = [];
  const open: Asked[] = [];
  const last = { read: null as Asked | null, failed: false, isToldSince: false };
  const seen = { account: "a" };
  const listeners = new Map<EventName, ((payload: never) => void)[]>();
  const ask = (isRead: boolean): Promise<Result<never>> =>
    new Promise((resolve) => {
      const asked: Asked = { isRead, resolve, handled: null };
      open.push(asked);
      if (isRead) Object.assign(last, { read: asked, failed: false, isToldSince: false });
    });
  const bridge: Bridge = {
    call: (name) => {
      expect(name).toBe(row.route);
      return ask(true);
    },
    listen: (name, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return () => listeners.delete(name);
    },
  };
  const session = { getState: () => ({ session: { accountId: seen.account } as never }) };
  const store = row.create({ bridge, session });
  const empty = see(store.getState());
  const stop = store.follow();

  const hear = (): void => {
    const next = told.shift();
    if (next === undefined) return;
    const isSwitch = next.name === "session.changed" && row.isSession !== true;
    const account = isSwitch ? (next.payload as { accountId: string }).accountId : seen.account;
    const isOther = account !== seen.account;
    if (!hearsFirst) seen.account = account;
    if (next.isWhole) last.isToldSince = true;
    listeners.get(next.name)?.forEach((listener) => listener(next.payload as never));
    seen.account = account;
    // Until main has said what the next account's is, nothing of the last one's is shown.
    if (isOther && isAccounts) expect(see(store.getState())).toEqual(empty);
  };
  const handle = (asked: Asked | undefined, fails: boolean): void => {
    if (asked === undefined) return;
    asked.handled = fails ? broken : ok(answer(asked.isRead ? getKnown() : put()) as never);
  };
  const reply = (asked: Asked | undefined): void => {
    if (asked === undefined || asked.handled === null) return;
    open.splice(open.indexOf(asked), 1);
    if (asked === last.read) last.failed = !asked.handled.ok;
    if (!asked.isRead && asked.handled.ok) last.isToldSince = true;
    asked.resolve(asked.handled);
  };
  const pick = (isHandled: boolean, which: number): Asked | undefined => {
    const some = open.filter(({ handled }) => (handled !== null) === isHandled);
    return some[which % Math.max(1, some.length)];
  };
  const does: Record<Step["does"], (each: Step) => unknown> = {
    // Main alone changes only what it tells of.
    change: () => tell(0).length > 0 && put(),
    handle: ({ which, fails }) => handle(pick(false, which), fails),
    answer: ({ which }) => reply(pick(true, which)),
    read: () => void store.read(),
    call: () => void store.change(ask(false)),
    hear,
    switch: () => {
      if (row.isSession === true) return;
      main.account = main.account === "a" ? "b" : "a";
      told.push({ name: "session.changed", payload: { accountId: main.account }, isWhole: false });
    },
  };
  for (const each of of) {
    does[each.does](each);
    await settled();
  }
  while (told.length + open.length > 0) {
    if (hearsFirst || open.length === 0) hear();
    handle(pick(false, 1), false);
    reply(pick(true, 1));
    if (!hearsFirst) hear();
    await settled();
  }
  stop();
  const { failure, ...shown } = { ...store.getState() };
  const isKnown = !last.failed || last.isToldSince;
  expect(failure === null).toBe(isKnown);
  if (!last.failed) expect(see(shown as never)).toEqual(value(getKnown()));
  else if (tell(0).length === 1 && tell(0)[0]?.isWhole === true)
    expect([value(getKnown()), empty]).toContainEqual(see(shown as never));
}
