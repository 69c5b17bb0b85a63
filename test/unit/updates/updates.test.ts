import { describe, expect, test } from "vitest";
import type { UpdatesState } from "../../../shared/updates/updates.ts";
import { say } from "../../../messages/saying.ts";
import type { Busy, FoundUpdate, Installed, UpdateSource } from "../../../main/features/updates/ports.ts";
import { UpdateError } from "../../../main/features/updates/update-error.ts";
import { createUpdates, type Updates } from "../../../main/features/updates/updates.ts";
import { fakeClock, fakeRandom, settle, type FakeClock } from "../../support/fake-clock.ts";

/** When the program looks, waits, tells and installs: the source behind it answers as the test says. */
const minute = 60_000;
const feed = "https://updates.example/desk";
const newer: FoundUpdate = { version: "1.3.0", notes: "Faster." };

type World = {
  readonly clock: FakeClock;
  readonly made: Updates;
  readonly told: UpdatesState[];
  readonly calls: string[];
  readonly desk: { busy: Busy | null; sinceChange: number };
  readonly answers: {
    check: () => Promise<FoundUpdate | null>;
    download: () => Promise<void>;
    install: () => Promise<Installed>;
  };
};

function world(why: UpdatesState["why"] = null): World {
  const clock = fakeClock("2026-11-23T09:00:00Z");
  const told: UpdatesState[] = [];
  const calls: string[] = [];
  const desk: World["desk"] = { busy: null, sinceChange: Infinity };
  const answers: World["answers"] = {
    check: () => Promise.resolve(newer),
    download: () => Promise.resolve(),
    install: () => Promise.resolve("exit"),
  };
  const note =
    <T>(name: string, answer: () => Promise<T>) =>
    (): Promise<T> => {
      calls.push(name);
      return answer();
    };
  const source: UpdateSource = {
    check: note("check", () => answers.check()),
    download: note("download", () => answers.download()),
    install: note("install", () => answers.install()),
  };
  const silent = (): void => undefined;
  const made = createUpdates({
    version: "1.2.0",
    why,
    source: () => Promise.resolve(source),
    clock,
    random: fakeRandom(0),
    log: { info: silent, warn: silent, error: silent },
    emit: (state) => told.push(state),
    busy: () => desk.busy,
    sinceChange: () => desk.sinceChange,
    restart: () => calls.push("restart"),
  });
  return { clock, made, told, calls, desk, answers };
}

describe("a program that updates itself", () => {
  test("looks a minute after it is told where, downloads by itself, and is ready", async () => {
    const { clock, made, calls, told } = world();
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute - 1);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(["check", "download"]);
    expect(made.state()).toMatchObject({ phase: "ready", version: "1.3.0", notes: "Faster.", failure: null });
    expect(told.map(({ phase }) => phase)).toEqual(["idle", "checking", "found", "downloading", "ready"]);
  });

  test("looks again every few hours", async () => {
    const { clock, made, calls, answers } = world();
    answers.check = () => Promise.resolve(null);
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute + 8 * 60 * minute);
    expect(calls).toEqual(["check", "check", "check"]);
    expect(made.state()).toMatchObject({ phase: "idle", checkedAt: expect.any(String) });
  });

  test.each<Partial<World["desk"]>>([
    { busy: "sending" },
    { busy: "card" },
    { busy: "import" },
    { busy: "moment" },
    { sinceChange: 59_000 },
  ])("begins nothing by itself while somebody is in the middle of something: %j", async (how) => {
    const { clock, made, calls, desk } = world();
    Object.assign(desk, how);
    made.heed({ feed, mode: "automatic" });
    await clock.advance(60 * minute);
    expect(calls).toEqual([]);
    Object.assign(desk, { busy: null, sinceChange: minute });
    await clock.advance(minute);
    expect(calls).toEqual(["check", "download"]);
  });

  test("asks first where it is to: what was found waits for a person", async () => {
    const { clock, made, calls } = world();
    made.heed({ feed, mode: "ask" });
    await clock.advance(minute);
    expect(calls).toEqual(["check"]);
    expect(made.state().phase).toBe("found");
    expect(await made.install(false)).toBe("exit");
    expect(calls).not.toContain("install");
    made.download();
    await settle();
    expect(made.state().phase).toBe("ready");
  });

  test.each([
    ["switched off", { feed, mode: "off" }, "off"],
    ["without an address", { feed: null, mode: "automatic" }, "no-feed"],
    ["with one that is not encrypted", { feed: "http://updates.example", mode: "automatic" }, "no-feed"],
  ] as const)("%s, never looks, and says why", async (_what, settings, why) => {
    const { clock, made, calls } = world();
    made.heed(settings);
    made.check();
    await clock.advance(24 * 60 * minute);
    expect(calls).toEqual([]);
    expect(made.state().why).toBe(why);
  });

  test("that cannot, does not, whatever is set", async () => {
    const { clock, made, calls } = world("package");
    made.heed({ feed, mode: "automatic" });
    made.check();
    await clock.advance(24 * 60 * minute);
    expect(calls).toEqual([]);
    expect(made.state().why).toBe("package");
  });

  test("tells what failed, keeps what runs, and tries again at the next look", async () => {
    const { clock, made, answers } = world();
    answers.download = () => Promise.reject(new UpdateError(say("failures.updates.wrongHash")));
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute);
    expect(made.state()).toMatchObject({ phase: "idle", failure: { id: "failures.updates.wrongHash" } });
    answers.download = () => Promise.resolve();
    await clock.advance(4 * 60 * minute);
    expect(made.state()).toMatchObject({ phase: "ready", failure: null });
  });

  test("leaves what goes on when it is sent elsewhere: what still answers is nobody's", async () => {
    const { clock, made, answers } = world();
    const late = Promise.withResolvers<FoundUpdate | null>();
    answers.check = () => late.promise;
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute);
    made.heed({ feed: null, mode: "automatic" });
    late.resolve(newer);
    await settle();
    expect(made.state()).toMatchObject({ phase: "idle", version: null, why: "no-feed" });
  });

  test("lets go of a release that was withdrawn before it was installed", async () => {
    const { clock, made, calls, answers } = world();
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute);
    answers.check = () => Promise.resolve(null);
    await clock.advance(4 * 60 * minute);
    expect(made.state().phase).toBe("idle");
    expect(await made.install(false)).toBe("exit");
    expect(calls).not.toContain("install");
  });

  test("keeps what is ready when the next look fails", async () => {
    const { clock, made, answers } = world();
    made.heed({ feed, mode: "automatic" });
    await clock.advance(minute);
    answers.check = () => Promise.reject(new Error("no line"));
    await clock.advance(4 * 60 * minute);
    expect(made.state()).toMatchObject({ phase: "ready", version: "1.3.0" });
  });
});

