import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";
import {
  booking,
  client,
  isOver,
  key,
  messageOf,
  payload,
  post,
  server,
  token,
} from "../support/service-client-kit.ts";

describe("a request that goes well", () => {
  it("is sent once, whole, with its headers, and goes through its phases in order", async () => {
    let seen = "";
    const at = await server(async (peer) => {
      const request = await peer.request();
      seen = `${request?.head}${request?.body}`;
      peer.json(201, booking);
    });
    const { outcome, phases } = await post(client(), at.address);
    expect(outcome).toMatchObject({ kind: "success", status: 201, phase: "answered", value: { id: 5 } });
    expect(phases).toEqual(["connecting", "sending", "sent", "answering", "answered"]);
    expect(seen).toMatch(/^POST \/api\/appointment HTTP\/1\.1\r\n/);
    expect(seen.toLowerCase()).toContain(`authorization: bearer ${token}`);
    expect(seen.toLowerCase()).toContain(`idempotency-key: ${key}`);
    expect(seen.toLowerCase()).toContain("content-type: application/json");
    expect(seen.endsWith(payload)).toBe(true);
    expect(at.requests("POST")).toBe(1);
  });

  it("goes to the path under the service's address, with or without a slash at its end", async () => {
    const lines: string[] = [];
    const at = await server(async (peer) => {
      for (let one = await peer.request(); one !== null; one = await peer.request()) {
        lines.push(one.head.split(" ")[1] ?? "");
        peer.json(200, booking);
      }
    });
    const by = client();
    await post(by, `${at.address}/v9`);
    await post(by, `${at.address}/v9/`);
    await post(by, at.address, "createPatient");
    expect(lines).toEqual(["/v9/api/appointment", "/v9/api/appointment", "/api/patient"]);
  });

  it("is not begun when whoever asked for it has left while the connection was made", async () => {
    const at = await server(async (peer) => void (await peer.request()));
    let looks = 0;
    const isWanted = (): boolean => (looks += 1) === 1;
    const credentials = { serviceAddress: at.address, token };
    const outcome = await client().bookAppointment(credentials, { payload, idempotencyKey: key, isWanted });
    expect(outcome).toMatchObject({ kind: "failure", failure: { code: "not-reached" }, phase: "connecting" });
    expect([looks, at.requests("POST"), at.received()]).toEqual([2, 0, ""]);
  });

  it.each([
    ["a 103 before the answer", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"],
    ["a 102 before the answer", "HTTP/1.1 102 Processing\r\n\r\n"],
  ])("is not confused by %s", async (_what, first) => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.write(first);
      await wait(30);
      peer.json(201, booking);
    });
    expect((await post(client(), at.address)).outcome).toMatchObject({ kind: "success", status: 201 });
  });
});

