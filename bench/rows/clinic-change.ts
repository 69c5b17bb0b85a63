import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join as pathTo } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createEmptyBookingForm, type BookingForm } from "../../shared/bookings/booking-form.ts";
import { found, isInStep, join, memberOf, until } from "../clinic/desks.ts";
import { startCrowd, type CrowdMember } from "../clinic/crowd.ts";
import { startPlace, type HubPlace } from "../clinic/place.ts";
import { openDesk, type BenchDesk } from "../desk.ts";
import { atMost, check, statsOf, type Context, type Line, type Result, type Row } from "../harness.ts";
import { startService, token } from "../service.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";

/**
 * A booking is made at one desk and is there at another. Four whole desks of one clinic, without their windows,
 * in this process; the hub is a process of its own over a real PostgreSQL. Then the same with 46 simulated desks beside them
 * (bench/clinic/crowd.ts), which read what the four read. Timed: from the call that makes it until the fourth desk answers with it.
 */

const whole = 4;
const simulated = 46;

async function clinicOf(
  place: HubPlace,
  { directory, serviceAddress }: { readonly directory: string; readonly serviceAddress: string },
): Promise<readonly BenchDesk[]> {
  const desks: BenchDesk[] = [];
  for (let at = 1; at <= whole; at += 1) {
    const folder = pathTo(directory, `desk-${at}`);
    const desk = await openDesk({ directory: folder, secrets: createMemorySecretStore() });
    await desk.call("session.connect", { serviceAddress, token, sameAccount: null });
    desks.push(desk);
  }
  const [first, ...others] = desks;
  if (first === undefined) throw new RangeError("desks");
  await found(first, { hub: place.address, token: await place.newToken() });
  for (const [at, desk] of others.entries())
    await join(desk, { first, hub: place.address, name: `Desk ${at + 2}` });
  for (const desk of desks) await until("all desks", () => isInStep(desk));
  return desks;
}

/** Past the log: they say nothing, and the hub knows desks by this table. */
async function addSimulated({ database }: HubPlace): Promise<readonly CrowdMember[]> {
  const { rows } = await database.query<{ clinic: Buffer; number: string }>(
    "select clinic, number from hub.clinics",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no clinic");
  const members = Array.from({ length: simulated }, () => randomBytes(32));
  for (const credential of members)
    await database.query(
      `insert into hub.desks (clinic, desk, admin, public_key, recipient, credential) values ($1, $2, false, $3, '', $4)`,
      [row.clinic, randomUUID(), randomBytes(32), createHash("sha256").update(credential).digest()],
    );
  return members.map((credential) => ({
    clinic: row.clinic.toString("hex"),
    credential: credential.toString("base64url"),
    after: Number(row.number),
  }));
}

const bookingNumbered = (number: number): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  service: "101",
  date: "2031-03-04",
  time: "2pm",
  billingType: "Monthly Invoice",
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  notes: `Visit ${number}`,
});

/** Milliseconds of each change until it is seen. */
async function changes([one, ...others]: readonly BenchDesk[], count: number): Promise<readonly number[]> {
  const last = others.at(-1);
  if (one === undefined || last === undefined) throw new RangeError("desks");
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now();
    const { id } = await one.call("items.create", { kind: "booking", form: bookingNumbered(at) });
    await one.call("items.submit", { id, wait: false });
    const isThere = async (): Promise<boolean> => {
      const answer = (await last.desk.route("items.get", { id })) as { ok: boolean };
      return answer.ok;
    };
    while (!(await isThere())) await wait(2);
    taken.push(performance.now() - begun);
    // The next one finds nobody busy with this one.
    await wait(100);
  }
  return taken;
}

function line(what: string, taken: readonly number[]): Line {
  const ours = statsOf(taken);
  return { what, unit: "ms", ours, peers: [], goals: [atMost("p95 < 300 ms", ours.p95, 300)] };
}

async function run(context: Context): Promise<Result> {
  const count = Math.max(5, Math.round(context.sizes.rounds / 10));
  const place = await startPlace(context.directory);
  const crowd = startCrowd(place.address);
  const service = await startService(0);
  try {
    const { directory } = context;
    const desks = await clinicOf(place, { directory, serviceAddress: service.baseUrl });
    context.progress(0.3, "four desks");
    const few = await changes(desks, count);
    await crowd.listen(await addSimulated(place));
    await crowd.seen();
    context.progress(0.6, "fifty desks");
    const many = await changes(desks, count);
    const head = Number(
      (await place.database.query<{ number: string }>("select number from hub.clinics")).rows[0]?.number,
    );
    await wait(2_000);
    const { seen } = await crowd.seen();
    const read = seen.filter(([, number]) => number === head).length;
    const members = await Promise.all(desks.map(async (desk) => (await memberOf(desk))?.line === "up"));
    for (const { desk } of desks) await desk.stop();
    return {
      lines: [line("4 desks, all whole", few), line("50 desks, 46 of them simulated", many)],
      checks: [
        check("simulated desks that read the last push", read, read === simulated),
        check("whole desks that are up", members.filter(Boolean).length, members.every(Boolean)),
      ],
    };
  } finally {
    crowd.close();
    service.close();
    await place.close();
  }
}

export const row: Row = {
  id: "clinic-change",
  title: "18. A change at one desk is at another",
  goal: "p95 < 300 ms with 50 desks",
  minutes: 2,
  run,
};
