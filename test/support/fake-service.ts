import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type FakeRequest = {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  /** The `Idempotency-Key`; empty where there is none. */
  readonly key: string;
  readonly body: string;
};
export type FakeAnswer = {
  readonly status: number;
  readonly body: string | Buffer;
  readonly type?: string;
};
/** Null leaves the request to the usual answers; a promise holds the answer back. */
export type FakeRule = (request: FakeRequest) => FakeAnswer | null | Promise<FakeAnswer | null>;

/** A service that accepts every token and answers as a test wants it to. */
export type FakeService = {
  readonly baseUrl: string;
  readonly requests: readonly FakeRequest[];
  /** The bodies sent to a path, parsed, in order. */
  readonly sent: (path: string) => readonly unknown[];
  /** From now on these answers come first. */
  readonly rule: (rule: FakeRule) => void;
  readonly close: () => Promise<void>;
};

export const json = (status: number, value: unknown): FakeAnswer => ({
  status,
  body: JSON.stringify(value),
});

async function read(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    token: (request.headers.authorization ?? "").replace(/^Bearer /, ""),
    key: String(request.headers["idempotency-key"] ?? ""),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function usualAnswer({ method, path, body }: FakeRequest, id: number): FakeAnswer {
  if (method === "GET") return json(200, []);
  if (path === "/api/patient") return json(201, { patientId: id });
  const { paymentMethod: _kept, patientId: _known, serviceId: _told, ...place } = JSON.parse(body);
  if (path === "/api/webhooks") return json(201, { id, ...place });
  const rest = { id, appointmentTimeZone: "America/New_York", price: 95, status: "Pending" };
  return json(201, { notes: null, ...place, ...rest });
}

/** Listens on 127.0.0.1; `port` 0 takes any that is free. */
export async function startFakeService(port = 0): Promise<FakeService> {
  const requests: FakeRequest[] = [];
  let rule: FakeRule = () => null;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await read(incoming);
    requests.push(request);
    const { status, body, type } = (await rule(request)) ?? usualAnswer(request, requests.length + 700);
    response.writeHead(status, { "content-type": type ?? "application/json" }).end(body);
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The fake service has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests,
    sent: (path) =>
      requests
        .filter((request) => request.path === path && request.body !== "")
        .map((request): unknown => JSON.parse(request.body)),
    rule: (next) => {
      rule = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT in form, signed by nobody. `mark` is its last part: any text of letters, digits, `-` and `_`. */
export const jwtOf = (claims: object, mark = "c2lnbmVkLWJ5LW5vYm9keQ"): string =>
  `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${mark}`;
