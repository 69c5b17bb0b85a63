import { expect, it } from "vitest";
import { inStep, joins, memberState, signedInDesk } from "./support/clinic-desks.ts";
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { middleman, type Asked } from "./support/middleman.ts";
import { copyOf, testHub } from "./support/started.ts";

const isPull = ({ method, path }: Asked): boolean => method === "GET" && path.includes("/log?");

it("a desk that sees a shorter log, and whose word of it comes after another desk's, reads anew and shares again what was lost", async () => {
  const { one, hub, database, known, mock, booked } = await scene();
  const between = await middleman(hub.address);
  const two = await signedInDesk(mock);
  await joins(two, one, { hub: between.address, name: "Desk 3" });
  const port = Number(new URL(hub.address).port);
  await hub.close();
  const before = await copyOf(database);
  const [head] = await before.query<{ number: string; hash: string; generation: string }>(
    "select number, encode(hash, 'hex') as hash, generation from hub.clinics",
  );
  const second = await testHub(database, { port });
  await inStep(two);
  const id = await waiting({ desks: [one, two], known }, two);
  between.deal(() => "drop");
  await second.close();
  await testHub(before, { port });
  // The first desk's word begins the new generation.
  await inStep(one);
  // What the hub answered the second one just before that: the shorter log, and the generation that it was of.
  const shorter = {
    head: { number: Number(head?.number), hash: head?.hash },
    history: { generation: Number(head?.generation), complete: true, awaited: [] },
    pushes: [],
  };
  let isEarly = true;
  let said = 0;
  between.deal((asked) => {
    if (asked.method === "POST" && asked.path.endsWith("/log")) said += 1;
    if (!isEarly || !isPull(asked)) return "pass";
    isEarly = false;
    return { status: 200, body: JSON.stringify(shorter) };
  });
  await inStep(two);
  expect([isEarly, said > 0]).toEqual([false, true]);
  // Its own booking reaches the others again, and waits for a person: the hub's history had a gap.
  await becomes(one, id, "elsewhere");
  await becomes(two, id, "needs-checking");
  expect([(await memberState(two)).line, booked()]).toEqual(["up", 0]);
});
