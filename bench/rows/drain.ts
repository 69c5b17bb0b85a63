import Database from "better-sqlite3-multiple-ciphers";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import type { PatientForm } from "../../shared/patients/patient-form.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { openDesk } from "../desk.ts";
import { patientForms, saveAll } from "../drafts.ts";
import {
  atLeast,
  atMost,
  check,
  interleave,
  lineOf,
  samplesOf,
  statsOf,
  type Check,
  type Context,
  type Line,
  type Result,
  type Row,
  type Side,
} from "../harness.ts";
import { pouchDatabase } from "../pouch.ts";
import { rxCollection } from "../rx.ts";
import { startService, token, type Service } from "../service.ts";

/**
 * Row 10: new patients that were saved without a line go out, to a service that answers at once, and to one that is 50 ms
 * away. Ours is the whole desk, with the intent on disk before the first byte and the end after the answer. Beside it
 * undici alone with as many requests at once; the same with two durable updates an item by better-sqlite3, which is what
 * one thread allows; PouchDB's and RxDB's replication, as their documentation sets them up (RxDB keeps its records in
 * memory: its stores on disk for Node are not free). The service takes one patient a request, so PouchDB's with one is
 * the comparison; its usual hundred stand beside it. Right: the service's ledger has each patient once.
 */

/** As `main/features/outbox/engine.ts` has at once. */
const atOnce = 4;

/** How one way of sending does it: `prepare` is not measured. */
type Way = {
  readonly name: string;
  readonly prepare: (service: Service, forms: readonly PatientForm[], directory: string) => Promise<Prepared>;
};
type Prepared = { readonly send: () => Promise<void>; readonly close: () => Promise<void> };

async function ours(service: Service, forms: readonly PatientForm[], directory: string): Promise<Prepared> {
  let whenDone = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    whenDone = resolve;
  });
  const bench = await openDesk({
    directory,
    secrets: createMemorySecretStore(),
    emit: (name, payload) => {
      if (name !== "items.changed") return;
      const { counts } = payload as { readonly counts: { readonly done: number } };
      if (counts.done === forms.length) whenDone();
    },
  });
  const { desk, call } = bench;
  await call("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  await service.hear(false);
  await call("connection.check", {});
  const ids = await saveAll(
    bench,
    forms.map((form) => ({ kind: "patient", form })),
  );
  // Without a line each answers as soon as it is kept and ready.
  for (const id of ids) await call("items.submit", { id, wait: true });
  await service.hear(true);
  return {
    send: async () => {
      await call("connection.check", {});
      await done;
    },
    close: async () => {
      await desk.stop();
      if (bench.errors().length > 0) throw new Error(bench.errors().join("\n"));
    },
  };
}

