import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { connectReadOnly } from "../../main/db/connection.ts";
import { events } from "../../shared/events.ts";
import { entry } from "../../shared/hub-api/entries.ts";
import { hubFailure } from "../../shared/hub-api/failure.ts";
import { hubRoutes } from "../../shared/hub-api/routes.ts";
import { signedHeartbeat, signedPush } from "../../shared/hub-api/signed.ts";
import { routes } from "../../shared/routes.ts";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  requiredPatient,
  sendBooking,
  sendPatient,
  startDesk,
} from "../support/desk-kit.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { keyOf } from "../support/store-files.ts";

/**
 * What was sent and kept before the code was laid out anew (decision 100), recorded by that code: every byte of a body, each header's name,
 * each name in what is kept. It is never recorded again. A later version may keep more.
 */
const recordedFile = join(import.meta.dirname, "../fixtures/recorded.json");
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

type Sent = { readonly asked: string; readonly headers: Record<string, string>; readonly body: string };

/** A service that takes all it is sent, and keeps it. */
async function keepingService() {
  const sent: Sent[] = [];
  /** Everything that it makes has the next number. */
  const make = (path: string): object => {
    const number = sent.length;
    if (path === "/api/patient") return { patientId: number };
    return { id: number };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { host: _host, "user-agent": agent = "", ...headers } = request.headers;
      const body = Buffer.concat(chunks).toString("utf8");
      const shown = Object.entries({ ...headers, "user-agent": agent.replace(/[\d.]+/g, "0") });
      const named = shown.map(([name, value]) => [name, String(value).replace(uuid, "a UUID")] as const);
      if (request.method === "POST")
        sent.push({
          asked: `${request.method} ${request.url}`,
          headers: Object.fromEntries(named.toSorted()),
          body: body.replace(/FD-\w{12}/, "a generated ID"),
        });
      response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
      const answer = request.method === "POST" ? make(request.url ?? "") : [];
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { sent, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The names in a value: `form.patient.kind`. Of a list, those of all that are in it. */
function namesIn(value: unknown, at = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, `${at}[]`));
  if (value === null || typeof value !== "object") return [at];
  return Object.entries(value).flatMap(([name, one]) =>
    namesIn(one, `${at}.${name.replace(uuid, "a UUID")}`),
  );
}
const once = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** Text that is JSON as what it says. */
function parsed(text: unknown): unknown {
  if (typeof text !== "string" || !/^[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The tables of a database, their columns, and the names within the JSON that they hold. */
async function namesInDatabase(file: string, secrets: ReturnType<typeof fileSecrets>): Promise<string[]> {
  const db = await connectReadOnly(file, await keyOf(file, secrets));
  const tables = db.pragma("table_list") as readonly { readonly name: string; readonly type: string }[];
  const names = tables.flatMap(({ name, type }) => {
    const columns = db.pragma(`table_info("${name}")`) as readonly { readonly name: string }[];
    // What an index for search keeps is its own.
    if (type !== "table") return [name];
    const rows = db.prepare<[], Record<string, unknown>>(`select * from "${name}"`).all();
    const within = rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => namesIn(parsed(value), `${name}.${column}`)),
    );
    return [...columns.map((column) => `${name}.${column.name}`), ...within];
  });
  db.close();
  return once(names);
}

/** `take-over.item`: the fields of what a union holds, under the value that tells its kinds apart. */
const fieldsOf = (kinds: readonly z.ZodObject[], by: string): readonly string[] =>
  kinds.flatMap(({ shape }) => {
    const kind = z.string().parse((shape[by] as z.ZodLiteral | undefined)?.value);
    return Object.keys(shape).map((field) => `${kind}.${field}`);
  });

async function record() {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-recorded-"));
  const service = await keepingService();
  const secretsFile = join(folder, "secrets.json");
  const secrets = fileSecrets(secretsFile);
  const directory = join(folder, "records");
  const desk = await startDesk({ directory, secrets });
  const token = "token-of-a-recorded-desk";
  await desk.get("session.connect", { serviceAddress: service.address, token, sameAccount: null });
  await sendPatient(desk, fullPatient);
  await sendPatient(desk, { ...requiredPatient, firstName: "Ben" });
  const visit = {
    patient: { kind: "number", text: "5" },
    sameAddress: false,
    address: "2 Oak Ave",
    city: "Springfield",
    state: "IL",
    zip: "62702",
  } as const;
  await sendBooking(desk, bookingForm({ ...visit, notes: "Room 3\nüñ" }));
  await sendBooking(
    desk,
    bookingForm({ ...visit, date: "2031-07-04", billingType: "Bill to Patient", paymentMethod: "pm_1" }),
  );
  await sendBooking(desk, bookingForm({ ...visit, date: "2031-03-05", billingType: "Bill to Account" }));
  const hook = {
    url: "https://example.com/hook",
    events: ["appointment.approved.v1", "appointment.denied.v1"],
  };
  const made = await desk.get("items.create", { kind: "webhook", form: hook });
  await desk.get("items.submit", { id: made.id, wait: true });
  await desk.get("items.create", { kind: "booking", form: bookingForm({ ...visit, date: "" }) });
  await desk.stop();
  await service.close();
  const kept = Object.entries(JSON.parse(readFileSync(secretsFile, "utf8")) as Record<string, string>);
  const names = {
    files: readdirSync(directory).toSorted(),
    keychain: once(
      kept.flatMap(([name, value]) => namesIn(parsed(value), name.replace(/[0-9a-f]{32}/, "a salt"))),
    ),
    records: await namesInDatabase(join(directory, "front-desk.db"), secrets),
    routes: Object.keys(routes).toSorted(),
    events: Object.keys(events).toSorted(),
    hub: Object.entries(hubRoutes).map(([name, { method, path }]) => `${name} ${method} ${path}`),
    log: [
      ...Object.keys(signedPush.shape),
      ...Object.keys(signedHeartbeat.shape),
      ...fieldsOf(entry.options, "type"),
      ...fieldsOf(hubFailure.options, "code"),
    ],
  };
  removeFolder(folder);
  return { sent: service.sent, names };
}

it("what is sent is what was sent, byte for byte, and what is kept and said has every name that it had", async () => {
  const recorded = JSON.parse(readFileSync(recordedFile, "utf8")) as Awaited<ReturnType<typeof record>>;
  const now = await record();
  expect(now.sent).toEqual(recorded.sent);
  const gone = Object.entries(recorded.names).flatMap(([of, names]) => {
    const has = new Set<string>(now.names[of as keyof typeof now.names]);
    return names.filter((name) => !has.has(name)).map((name) => `${of}: ${name}`);
  });
  expect(gone).toEqual([]);
});
