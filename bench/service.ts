import { fork } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A service so quick that what is measured is the client: it answers as the interface says, after a delay, and keeps
 * a ledger. It also takes what PouchDB's replication asks of a CouchDB. A process of its own, so that it takes no time
 * from the client's thread. `mock/` is the service that checks what it is sent; the tests run against that.
 */

type Ledger = { readonly made: number; readonly repeated: number };

export type Service = {
  readonly baseUrl: string;
  /** What arrived since the last call: things made, and things that were made before. */
  readonly ledger: () => Promise<Ledger>;
  /** Refuses connections until it hears again, at the same address: the line is gone. */
  readonly hear: (hears: boolean) => Promise<void>;
  readonly close: () => void;
};

/** A token that names somebody; nobody here checks its signature. */
export const token = [{ alg: "none" }, { iss: "https://bench.example", sub: "bench" }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

/** Starts it on a free port. `delay`: milliseconds before each answer. */
export async function startService(delay: number): Promise<Service> {
  const child = fork(import.meta.filename, [String(delay)], { execArgv: [] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", () => reject(new Error("The service did not start.")));
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    ledger: async () => (await (await fetch(`${baseUrl}/ledger`)).json()) as Ledger,
    hear: (hears) =>
      new Promise((resolve) => {
        child.once("message", () => resolve());
        child.send(hears);
      }),
    close: () => void child.kill(),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? {} : JSON.parse(text);
}

type Patient = { readonly externalId: string };
type Documents = { readonly docs: readonly { readonly _id: string }[] };
type Revisions = Readonly<Record<string, readonly string[]>>;

function serve(delay: number): void {
  // Nobody is left to measure.
  process.once("disconnect", () => process.exit(0));
  const seen = new Map<string, number>();
  let repeated = 0;
  const note = (name: string): number => {
    const number = seen.get(name);
    if (number !== undefined) repeated += 1;
    else seen.set(name, seen.size + 1);
    return number ?? seen.size;
  };
  const takeLedger = (): Ledger => {
    const ledger = { made: seen.size, repeated };
    seen.clear();
    repeated = 0;
    return ledger;
  };
  /** The part of CouchDB's interface that a push of PouchDB's uses. */
  const couch = (path: string, method: string, body: unknown): readonly [number, unknown] => {
    if (path.includes("/_revs_diff")) {
      const entries = Object.entries(body as Revisions).map(([id, missing]) => [id, { missing }]);
      return [200, Object.fromEntries(entries)];
    }
    if (path.includes("/_bulk_docs")) {
      for (const { _id } of (body as Documents).docs) note(_id);
      return [201, []];
    }
    if (path.includes("/_local/"))
      return method === "PUT" ? [201, { ok: true, id: "local", rev: "0-1" }] : [404, { error: "not_found" }];
    return [
      200,
      { db_name: "couch", update_seq: 0, instance_start_time: "0", couchdb: "Welcome", uuid: "bench" },
    ];
  };
  const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
    const { url = "", method = "GET" } = request;
    const body = await bodyOf(request);
    if (url === "/ledger") return [200, takeLedger()];
    if (delay > 0) await wait(delay);
    if (url === "/api/patient") return [201, { patientId: note((body as Patient).externalId) }];
    if (url === "/api/webhooks") return [200, []];
    return couch(url, method, body);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  server.keepAliveTimeout = 60_000;
  const listen = (port: number): void =>
    void server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address !== null && typeof address === "object") process.send?.(address.port);
    });
  let port = 0;
  process.on("message", (hears) => {
    if (hears === true) return listen(port);
    const address = server.address();
    if (address !== null && typeof address === "object") ({ port } = address);
    server.close(() => process.send?.("deaf"));
    server.closeAllConnections();
  });
  listen(0);
}

if (import.meta.main) serve(Number(process.argv[2]));
