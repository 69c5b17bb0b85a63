import { createServer, type RequestListener, type Server } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Check, CheckName, DoctorState } from "../../shared/connection-check/doctor.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";

let mock: MockService;
let desk: TestDesk;
const servers: Server[] = [];
beforeEach(async () => {
  mock = await startMockService({ sampleData: true });
  desk = await startDesk({ secrets: createMemorySecretStore() });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  for (const server of servers.splice(0)) server.close();
  removeFolder(desk.directory);
});

const signIn = () =>
  desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
const found = ({ checks }: DoctorState, name: CheckName): Check | undefined =>
  checks.find((check) => check.name === name);
const verdictsOf = ({ checks }: DoctorState): string[] =>
  checks.map(({ name, verdict }) => `${name}: ${verdict}`);

/** The service is gone, and this stands at its place. */
async function instead(answer: RequestListener): Promise<void> {
  const { port } = new URL(mock.baseUrl);
  await mock.close();
  const server = createServer(answer).listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
}

describe("Check connection", () => {
  it("passes at a desk where all is well, says what is not used, and makes nothing at the service", async () => {
    await signIn();
    const state = await desk.get("doctor.run", {});
    expect(verdictsOf(state)).toEqual([
      "proxy: pass",
      "name: pass",
      "connection: pass",
      "clock: pass",
      "token: pass",
      "list: pass",
      "intent: unused",
      "hub: unused",
      "notices: unused",
    ]);
    expect(state.isRunning).toBe(false);
    expect(mock.ledger()).toEqual([]);
    const { text } = await desk.get("doctor.report", {});
    expect(text).toContain(new URL(mock.baseUrl).host);
    expect(text).not.toContain(mock.token);
  });

  it("says that nobody is signed in, and looks at nothing that rests on it", async () => {
    const state = await desk.get("doctor.run", {});
    expect(verdictsOf(state).slice(0, 3)).toEqual([
      "proxy: fail",
      "name: unchecked",
      "connection: unchecked",
    ]);
    expect(state.checks).toHaveLength(9);
  });

  it("names a service that is not there, and leaves what rests on it unchecked", async () => {
    await signIn();
    await mock.close();
    const state = await desk.get("doctor.run", {});
    expect(found(state, "connection")).toMatchObject({ verdict: "fail" });
    for (const name of ["clock", "token", "list"] as const)
      expect(found(state, name)?.verdict).toBe("unchecked");
  });

  it("tells a sign-in page of the network from the service", async () => {
    await signIn();
    await instead((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<h1>Welcome</h1>");
    });
    const state = await desk.get("doctor.run", {});
    expect(found(state, "list")).toMatchObject({ verdict: "fail", found: { id: "doctor.list.page" } });
  });

  it("sees a clock that is off, a token that is refused and a service in trouble", async () => {
    await signIn();
    let status = 200;
    await instead((_request, response) => {
      response
        .writeHead(status, { "content-type": "application/json", date: new Date(0).toUTCString() })
        .end("[]");
    });
    expect(found(await desk.get("doctor.run", {}), "clock")).toMatchObject({
      verdict: "warning",
      found: { id: "doctor.clock.ahead" },
    });
    status = 401;
    expect(found(await desk.get("doctor.run", {}), "token")?.found.id).toBe("doctor.token.refused");
    status = 503;
    expect(found(await desk.get("doctor.run", {}), "list")?.found.id).toBe("doctor.list.broken");
  });

  it("asks the address that collects cards only whether it is there", async () => {
    await signIn();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${String(request.method)} ${String(request.headers.authorization)}`);
      response.writeHead(405).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const settings = await desk.get("settings.get", {});
    await desk.get("settings.save", {
      card: { ...settings.card, setupIntentUrl: `http://127.0.0.1:${port}/intents?secret=1` },
    });
    const state = await desk.get("doctor.run", {});
    expect(found(state, "intent")).toMatchObject({ verdict: "pass" });
    expect(asked).toEqual(["GET undefined"]);
    expect((await desk.get("doctor.report", {})).text).not.toContain("secret");
  });

  it("stops at once when it is told to, and runs again", async () => {
    await signIn();
    await instead(() => undefined);
    const running = desk.get("doctor.run", {});
    const stopped = await desk.get("doctor.stop", {});
    expect(stopped.isRunning).toBe(false);
    expect((await running).checks.length).toBeLessThan(9);
  });

  it("passes in practice mode, whose service is this program's own", async () => {
    await desk.get("session.practise", {});
    const state = await desk.get("doctor.run", {});
    expect(verdictsOf(state)).toContain("intent: pass");
    expect(state.checks.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  });
});