describe("Restart and update", () => {
  const ready = async (): Promise<World> => {
    const made = world();
    made.made.heed({ feed, mode: "automatic" });
    await made.clock.advance(minute);
    return made;
  };

  test("leaves the program once something is ready, and not before", async () => {
    const early = world();
    expect(early.made.restart()).toMatchObject({ ok: false, failure: { code: "refused" } });
    const { made, calls } = await ready();
    expect(made.restart()).toMatchObject({ ok: true });
    expect(calls.at(-1)).toBe("restart");
  });

  test.each<Busy>(["sending", "card", "import", "moment"])(
    "says what goes on and does nothing: %s",
    async (busy) => {
      const { made, calls, desk } = await ready();
      desk.busy = busy;
      expect(made.restart()).toMatchObject({
        ok: false,
        failure: { code: "busy", why: { id: `failures.updates.busy.${busy}` } },
      });
      expect(calls).not.toContain("restart");
    },
  );

  test("starts the version that was there when the new one cannot be put in place", async () => {
    const { made, answers } = await ready();
    answers.install = () => Promise.reject(new UpdateError(say("failures.updates.changedSince")));
    expect(await made.install(true)).toBe("relaunch");
  });

  describe("where the system puts it in place and ends the program", () => {
    const handedOver = async (): Promise<World & { readonly left: string[] }> => {
      const all = await ready();
      all.answers.install = () => Promise.resolve("quits");
      const left: string[] = [];
      void all.made.install(true).then((how) => left.push(how));
      await settle();
      return { ...all, left };
    };

    test("waits for that", async () => {
      const { clock, left } = await handedOver();
      await clock.advance(29_999);
      expect(left).toEqual([]);
    });

    test("starts the version that was there at once where the system refuses", async () => {
      const { clock, made, left } = await handedOver();
      made.broke(new Error("Code signature did not pass validation"));
      await settle();
      expect(left).toEqual(["relaunch"]);
      await clock.advance(minute);
      expect(left).toEqual(["relaunch"]);
    });

    test("starts the version that was there after half a minute in which nothing came of it", async () => {
      const { clock, left } = await handedOver();
      await clock.advance(30_000);
      expect(left).toEqual(["relaunch"]);
    });

    test("starts it also where the refusal comes before the answer", async () => {
      const { made, answers } = await ready();
      answers.install = () => {
        made.broke(new Error("No update available, can't quit and install"));
        return Promise.resolve("quits");
      };
      expect(await made.install(true)).toBe("relaunch");
    });
  });
});
