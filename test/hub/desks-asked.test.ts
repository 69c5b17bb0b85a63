import { expect, it, vi } from "vitest";
import type { PlaceQuestion } from "../../main/features/lock/new-places.ts";
import type { RouteInput, RouteName } from "../../shared/routes.ts";
import { counted } from "../support/cases.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { testDatabase, testHub } from "./support/started.ts";

/* A script in the page of a desk without an admin PIN calls the routes of its clinic, and a person outside of the page says no. */

async function scene() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const asked: PlaceQuestion[] = [];
  let answer = true;
  const desk = await signedInDesk(mock, {
    askPlace: (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    },
  });
  const [two, three] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [desk, two]);
  await joins(three, two, { hub: hub.address, name: "Desk 3" });
  await desk.get("clinic.makeSheet", {});
  await desk.get("clinic.keepSheet", {});
  await inStep(desk);
  const idOf = async (name: string): Promise<string> =>
    (await memberState(desk)).desks.find((one) => one.name === name)?.id ?? expect.fail(name);
  const says = (isYes: boolean): void => {
    answer = isYes;
    asked.length = 0;
  };
  says(false);
  return { hub, mock, desk, two, three, asked, says, place: hub.address, idOf };
}

const declined = { ok: false, failure: { code: "refused", why: { id: "failures.places.deedDeclined" } } };
const long = "2001-01-01T00:00:00.000Z";

it("no desk leaves, is removed or reported, no sheet is replaced and nobody is let in by the page alone", async () => {
  const { hub, mock, desk, asked, says, place, idOf } = await scene();
  const guest = await signedInDesk(mock);
  const [two, three] = [await idOf("Desk 2"), await idOf("Desk 3")];
  await desk.get("clinic.invite", {});
  const code = String((await memberState(desk)).invitation?.code);
  await guest.get("clinic.join", { hub: hub.address, code, name: "Stranger" });
  await vi.waitFor(async () => {
    expect((await memberState(desk)).invitation?.asks).toBe("Stranger");
  }, patient);
  const tries = [
    ["clinic.leave", {}, { use: "leave", place }],
    ["clinic.makeSheet", {}, { use: "sheet", place }],
    ["clinic.answer", { accept: true }, { use: "letIn", place, name: "Stranger" }],
    ["clinic.removeDesk", { desk: three, lost: false }, { use: "remove", place, name: "Desk 3", others: 0 }],
    [
      "clinic.removeDesk",
      { desk: two, lost: false, letInSince: long },
      { use: "remove", place, name: "Desk 2", others: 1 },
    ],
    ["clinic.removeDesk", { desk: three, lost: true }, { use: "lost", place, name: "Desk 3", others: 0 }],
  ] as const satisfies readonly {
    [N in RouteName]: readonly [N, RouteInput<N>, PlaceQuestion];
  }[RouteName][];
  const standing = async () => {
    const { desks, hasSheet, hasUnprintedSheet } = await inStep(desk);
    return { members: desks.map(({ id, isRemoved }) => [id, isRemoved]), hasSheet, hasUnprintedSheet };
  };
  const before = await standing();
  for (const [name, input, question] of tries) {
    // A yes in between to another question, so that the three no in a row do not answer here.
    says(true);
    await desk.get("settings.save", { updates: { feed: `https://u${asked.length}${name}.invalid` } });
    says(false);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each with the input of its own route
    expect(await desk.ask(name as "clinic.leave", input as RouteInput<"clinic.leave">)).toMatchObject(
      declined,
    );
    expect(asked).toEqual([question]);
    expect(await standing()).toEqual(before);
  }
  // A sheet that was made with nobody's yes is none to keep.
  await desk.get("clinic.keepSheet", {});
  expect(await standing()).toEqual(before);
  counted(tries.length);
});

it("what a person agrees to is done, and asked about the next time", async () => {
  const { desk, two, three, asked, says, place, idOf } = await scene();
  const third = await idOf("Desk 3");
  says(true);
  await desk.get("clinic.removeDesk", { desk: third, lost: true });
  await desk.get("clinic.makeSheet", {});
  await desk.get("clinic.makeSheet", {});
  await desk.get("clinic.leave", {});
  expect(asked.map(({ use }) => use)).toEqual(["lost", "sheet", "sheet", "leave"]);
  expect(asked.every((one) => one.place === place)).toBe(true);
  expect(await desk.get("clinic.get", {})).toMatchObject({ membership: "none" });
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    const { desks } = await memberState(two);
    expect(desks.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(["Desk 2"]);
  }, patient);
  await three.stop();
});
