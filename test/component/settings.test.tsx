import { render, renderHook, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Session } from "../../shared/session/account.ts";
import { applySettingsChange, type Settings, type SettingsChange } from "../../shared/settings/settings.ts";
import { said, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { App } from "../../renderer/app/app.tsx";
import { useSetting, useWhole } from "../../renderer/features/settings/use-setting.ts";
import { useConnect } from "../../renderer/features/session/use-connect.ts";
import type { RecordsKept } from "../../renderer/lib/hooks.ts";
import { desk, doing, held, session, settings } from "./kit.tsx";
import { full } from "./memory-main.ts";

/** A section of the settings over a slow disk: each change waits for its turn. */
function section(kept: RecordsKept = "disk") {
  let stored = settings;
  const turns: { change: SettingsChange; done: () => Promise<void>; fails: () => Promise<void> }[] = [];
  const window = desk(
    {
      "settings.get": () => ok(stored),
      "settings.save": (change) => {
        const turn = held<Result<Settings>>();
        turns.push({
          change,
          done: () => {
            stored = applySettingsChange(stored, change);
            return turn.answer(ok(stored));
          },
          fails: () => turn.answer(failed(full)),
        });
        return turn.promise;
      },
    },
    kept,
  );
  const { result } = renderHook(() => useSetting(), { wrapper: window.wrapper });
  return { ...window, turns, now: () => result.current, stored: () => stored };
}

describe("a setting", () => {
  test("is shown at once, and is only called saved when it is, by the place where it is kept", async () => {
    for (const kept of ["disk", "memory"] as const) {
      const { now, turns, said: heard } = section(kept);
      await doing(() => now().commit({ theme: "dark" }));
      expect([now().pending, now().saving.kind, heard()]).toEqual([{ theme: "dark" }, "saving", ""]);
      await turns[0]?.done();
      expect([now().pending, now().saving.kind]).toEqual([{}, "saved"]);
      expect(heard()).toBe(words.settings.saved({ kept }));
    }
  });

  test("that cannot be saved is taken back with the reason, and can be saved after that", async () => {
    const { now, turns, said: heard, state } = section();
    await doing(() => now().commit({ theme: "dark" }));
    await turns[0]?.fails();
    expect([now().pending, now().saving]).toEqual([{}, { kind: "failed", failure: full }]);
    expect([heard(), state.settings.getState().settings?.theme]).toEqual([said(full.why), "system"]);
    await doing(() => now().commit({ theme: "dark" }));
    await turns[1]?.done();
    expect(state.settings.getState().settings?.theme).toBe("dark");
  });

  test("is undone to what stood there, and to nothing else", async () => {
    const { now, turns, said: heard } = section();
    await doing(() => now().commit({ theme: "dark" }));
    await turns[0]?.done();
    await doing(() => now().undo());
    expect(turns[1]?.change).toEqual({ theme: "system" });
    await turns[1]?.done();
    expect([now().saving.kind, heard()]).toEqual(["undone", words.settings.undone]);
    await doing(() => now().undo());
    expect(turns).toHaveLength(2);
  });

  test("that changes while another is being saved on a slow disk does not lose it", async () => {
    const { now, turns, stored } = section();
    await doing(() => now().commit({ theme: "dark" }));
    await doing(() => now().commit({ dateOrder: "day-first" }));
    await turns[0]?.done();
    await turns[1]?.done();
    expect(stored()).toMatchObject({ theme: "dark", dateOrder: "day-first" });
  });
});

describe("a setting that is saved as a whole", () => {
  /** Names over a slow disk; `told`: what main says that it has kept. */
  function names() {
    const saved: (readonly string[])[] = [];
    const turns: ReturnType<typeof held<boolean>>[] = [];
    const first: readonly string[] = ["a"];
    const { result, rerender } = renderHook(
      ({ value }: { readonly value: readonly string[] }) =>
        useWhole(value, (next) => {
          saved.push(next);
          const turn = held<boolean>();
          turns.push(turn);
          return turn.promise;
        }),
      { initialProps: { value: first } },
    );
    const add = (name: string): Promise<void> =>
      doing(() => void result.current((before) => [...before, name]));
    return { saved, turns, add, told: (value: readonly string[]) => rerender({ value }) };
  }

  test("loses nothing that was kept when a later change fails", async () => {
    const { saved, turns, add, told } = names();
    await add("b");
    await add("c");
    told(["a", "b"]);
    await turns[0]?.answer(true);
    await turns[1]?.answer(false);
    await add("d");
    expect(saved.at(-1)).toEqual(["a", "b", "d"]);
  });

  test("loses nothing that is still on its way when an earlier change was kept or failed", async () => {
    for (const isKept of [true, false]) {
      const { saved, turns, add, told } = names();
      await add("b");
      await add("c");
      if (isKept) told(["a", "b"]);
      await turns[0]?.answer(isKept);
      await add("d");
      expect(saved.at(-1)).toEqual(["a", "b", "c", "d"]);
    }
  });

  test("that fails altogether is built on what is kept", async () => {
    const { saved, turns, add } = names();
    await add("b");
    await add("c");
    await turns[0]?.answer(false);
    await turns[1]?.answer(false);
    await add("d");
    expect(saved.at(-1)).toEqual(["a", "d"]);
  });
});

/** The sign-in over a service that answers when the test says so. */
function signIn() {
  const answer = held<Result<Session>>();
  const sent: unknown[] = [];
  const window = desk({
    "session.connect": (input) => {
      sent.push(input);
      return answer.promise;
    },
  });
  const hook = renderHook(() => useConnect(), { wrapper: window.wrapper });
  const credentials = { serviceAddress: " https://service.example ", token: " t0ken " };
  let accepted: boolean | null = null;
  const connect = (): Promise<void> =>
    doing(async () => {
      accepted = await hook.result.current.connect(credentials, null);
    });
  return {
    ...window,
    ...hook,
    sent,
    answer,
    connect,
    accepted: () => accepted,
    now: () => hook.result.current,
  };
}

describe("connecting", () => {
  test("sends what was pasted without the spaces around it, and main's newer session stays", async () => {
    const { connect, sent, answer, accepted, state, emit, said: heard, now } = signIn();
    await connect();
    expect(sent).toEqual([{ serviceAddress: "https://service.example", token: "t0ken", sameAccount: null }]);
    expect(now().attempt.kind).toBe("asking");
    await emit("session.changed", session("c"));
    await answer.answer(ok(session("b")));
    expect([accepted(), now().attempt.kind, heard()]).toEqual([true, "idle", words.signIn.connected]);
    expect(state.session.getState().session?.accountId).toBe("c");
  });

  test("first saves what is typed, under the account in which it was typed", async () => {
    const { connect, sent, state } = signIn();
    const saving = held<null>();
    state.flushes.add({ flush: () => saving.promise, hasUnsaved: () => true });
    await connect();
    expect(sent).toEqual([]);
    await saving.answer(null);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["token-refused", "failed"],
    ["account-question", "question"],
  ] as const)("that ends with %s is a %s, and leaves the session as it was", async (code, kind) => {
    const { connect, answer, accepted, state, now } = signIn();
    await connect();
    await answer.answer(failed(fail(code, verbatim("No."))));
    expect([accepted(), now().attempt]).toMatchObject([false, { kind, failure: { code } }]);
    expect(state.session.getState().session?.accountId).toBe("a");
    await doing(() => now().reset());
    expect(now().attempt.kind).toBe("idle");
  });
});

test("at the start, settings that could not be read are read again on Try again", async () => {
  const answers = [failed(full), failed(full), ok(settings)];
  const { state } = desk({
    "settings.get": () => answers.shift() ?? failed(full),
    "app.info": () =>
      ok({
        version: "1",
        platform: "linux",
        recordsKept: "disk",
        storeProblem: null,
        recordsNotice: { missing: null, settings: null },
      }),
  });
  state.settings.setState({ settings: null });
  await doing(() => render(<App state={state} />));
  const again = (): HTMLElement | null => screen.queryByRole("button", { name: words.shell.tryAgain });
  await doing(() => again()?.click());
  expect([again() === null, state.settings.getState()]).toEqual([false, { settings: null, failure: full }]);
  await doing(() => again()?.click());
  expect([again(), state.settings.getState()]).toEqual([null, { settings, failure: null }]);
  // What is loaded for the first screen comes before the test ends.
  await screen.findByRole("heading", { level: 1 });
});
