import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { clinicOf, newId, recordOf, shared, TestDesk } from "./support/desk.ts";
import { type TestDatabase, testDatabase, testHub } from "./support/started.ts";

/** A statement of the hub as it was sent, and the tenant whose transaction it stood in. */
type Sent = { readonly text: string; readonly values: readonly unknown[]; readonly tenant: string };

/** What every hub has one row of, or a few: not what grows with the clinics and their years. */
const few = ["identity", "migrations"];
/** Rows of each other table, in the clinic that asks and in others; and the most of them that one statement may look at. */
const many = 20_000;
const most = 1_000;

type Node = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Actual Rows"?: number | undefined;
  readonly "Actual Loops"?: number | undefined;
  readonly "Rows Removed by Filter"?: number | undefined;
  readonly Plans?: readonly Node[] | undefined;
};
const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number().optional(),
    "Actual Loops": z.number().optional(),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(node).optional(),
  }),
);
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: node })]) })]);

const nodesOf = (one: Node): readonly Node[] => [one, ...(one.Plans ?? []).flatMap(nodesOf)];

/** Keeps every statement that has a plan, with the values of the last time. */
function recordStatements(): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  const tenants = new WeakMap<object, string>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its client as `this`
  const real = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args;
    if (typeof text === "string") {
      const begun = /set_config\('hub\.tenant', '([0-9a-f]*)'/.exec(text)?.[1];
      const become = text.startsWith("select set_config('hub.tenant', $1") && Array.isArray(values);
      if (begun !== undefined) tenants.set(this, begun);
      else if (become) tenants.set(this, String(values[0]));
      else if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
        sent.set(text, {
          text,
          values: Array.isArray(values) ? values : [],
          tenant: tenants.get(this) ?? "",
        });
    }
    return Reflect.apply(real, this, args);
  });
  return sent;
}

/** Years of a clinic beside many others. */
async function fill({ query }: TestDatabase, clinic: string, desk: string): Promise<void> {
  const own = `decode('${clinic}', 'hex')`;
  const other = "sha256(i::text::bytea)";
  const id = "md5(i::text)::uuid";
  const rows = (columns: string, values: string, table: string): string =>
    `insert into hub.${table} (${columns}) select ${values} from generate_series(1000, ${many + 1_000}) i`;
  for (const statement of [
    rows(
      "clinic, number, hash, desk, sequence, generation, bytes, signature",
      `${own}, 1000000 + i, ${other}, '${desk}', 1000000 + i, 0, ${other}, ${other}`,
      "pushes",
    ),
    rows(
      "clinic, number, place, record, size, bytes",
      `${own}, 1000000 + i, 0, ${id}, 32, ${other}`,
      "ciphertexts",
    ),
    rows("clinic, record, version, dropped", `${own}, ${id}, 1, false`, "records"),
    rows(
      "clinic, item, maker, holder, epoch, shared_in, must_decide, ended",
      `${own}, ${id}, '${desk}', '${desk}', 1, 0, false, 'booked'`,
      "items",
    ),
    rows(
      "clinic, item, attempt, desk, state, named, inherited",
      `${own}, ${id}, ${id}, '${desk}', 'booked', false, false`,
      "attempts",
    ),
    rows("clinic, number, address, received_at, sealed", `${own}, i, ${id}, now(), ${other}`, "notices"),
    rows("clinic, number, hash, restorations", `${other}, 0, ${other}, 0`, "clinics"),
    rows(
      "clinic, desk, admin, public_key, recipient, credential",
      `${other}, ${id}, true, ${other}, 'age1', ${other}`,
      "desks",
    ),
    rows("clinic, invitation", `${other}, ${other}`, "invitations"),
    rows("route, clinic", `${other}, ${other}`, "invitation_boxes"),
    rows("route", other, "creation_tokens"),
    rows("route, clinic, address", `${other}, ${other}, ${id}`, "notice_routes"),
    rows("clinic, address", `${other}, ${id}`, "notice_addresses"),
    rows("since, until", "now() - i * interval '1 day', now() - i * interval '1 day'", "absences"),
  ])
    await query(statement);
  await query("vacuum analyze");
}

