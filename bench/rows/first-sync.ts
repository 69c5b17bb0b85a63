import { join as pathTo } from "node:path";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { found, isInStep, join, until } from "../clinic/desks.ts";
import { startPlace, type HubPlace } from "../clinic/place.ts";
import { openDesk } from "../desk.ts";
import { atLeast, check, single, type Context, type Line, type Result, type Row } from "../harness.ts";
import { openRecords, recordsWith, type Records } from "../records.ts";

/**
 * A desk that joins reads all that its clinic has. Two whole desks without their windows in this process, each with its encrypted
 * records on the disk; the hub is a process of its own over a real PostgreSQL. The first desk has the patients, founds the
 * clinic and shares them; then the second joins. Timed: from the answer that lets it in until it has read and kept all. Beside
 * it what PostgreSQL alone makes of the same ciphertexts: handing all to one client, and copying them into another table.
 * Right: the second has each patient as the first has it.
 */

const inSecond = (count: number, began: number): number => count / ((performance.now() - began) / 1_000);

async function databaseAlone({
  database,
}: HubPlace): Promise<{ readonly read: number; readonly copied: number }> {
  const begunReading = performance.now();
  const { rowCount } = await database.query(
    "select bytes from hub.ciphertexts order by clinic, number, place",
  );
  const read = inSecond(rowCount ?? 0, begunReading);
  const begunCopying = performance.now();
  await database.query("create table copied (like hub.ciphertexts including all)");
  await database.query("insert into copied select * from hub.ciphertexts");
  return { read, copied: inSecond(rowCount ?? 0, begunCopying) };
}

/** Each patient without what each desk has of its own. */
async function patientsOf(
  records: Pick<Records, "directory" | "secrets" | "accountId">,
): Promise<ReadonlyMap<string, string>> {
  const store = await openRecords(records);
  const all = new Map<string, string>();
  const note = ({ accountId: _own, itemId: _item, ...patient }: PatientRecord): void =>
    void all.set(patient.id, JSON.stringify(patient));
  for (let after: number | null = 0; after !== null;) {
    const page = store.read(({ patients }) =>
      patients.inOrder({ accountId: records.accountId, after: Number(after), limit: 1_000 }),
    );
    page.items.forEach(note);
    after = page.next;
  }
  store.close();
  return all;
}

type Measured = {
  readonly shared: number;
  readonly synced: number;
  readonly alone: { readonly read: number; readonly copied: number };
  readonly seconds: { readonly desk: number; readonly hub: number; readonly database: number };
};

async function measure(
  place: HubPlace,
  places: readonly [Records, Records],
  context: Context,
): Promise<Measured> {
  const { records: count } = context.sizes;
  const [first, second] = [await openDesk(places[0]), await openDesk(places[1])];
  const begunSharing = performance.now();
  await found(first, { hub: place.address, token: await place.newToken() });
  context.progress(0.2, "the first desk shares them");
  await until("sharing", () => isInStep(first));
  const shared = inSecond(count, begunSharing);
  const before = { own: process.cpuUsage(), hub: await place.use(), database: place.databaseCpu() };
  context.progress(0.7, "the second desk joins");
  const begun = performance.now();
  await join(second, { first, hub: place.address, name: "Desk 2" });
  await until("reading", () => isInStep(second));
  const synced = inSecond(count, begun);
  const { user, system } = process.cpuUsage(before.own);
  const seconds = {
    desk: (user + system) / 1e6,
    hub: ((await place.use()).cpu - before.hub.cpu) / 1_000,
    database: (place.databaseCpu() - before.database) / 1_000,
  };
  await Promise.all([first.desk.stop(), second.desk.stop()]);
  const errors = [...first.errors(), ...second.errors()];
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return { shared, synced, alone: await databaseAlone(place), seconds };
}

function lines({ shared, synced, alone }: Measured, count: number): readonly Line[] {
  return [
    {
      what: `a desk joins and reads ${count} patients`,
      unit: "per s",
      ours: single(synced),
      peers: [
        { name: "PostgreSQL alone, read by one client", stats: single(alone.read) },
        { name: "PostgreSQL alone, into another table", stats: single(alone.copied) },
      ],
      goals: [atLeast("≥ 10,000 a second", synced, 10_000)],
    },
    { what: "the first desk shares them", unit: "per s", ours: single(shared), peers: [], goals: [] },
  ];
}

async function run(context: Context): Promise<Result> {
  const { records: count } = context.sizes;
  const full = await recordsWith(count, {
    directory: context.directory,
    onPart: (share) => context.progress(0.2 * share, "patients of the first desk"),
  });
  const folder = pathTo(context.directory, "joining");
  const empty = await recordsWith(0, { directory: folder });
  const place = await startPlace(context.directory);
  try {
    const measured = await measure(place, [full, empty], context);
    const [ours, theirs] = [await patientsOf(full), await patientsOf(empty)];
    const same = [...ours].filter(([id, patient]) => theirs.get(id) === patient).length;
    const { desk, hub, database } = measured.seconds;
    const each = (seconds: number): string => `${Math.round((seconds / count) * 1e6)} µs`;
    return {
      lines: lines(measured, count),
      checks: [check("patients that both have alike", same, same === count && theirs.size === count)],
      notes: [
        `CPU a patient: ${each(desk)} at the desks, ${each(hub)} at the hub, ${each(database)} in PostgreSQL, all on the same cores.`,
      ],
    };
  } finally {
    await place.close();
  }
}

export const row: Row = {
  id: "first-sync",
  title: "17. A desk joins a clinic",
  goal: "≥ 10,000 records a second",
  minutes: 2,
  run,
};
