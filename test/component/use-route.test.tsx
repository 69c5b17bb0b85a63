import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import { useLiveItem } from "../../renderer/lib/use-live-item.ts";
import { useRoute } from "../../renderer/lib/use-route.ts";
import { uuid, webhookItem } from "../unit/renderer/builders.ts";
import { desk, doing, held, session } from "./kit.tsx";
import { full } from "./memory-main.ts";

type Props = { readonly id: string; readonly refresh?: number; readonly enabled?: boolean };
const item = (n: number, updatedAt = "1"): Item => webhookItem({ id: uuid(n), updatedAt });

/** Reads an item; each reading waits for its turn to be answered. */
function reading(first: Props, options: { readonly clears?: boolean } = {}) {
  const asked: string[] = [];
  const turns: ReturnType<typeof held<Result<Item>>>[] = [];
  const { wrapper } = desk({
    "items.get": ({ id }) => {
      asked.push(id);
      const turn = held<Result<Item>>();
      turns.push(turn);
      return turn.promise;
    },
  });
  const hook = renderHook(
    ({ id, ...rest }: Props) => useRoute("items.get", { id }, { ...rest, ...options }),
    {
      wrapper,
      initialProps: first,
    },
  );
  return {
    ...hook,
    asked,
    now: () => hook.result.current,
    answer: (turn: number, value: Result<Item>) => turns[turn]?.answer(value) ?? Promise.resolve(),
  };
}

describe("a reading", () => {
  test("for an earlier input that is answered late is dropped", async () => {
    const { rerender, answer, now, asked } = reading({ id: uuid(1) });
    rerender({ id: uuid(2) });
    await answer(1, ok(item(2)));
    await answer(0, ok(item(1)));
    expect(asked).toEqual([uuid(1), uuid(2)]);
    expect(now()).toMatchObject({ state: "ready", value: { id: uuid(2) }, isStale: false });
  });

  test("shows the last input's value as stale while the next is read, or nothing where that would mislead", async () => {
    for (const clears of [false, true]) {
      const { rerender, answer, now } = reading({ id: uuid(1) }, { clears });
      await answer(0, ok(item(1)));
      rerender({ id: uuid(2) });
      expect(now()).toMatchObject(
        clears
          ? { state: "loading", value: null }
          : { state: "ready", value: { id: uuid(1) }, isStale: true },
      );
    }
  });

  test("is one at a time, and once more after it for all that changed meanwhile", async () => {
    const { rerender, answer, now, asked } = reading({ id: uuid(1), refresh: 0 });
    for (const refresh of [1, 2, 3]) rerender({ id: uuid(1), refresh });
    expect(asked).toHaveLength(1);
    await answer(0, ok(item(1, "old")));
    expect(asked).toHaveLength(2);
    await answer(1, ok(item(1, "new")));
    expect(asked).toHaveLength(2);
    expect(now().value).toMatchObject({ updatedAt: "new" });
  });

  test("that says the same as before draws nothing anew", async () => {
    const { rerender, answer, now, asked } = reading({ id: uuid(1), refresh: 1 });
    await answer(0, ok(item(1)));
    const before = now().value;
    rerender({ id: uuid(1), refresh: 2 });
    await answer(1, ok(item(1)));
    expect([asked.length, now().value === before]).toEqual([2, true]);
    rerender({ id: uuid(1), refresh: 3 });
    await answer(2, ok(item(1, "2")));
    expect(now().value).toMatchObject({ updatedAt: "2" });
  });

  test("that fails keeps what was read before it, and shows nothing of another input", async () => {
    const { rerender, answer, now } = reading({ id: uuid(1), refresh: 0 });
    await answer(0, ok(item(1)));
    rerender({ id: uuid(1), refresh: 1 });
    await answer(1, failed(full));
    expect(now()).toMatchObject({ state: "ready", value: { id: uuid(1) }, failure: full });
    rerender({ id: uuid(2), refresh: 1 });
    await answer(2, failed(full));
    expect(now()).toMatchObject({ state: "failed", value: null, failure: full });
  });

  test("that failed is made again when asked for", async () => {
    const { answer, now } = reading({ id: uuid(1) });
    await answer(0, failed(full));
    act(() => now().reload());
    await answer(1, ok(item(1)));
    expect(now()).toMatchObject({ state: "ready", failure: null });
  });

  test("is not made before it may be, and its answer is not taken once it may no more", async () => {
    const { rerender, answer, now, asked } = reading({ id: uuid(1), enabled: false });
    expect(asked).toEqual([]);
    rerender({ id: uuid(1), enabled: true });
    rerender({ id: uuid(1), enabled: false });
    await answer(0, ok(item(1)));
    expect(now().state).toBe("loading");
  });

  test("answered when its screen is gone changes nothing", async () => {
    const { unmount, answer, now } = reading({ id: uuid(1) });
    unmount();
    await answer(0, ok(item(1)));
    expect(now().state).toBe("loading");
  });
});

/** Follows an item; each reading waits for its turn to be answered. */
function following(id: string | null) {
  const turns: ReturnType<typeof held<Result<Item>>>[] = [];
  const window = desk({
    "items.get": () => {
      const turn = held<Result<Item>>();
      turns.push(turn);
      return turn.promise;
    },
  });
  const came: string[] = [];
  const hook = renderHook(
    ({ followed }: { readonly followed: string | null }) =>
      useLiveItem(followed, (fresh) => came.push(fresh.id)),
    { wrapper: window.wrapper, initialProps: { followed: id } },
  );
  return { ...window, ...hook, turns, came };
}

describe("an item that is followed", () => {
  test("is read again when it changes, and not when others do", async () => {
    const { changed, turns, came } = following(uuid(1));
    await changed(uuid(2), uuid(3));
    expect(turns).toHaveLength(0);
    await changed(uuid(2), uuid(1));
    await turns[0]?.answer(ok(item(1)));
    expect(came).toEqual([uuid(1)]);
  });

  test("is told with its newest reading alone, whichever is answered first", async () => {
    const { changed, turns, came } = following(uuid(1));
    await changed(uuid(1));
    await changed(uuid(1));
    await turns[1]?.answer(ok(item(1)));
    await turns[0]?.answer(ok(item(2)));
    expect(came).toEqual([uuid(1)]);
  });

  test("is told although another changes before its reading is answered", async () => {
    const { changed, turns, came } = following(uuid(1));
    await changed(uuid(1));
    await changed(uuid(2));
    await turns[0]?.answer(ok(item(1)));
    expect([came, turns.length]).toEqual([[uuid(1)], 1]);
  });

  test("is not told once it is left, by the form or by the account", async () => {
    const { changed, turns, came, rerender, unmount, emit } = following(uuid(1));
    await changed(uuid(1));
    rerender({ followed: null });
    await turns[0]?.answer(ok(item(1)));
    rerender({ followed: uuid(1) });
    await emit("session.changed", session("b"));
    unmount();
    await Promise.all(turns.slice(1).map((turn) => turn.answer(ok(item(1)))));
    expect(came).toEqual([]);
  });

  test("that cannot be read just now is told when it changes again", async () => {
    const { changed, turns, came } = following(uuid(1));
    await changed(uuid(1));
    await turns[0]?.answer(failed(full));
    await changed(uuid(1));
    await turns[1]?.answer(ok(item(1)));
    await doing(() => undefined);
    expect(came).toEqual([uuid(1)]);
  });
});