/** What desks and the service ask of a hub, each once. */
async function askAll(hub: { readonly address: string }, desk: TestDesk, other: TestDesk): Promise<void> {
  const item = newId();
  const attempt = newId();
  const [entries, ciphertexts] = shared(item);
  const [secret, address] = [randomBytes(32), newId()];
  const token = createHash("sha256").update(secret).digest("hex");
  const recipient = `age1${"q".repeat(58)}`;
  const taken = async (all: Entry[], contents: Buffer[] = []): Promise<void> =>
    expect((await desk.push(all, contents)).failure).toBeNull();
  await taken(entries, ciphertexts);
  await taken([{ type: "confirm", item, epoch: 1, attempt, notSent: [] }]);
  await taken([{ type: "outcome", item, attempt, outcome: "not-sent" }]);
  const record = newId();
  const { entry, ciphertext } = recordOf(record);
  await taken([entry], [ciphertext]);
  await taken([{ type: "drop", record, version: 2 }]);
  await taken([
    { type: "notice-recipient", recipient },
    { type: "notice-address", address, token },
  ]);
  await taken([{ type: "notice-retired", address }]);
  await fetch(`${hub.address}/in/${secret.toString("base64url")}`, { method: "POST", body: "x" });
  await taken([new TestDesk(hub.address).member(false)]);
  await taken([{ type: "member-removed", desk: other.id, lost: true }]);
  expect((await other.pull()).status).toBe(403);
  expect((await desk.pull()).status).toBe(200);
  const invitation = createHash("sha256").update(secret).digest("hex");
  const box = randomBytes(100).toString("base64");
  const clinic = "/v1/clinics/:clinic";
  const heartbeat = { v: 1, kind: "heartbeat", clinic: desk.clinic, desk: desk.id, generation: 0 } as const;
  const { bytes, signature } = desk.signed({ ...heartbeat, read: desk.head, at: new Date().toISOString() });
  for (const [method, path, body] of [
    ["GET", `${clinic}/desks`],
    ["GET", `${clinic}/notices?after=0&limit=10`],
    ["POST", `${clinic}/heartbeat`, { bytes, signature }],
    ["POST", `${clinic}/invitations`, { invitation }],
    ["POST", `/v1/invitations/${invitation}/request`, { box }],
    ["POST", `${clinic}/invitations/${invitation}/answer`, { box }],
    ["GET", `/v1/invitations/${invitation}`],
    ["DELETE", `${clinic}/invitations/${invitation}`],
    ["GET", "/ready"],
  ] as const) {
    const answer = await desk.ask(method, path, body === undefined ? {} : { body });
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

/** The plan of a statement as the hub's role has it, and what it looked at. Nothing of it is kept. */
async function planOf(connection: pg.ClientConfig, { text, values, tenant }: Sent): Promise<Node> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('hub.tenant', $1, true)", [tenant]);
    // What was inserted is there already: of a change the plan alone is asked for.
    const analyze = /\b(insert|update|delete|for update)\b/i.test(text) ? "" : "analyze, ";
    const { rows } = await client.query(`explain (${analyze}format json) ${text}`, [...values]);
    return explained.parse(rows)[0]["QUERY PLAN"][0].Plan;
  } finally {
    await client.end();
  }
}

const lookedAt = (one: Node): number =>
  ((one["Actual Rows"] ?? 0) + (one["Rows Removed by Filter"] ?? 0)) * (one["Actual Loops"] ?? 1);

it("no statement of the hub reads through a table that grows", async () => {
  const database = await testDatabase();
  const sent = recordStatements();
  const hub = await testHub(database);
  const [desk, other] = await clinicOf(hub.address, String(hub.creationToken), 3);
  if (other === undefined) throw new Error("there is no second desk");
  await fill(database, desk.clinic, desk.id);
  await askAll(hub, desk, other);
  const statements = [...sent.values()].filter(({ text }) => text.includes("hub."));
  vi.restoreAllMocks();
  expect(statements.length).toBeGreaterThan(30);
  const slow: string[] = [];
  for (const statement of statements) {
    for (const one of nodesOf(await planOf(database.hub, statement))) {
      const table = one["Relation Name"];
      if (table === undefined || few.includes(table)) continue;
      if (one["Node Type"] === "Seq Scan" || lookedAt(one) > most)
        slow.push(`${one["Node Type"]} of ${table}, ${lookedAt(one)} rows: ${statement.text}`);
    }
  }
  expect(slow).toEqual([]);
});
