import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failed } from "../../shared/core/failure.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { useDraft } from "../../renderer/lib/use-draft.ts";
import { uuid, webhookItem } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";
import { full, memoryMain } from "./memory-main.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const content = (url: string): FormOf => ({ kind: "webhook", form: { url, events: [] } });

/** A form whose text is `url`, kept as a draft. */
function typing(
  url: string,
  main = memoryMain(),
  existing: Parameters<typeof useDraft>[0]["existing"] = null,
) {
  const { wrapper, state } = desk(main.handlers);
  const hook = renderHook(
    (form: FormOf) =>
      useDraft({ content: form, blank: form.kind === "webhook" && form.form.url === "", existing }),
    { wrapper, initialProps: content(url) },
  );
  return {
    ...main,
    ...hook,
    draft: () => hook.result.current,
    type: (text: string) => doing(() => hook.rerender(content(text))),
    unsaved: () => state.flushes.hasUnsaved(),
    flushes: state.flushes,
  };
}

const sent = webhookItem({ id: uuid(1), status: "done", form: { url: "sent", events: [] } });

describe("a draft", () => {
  test("is made with the first letter, and none is made of an untouched form", async () => {
    const { type, log, draft } = typing("");
    await type("");
    expect([log, draft().itemId]).toEqual([[], null]);
    await type("h");
    expect([log, draft().itemId]).toEqual([["create h"], uuid(1)]);
  });

  test("that is slow to be made is one draft, with what was typed meanwhile", async () => {
    const main = memoryMain();
    const slow = held<void>();
    main.next.create = () => slow.promise;
    const { type, log, items, draft } = typing("", main);
    await type("h");
    await type("ht");
    await type("htt");
    expect(log).toEqual(["create h"]);
    await slow.answer();
    expect(log).toEqual(["create h", "save 1 htt"]);
    expect([...items.values()].map(({ form }) => form.url)).toEqual(["htt"]);
    expect(draft().save.kind).toBe("saved");
  });

  test("that is made as the desk is locked is where the person goes on afterward, drawn or not", async () => {
    const main = memoryMain();
    const slow = held<void>();
    main.next.create = () => slow.promise;
    const { type, draft, flushes } = typing("", main);
    await type("h");
    const seen: unknown[] = [];
    await doing(async () => {
      const saved = flushes.runAll();
      void slow.answer();
      await saved;
      // Nothing is drawn before all of this is over.
      seen.push(draft().itemId, flushes.openDrafts());
    });
    expect(seen).toEqual([null, [{ kind: "webhook", id: uuid(1) }]]);
  });

  test("tells that it is being saved only where that lasts; until then what was told before holds", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const { type, draft } = typing("old", main, { id: uuid(1), frozen: false });
    await type("a");
    await doing(() => draft().flush());
    expect(draft().save.kind).toBe("saved");
    const slow = held<ReturnType<typeof failed>>();
    main.next.save = () => slow.promise;
    await type("ab");
    await doing(() => void draft().flush());
    expect(draft().save.kind).toBe("saved");
    await doing(() => vi.advanceTimersByTime(1_000));
    expect(draft().save.kind).toBe("saving");
    await slow.answer(failed(full));
    expect(draft().save.kind).toBe("failed");
  });

  test("whose save is answered late is not undone by it: the newer text is saved after it", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const slow = held<ReturnType<typeof failed>>();
    main.next.save = () => slow.promise;
    const { type, log, items, draft } = typing("old", main, { id: uuid(1), frozen: false });
    await type("a");
    await doing(() => draft().flush());
    await type("ab");
    await doing(() => draft().flush());
    expect(log).toEqual(["save 1 a"]);
    delete main.next.save;
    await slow.answer(failed(full));
    await doing(() => draft().flush());
    expect([log.at(-1), items.get(uuid(1))?.form.url]).toEqual(["save 1 ab", "ab"]);
  });

  test("that cannot be saved says so, stays unsaved, and is saved by itself once it can be", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.save = () => failed(full);
    const { type, items, draft, unsaved } = typing("old", main, { id: uuid(1), frozen: false });
    await type("typed");
    await doing(() => vi.advanceTimersByTime(200));
    expect([draft().save, unsaved()]).toEqual([{ kind: "failed", failure: full }, true]);
    delete main.next.save;
    await doing(() => vi.advanceTimersByTime(5_000));
    expect([draft().save.kind, unsaved()]).toEqual(["saved", false]);
    expect(items.get(uuid(1))?.form.url).toBe("typed");
  });

  test("is saved with its last letter when its form goes, without waiting for more of them", async () => {
    const { type, unmount, log } = typing("old", memoryMain(webhookItem({ id: uuid(1) })), {
      id: uuid(1),
      frozen: false,
    });
    await type("typed");
    expect(log).toEqual([]);
    await doing(unmount);
    expect(log).toEqual(["save 1 typed"]);
  });

  test("is saved with its last letter when its form goes while it is still being made", async () => {
    const main = memoryMain();
    const slow = held<void>();
    main.next.create = () => slow.promise;
    const { type, unmount, items } = typing("", main);
    await type("h");
    await type("htt");
    unmount();
    await slow.answer();
    expect([...items.values()].map(({ form }) => form.url)).toEqual(["htt"]);
  });

  test("that was sent is not touched by a look around, and a change of it goes to a linked draft", async () => {
    const { type, log, items, draft } = typing("sent", memoryMain(sent), { id: uuid(1), frozen: true });
    await type("sent");
    await doing(() => draft().flush());
    expect(log).toEqual([]);
    await type("corrected");
    await doing(() => draft().flush());
    expect(log).toEqual(["edit 1", "save 2 corrected"]);
    expect(items.get(uuid(1))?.form.url).toBe("sent");
    expect(draft().itemId).toBe(uuid(2));
  });

  test("that is frozen while it is open keeps what is typed after that apart from it", async () => {
    const { type, log, items, draft } = typing("sent", memoryMain(webhookItem({ id: uuid(1) })), {
      id: uuid(1),
      frozen: false,
    });
    act(() => draft().freeze());
    items.set(uuid(1), sent);
    await type("sent");
    await doing(() => draft().flush());
    expect(log).toEqual([]);
    await type("later");
    await doing(() => draft().flush());
    expect(items.get(uuid(1))?.form.url).toBe("sent");
    expect(items.get(uuid(2))?.form.url).toBe("later");
  });
});
