import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockService, startMockService } from "../../mock/service.ts";
import { file } from "../../scripts/openapi.ts";
import { bookings, examples } from "../../scripts/openapi/examples.ts";
import { instrument } from "./install.ts";

/** The description of the service, held to by programs of other people that know nothing of ours. */

/** The same with a fault, to see that it would be found. */
function planted(from: string | RegExp, to: string): string {
  const yaml = readFileSync(file, "utf8");
  const changed = yaml.replace(from, to);
  expect(changed).not.toBe(yaml);
  return changed;
}
const withoutServers = (): string => planted(/^servers:[^]*?(?=^tags:)/m, "");

describe("Redocly", () => {
  type Problem = { readonly severity: string; readonly ruleId: string; readonly message: string };
  type Redocly = {
    readonly createConfig: (config: { extends: string[] }) => Promise<unknown>;
    readonly lintFromString: (options: { source: string; config: unknown }) => Promise<readonly Problem[]>;
  };

  const lint = async (source: string): Promise<readonly string[]> => {
    const { createConfig, lintFromString } = instrument<Redocly>("@redocly/openapi-core");
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source, config });
    return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
  };

  it("finds no error and warns of nothing, by its strict rules", async () => {
    expect(await lint(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("would find a fault", async () => {
    expect(await lint(withoutServers())).toEqual([expect.stringContaining("no-empty-servers")]);
  });
});

describe("Spectral", () => {
  type Finding = { readonly severity: number; readonly code: string | number; readonly message: string };
  type Core = {
    readonly Spectral: new () => {
      setRuleset: (ruleset: object) => void;
      run: (document: unknown) => Promise<readonly Finding[]>;
    };
    readonly Document: new (text: string, parser: unknown, name: string) => unknown;
  };

  async function lint(text: string): Promise<readonly string[]> {
    const { Spectral, Document } = instrument<Core>("@stoplight/spectral-core");
    const { oas } = instrument<{ oas: unknown }>("@stoplight/spectral-rulesets");
    const { Yaml } = instrument<{ Yaml: unknown }>("@stoplight/spectral-parsers");
    const spectral = new Spectral();
    const rules = {
      // Nobody answers letters about it.
      "contact-properties": "off",
      // It has an identifier, beside which OpenAPI 3.1 allows no address.
      "license-url": "off",
    };
    spectral.setRuleset({ extends: [[oas, "all"]], rules });
    const found = await spectral.run(new Document(text, Yaml, file));
    return found.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  }

  it("finds no error and warns of nothing, by all of its rules but two", async () => {
    expect(await lint(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("would find a fault, and an example that is none", async () => {
    expect(await lint(withoutServers())).toContainEqual(expect.stringContaining("oas3-api-servers"));
    expect(await lint(planted("patientId: 41", "patientId: none"))).toContainEqual(
      expect.stringContaining("oas3-valid-media-example"),
    );
  });
});

describe("Prism, between a client and the practice service", () => {
  type Proxy = {
    readonly listen: (port: number, host: string) => Promise<string>;
    readonly close: () => Promise<void>;
  };
  let mock: MockService;
  let liar: Server;
  let address = "";
  let liarAddress = "";
  const proxies: Proxy[] = [];

  /** A proxy before that service, which refuses what is not as described, and answers with what is wrong in an answer. */
  async function proxyOf(upstream: string): Promise<string> {
    const { getHttpOperationsFromSpec } = instrument<{
      getHttpOperationsFromSpec: (file: string) => Promise<unknown>;
    }>("@stoplight/prism-http");
    const { createServer } = instrument<{ createServer: (operations: unknown, options: object) => Proxy }>(
      "@stoplight/prism-http-server",
    );
    const { createLogger } = instrument<{ createLogger: (name: string, options: object) => unknown }>(
      "@stoplight/prism-core",
    );
    const proxy = createServer(await getHttpOperationsFromSpec(file), {
      components: { logger: createLogger("prism", { level: "silent" }) },
      cors: false,
      config: {
        isProxy: true,
        upstream: new URL(upstream),
        checkSecurity: true,
        validateRequest: true,
        validateResponse: true,
        errors: true,
        mock: false,
      },
    });
    proxies.push(proxy);
    return proxy.listen(0, "127.0.0.1");
  }

  beforeAll(async () => {
    mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
    address = await proxyOf(mock.baseUrl);
    liar = createHttpServer((_request, response) => {
      response.writeHead(201, { "content-type": "application/json" }).end('{"patientId":"five"}');
    });
    await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
    const at = liar.address();
    liarAddress = await proxyOf(`http://127.0.0.1:${typeof at === "object" ? String(at?.port) : ""}`);
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close();
    liar.close();
    await mock.close();
  });

  type Asked = { readonly body?: object; readonly token?: string | null; readonly at?: string };
  async function ask(path: string, { body, token = mock.token, at = address }: Asked = {}) {
    const answer = await fetch(at + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // Prism's own answers name it.
    return { status: answer.status, isPrisms: text.includes("stoplight.io/prism"), text };
  }
  const ofTheService = (status: number) => ({ status, isPrisms: false });
  const ofPrism = (status: number) => ({ status, isPrisms: true });
  const patientId = (): number => mock.samplePatients[0]?.patientId ?? 0;
  const visit = (change: object): object => ({
    ...bookings["Monthly Invoice"],
    patientId: patientId(),
    appointmentDateTime: "2031-03-04T14:00:00Z",
    ...change,
  });

  it("lets through what is right, and its answers", async () => {
    expect(await ask("/api/patient", { body: examples.PatientInput })).toMatchObject(ofTheService(201));
    expect(await ask("/api/patient", { body: examples.PatientInput })).toMatchObject(ofTheService(409));
    expect(await ask("/api/webhooks", { body: examples.WebhookInput })).toMatchObject(ofTheService(201));
    expect(await ask("/api/webhooks")).toMatchObject(ofTheService(200));
    expect(await ask("/api/webhooks", { token: "no.such.token" })).toMatchObject(ofTheService(401));
    expect(await ask("/api/appointment", { body: visit({ serviceId: 999 }) })).toMatchObject(
      ofTheService(422),
    );
  });

  it.each([
    [{ billingType: "Bill to Patient", paymentMethod: "pm_practice_1" }],
    [{ billingType: "Bill to Account" }],
    [{ billingType: "Monthly Invoice", notes: "Left knee" }],
    [{ appointmentDateTime: "2031-12-31t23:59:60z" }],
  ])("lets a booking through: %j", async (change) => {
    expect(await ask("/api/appointment", { body: visit(change) })).toMatchObject(ofTheService(201));
  });

  it.each([
    ["a booking without its card", "/api/appointment", () => visit({ billingType: "Bill to Patient" })],
    ["a card where none is used", "/api/appointment", () => visit({ paymentMethod: "pm_1" })],
    [
      "a time without an offset",
      "/api/appointment",
      () => visit({ appointmentDateTime: "2031-03-04T14:00:00" }),
    ],
    ["a patient without a surname", "/api/patient", () => ({ ...examples.PatientInput, lastName: "" })],
    [
      "an address for webhooks that is none",
      "/api/webhooks",
      () => ({ ...examples.WebhookInput, url: "hook" }),
    ],
  ])("refuses %s, as the service does", async (_what, path, body) => {
    expect(await ask(path, { body: body() })).toMatchObject(ofPrism(422));
    expect(await ask(path, { body: body(), at: mock.baseUrl })).toMatchObject(ofTheService(422));
  });

  it("refuses who brings no token, and would find a wrong answer", async () => {
    expect(await ask("/api/webhooks", { token: null })).toMatchObject(ofPrism(401));
    expect(await ask("/api/patient", { body: examples.PatientInput, at: liarAddress })).toMatchObject({
      isPrisms: true,
      text: expect.stringContaining("patientId"),
    });
  });
});

describe("a client that a generator made of it", () => {
  const folder = join(import.meta.dirname, "..", "output", "instruments", "client");
  type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };
  type Call<T> = (options: { readonly client: unknown; readonly body: object }) => Promise<Answer<T>>;
  type Sdk = {
    readonly createPatient: Call<{ readonly patientId: number }>;
    readonly bookAppointment: Call<{ readonly id: number; readonly status: string }>;
    readonly registerWebhook: Call<{ readonly id: number }>;
    readonly listWebhooks: (options: { readonly client: unknown }) => Promise<Answer<readonly object[]>>;
  };
  type Client = { readonly createClient: (config: { baseUrl: string; auth: () => string }) => unknown };
  let mock: MockService;
  let sdk: Sdk;
  let client: unknown;

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const generator = join(import.meta.dirname, "node_modules", ".bin", "openapi-ts");
    execFileSync(generator, ["-i", file, "-o", folder, "-s", "--no-log-file"], {
      shell: process.platform === "win32",
    });
    mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
    sdk = (await import(/* @vite-ignore */ join(folder, "sdk.gen.ts"))) as Sdk;
    const { createClient } = (await import(/* @vite-ignore */ join(folder, "client", "index.ts"))) as Client;
    client = createClient({ baseUrl: mock.baseUrl, auth: () => mock.token });
  });
  afterAll(() => mock.close());

  it("books an appointment for a patient whom it creates", async () => {
    const patient = await sdk.createPatient({ client, body: examples.PatientInput });
    expect(patient.response.status).toBe(201);
    const patientId = patient.data?.patientId ?? 0;
    const visit = { ...bookings["Bill to Patient"], patientId, appointmentDateTime: "2031-03-04T14:00:00Z" };
    const booked = await sdk.bookAppointment({ client, body: visit });
    expect([booked.response.status, booked.data?.status]).toEqual([201, "Pending"]);
    expect(mock.ledger().map(({ kind, id }) => [kind, id])).toEqual([
      ["patient", patientId],
      ["appointment", booked.data?.id],
    ]);
  });

  it("registers a webhook and lists it", async () => {
    const registered = await sdk.registerWebhook({ client, body: examples.WebhookInput });
    const { data } = await sdk.listWebhooks({ client });
    expect(data).toEqual([{ id: registered.data?.id, ...examples.WebhookInput }]);
  });

  it("is told of an error as described", async () => {
    const { error, response } = await sdk.createPatient({ client, body: {} });
    expect([response.status, error]).toEqual([422, expect.objectContaining({ message: expect.any(String) })]);
  });

  it("has types that tell bookings apart by their billing type", () => {
    const uses = join(folder, "uses.ts");
    writeFileSync(
      uses,
      `import type { AppointmentInput, BookAppointmentResponses, PatientInput } from "./index";
const visit = ${JSON.stringify({ ...bookings["Bill to Account"], billingType: undefined })};
export const patient: PatientInput = ${JSON.stringify(examples.PatientInput)};
export const withCard: AppointmentInput = { ...visit, billingType: "Bill to Patient", paymentMethod: "pm_1" };
export const invoiced: AppointmentInput = { ...visit, billingType: "Monthly Invoice" };
// @ts-expect-error a card is required
export const withoutCard: AppointmentInput = { ...visit, billingType: "Bill to Patient" };
// @ts-expect-error no card is used
export const cardTooMany: AppointmentInput = { ...visit, billingType: "Monthly Invoice", paymentMethod: "pm_1" };
// @ts-expect-error it is a number
export const price: BookAppointmentResponses[keyof BookAppointmentResponses]["price"] = "85.50";
`,
    );
    const compilerOptions = {
      noEmit: true,
      strict: true,
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
      // What is TypeScript's own is not to be judged here.
      skipLibCheck: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
    const compiler = join(import.meta.dirname, "node_modules", "typescript", "bin", "tsc");
    const { stdout, status } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
  });
});
