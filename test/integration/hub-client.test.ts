import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { failureStatus, type HubFailure } from "../../shared/hub-api/failure.ts";
import { createHubClient, type HubAnswer } from "../../main/features/clinic/hub-client.ts";
import { systemClock } from "../../main/platform/system.ts";
import { createSystemDispatchers } from "../../main/http/dispatcher.ts";
import { exchange } from "../../main/http/exchange.ts";
import { onTestFinished } from "vitest";
import { server } from "../support/service-client-kit.ts";
import type { Peer } from "../support/raw-server.ts";

const clinic = "ab".repeat(32);
const credential = "A".repeat(43);
const head = { number: 3, hash: "cd".repeat(32) };
const history = { generation: 0, complete: true, awaited: [] };
const page = { head, history, pushes: [] };
const push = { bytes: "AAAA", signature: `${"A".repeat(86)}==`, ciphertexts: [] };

/** `deadline`: as long as a busy computer may need for the largest answer. */
function client(deadline = 60_000) {
  const dispatchers = createSystemDispatchers({
    resolveProxy: () => Promise.resolve("DIRECT"),
    clock: systemClock,
  });
  onTestFinished(() => dispatchers.close());
  return createHubClient({
    dispatchers,
    exchange,
    clock: systemClock,
    userAgent: "FrontDesk/test",
    deadline,
  });
}
async function pull(
  answer: (peer: Peer) => void | Promise<void>,
  deadline?: number,
): Promise<HubAnswer<unknown>> {
  const at = await server(async (peer) => {
    if ((await peer.request()) !== null) await answer(peer);
  });
  const query = { after: 0, limit: 100 };
  return client(deadline)({ address: at.address, credential }, "pull", { ids: { clinic }, query });
}

describe("a word to the hub", () => {
  it("goes to its path with ids, query and the desk's credential, and its answer is read", async () => {
    let seen = "";
    const answer = await pull(async (peer) => {
      peer.json(200, page);
      seen = "answered";
    });
    expect([seen, answer]).toEqual(["answered", { kind: "ok", value: page }]);
    const lines: string[] = [];
    const at = await server(async (peer) => {
      for (let one = await peer.request(); one !== null; one = await peer.request()) {
        lines.push(one.head, one.body);
        peer.json(200, { clinic, ...head, generation: 0, repeated: false });
      }
    });
    const ask = client();
    const hub = { address: `${at.address}/under/`, credential };
    await ask(hub, "push", { ids: { clinic }, input: push });
    await ask(hub, "createClinic", { input: { token: credential, push } });
    expect(lines[0]).toMatch(new RegExp(`^POST /under/v1/clinics/${clinic}/log HTTP/1.1\r\n`));
    expect(lines[0]?.toLowerCase()).toContain(`authorization: bearer ${credential.toLowerCase()}`);
    expect(JSON.parse(lines[1] ?? "")).toEqual(push);
    // Whoever does not belong to a clinic yet shows no credential.
    expect(lines[2]).toMatch(/^POST \/under\/v1\/clinics HTTP/);
    expect(lines[2]?.toLowerCase()).not.toContain("authorization");
  });

  it.each<HubFailure>([
    { code: "sequence-gap", expected: 4, head },
    { code: "claim-changed", entry: 0, claim: { holder: randomUUID(), epoch: 7, ended: null } },
    { code: "desk-removed", removal: push },
    { code: "storage-full" },
    { code: "too-large" },
  ])("is refused as the hub says: $code", async (failure) => {
    const answer = await pull((peer) =>
      peer.json(failureStatus[failure.code], failure, { "retry-after": "7" }),
    );
    expect(answer).toEqual({ kind: "refused", failure, retryAfter: 7 });
  });

  it.each([
    ["a fault of the hub", (peer: Peer) => peer.json(500, { code: "internal" })],
    ["a lost database", (peer: Peer) => peer.json(503, { code: "database-unavailable" })],
    ["a proxy's own page", (peer: Peer) => peer.json(502, { message: "Bad gateway" })],
    [
      "half an answer",
      (peer: Peer) => (peer.write("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"), peer.reset()),
    ],
    ["a connection that ends", (peer: Peer) => peer.reset()],
  ])("is unknown after %s: the same bytes are pushed again", async (_what, answer) => {
    expect(await pull(answer)).toMatchObject({ kind: "unknown" });
  });

  it("is unknown once its time is over: the same bytes are pushed again", async () => {
    expect(await pull(() => undefined, 300)).toMatchObject({ kind: "unknown" });
  });

  it.each([
    ["a page", (peer: Peer) => peer.json(200, "<html>")],
    ["an answer with one field more", (peer: Peer) => peer.json(200, { ...page, extra: 1 })],
    [
      "an answer with a number that is none",
      (peer: Peer) => peer.json(200, { ...page, head: { ...head, number: -1 } }),
    ],
    ["a refusal in another form", (peer: Peer) => peer.json(404, { message: "Not found" })],
    ["a refusal with another's status", (peer: Peer) => peer.json(409, { code: "unauthorized" })],
    ["a redirect", (peer: Peer) => peer.json(302, {}, { location: "http://127.0.0.1:9/" })],
    [
      "an answer of 17 MB",
      (peer: Peer) => peer.json(200, { ...page, pushes: ["x".repeat(17 * 1_024 * 1_024)] }),
    ],
  ])("is answered by no hub where there is %s", async (_what, answer) => {
    expect(await pull(answer)).toMatchObject({ kind: "not-a-hub" });
  });

  it("that cannot leave says so", async () => {
    const at = await server(() => Promise.resolve());
    await at.close();
    const hub = { address: at.address, credential };
    expect(await client()(hub, "desks", { ids: { clinic } })).toEqual({
      kind: "not-reached",
      reason: "ECONNREFUSED",
    });
  });
});
