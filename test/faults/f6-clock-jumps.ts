import { endRequest, startWorld } from "./model/life.ts";
import { perform, signIn } from "./model/perform.ts";
import { broken, unfinished } from "./model/promises.ts";
import type { Step, Typed } from "./model/steps.ts";
import { accounts, stored, type World } from "./model/world.ts";
import { addUp, spotless, type Verdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

const hour = 3_600_000;
const by = (ms: number) => (now: number) => now + ms;
const to = (instant: string) => () => Date.parse(instant);

/** Where somebody, or the system, sets the computer's clock. */
const jumps: readonly { readonly name: string; readonly to: (now: number) => number }[] = [
  { name: "an hour back", to: by(-hour) },
  { name: "an hour on", to: by(hour) },
  { name: "a day back", to: by(-24 * hour) },
  { name: "a day on", to: by(24 * hour) },
  { name: "a year on", to: by(365 * 24 * hour) },
  { name: "ten years back", to: by(-3_652 * 24 * hour) },
  // A second before the clocks of the clinic go forward.
  { name: "to a change of the hour", to: to("2026-03-08T06:59:59.000Z") },
  { name: "to the beginning of time", to: to("1970-01-01T00:00:00.000Z") },
];

const booking = (change: Partial<Extract<Typed, { kind: "booking" }>> = {}): Typed => ({
  kind: "booking",
  patient: null,
  complete: true,
  when: "far",
  card: "not needed",
  ...change,
});
const patient: Typed = { kind: "patient", complete: true, externalId: "" };
const create = (typed: Typed, next: "nothing" | "send" | "later"): Step => ({ do: "create", typed, next });
const pass = (ms: number): Step => ({ do: "pass", ms });
const busy = { fate: "status", status: 429, body: "json", carried: false, retryAfter: "600" } as const;
const lost = { fate: "unclear", phase: "sent", carried: "yes" } as const;

type State = {
  readonly name: "draft" | "ready" | "waiting-for-patient" | "sending" | "needs-checking";
  readonly before: readonly Step[];
  readonly after: readonly Step[];
};

/** How the first booking gets to each state, and what happens to it once the clock was set. */
const states: readonly State[] = [
  {
    name: "draft",
    before: [create(booking(), "nothing")],
    // The one before the visit of the first day, which is the latest then.
    after: [{ do: "submit", item: 1, wait: true, twice: false }],
  },
  // The service asked to wait for ten minutes: neither more nor less, whatever the clock says.
  { name: "ready", before: [{ do: "script", fates: [busy] }, create(booking(), "send")], after: [] },
  {
    name: "waiting-for-patient",
    before: [
      create(patient, "send"),
      create(booking({ patient: 0 }), "send"),
      create(booking({ patient: 0 }), "send"),
    ],
    after: [{ do: "end request", request: 0, fate: { fate: "ok" } }],
  },
  { name: "sending", before: [create(booking(), "send")], after: [{ do: "kill", carried: 1 }] },
  {
    name: "needs-checking",
    before: [create(booking(), "send"), { do: "end request", request: 0, fate: lost }],
    after: [{ do: "kill", carried: 0 }],
  },
];

type Case = { readonly jump: (typeof jumps)[number]; readonly state: State };
const cases: readonly Case[] = states.flatMap((state) => jumps.map((jump) => ({ state, jump })));

async function act(world: World, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await perform(world, step);
    await world.clock.advance(100);
  }
}

/** Its appointment is at five in the afternoon of the first day. */
const soonest = Date.parse("2026-03-02T17:00:00.000Z");

type Played = {
  readonly world: World;
  /** Everything that went out but the visit of the first day. */
  readonly sent: readonly string[];
  readonly statuses: readonly string[];
  readonly problems: readonly string[];
};

/** The same story with and without the jump. A visit of the first day waits for the line all the while. */
async function play(state: State, jump: Case["jump"] | null): Promise<Played> {
  const world = await startWorld({ seed: 6, undoSeconds: 0, honoursKey: false });
  const problems: string[] = [];
  signIn(world, accounts[0]);
  await act(world, state.before);
  const first = [...world.known.values()].find(({ kind }) => kind === "booking");
  const status = first === undefined ? null : stored(world, first.id)?.status;
  if (status !== state.name) problems.push(`is ${status}, not ${state.name}`);
  await act(world, [{ do: "line", state: "down" }, pass(70_000), create(booking({ when: "soon" }), "send")]);
  const soon = [...world.known.values()].at(-1);
  const now = world.clock.now().getTime();
  if (jump !== null) world.clock.setWall(new Date(jump.to(now)).toISOString());
  world.usual = { fate: "ok" };
  await act(world, [{ do: "line", state: "up" }, ...state.after, create(booking(), "send"), pass(900_000)]);
  for (const request of world.service.open()) endRequest(world, request, { fate: "ok" });
  await act(world, [pass(70_000)]);
  const hasPassed = jump !== null && jump.to(now) > soonest;
  const visit = soon === undefined ? null : stored(world, soon.id);
  const expected = hasPassed ? "needs-editing" : "done";
  if (visit?.status !== expected)
    problems.push(`the visit of the first day is ${visit?.status}, not ${expected}`);
  if (hasPassed && (soon?.posts ?? 0) > 0) problems.push("a visit of the past went out");
  const others = [...world.known.values()].filter(({ id }) => id !== soon?.id);
  return {
    world,
    sent: world.sent.filter((line) => soon === undefined || !line.includes(soon.key)),
    statuses: others.map(({ id, kind }) => `${kind} ${stored(world, id)?.status}`),
    problems: [...problems, ...world.problems, ...broken(world), ...unfinished(world)],
  };
}

async function runCase({ state, jump }: Case): Promise<Verdict & { readonly name: string }> {
  const [set, kept] = [await play(state, jump), await play(state, null)];
  const problems = [...set.problems, ...kept.problems];
  if (set.sent.join("\n") !== kept.sent.join("\n"))
    problems.push("something else, or at another time, went out");
  if (set.statuses.join() !== kept.statuses.join())
    problems.push(`items stand as ${set.statuses.join(", ")}, not as ${kept.statuses.join(", ")}`);
  const known = [...set.world.known.values()];
  const made = set.world.service.made.map(({ key }) => key);
  const times = (key: string): number => made.filter((other) => other === key).length;
  return {
    ...spotless,
    name: `${state.name}, ${jump.name}`,
    lost: known.filter(({ id, key }) => stored(set.world, id)?.status === "done" && times(key) === 0).length,
    doubled: known.filter(({ key }) => times(key) > 1).length,
    undecided: known.filter(({ id }) => stored(set.world, id)?.status === "needs-checking").length,
    falseWords: problems.filter((problem) => problem.includes(" says “")).length,
    problems,
  };
}

/** The computer's clock is set while something waits: only a visit that is over by then is not sent. */
export const clockFault: Fault = {
  id: "F6",
  title: "the clock jumps",
  run: async ({ share }) => {
    const chosen = takeShare(cases, share);
    const verdicts: Awaited<ReturnType<typeof runCase>>[] = [];
    for (const one of chosen) verdicts.push(await runCase(one));
    return { fault: "F6", cases: chosen.length, seed: null, ...addUp(verdicts) };
  },
};