/** Sends all, so many at once, through `around`, which is told when to send. */
async function sendAll(
  service: Service,
  forms: readonly PatientForm[],
  around: (number: number, send: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const agent = new Agent({ connections: atOnce, pipelining: 1 });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < forms.length) {
      const number = next;
      next += 1;
      await around(number, async () => {
        const { statusCode, body } = await request(`${service.baseUrl}/api/patient`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify(forms[number]),
          dispatcher: agent,
        });
        await body.json();
        if (statusCode !== 201) throw new Error(`The service answered ${statusCode}.`);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await agent.close();
}

async function bare(service: Service, forms: readonly PatientForm[]): Promise<Prepared> {
  return {
    send: () => sendAll(service, forms, (_number, send) => send()),
    close: async () => undefined,
  };
}

async function durable(
  service: Service,
  forms: readonly PatientForm[],
  directory: string,
): Promise<Prepared> {
  mkdirSync(directory, { recursive: true });
  const db = new Database(join(directory, "durable.db"));
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec("create table items (number integer primary key, status text, json text)");
  const insert = db.prepare("insert into items values (?, 'ready', ?)");
  db.transaction(() => forms.forEach((form, number) => insert.run(number, JSON.stringify(form))))();
  const update = db.prepare("update items set status = ?, json = json || ' ' where number = ?");
  return {
    send: () =>
      sendAll(service, forms, async (number, send) => {
        update.run("sending", number);
        await send();
        update.run("done", number);
      }),
    close: async () => void db.close(),
  };
}

const pouch =
  (options: object): Way["prepare"] =>
  async (service, forms, directory) => {
    const db = await pouchDatabase(directory);
    await db.bulkDocs(forms.map((form) => ({ _id: form.externalId, ...form })));
    return {
      send: async () => {
        const { docs_written: written } = await db.replicate.to(`${service.baseUrl}/couch`, options);
        if (written !== forms.length) throw new Error(`PouchDB wrote ${written}.`);
      },
      close: () => db.close(),
    };
  };

async function rx(service: Service, forms: readonly PatientForm[]): Promise<Prepared> {
  const { push, close } = await rxCollection(forms, async (form) => {
    const answer = await fetch(`${service.baseUrl}/api/patient`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(form),
    });
    await answer.json();
  });
  return { send: () => push(atOnce), close };
}

const ways: readonly Way[] = [
  { name: "Front Desk", prepare: ours },
  { name: "undici alone", prepare: bare },
  { name: "undici and two durable updates", prepare: durable },
  { name: "PouchDB, one a request", prepare: pouch({ batch_size: 1 }) },
  { name: "PouchDB, a hundred a request", prepare: pouch({}) },
  { name: "RxDB", prepare: rx },
];

type Drained = { readonly line: Line; readonly checks: readonly Check[]; readonly perItem: number };

async function drained(
  context: Context,
  options: {
    readonly count: number;
    readonly delay: number;
    readonly rounds: number;
    readonly chosen: readonly Way[];
    readonly onShare: (share: number) => void;
    readonly goals: Parameters<typeof lineOf>[1]["goals"];
  },
): Promise<Drained> {
  const { count, delay, chosen, rounds } = options;
  const forms = patientForms(count);
  const service = await startService(delay);
  const ledgers = new Map<string, string>();
  let isRight = true;
  const sides: readonly Side[] = chosen.map(({ name, prepare }) => ({
    name,
    run: async (round) => {
      const directory = join(
        context.directory,
        `drain-${delay}-${count}-${round}-${name.replaceAll(/\W/g, "-")}`,
      );
      const { send, close } = await prepare(service, forms, directory);
      await service.ledger();
      const begun = performance.now();
      await send();
      const took = performance.now() - begun;
      await close();
      const { made, repeated } = await service.ledger();
      ledgers.set(name, `${name} ${made} made, ${repeated} repeated`);
      isRight &&= made === count && repeated === 0;
      return took;
    },
  }));
  const samples = await interleave(sides, { rounds, onRound: options.onShare });
  service.close();
  // The sockets of the last side close.
  await wait(10);
  const line = lineOf(samples, {
    what: `${count} patients, ${delay} ms away`,
    ours: "Front Desk",
    goals: options.goals,
  });
  const what = `the ledger, ${count} at ${delay} ms`;
  return {
    line,
    checks: [check(what, [...ledgers.values()].join(", "), isRight)],
    perItem: statsOf(samplesOf(samples, "Front Desk")).p50 / count,
  };
}

async function run(context: Context): Promise<Result> {
  const { drafts } = context.sizes;
  const tenth = Math.ceil(drafts / 10);
  const few = await drained(context, {
    count: tenth,
    delay: 0,
    rounds: 3,
    chosen: ways.slice(0, 1),
    onShare: (share) => context.progress(share * 0.1, "a tenth, at once"),
    goals: () => [],
  });
  const all = await drained(context, {
    count: drafts,
    delay: 0,
    rounds: 2,
    chosen: ways,
    onShare: (share) => context.progress(0.1 + share * 0.6, "at once"),
    goals: (of) => [
      atLeast(
        "≥ 0.8 × as quick as two durable updates and HTTP",
        of("undici and two durable updates").p50 / of("Front Desk").p50,
        0.8,
      ),
      atLeast(
        "≥ 5 × as quick as PouchDB, one a request",
        of("PouchDB, one a request").p50 / of("Front Desk").p50,
        5,
      ),
      atMost("linear: an item ≤ 1.2 × one of a tenth", of("Front Desk").p50 / drafts / few.perItem, 1.2),
    ],
  });
  const away = await drained(context, {
    count: Math.ceil(tenth / 2),
    delay: 50,
    rounds: 2,
    // Three round trips for each patient: minutes that say no more than the row above.
    chosen: ways.filter(({ name }) => name !== "PouchDB, one a request"),
    onShare: (share) => context.progress(0.7 + share * 0.3, "50 ms away"),
    goals: (of) => [
      atLeast("≥ 0.95 × as quick as undici alone", of("undici alone").p50 / of("Front Desk").p50, 0.95),
    ],
  });
  return {
    lines: [few.line, all.line, away.line],
    checks: [few, all, away].flatMap(({ checks }) => checks),
    growth: [
      {
        what: "drain, all of them",
        unit: "s",
        points: [
          { size: tenth, value: (few.perItem * tenth) / 1_000 },
          { size: drafts, value: (all.perItem * drafts) / 1_000 },
        ],
      },
    ],
    notes: [
      `${atOnce} requests at once for all but PouchDB, which has one at once; RxDB's ${atOnce} are a batch.`,
    ],
  };
}

export const row: Row = {
  id: "drain",
  title: "10. What was saved without a line goes out",
  goal: "at 0 ms ≥ 0.8 × two durable updates an item and HTTP, linear, ≥ 5 × PouchDB; at 50 ms ≥ 0.95 × undici alone",
  minutes: 7,
  run,
};
