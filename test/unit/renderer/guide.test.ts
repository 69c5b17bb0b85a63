import { expect, test } from "vitest";
import { itemStatuses, itemCounts, type ItemCounts } from "../../../shared/outbox/item.ts";
import { countDone, listSetupLines } from "../../../renderer/features/onboarding/setup-lines.ts";
import { hasSent, updateWaited, type Waited } from "../../../renderer/features/onboarding/practice-ticks.ts";

const nothing = {
  timeZone: "America/New_York",
  services: [],
  card: { publishableKey: "", setupIntentUrl: "" },
  servicePhone: "",
};
const marks = (known: Parameters<typeof listSetupLines>[0]): readonly boolean[] =>
  listSetupLines(known).map(({ isDone }) => isDone);

test("a line of the setup is ticked by what the settings hold, and by nothing less", () => {
  expect(marks(nothing)).toEqual([true, false, false, false]);
  expect(marks({ ...nothing, services: [{ id: 101, name: "Physical", minutes: 30 }] })[1]).toBe(true);
  // A key without the address where intents come from collects no card.
  expect(marks({ ...nothing, card: { publishableKey: "pk_1", setupIntentUrl: " " } })[2]).toBe(false);
  expect(
    marks({ ...nothing, card: { publishableKey: "pk_1", setupIntentUrl: "https://a.example" } })[2],
  ).toBe(true);
  expect(marks({ ...nothing, servicePhone: "(217) 555-0100" })[3]).toBe(true);
  expect(countDone(listSetupLines(nothing))).toBe(1);
});

test("a line that is done says what is set up", () => {
  const [, services, , phone] = listSetupLines({
    ...nothing,
    services: [{ id: 101, name: "Physical", minutes: 30 }],
    servicePhone: "(217) 555-0100",
  });
  expect(services?.text).toContain("1");
  expect(phone?.text).toBe("(217) 555-0100");
});

const counts = (some: Partial<ItemCounts>): ItemCounts => ({
  ...itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0]))),
  ...some,
});

test("what waited is sent only once the line is back and more is done than when it waited", () => {
  const steps = [
    { state: "online", counts: counts({ done: 1 }) },
    { state: "offline", counts: counts({ done: 1 }) },
    { state: "offline", counts: counts({ done: 1, ready: 1 }) },
    { state: "online", counts: counts({ done: 1, ready: 1 }) },
    { state: "online", counts: counts({ done: 2 }) },
    { state: "online", counts: counts({ done: 3 }) },
  ] as const;
  let waited: Waited = { kind: "no" };
  const sent = steps.map((seen) => {
    const is = hasSent(waited, seen);
    waited = updateWaited(waited, seen);
    return is;
  });
  expect(sent).toEqual([false, false, false, false, true, false]);
});
