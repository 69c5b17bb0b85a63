import { startPlace, type HubPlace } from "../clinic/place.ts";
import { clinicOf, newId, recordOf, type TestDesk } from "../../test/hub/support/desk.ts";
import { check, statsOf, type Context, type Line, type Result, type Row } from "../harness.ts";

/**
 * Pushes of one record, over real sockets, to a hub that is a process of its own over a real PostgreSQL. The desks are simulated: they
 * sign and chain as whole ones do, and what they push is random bytes. One desk, one push after the other; eight desks of one
 * clinic at once, which wait for each other behind the clinic's lock; eight desks of eight clinics at once, which do not. Beside
 * each in turn what PostgreSQL alone does: a transaction with one row of the same size. Right: the hub has each, in order.
 */

async function pushOne(desk: TestDesk): Promise<number> {
  const { entry, ciphertext } = recordOf(newId());
  const begun = performance.now();
  const { failure } = await desk.push([entry], [ciphertext]);
  if (failure !== null) throw new Error(failure.code);
  return performance.now() - begun;
}

type Burst = { readonly each: readonly number[]; readonly rate: number };

/** Each desk pushes one after the other, all desks at once. */
async function burst(desks: readonly TestDesk[], count: number): Promise<Burst> {
  const each: number[] = [];
  const begun = performance.now();
  await Promise.all(
    desks.map(async (desk) => {
      for (let at = 0; at < count / desks.length; at += 1) each.push(await pushOne(desk));
    }),
  );
  return { each, rate: each.length / ((performance.now() - begun) / 1_000) };
}

async function commits({ database }: HubPlace, count: number): Promise<Burst> {
  const each: number[] = [];
  const begun = performance.now();
  for (let at = 0; at < count; at += 1) {
    const before = performance.now();
    await database.query("insert into measured (bytes) values ($1)", [Buffer.alloc(512)]);
    each.push(performance.now() - before);
  }
  return { each, rate: count / ((performance.now() - begun) / 1_000) };
}

const linesOf = (
  what: string,
  rounds: readonly { readonly ours: Burst; readonly alone: Burst }[],
): readonly Line[] => {
  const name = "PostgreSQL alone, a row a transaction, one after the other";
  const peer = (stats: Line["ours"]): Line["peers"] => [{ name, stats }];
  return [
    {
      what: `${what}: pushes a second`,
      unit: "per s",
      ours: statsOf(rounds.map(({ ours }) => ours.rate)),
      peers: peer(statsOf(rounds.map(({ alone }) => alone.rate))),
      goals: [],
    },
    {
      what: `${what}: until it is answered`,
      unit: "ms",
      ours: statsOf(rounds.flatMap(({ ours }) => ours.each)),
      peers: peer(statsOf(rounds.flatMap(({ alone }) => alone.each))),
      goals: [],
    },
  ];
};

const together = 8;
const turns = 3;

async function run(context: Context): Promise<Result> {
  const count = Math.max(together, Math.round(context.sizes.rounds / 2));
  const place = await startPlace(context.directory);
  try {
    await place.database.query("create table measured (id bigserial primary key, bytes bytea)");
    const desks = await clinicOf(place.address, await place.newToken(), together);
    const others: TestDesk[] = [];
    for (let at = 0; at < together; at += 1)
      others.push(...(await clinicOf(place.address, await place.newToken(), 1)));
    const kinds = [
      { what: "one desk", desks: desks.slice(0, 1) },
      { what: "8 desks of one clinic", desks },
      { what: "8 desks of 8 clinics", desks: others },
    ];
    // Compiles, connects, plans.
    for (const kind of kinds) await burst(kind.desks, together * 4);
    const found = kinds.map(() => [] as { ours: Burst; alone: Burst }[]);
    for (let turn = 0; turn < turns; turn += 1)
      for (const [at, kind] of kinds.entries()) {
        context.progress((turn * kinds.length + at) / (turns * kinds.length), kind.what);
        found[at]?.push({
          ours: await burst(kind.desks, count / turns),
          alone: await commits(place, count / turns),
        });
      }
    const said = [...desks, ...others].reduce((sum, { sequence }) => sum + sequence, 0);
    const { rows } = await place.database.query<{ pushes: string; gaps: string }>(
      `select (select count(*) from hub.pushes) as pushes, count(*) filter (where number <> place) as gaps
         from (select number, row_number() over (partition by clinic order by number) as place from hub.pushes) p`,
    );
    const { pushes, gaps } = rows[0] ?? { pushes: "none", gaps: "none" };
    return {
      lines: kinds.flatMap(({ what }, at) => linesOf(what, found[at] ?? [])),
      checks: [
        check(
          "pushes that the database has, of those that were answered",
          `${pushes} of ${said}`,
          Number(pushes) === said,
        ),
        check("gaps in the clinics' numbers", gaps, gaps === "0"),
      ],
    };
  } finally {
    await place.close();
  }
}

export const row: Row = {
  id: "clinic-push",
  title: "19. Pushes of one record",
  goal: "none but that nothing is lost; the database's own limit stands beside it",
  minutes: 1,
  run,
};
