import { chmodSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../main/platform/ports.ts";
import type { PolicyPlace } from "../../../main/features/policy/policy-place.ts";
import { noPolicy, createPolicySource } from "../../../main/features/policy/policy-source.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { onlyWith } from "../../support/only-with.ts";
import { policyAt, writePolicy } from "../../support/policy-kit.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const first = { retentionMonths: 24 };
const second = { retentionMonths: 12 };

let place: PolicyPlace;
let logged: unknown[];
/** What the source asked of its folder's watch, and how the folder says that something is new. */
let asked: string[];
let changed: () => void;

beforeEach(() => {
  place = policyAt(temporaryFolder());
  logged = [];
  asked = [];
});
const log: Log = {
  info: (event) => logged.push(event),
  warn: (event, facts) => logged.push([event, facts]),
  error: (event, error) => logged.push([event, String(error)]),
};
const start = () =>
  createPolicySource({
    place,
    clock: fakeClock("2026-04-01T15:00:00.000Z"),
    log,
    watch: ({ folder, onChange }) => {
      asked.push(folder);
      changed = onChange;
      return { begin: () => asked.push("begin"), stop: () => asked.push("stop") };
    },
  });

describe("the policy of a computer", () => {
  it("is in force from the start, and what comes later once it is taken", async () => {
    writePolicy(place, first);
    const source = await start();
    expect([source.file, source.waits()]).toEqual([place.file, false]);
    writePolicy(place, second);
    await source.look();
    expect([source.current(), source.waits()]).toEqual([{ policy: first, problems: [] }, true]);
    source.take();
    expect([source.current(), source.waits()]).toEqual([{ policy: second, problems: [] }, false]);
    expect(logged).toEqual(["policy.read", "policy.read", "policy.taken"]);
  });

  it("that is the same as before is no news, and taking nothing is none either", async () => {
    writePolicy(place, first);
    const source = await start();
    const heard: string[] = [];
    source.listen((what) => heard.push(what));
    await source.look();
    source.take();
    expect([heard, logged]).toEqual([[], ["policy.read"]]);
  });

  it("that is put back before it was taken waits for nobody", async () => {
    writePolicy(place, first);
    const source = await start();
    writePolicy(place, second);
    await source.look();
    writePolicy(place, first);
    await source.look();
    expect(source.waits()).toBe(false);
  });

  it("is told of when it waits and when it is taken, to whoever still listens", async () => {
    writePolicy(place, first);
    const source = await start();
    const heard: string[] = [];
    const stop = source.listen((what) => heard.push(`one ${what}`));
    source.listen((what) => heard.push(`two ${what} ${source.waits()}`));
    writePolicy(place, second);
    await source.look();
    stop();
    source.take();
    expect(heard).toEqual(["one waits", "two waits true", "two taken false"]);
  });

  it(
    "that is refused sets nothing, and the log says why and where, without its text",
    onlyWith("unixRights"),
    async () => {
      writePolicy(place, '{\n"retentionMonths": 24,\n"nonsense": "secret"}');
      const source = await start();
      expect(source.current()).toMatchObject({ policy: null, problems: [{ field: "nonsense" }] });
      chmodSync(place.file, 0o666);
      await source.look();
      expect(logged).toEqual([
        ["policy.refused", { fault: "unknown", line: 3 }],
        ["policy.refused", { fault: "writable", line: null }],
      ]);
    },
  );

  it("goes with its file", async () => {
    writePolicy(place, first);
    const source = await start();
    rmSync(place.file);
    await source.look();
    expect(source.waits()).toBe(true);
    source.take();
    expect(source.current()).toEqual({ policy: null, problems: [] });
  });

  it("is read by itself when its folder says so, and the folder is looked for whenever somebody asks", async () => {
    writePolicy(place, first);
    const source = await start();
    const news = new Promise((resolve) => source.listen(resolve));
    writePolicy(place, second);
    changed();
    expect(await news).toBe("waits");
    expect(asked).toEqual([dirname(place.file)]);
    await source.look();
    source.stop();
    expect(asked).toEqual([dirname(place.file), "begin", "stop"]);
  });

  it("that breaks whoever hears of it is logged, and the next reading goes on", async () => {
    writePolicy(place, first);
    const source = await start();
    let isBroken = true;
    source.listen(() => {
      if (isBroken) throw new Error("deaf");
    });
    writePolicy(place, second);
    await source.look();
    isBroken = false;
    writePolicy(place, {});
    await source.look();
    source.take();
    expect(source.current().policy).toEqual({});
    expect(logged).toContainEqual(["policy.not-read", "Error: deaf"]);
  });
});

it("a program that has no place to look sets nothing, whatever is asked of it", async () => {
  // Whoever looks goes on after it.
  expect(await noPolicy.look().then(() => "looked")).toBe("looked");
  noPolicy.take();
  noPolicy.listen(() => undefined)();
  noPolicy.stop();
  expect([noPolicy.file, noPolicy.current(), noPolicy.waits()]).toEqual([
    null,
    { policy: null, problems: [] },
    false,
  ]);
});
