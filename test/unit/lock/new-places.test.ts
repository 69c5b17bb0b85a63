import { expect, test } from "vitest";
import { createNewPlaces, quietFor, type PlaceQuestion } from "../../../main/features/lock/new-places.ts";
import { adminLocked } from "../../../main/features/lock/admin-guard.ts";
import { fakeClock } from "../../support/fake-clock.ts";

function bench() {
  const clock = fakeClock("2031-03-04T15:00:00.000Z");
  const asked: PlaceQuestion[] = [];
  const answers: ((isAgreed: boolean) => void)[] = [];
  const world = { mayChange: true, inUse: "https://known.example" };
  const places = createNewPlaces({
    ask: (question, signal) => {
      asked.push(question);
      return new Promise((resolve) => {
        answers.push(resolve);
        signal.addEventListener("abort", () => resolve(false));
      });
    },
    isInUse: ({ use, place }) => ["service", "cards", "updates"].includes(use) && place === world.inUse,
    mayChange: () => world.mayChange,
    clock,
  });
  /** Asks for a place, and the person answers that. */
  const answered = (
    isAgreed: boolean,
    address = "https://new.example",
    use: PlaceQuestion["use"] = "service",
  ) => {
    const done = places.agree(use, address);
    answers.pop()?.(isAgreed);
    return done;
  };
  return { clock, asked, answers, world, places, answered };
}
const declined = { code: "refused", next: "none", why: { id: "failures.places.declined" } };
const stopped = { code: "not-reached", why: { id: "failures.places.stopped" } };
const often = { code: "refused", why: { id: "failures.places.often" } };
const busy = { code: "busy", why: { id: "failures.places.open" } };

test("a place in use is not asked about, wherever in it an address leads", async () => {
  const { places, asked } = bench();
  expect(await places.agree("service", "https://known.example/other/path?x=1")).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ["https://KNOWN.example.:443/x", "https://known.example."],
  ["https://known.example:8443", "https://known.example:8443"],
  ["http://known.example", "http://known.example"],
  ["https://known.example.evil.example", "https://known.example.evil.example"],
  ["https://knоwn.example", "https://xn--knwn-65d.example"],
  [
    "https://pаypal.example/a-very-long-path-with-a-question-of-its-own?really",
    "https://xn--pypal-4ve.example",
  ],
])("%s is asked about by its origin alone, in ASCII", async (address, place) => {
  const { answered, asked } = bench();
  expect(await answered(true, address)).toBeNull();
  expect(asked).toEqual([{ use: "service", place }]);
});

test("a yes is for that use of that place, and is not asked for again", async () => {
  const { places, answered, asked } = bench();
  expect(await answered(true)).toBeNull();
  expect(await places.agree("service", "https://new.example/elsewhere")).toBeNull();
  expect(asked).toHaveLength(1);
  expect(await answered(false, "https://new.example", "updates")).toMatchObject(declined);
  expect(await answered(false, "https://other.example")).toMatchObject(declined);
  expect(asked).toHaveLength(3);
});

test("a clinic is asked about each time", async () => {
  const { answered, asked } = bench();
  for (const isAgreed of [true, true, false])
    expect((await answered(isAgreed, "https://hub.example", "clinic")) === null).toBe(isAgreed);
  expect(asked).toHaveLength(3);
});

test("a no is a failure that names the place, and nothing else of the address", async () => {
  const { answered } = bench();
  const failure = await answered(false, "https://new.example/Ann-Sample");
  expect(failure).toMatchObject({ ...declined, why: { values: { place: "https://new.example" } } });
  expect(JSON.stringify(failure)).not.toContain("Ann");
});

test("one question is open at a time: who asks the same shares the answer, any other is refused", async () => {
  const { places, answers, asked } = bench();
  const first = places.agree("cards", "https://new.example/a");
  const same = places.agree("cards", "https://new.example/b");
  expect(await places.agree("updates", "https://new.example/a")).toMatchObject(busy);
  expect(await places.agree("cards", "https://other.example")).toMatchObject(busy);
  answers[0]?.(true);
  expect(await Promise.all([first, same])).toEqual([null, null]);
  expect(asked).toHaveLength(1);
});

