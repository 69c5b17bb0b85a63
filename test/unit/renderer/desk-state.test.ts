import { afterEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Failure } from "../../../shared/core/failure.ts";
import type { Session } from "../../../shared/session/account.ts";
import type { ItemCounts } from "../../../shared/outbox/item.ts";
import { firstDaySettings, type Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { call } from "../../../renderer/lib/ipc.ts";
import { createDeskState, subscribeDeskState } from "../../../renderer/lib/desk-state.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { outboxStatuses } from "../../../renderer/lib/items.ts";
import type { Flush } from "../../../renderer/lib/flush.ts";
import { fakeBridge, settled } from "../../support/fake-bridge.ts";

const session = (accountId: string | null): Session => ({
  status: accountId === null ? "signed-out" : "signed-in",
  practice: false,
  serviceAddress: "https://service.example",
  accountId,
  token: null,
  tokenKept: null,
});
const settings = (currency: string): Settings => ({
  ...firstDaySettings,
  undoSeconds: 0,
  timeZone: "America/New_York",
  services: [],
  currency,
  dateOrder: "month-first",
  theme: "system",
  language: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});
const counts = (some: Partial<ItemCounts>): ItemCounts => ({
  draft: 0,
  "waiting-for-patient": 0,
  "on-hold": 0,
  "saved-for-later": 0,
  ready: 0,
  sending: 0,
  "needs-card": 0,
  "needs-editing": 0,
  "needs-checking": 0,
  elsewhere: 0,
  done: 0,
  discarded: 0,
  ...some,
});
const connection = { state: "online", lastAnswerAt: null, reason: null } as const;

/** A page that can be hidden, as far as the state looks at it. */
function page(): Document & { hide: () => void } {
  const target = new EventTarget();
  const hidden = Object.assign(target, {
    visibilityState: "visible",
    hide: () => {
      hidden.visibilityState = "hidden";
      target.dispatchEvent(new Event("visibilitychange"));
    },
  });
  return hidden as unknown as Document & { hide: () => void };
}

function started(handlers: Parameters<typeof fakeBridge>[0] = {}) {
  const fake = fakeBridge({
    "session.get": () => ok({ session: session("a"), connection }),
    "settings.get": () => ok(settings("USD")),
    "items.counts": () => ok(counts({ ready: 2 })),
    "app.flushed": () => ok({}),
    ...handlers,
  });
  const state = createDeskState(fake.bridge);
  const document = page();
  return { ...fake, state, document, stop: subscribeDeskState(state, document) };
}

describe("the window's state", () => {
  test("is read at start", async () => {
    const { state } = started();
    await settled();
    expect(state.session.getState()).toMatchObject({
      session: { accountId: "a" },
      connection,
      failure: null,
    });
    expect(state.settings.getState().settings?.currency).toBe("USD");
    expect(countItemsIn(state.items.getState().counts, outboxStatuses)).toBe(2);
  });

  test("says why it could not be read, and does not look signed out", async () => {
    const { state } = started({ "session.get": () => failed(fail("store", verbatim("No records."))) });
    await settled();
    expect(state.session.getState()).toMatchObject({ session: null, failure: { code: "store" } });
  });

  test("follows events, and every change of an item is news to the views", async () => {
    const { state, emit } = started();
    await settled();
    const before = state.items.getState().version;
    emit("items.changed", { ids: ["x"], counts: counts({ ready: 1 }), progress: null });
    emit("connection.changed", { ...connection, state: "offline" });
    expect(state.items.getState()).toMatchObject({ version: before + 1, changedIds: ["x"] });
    expect(state.session.getState().connection?.state).toBe("offline");
  });

  test("an answer that is read after a newer event does not bring the older session back", async () => {
    const { promise, resolve } = Promise.withResolvers<RouteOutput<"session.get">>();
    const { state, emit } = started({ "session.get": async () => ok(await promise) });
    emit("session.changed", session("b"));
    resolve({ session: session("a"), connection });
    await settled();
    expect(state.session.getState().session?.accountId).toBe("b");
    expect(state.session.getState().connection).toEqual(connection);
  });

  test("another account does not see the last one's settings, nor the place that names its records", async () => {
    const answers = [ok(settings("USD"))];
    const { state, emit } = started({ "settings.get": () => answers.shift() ?? new Promise(() => {}) });
    await settled();
    emit("session.changed", session("a"));
    expect(state.settings.getState().settings?.currency).toBe("USD");
    state.navigation.getState().go({ screen: "outbox", itemId: "of-a" });
    emit("session.changed", session("b"));
    expect(state.settings.getState().settings).toBeNull();
    expect(state.navigation.getState().target).toEqual({ screen: "new-booking" });
  });

  test("the first steps of who signs in are asked for once, and shown while nobody has gone elsewhere", async () => {
    const guide = { isOpen: true, done: [] };
    const { state, emit, calls } = started({ "guide.get": () => ok(guide) });
    await settled();
    emit("session.changed", session("b"));
    await settled();
    expect(calls.filter((name) => name === "guide.get")).toHaveLength(2);
    expect(state.navigation.getState().target).toEqual({ screen: "setup" });
    emit("session.changed", session("c"));
    state.navigation.getState().go({ screen: "patients" });
    await settled();
    expect(state.navigation.getState().target).toEqual({ screen: "patients" });
  });

  test("a late answer does not undo newer settings", async () => {
    let answer: (value: ReturnType<typeof ok<Settings>>) => void = () => {};
    const { state, emit } = started({ "settings.get": () => new Promise((resolve) => (answer = resolve)) });
    await settled();
    emit("settings.changed", settings("EUR"));
    answer(ok(settings("USD")));
    await settled();
    expect(state.settings.getState().settings?.currency).toBe("EUR");
  });

  test("stops listening when it is told to", async () => {
    const { stop, listening } = started();
    stop();
    expect(listening()).toBe(0);
  });
});

describe("the last keystrokes", () => {
  const view = (flush: Flush, hasUnsaved = true) => ({ flush, hasUnsaved: () => hasUnsaved });

  test("are all saved before the window says that it may close, and why one could not be", async () => {
    const flushed: unknown[] = [];
    const { state, emit } = started({ "app.flushed": (input) => (flushed.push(input), ok({})) });
    let finish = (): void => {};
    const takeBack = state.flushes.add(view(() => Promise.reject(new Error("SECRET"))));
    state.flushes.add(view(() => new Promise<null>((resolve) => (finish = () => resolve(null)))));
    emit("flush", { request: 1 });
    await settled();
    expect(flushed).toEqual([]);
    finish();
    await settled();
    const place = { screen: "new-booking", itemId: null, patientRecordId: null };
    expect(flushed).toEqual([{ request: 1, unsaved: say("failures.brokenSave"), place }]);
    takeBack();
    emit("flush", { request: 2 });
    finish();
    await settled();
    expect(flushed[1]).toEqual({ request: 2, unsaved: null, place });
  });

  test("that cannot be saved keep the screen until a person says to leave without them", async () => {
    const { state } = started();
    const full = fail("store", verbatim("The disk is full."));
    let failure: Failure | null = full;
    state.flushes.add(view(() => Promise.resolve(failure)));
    const { go, decide } = state.navigation.getState();
    go({ screen: "settings" });
    await settled();
    const asking = { target: { screen: "new-booking" }, asks: { failure: full } };
    expect(state.navigation.getState()).toMatchObject(asking);
    decide(false);
    expect(state.navigation.getState()).toMatchObject({ target: { screen: "new-booking" }, asks: null });
    go({ screen: "outbox" });
    await settled();
    decide(true);
    expect(state.navigation.getState()).toMatchObject({ target: { screen: "outbox" }, asks: null });
    failure = null;
    go({ screen: "patients" });
    await settled();
    expect(state.navigation.getState()).toMatchObject({ target: { screen: "patients" }, asks: null });
  });

  test("that cannot be saved keep the form too, when another is to take its place on the same screen", async () => {
    const { state } = started();
    let failure: Failure | null = fail("card-number", verbatim("This holds a card number."));
    state.flushes.add(view(() => Promise.resolve(failure)));
    const opened: string[] = [];
    const { leave, decide } = state.navigation.getState();
    leave(() => opened.push("new booking"));
    await settled();
    decide(false);
    expect(opened).toEqual([]);
    leave(() => opened.push("another draft"));
    await settled();
    decide(true);
    expect([opened, state.navigation.getState().asks]).toEqual([["another draft"], null]);
    failure = null;
    leave(() => opened.push("the list"));
    await settled();
    expect(opened).toEqual(["another draft", "the list"]);
  });

  test("of an account that is gone keep nothing from starting afresh", async () => {
    const { state, emit } = started();
    await settled();
    state.flushes.add(view(() => Promise.resolve(fail("signed-out", verbatim("Sign in first.")))));
    emit("session.changed", session("b"));
    await settled();
    expect(state.navigation.getState()).toMatchObject({ visit: 1, asks: null });
  });

  test("are saved when the window is hidden and before leaving a screen, and no more once taken back", () => {
    const { state, document } = started();
    let saves = 0;
    const takeBack = state.flushes.add(view(async () => ((saves += 1), null), false));
    document.hide();
    state.navigation.getState().go({ screen: "settings" });
    expect(saves).toBe(2);
    takeBack();
    state.navigation.getState().go({ screen: "outbox" });
    expect(saves).toBe(2);
  });
});

describe("commands and places", () => {
  test("a command goes to the part that asked last, and back when that is gone", () => {
    const { state, emit } = started();
    const done: string[] = [];
    state.commands.handle("print", () => done.push("shell"));
    const takeBack = state.commands.handle("print", () => done.push("slip"));
    emit("command", { name: "print" });
    takeBack();
    emit("command", { name: "print" });
    expect(done).toEqual(["slip", "shell"]);
    expect(state.commands.run("hold")).toBe(false);
  });

  test("a screen's answer to a command goes before the shell's, also when the shell was drawn after it", () => {
    const { state, emit } = started();
    const done: string[] = [];
    const takeBack = state.commands.handle("new-booking", () => done.push("wizard"), "screen");
    state.commands.handle("new-booking", () => done.push("shell"), "shell");
    emit("command", { name: "new-booking" });
    takeBack();
    emit("command", { name: "new-booking" });
    expect(done).toEqual(["wizard", "shell"]);
  });

  test("going to the same place is a new visit; noting where one is, is none", () => {
    const { state } = started();
    const { go, replace } = state.navigation.getState();
    go({ screen: "new-booking" });
    go({ screen: "new-booking" });
    replace({ screen: "new-booking", itemId: "x" });
    expect(state.navigation.getState()).toMatchObject({ visit: 2, target: { itemId: "x" } });
  });
});

describe("the bridge", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "window"));

  test("a call that breaks is a failure, not an exception", async () => {
    Reflect.set(globalThis, "window", { desk: { invoke: () => Promise.reject(new Error("gone")) } });
    const answer = await call("items.counts", {});
    expect(answer).toMatchObject({ ok: false, failure: { code: "internal", next: "retry" } });
  });
});
