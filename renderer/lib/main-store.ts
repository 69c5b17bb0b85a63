import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, Result } from "../../shared/core/failure.ts";
import type { EventName, EventPayload } from "../../shared/events.ts";
import type { Session } from "../../shared/session/account.ts";
import type { Bridge } from "./ipc.ts";

/** What main last said, and why the last reading of it failed. */
export type Shown<V> = V & { readonly failure: Failure | null };

/** Shows what a call answers that changes it, and answers the same. */
export type ShowsAnswer<A> = (call: Promise<Result<A>>) => Promise<Result<A>>;

/** A view of something that main owns. `A`: what main answers to who asks for it. */
export type MainStore<V, A> = StoreApi<Shown<V>> & {
  /** Asks main and hears its events. Answers how to stop. */
  readonly follow: () => () => void;
  readonly read: () => Promise<void>;
  /** Where main told something else meanwhile, it is asked again. */
  readonly change: ShowsAnswer<A>;
};

/** Where a store asks, and who is at the desk; null for the store that says it. */
export type MainDesk = {
  readonly bridge: Bridge;
  readonly session: { readonly getState: () => { readonly session: Session | null } } | null;
};

/** Hears an event: `told` makes of it what is shown; without it the event says only that there is more to read. */
type On<V> = <E extends EventName>(name: E, told?: (payload: EventPayload<E>, before: V) => V) => () => void;

type Parts<V, A> = {
  /** What is shown before main has answered. */
  readonly empty: V;
  readonly ask: () => Promise<Result<A>>;
  readonly show: (answer: A, before: V) => V;
  /** `onPart`: of events that say only a part, so that a failed reading is still one. */
  readonly hear?: (on: On<V>, onPart: On<V>) => readonly (() => void)[];
  /** What is left of it for the next account; without it, it is the computer's and stays. */
  readonly clear?: (before: V) => V;
};

/**
 * Makes a store of what main says: first an answer, then events. What is told while an answer is on its way is newer, and is put
 * over it. Main is asked again with each change of the session; an answer to an older question, or to another account, is dropped.
 */
export function createMainStore<V extends object, A>(
  { bridge, session }: MainDesk,
  { empty, ask, show, hear, clear }: Parts<V, A>,
): MainStore<V, A> {
  const store = createStore<Shown<V>>(() => ({ ...empty, failure: null }));
  /** Counts questions, and what makes older answers doubtful: all that main told as a whole, and other accounts. */
  let [asked, heard] = [0, 0];
  /** What was told since the question that is not answered yet. */
  let since: ((before: V) => V)[] | null = null;
  const put = (value: V): void => store.setState({ ...value, failure: null });
  const take = (told: (before: V) => V): void => {
    heard += 1;
    since?.push(told);
    put(told(store.getState()));
  };
  const takePart = (told: (before: V) => V): void => {
    since?.push(told);
    store.setState(told);
  };
  const read = async (): Promise<void> => {
    const [own, then] = [++asked, heard];
    since = [];
    const answer = await ask();
    if (own !== asked) return;
    const later = since ?? [];
    since = null;
    if (answer.ok) put(later.reduce((value, told) => told(value), show(answer.value, store.getState())));
    else if (then === heard) store.setState((before) => ({ ...before, failure: answer.failure }));
  };
  const change: ShowsAnswer<A> = async (call) => {
    const then = heard;
    const answer = await call;
    if (!answer.ok) return answer;
    // What main told meanwhile may be newer than this answer.
    if (then === heard) take((before) => show(answer.value, before));
    else await read();
    return answer;
  };
  const listen =
    (by: (told: (before: V) => V) => void): On<V> =>
    (name, told) =>
      bridge.listen(name, (payload) =>
        told === undefined ? void read() : by((before) => told(payload, before)),
      );
  const followSession = (): (() => void) => {
    let account = session?.getState().session?.accountId;
    return bridge.listen("session.changed", ({ accountId }) => {
      const before = account === undefined ? session?.getState().session?.accountId : account;
      account = accountId;
      if (before !== accountId && clear !== undefined) {
        heard += 1;
        put(clear(store.getState()));
      }
      void read();
    });
  };
  const follow = (): (() => void) => {
    const stops = [...(hear?.(listen(take), listen(takePart)) ?? [])];
    if (session !== null) stops.push(followSession());
    void read();
    return () => {
      asked += 1;
      stops.forEach((stop) => stop());
    };
  };
  return { ...store, follow, read, change };
}