test.each(["leave", "letIn", "remove", "lost", "notLost", "sheet"] as const)(
  "%s is asked about each time, of one desk at one hub, and what is said of a no speaks of the clinic",
  async (use) => {
    const { places, answers, asked } = bench();
    const deed = { use, name: "Back", others: 2 };
    const agreed = async (isAgreed: boolean) => {
      const done = places.agreeToDeed({ ...deed, hub: "https://known.example/clinic/Ann" });
      // A second question of the same kind shares no answer.
      expect(await places.agreeToDeed({ ...deed, hub: "https://known.example" })).toMatchObject(busy);
      answers.pop()?.(isAgreed);
      return done;
    };
    expect(await agreed(true)).toBeNull();
    const whys = [await agreed(false), await agreed(false), await agreed(false)].map((one) => one?.why.id);
    expect(whys).toEqual(Array(3).fill("failures.places.deedDeclined"));
    expect(asked).toEqual(Array(4).fill({ ...deed, place: "https://known.example" }));
    expect(await places.agreeToDeed({ ...deed, hub: "https://known.example" })).toMatchObject({
      why: { id: "failures.places.deedOften" },
    });
  },
);

test("two clinics at one hub never share a yes", async () => {
  const { places, answers } = bench();
  const first = places.agree("clinic", "https://hub.example");
  expect(await places.agree("clinic", "https://hub.example")).toMatchObject(busy);
  answers[0]?.(true);
  expect(await first).toBeNull();
});

test("after three refusals in a row nothing is asked for five minutes, whatever the place", async () => {
  const { places, answered, asked, clock } = bench();
  for (const at of [1, 2, 3]) expect(await answered(false, `https://p${at}.example`)).toMatchObject(declined);
  for (let at = 0; at < 50; at += 1)
    expect(await places.agree("service", `https://p${at}.example`)).toMatchObject(often);
  await clock.advance(quietFor - 1);
  expect(await places.agree("service", "https://p1.example")).toMatchObject(often);
  expect(asked).toHaveLength(3);
  // What is used already goes on meanwhile.
  expect(await places.agree("service", "https://known.example")).toBeNull();
  await clock.advance(1);
  expect(await answered(true, "https://p1.example")).toBeNull();
});

test("a yes begins the count anew", async () => {
  const { answered, asked } = bench();
  for (const isAgreed of [false, false, true, false, false, true])
    await answered(isAgreed, `https://p${asked.length}.example`);
  expect(asked).toHaveLength(6);
});

test("with an admin PIN that was not given nobody is asked", async () => {
  const { places, asked, world } = bench();
  world.mayChange = false;
  expect(await places.agree("service", "https://new.example")).toEqual(adminLocked);
  expect(await places.agree("service", "https://known.example")).toBeNull();
  expect(asked).toEqual([]);
});

test("a desk that ends takes its question back, and a yes that comes later is none", async () => {
  const { places, answers, asked } = bench();
  const open = places.agree("service", "https://new.example");
  places.stop();
  answers[0]?.(true);
  expect(await open).toMatchObject(stopped);
  const deed = places.agreeToDeed({ use: "leave", hub: "https://hub.example" });
  answers.pop()?.(true);
  expect((await deed)?.why.id).toBe("failures.places.deedStopped");
  const late = places.agree("cards", "https://new.example");
  answers.pop()?.(true);
  expect(await late).toMatchObject(stopped);
  expect(asked).toHaveLength(3);
});

test("a question that could not be asked leaves the way free for the next", async () => {
  const clock = fakeClock("2031-03-04T15:00:00.000Z");
  let isBroken = true;
  const places = createNewPlaces({
    ask: () => (isBroken ? Promise.reject(new Error("no window")) : Promise.resolve(true)),
    isInUse: () => false,
    mayChange: () => true,
    clock,
  });
  await expect(places.agree("service", "https://new.example")).rejects.toThrow("no window");
  isBroken = false;
  expect(await places.agree("service", "https://new.example")).toBeNull();
});
