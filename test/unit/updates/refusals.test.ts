import { expect, test } from "vitest";
import { say } from "../../../messages/saying.ts";
import { createRefusals, type UpdateRefusal } from "../../../main/features/updates/refusals.ts";

/** The clock goes on by a second with each look at it. */
function world() {
  let seconds = 0;
  const made = createRefusals({ now: () => new Date(Date.UTC(2031, 2, 4, 9, 0, (seconds += 1))) });
  const heard: UpdateRefusal[] = [];
  return { ...made, heard, hear: () => made.listen((refusal) => heard.push(refusal)) };
}
const at = (second: number): string => `2031-03-04T09:00:0${second}.000Z`;
const notSigned = say("failures.updates.notSigned");
const wrongHash = say("failures.updates.wrongHash");

test("a refusal is told once until another one comes or an update is taken", () => {
  const { note, taken, heard, hear } = world();
  hear();
  for (const why of [notSigned, notSigned, wrongHash, notSigned]) note(why);
  taken();
  note(notSigned);
  expect(heard.map(({ reason }) => reason)).toEqual(["notSigned", "wrongHash", "notSigned", "notSigned"]);
});

test("what only could not be fetched is no refusal, and makes none of them news again", () => {
  const { note, heard, hear } = world();
  hear();
  note(notSigned);
  note(say("failures.updates.tooSlow"));
  note(say("failures.updates.notReached", { reason: "-" }));
  note(notSigned);
  expect(heard).toEqual([{ reason: "notSigned", at: at(1) }]);
});

test("what came while nobody heard waits, each kind once, with the time at which it came", () => {
  const { note, heard, hear } = world();
  const stop = hear();
  stop();
  for (const why of [notSigned, wrongHash, notSigned]) note(why);
  expect(heard).toEqual([]);
  hear();
  expect(heard).toEqual([
    { reason: "notSigned", at: at(3) },
    { reason: "wrongHash", at: at(2) },
  ]);
  stop();
  note(wrongHash);
  expect(heard).toHaveLength(3);
});
