import { setTimeout as wait } from "node:timers/promises";
import { startHub, type Hub } from "../../hub/hub.ts";
import { startGround } from "../faults/clinic/clinic-bench.ts";
import { ask } from "../support/by-bridge.ts";
import {
  book,
  bookAndUndo,
  bookSeries,
  createPatient,
  decide,
  lookAround,
  stopOrResume,
  type Act,
  type Person,
} from "./person.ts";
import { comeToDesk, knowPatients, live, type Story } from "./story.ts";

const within = 60_000;

/** Waits until it is so. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + within;
  while (!(await isSo())) {
    if (Date.now() > last) throw new Error(`Never: ${what}`);
    await wait(200);
  }
}

/** The first desk makes a clinic, and the second joins it. */
async function makeClinic(first: Person, second: Person, hub: Hub): Promise<void> {
  const one = first.desk.page;
  const other = second.desk.page;
  const state = async () => {
    await ask(one, "clinic.look", {});
    const clinic = await ask(one, "clinic.get", {});
    if (clinic.membership !== "member") throw new Error(clinic.membership);
    return clinic;
  };
  await ask(one, "clinic.create", { hub: hub.address, token: String(hub.creationToken), name: "Desk 1" });
  await ask(one, "clinic.invite", {});
  const code = String((await state()).invitation?.code);
  await ask(other, "clinic.join", { hub: hub.address, code, name: "Desk 2" });
  await until("the second desk asks", async () => (await state()).invitation?.asks === "Desk 2");
  await ask(one, "clinic.answer", { accept: true });
  await until("the second desk is in", async () => (await state()).desks.length === 2);
  await until("the second desk knows all", async () => {
    await ask(other, "clinic.look", {});
    const { patients } = await ask(other, "patients.search", { text: "", limit: 20 });
    return patients.filter(({ patientId }) => patientId !== null).length >= first.patients.length;
  });
}

/** Two desks of one clinic over a hub that is away now and then: taking over, handing over, deciding. */
export const twoDesks: Story = async (place, minutes, counts, people) => {
  const ground = await startGround();
  const hubAt = (port: number): Promise<Hub> =>
    startHub({
      connection: ground.database.hub,
      host: "127.0.0.1",
      port,
      connections: 4,
      statementTimeoutMs: 20_000,
      log: { write: () => undefined },
    });
  let hub: Hub | null = await hubAt(0);
  const port = Number(new URL(hub.address).port);
  const hubComes = async (): Promise<void> => {
    hub ??= await hubAt(port);
  };
  try {
    const first = await comeToDesk("desk 1", place);
    people.push(first);
    await knowPatients(first, 12);
    const second = await comeToDesk("desk 2", place);
    people.push(second);
    await makeClinic(first, second, hub);
    second.patients.push(...first.patients);
    const acts: readonly Act[] = [
      ["books", 8, book],
      ["books a series", 1, bookSeries],
      ["books and takes back", 2, bookAndUndo],
      ["creates a patient", 1, createPatient],
      ["decides on an item", 12, decide],
      ["stops or resumes sending", 2, stopOrResume],
      ["looks around", 3, lookAround],
      [
        "the hub goes or comes",
        1,
        async ({ journal }) => {
          journal.note("hub", { goes: hub !== null });
          if (hub === null) return hubComes();
          await hub.close();
          hub = null;
        },
      ],
    ];
    await live({ people, acts, minutes, counts, beforeRest: hubComes });
  } finally {
    await hub?.close();
    // The desks ask their hub until they end.
    await Promise.all(people.map(({ desk }) => desk.close().catch(() => undefined)));
    await ground.close();
  }
};
