import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppointmentInput } from "../../shared/service-api/appointment.ts";
import type { PatientInput } from "../../shared/service-api/patient.ts";
import type { Delivery } from "../../mock/service.ts";

/** What every test of the mock takes for now, unless it says otherwise. */
export const now = new Date("2026-03-01T12:00:00Z");

export const ann: PatientInput = {
  firstName: "Ann",
  lastName: "Lee",
  dob: "1984-03-05",
  address: "1 Main Street",
  city: "Boston",
  state: "MA",
  zip: "02108",
  email: "ann@example.com",
  gender: "Female",
};

const visit = {
  address: "1 Main Street",
  city: "Boston",
  state: "MA",
  zip: "02108",
  appointmentDateTime: "2026-03-09T14:00:00-04:00",
  serviceId: 101,
};

export const invoiceBooking = (patientId: number): AppointmentInput => ({
  ...visit,
  patientId,
  billingType: "Monthly Invoice",
});

export type Call = {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly text?: string;
};

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** One request over a real socket; POST when there is something to send. */
export async function call(
  baseUrl: string,
  { method, path, token, headers = {}, json, text }: Call,
): Promise<Reply> {
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(baseUrl + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === "" ? null : JSON.parse(answer),
  };
}

/** Collects deliveries and lets a test wait for a number of them. */
export function watchDeliveries() {
  const seen: Delivery[] = [];
  let wake = (): void => undefined;
  return {
    seen,
    onDelivery: (delivery: Delivery): void => {
      seen.push(delivery);
      wake();
    },
    async until(count: number): Promise<readonly Delivery[]> {
      while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return seen;
    },
  };
}

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
};

/** Listens as a clinic's own system would. `statusFor` gives the status of the nth request; null never answers. */
export async function startReceiver(statusFor: (n: number) => number | null = () => 200): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ path: request.url ?? "", headers: request.headers, body });
      const status = statusFor(received.length);
      if (status !== null) response.writeHead(status, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
