import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { createDraftSaver, type SaveState } from "../../../renderer/lib/draft-saver.ts";
import { verbatim } from "../../../messages/saying.ts";

/** An in-memory main that keeps drafts, a clock turned by hand, and a log of the calls in their order. */
function bench() {
  const kept = new Map<string, string>();
  const log: string[] = [];
  const states: SaveState["kind"][] = [];
  const timers = new Set<() => void>();
  const waits: number[] = [];
  const broken = { create: false, save: false };
  const frozen = new Set<string>();
  const reason = fail("store", verbatim("The disk is full."));
  const answer = async <T>(value: T): Promise<Result<T>> => ok(value);
  const ports = {
    create: (content: string) => {
      log.push(`create ${content}`);
      if (broken.create) return Promise.resolve(failed(reason));
      const id = `item-${kept.size + 1}`;
      kept.set(id, content);
      return answer({ id });
    },
    save: (id: string, content: string) => {
      log.push(`save ${id} ${content}`);
      if (broken.save) return Promise.resolve(failed(reason));
      if (frozen.has(id)) return Promise.resolve(failed(fail("busy", verbatim("It was sent already."))));
      kept.set(id, content);
      return answer({});
    },
    edit: (id: string) => {
      log.push(`edit ${id}`);
      return answer({ id: `${id}-edited` });
    },
    later: (run: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      timers.add(run);
      return () => void timers.delete(run);
    },
    onState: (state: SaveState) => void states.push(state.kind),
    onCreated: () => undefined,
    onMoved: () => undefined,
  };
  const tick = (): void => {
    for (const run of timers) {
      timers.delete(run);
      run();
    }
  };
  return { kept, log, states, broken, frozen, timers, waits, tick, ports };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("draft saver", () => {
  test("the first keystroke makes the draft at once, so that a crash right after it loses nothing", async () => {
    const { ports, kept } = bench();
    createDraftSaver(ports).change("A");
    await settle();
    expect([...kept.values()]).toEqual(["A"]);
  });

  test("a later keystroke waits less than a second to be saved", async () => {
    const { ports, kept, waits, tick } = bench();
    const saver = createDraftSaver(ports);
    saver.change("A");
    await settle();
    saver.change("Ann");
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeLessThan(1_000);
    tick();
    await settle();
    expect([...kept.values()]).toEqual(["Ann"]);
  });

  test("keystrokes while the draft is being made do not make a second one", async () => {
    const { ports, kept, log } = bench();
    const saver = createDraftSaver(ports);
    saver.change("A");
    saver.change("An");
    saver.change("Ann");
    await settle();
    expect([...kept.entries()]).toEqual([["item-1", "Ann"]]);
    expect(log.filter((line) => line.startsWith("create"))).toHaveLength(1);
  });

  test("fast typing is one save an interval, with the last content", async () => {
    const { ports, log, tick } = bench();
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    for (const text of ["a", "ab", "abc"]) saver.change(text);
    expect(log).toEqual([]);
    tick();
    await settle();
    expect(log).toEqual(["save x abc"]);
  });

  test("steady typing is still saved: an interval is not pushed back by the next key", async () => {
    const { ports, timers } = bench();
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    saver.change("a");
    const first = [...timers];
    saver.change("ab");
    expect([...timers]).toEqual(first);
  });

  test("flush answers only when the last keystroke is kept, also one typed during a save", async () => {
    const { ports, kept } = bench();
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    saver.change("a");
    const first = saver.flush();
    saver.change("ab");
    expect(await saver.flush()).toEqual(ok("x"));
    await first;
    expect(kept.get("x")).toBe("ab");
  });

  test("flush with nothing typed makes no empty draft", async () => {
    const { ports, log } = bench();
    expect(await createDraftSaver(ports).flush()).toEqual(ok(null));
    expect(log).toEqual([]);
  });

  test("a change in the moment of a flush that had nothing to save is kept, and waits for no later one", async () => {
    const { ports, kept } = bench();
    const saver = createDraftSaver(ports);
    void saver.flush();
    saver.change("A");
    await settle();
    expect([...kept.values()]).toEqual(["A"]);
  });

  test("a failed save keeps what was typed and saves it when the disk works again", async () => {
    const { ports, kept, broken, states, tick } = bench();
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    broken.save = true;
    saver.change("typed");
    const answer = await saver.flush();
    expect(answer.ok).toBe(false);
    expect(states.at(-1)).toBe("failed");
    broken.save = false;
    tick();
    await settle();
    expect(kept.get("x")).toBe("typed");
    expect(states.at(-1)).toBe("saved");
  });

  test("what is typed while a card number is being refused is saved, and not said to be refused too", async () => {
    const { ports, kept, states, timers } = bench();
    const refused = failed(fail("card-number", verbatim("A card number is never kept.")));
    const { promise, resolve } = Promise.withResolvers<void>();
    const save = async (id: string, content: string): Promise<Result<object>> => {
      if (!content.includes("4242")) return ports.save(id, content);
      await promise;
      return refused;
    };
    const saver = createDraftSaver({ ...ports, save }, { id: "x", frozen: false });
    saver.change("4242 4242 4242 4242");
    const flushed = saver.flush();
    saver.change("4 Elm St");
    resolve();
    expect(await flushed).toEqual(ok("x"));
    expect([...kept.values()]).toEqual(["4 Elm St"]);
    expect(states.at(-1)).toBe("saved");
    expect(saver.hasUnsaved()).toBe(false);
    expect([...timers]).toEqual([]);
  });

  test("a failed creation is tried again by the next flush and makes one draft", async () => {
    const { ports, kept, broken } = bench();
    broken.create = true;
    const saver = createDraftSaver(ports);
    saver.change("typed");
    await settle();
    broken.create = false;
    expect(await saver.flush()).toEqual(ok("item-1"));
    expect([...kept.values()]).toEqual(["typed"]);
  });

  test("after an attempt the next change goes to a linked draft, never to the frozen item", async () => {
    const { ports, kept } = bench();
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    saver.freeze();
    saver.change("corrected");
    expect(await saver.flush()).toEqual(ok("x-edited"));
    expect(kept.has("x")).toBe(false);
    expect(kept.get("x-edited")).toBe("corrected");
  });

  test("an item that main says was sent already gets a linked draft without losing the keystroke", async () => {
    const { ports, kept, frozen } = bench();
    frozen.add("x");
    const saver = createDraftSaver(ports, { id: "x", frozen: false });
    saver.change("late");
    expect(await saver.flush()).toEqual(ok("x-edited"));
    expect(kept.get("x-edited")).toBe("late");
  });
});