describe("before any byte", () => {
  it("a refused port is not reached", async () => {
    const gone = await rawServer(() => undefined);
    await gone.close();
    const { outcome, phases } = await post(client(), gone.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
    expect(messageOf(outcome)).toContain("rejected the connection");
    expect(phases).toEqual(["connecting"]);
  });

  it("a name that does not exist is not reached", async () => {
    const { outcome, phases } = await post(client({ deadline: 20_000 }), "https://nowhere.invalid");
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
    expect(messageOf(outcome)).toContain("its address");
    expect(phases).toEqual(["connecting"]);
  });

  it("a certificate that nobody vouches for is not reached, and is named", async () => {
    const at = await server((peer) => peer.json(200, booking), { tls: selfSigned({ subject: "127.0.0.1" }) });
    const { outcome, phases } = await post(client(), at.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("certificate wasn’t accepted (DEPTH_ZERO_SELF_SIGNED_CERT)");
    expect(phases).toEqual(["connecting"]);
    expect(at.received()).toBe("");
  });

  const trusting = (cert: string): void => {
    const before = getCACertificates("default");
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, cert]);
  };

  it("a certificate of an authority that this computer trusts is taken", async () => {
    const tls = selfSigned({ subject: "127.0.0.1" });
    trusting(tls.cert);
    const at = await server(
      async (peer) => {
        await peer.request();
        peer.json(201, booking);
      },
      { tls },
    );
    expect((await post(client(), at.address)).outcome).toMatchObject({ kind: "success" });
  });

  it.each([
    ["for another name", { subject: "other.example" }, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["that has ended", { subject: "127.0.0.1", days: -1 }, "CERT_HAS_EXPIRED"],
  ])("a trusted certificate %s is not reached", async (_what, options, reason) => {
    const tls = selfSigned(options);
    trusting(tls.cert);
    const at = await server((peer) => peer.json(200, booking), { tls });
    const { outcome } = await post(client(), at.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain(reason);
    expect(at.received()).toBe("");
  });

  it("a TLS handshake that breaks off is not reached", async () => {
    const at = await server(async (peer) => {
      await peer.bytes(1);
      await peer.reset();
    });
    const { outcome } = await post(client(), at.address.replace("http:", "https:"));
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(at.received()).not.toContain(token);
  });

  it("a plain answer to a TLS handshake is not reached", async () => {
    const at = await server(async (peer) => {
      await peer.bytes(1);
      peer.json(400, {});
    });
    const { outcome } = await post(client(), at.address.replace("http:", "https:"));
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
  });

  it("a request given up while it connects is never sent afterwards", async () => {
    const tls = selfSigned({ subject: "127.0.0.1" });
    trusting(tls.cert);
    const at = await server((peer) => peer.request(), { tls, deaf: 1_500 });
    const by = client({ deadline: 1_000 });
    const { outcome, phases } = await post(by, at.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("didn’t respond in time");
    await expect.poll(at.connections).toBe(1);
    // The server hears of the connection's end only once it looks at it.
    await isOver(by, at);
    expect(at.received()).toBe("");
    expect(phases).toEqual(["connecting"]);
  });

  it("a request that was called off is not sent", async () => {
    const at = await server((peer) => peer.json(200, booking));
    const outcome = await client().bookAppointment(
      { serviceAddress: at.address, token },
      { payload, idempotencyKey: key, signal: AbortSignal.abort() },
    );
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "none" });
    expect(at.connections()).toBe(0);
  });
});

describe("a redirect", () => {
  it.each([300, 301, 302, 303, 307, 308])(
    "%i to another host is not followed, and gets no byte there",
    async (status) => {
      const other = await server((peer) => peer.request());
      const at = await server(async (peer) => {
        await peer.request();
        peer.json(status, {}, { location: `${other.address}/api/appointment` });
      });
      const by = client();
      const { outcome } = await post(by, at.address);
      expect(outcome).toMatchObject({ failure: { code: "redirected" }, status });
      await isOver(by, at);
      expect(other.connections()).toBe(0);
      expect(at.requests("POST")).toBe(1);
    },
  );

  it("of the probe is not followed either", async () => {
    const other = await server((peer) => peer.request());
    const at = await server(async (peer) => {
      await peer.request();
      peer.json(302, {}, { location: other.address });
    });
    const outcome = await client().listWebhooks({ serviceAddress: at.address, token });
    expect(outcome).toMatchObject({ failure: { code: "redirected" } });
    expect(other.connections()).toBe(0);
  });
});

describe("the list of webhooks", () => {
  it("is read, and asked for without a body or a key", async () => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.json(200, [{ id: 1, url: "https://example.com", events: ["a.b.v1"] }]);
    });
    const outcome = await client().listWebhooks({ serviceAddress: at.address, token });
    expect(outcome).toMatchObject({ kind: "success", value: [{ id: 1 }] });
    expect(at.received().toLowerCase()).not.toContain("idempotency-key");
    expect(at.received().toLowerCase()).not.toContain("content-type");
  });
});
