import fc from "fast-check";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { failureStatus, hubFailure } from "../../shared/hub-api/failure.ts";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { hubRoutes, buildPath, plainRoutes } from "../../shared/hub-api/routes.ts";
import { answersToLongBody } from "../support/long-body.ts";
import { clinicOf, type TestDesk } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

// Whether it is ready depends on how long the disk takes: promoted.test.ts asks it, with a database that hangs.
const { ready: _, ...answeringAtOnce } = hubRoutes;
const routes = [...Object.values(answeringAtOnce), plainRoutes.notice].map(({ method, path }) => ({
  method,
  path,
}));
const quiet = new Set(["/health", "/v1"]);

async function expectFailure(response: Response): Promise<void> {
  const failure = hubFailure.parse(await response.json());
  expect([response.status, failure.code]).toEqual([failureStatus[failure.code], failure.code]);
  expect(response.status).toBeLessThan(500);
}

async function oneDesk(
  options: Parameters<typeof testHub>[1] = {},
): Promise<{ hub: Awaited<ReturnType<typeof testHub>>; desk: TestDesk }> {
  const hub = await testHub(await testDatabase(), options);
  const [desk] = await clinicOf(hub.address, String(hub.creationToken), 1);
  return { hub, desk };
}

/** Writes bytes to a socket and reads until it ends. */
async function raw(address: string, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let said = "";
  socket.on("data", (part: Buffer) => (said += part.toString()));
  socket.on("error", () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return said;
}

describe("a hub", () => {
  it("answers garbage at every route with a code, logs no fault, and goes on", async () => {
    const { hub, desk } = await oneDesk();
    const path = fc.constantFrom(...routes);
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(
        "",
        "null",
        "[]",
        '{"__proto__":1}',
        `{"bytes":"${"A".repeat(40_000)}"}`,
        '{"bytes":"AAAA","signature":1}',
      ),
      fc
        .record({
          bytes: fc.base64String({ minLength: 4 }),
          signature: fc.base64String({ minLength: 88, maxLength: 88 }),
          ciphertexts: fc.array(fc.base64String()),
        })
        .map((value) => JSON.stringify(value)),
    );
    const ids = fc.record({
      clinic: fc.oneof(
        fc.constant(desk.clinic),
        fc.webSegment(),
        fc.constant("0".repeat(64)),
        fc.constant("%00"),
      ),
      invitation: fc.oneof(fc.webSegment(), fc.constant("f".repeat(64))),
      token: fc.oneof(fc.webSegment(), fc.constant("A".repeat(43))),
    });
    const type = fc.constantFrom(
      "application/json",
      "text/plain",
      "application/octet-stream",
      "multipart/form-data",
      "application/json; charset=utf-7",
    );
    const query = fc.constantFrom(
      "",
      "?after=-1&limit=0",
      "?after=x&limit=1",
      "?after=0&limit=100000",
      "?after=0",
      "?after=1e400&limit=5",
      "?%",
    );
    const garbage = fc.asyncProperty(
      path,
      body,
      ids,
      type,
      query,
      async ({ method, path: pattern }, text, values, contentType, tail) => {
        const url = `${hub.address}${buildPath(pattern, values)}${tail}`;
        const response = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${desk.credential}`, "content-type": contentType },
          ...(method === "POST" ? { body: text } : {}),
        });
        if (response.ok)
          expect(method === "GET" && (quiet.has(pattern) || values.clinic === desk.clinic)).toBe(true);
        else await expectFailure(response);
      },
    );
    await fc.assert(garbage, { numRuns: 250 });
    const faults = hub.lines.filter((line) => !line.includes('"level":30'));
    expect(faults).toEqual([]);
    expect((await desk.push([{ type: "reported" }])).failure).toBeNull();
  });

  it("refuses signed bytes that say something else than the contract, and keeps nothing of them", async () => {
    const { desk } = await oneDesk();
    const anything = fc.oneof(
      fc.jsonValue(),
      fc
        .record({ entries: fc.array(fc.jsonValue()) })
        .map((changed) => ({ ...desk.content([{ type: "reported" }]), ...changed })),
      fc
        .dictionary(
          fc.constantFrom("v", "kind", "clinic", "desk", "sequence", "generation", "read", "extra"),
          fc.jsonValue(),
          { minKeys: 1 },
        )
        .map((changed) => ({ ...desk.content([{ type: "reported" }]), ...changed })),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (content) => {
        const { failure, status } = await desk.send(desk.signed(content as object));
        expect(failure).not.toBeNull();
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
    expect((await desk.pull(0)).value.head.number).toBe(1);
  });

  it("refuses what is too large before it has read it, and what is no HTTP", async () => {
    const { hub, desk } = await oneDesk();
    const large = `POST ${buildPath(hubRoutes.push.path, { clinic: desk.clinic })} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${hubLimits.pushBody + 1}\r\nconnection: close\r\n\r\n`;
    expect(await raw(hub.address, large)).toContain("too-large");
    expect(await raw(hub.address, "HELO hub\r\n\r\n")).toContain('"invalid"');
    expect(
      await raw(hub.address, `GET /v1 HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(40_000)}\r\n\r\n`),
    ).toContain("431");
    const { bytes, signature } = desk.signed(desk.content([{ type: "reported" }]));
    const ciphertexts = Array.from({ length: 20 }, () =>
      Buffer.alloc(hubLimits.ciphertext - 16).toString("base64"),
    );
    expect((await desk.send({ bytes, signature, ciphertexts })).failure?.code).toBe("signature-invalid");
  });

  it("reads what is too large to its end, so that whoever still writes it gets the answer", async () => {
    const { hub, desk } = await oneDesk();
    const path = buildPath(hubRoutes.push.path, { clinic: desk.clinic });
    const said = await answersToLongBody(hub.address, { path, length: hubLimits.pushBody + 1_000_000 });
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 404"]);
  });

  it("lets go of a request that does not come to its end, and serves others meanwhile", async () => {
    const { hub, desk } = await oneDesk({ limits: { requestMs: 1_500 } });
    const head = `POST ${buildPath(hubRoutes.push.path, { clinic: desk.clinic })} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`;
    const slow = [raw(hub.address, head, '{"bytes":'), raw(hub.address, "GET /v1 HTTP/1.1\r\nhost:")];
    expect((await desk.push([{ type: "reported" }])).failure).toBeNull();
    for (const said of await Promise.all(slow)) expect(said).toContain("too-slow");
  });

  it.each(["", "GET /health HTTP/1.1\r\nHost: hub\r\n"])(
    "ends while somebody who has connected says %j and nothing more",
    async (said) => {
      const hub = await testHub(await testDatabase(), { limits: { requestMs: 300 } });
      const { hostname, port } = new URL(hub.address);
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      socket.write(said);
      await once(socket, "connect");
      // It is the hub that lets go.
      const ended = once(socket, "close");
      await hub.close();
      await ended;
    },
  );

  it("stops an address that asks too much, and says when to come back", async () => {
    const { hub, desk } = await oneDesk({ limits: { requests: 20 } });
    const answers: Response[] = [];
    for (let turn = 0; turn < 25; turn += 1) answers.push(await fetch(`${hub.address}/v1`));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await last?.json()).toEqual({ code: "rate-limited" });
    expect((await fetch(`${hub.address}/health`)).status).toBe(200);
    expect(desk.clinic).not.toBe("");
  });
});
