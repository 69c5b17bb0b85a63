import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRouteName, routes, type RouteName } from "../../shared/routes.ts";
import { settle } from "../support/fake-clock.ts";
import { fullPatient, bookingForm, sendPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { routeInputs } from "../support/route-inputs.ts";
import { expectClear, oddObject, oddValue, runs, withinMemory } from "./kit.ts";

/** Every route of a desk that is really there, with records, in practice: its own handlers, database and service. */
const names = Object.keys(routes).filter(isRouteName);
let desk: TestDesk;
/** Ids of records that are there: an input that names none of them comes to its end soon. */
let ids: readonly string[];

beforeAll(async () => {
  desk = await startDesk();
  await desk.get("session.practise", {});
  const patient = await sendPatient(desk, fullPatient);
  const made: string[] = [patient.id, patient.patientRecordId ?? patient.id];
  for (const time of ["9am", "10am", "11am", "1pm"]) {
    const form = bookingForm({ time, patient: { kind: "known", id: patient.patientRecordId ?? "" } });
    made.push((await desk.get("items.create", { kind: "booking", form })).id);
  }
  ids = made;
});
afterAll(() => desk.stop());

const idFields = new Set(["id", "itemId", "kept", "other", "patient"]);

/** An input that is nearly what the route is made for, of a record that is there as often as not. */
function inputs(name: RouteName): fc.Arbitrary<unknown> {
  const good: Readonly<Record<string, unknown>> = { ...routeInputs[name] };
  const named = Object.entries(good).filter(
    ([field, value]) => idFields.has(field) && typeof value === "string",
  );
  const like = fc.option(fc.nat(), { freq: 3 }).map((at) => ({
    ...good,
    ...(at === null ? {} : Object.fromEntries(named.map(([field]) => [field, ids[at % ids.length]]))),
  }));
  return fc.oneof(
    { weight: 2, arbitrary: like },
    { weight: 6, arbitrary: like.chain((input) => oddObject(input)) },
    { weight: 1, arbitrary: oddValue(good) },
    {
      weight: 1,
      arbitrary: fc.anything({ maxDepth: 3, withBigInt: true, withMap: true, withTypedArray: true }),
    },
  );
}

/** What a fault of ours leaves in the log: a handler that threw, or an answer that the route does not have. */
const faults = (): readonly string[] => desk.logged.filter((line) => /"ipc\.(threw|bad-output)"/.test(line));

describe.each(names)("%s", (name) => {
  it("answers anything in words, and never by a fault of the program", async () => {
    const before = faults().length;
    await withinMemory({ kept: 60, peak: 500 }, () =>
      fc.assert(
        fc.asyncProperty(inputs(name), async (input) => {
          const answer = await desk.desk.route(name, input);
          await settle();
          if (answer.ok) {
            expect(routes[name].output.safeParse(answer.value).error).toBeUndefined();
            expect(routes[name].input.safeParse(input).success).toBe(true);
            return;
          }
          expectClear(answer.failure);
          expect([answer.failure.code, faults().slice(before)]).toEqual([
            expect.not.stringMatching(/^internal$/),
            [],
          ]);
        }),
        runs(25),
      ),
    );
    // Signed out, locked or set aside: the next route finds a desk with records again.
    if ((await desk.get("session.get", {})).session.status !== "signed-in")
      await desk.ask("session.practise", {});
  });
});

it("after all of it the desk has its records still, and takes a new one", async () => {
  const { total } = await desk.get("items.list", { kinds: [], statuses: [], limit: 1, offset: 0 });
  expect(total).toBeGreaterThan(0);
  const made = await desk.get("items.create", { kind: "booking", form: bookingForm({}) });
  expect((await desk.get("items.get", { id: made.id })).id).toBe(made.id);
});
