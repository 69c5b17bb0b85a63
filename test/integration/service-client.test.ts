import { connect } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, onTestFinished, test } from "vitest";
import type { FailureCode } from "../../contract/failure.ts";
import type { Phase } from "../../contract/records/item.ts";
import { systemClock } from "../../main/platform/system.ts";
import type { Outcome } from "../../main/service/classify.ts";
import { serviceClient, type ServiceClient } from "../../main/service/client.ts";
import { systemDispatchers } from "../../main/service/dispatcher.ts";
import { rawServer, type Peer, type RawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";

const token = "sentinel-token-4711";
const key = "3f1c6a52-5f0e-4a53-9c55-000000000001";
const payload = JSON.stringify({ notes: "x".repeat(2_000) });
const booking = {
  id: 5,
  appointmentDateTime: "2026-04-01T14:00:00-04:00",
  appointmentTimeZone: "America/New_York",
  price: 80,
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
  patientId: 9,
};

let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

type ClientOptions = { readonly deadline?: number; readonly proxy?: string };
function client({ deadline = 5_000, proxy = "DIRECT" }: ClientOptions = {}): ServiceClient {
  const dispatchers = systemDispatchers(() => Promise.resolve(proxy));
  closers.push(dispatchers.close);
  return serviceClient({ dispatchers, clock: systemClock, userAgent: "FrontDesk/test", deadline });
}
async function server(...args: Parameters<typeof rawServer>): Promise<RawServer> {
  const made = await rawServer(...args);
  closers.push(made.close);
  return made;
}
type Posted = { readonly outcome: Outcome<unknown>; readonly phases: readonly Phase[] };
async function post(
  by: ServiceClient,
  serviceAddress: string,
  endpoint: "createPatient" | "bookAppointment" = "bookAppointment",
): Promise<Posted> {
  const phases: Phase[] = [];
  const onPhase = (phase: Phase): void => void phases.push(phase);
  const outcome = await by[endpoint]({ serviceAddress, token }, { payload, idempotencyKey: key, onPhase });
  return { outcome, phases };
}
const codeOf = (outcome: Outcome<unknown>): FailureCode | "success" =>
  outcome.kind === "success" ? "success" : outcome.failure.code;
const messageOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === "success" ? "" : outcome.failure.message;

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
    expect(messageOf(outcome)).toContain("refused the connection");
    expect(phases).toEqual(["connecting"]);
  });

  it("a name that does not exist is not reached", async () => {
    const { outcome, phases } = await post(client({ deadline: 20_000 }), "https://nowhere.invalid");
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
    expect(messageOf(outcome)).toContain("its name");
    expect(phases).toEqual(["connecting"]);
  });

  it("a certificate that nobody vouches for is not reached, and is named", async () => {
    const at = await server((peer) => peer.json(200, booking), { tls: selfSigned({ subject: "127.0.0.1" }) });
    const { outcome, phases } = await post(client(), at.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)");
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
    const at = await server((peer) => peer.request(), { tls, deaf: 600 });
    const { outcome, phases } = await post(client({ deadline: 200 }), at.address);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("did not answer in time");
    await wait(1_000);
    expect(at.connections()).toBe(1);
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

describe("a proxy", () => {
  const far = "https://service.invalid";
  const through = ({ port }: RawServer, deadline = 5_000): ServiceClient =>
    client({ deadline, proxy: `PROXY 127.0.0.1:${port}; DIRECT` });

  it.each([403, 407, 502, 504])(
    "that answers CONNECT with %i leaves the service not reached",
    async (status) => {
      const proxy = await server(async (peer) => {
        await peer.head();
        peer.json(status, { message: "no" });
      });
      const { outcome, phases } = await post(through(proxy), far);
      expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
      expect(phases).toEqual(["connecting"]);
      expect(proxy.received()).toMatch(/^CONNECT service\.invalid:443 /);
      expect(proxy.received()).not.toContain(token);
    },
  );

  it("that breaks off leaves the service not reached", async () => {
    const proxy = await server(async (peer) => {
      await peer.head();
      await peer.reset();
    });
    expect((await post(through(proxy), far)).outcome).toMatchObject({ failure: { code: "not-reached" } });
    expect(proxy.received()).not.toContain(token);
  });

  it("that refuses the connection leaves the service not reached", async () => {
    const proxy = await rawServer(() => undefined);
    await proxy.close();
    expect((await post(through(proxy), far)).outcome).toMatchObject({ failure: { code: "not-reached" } });
  });

  it("that does not answer in time leaves the service not reached", async () => {
    const proxy = await server((peer) => peer.head());
    expect((await post(through(proxy, 300), far)).outcome).toMatchObject({
      failure: { code: "not-reached" },
      phase: "connecting",
    });
  });

  it("whose tunnel ends at a wrong certificate gets no token", async () => {
    const tls = selfSigned({ subject: "service.invalid" });
    const target = await server((peer) => peer.request(), { tls });
    const proxy = await server(async (peer) => {
      await peer.head();
      const onward = connect(target.port, "127.0.0.1");
      onward.on("error", () => undefined);
      peer.write("HTTP/1.1 200 Connection established\r\n\r\n");
      peer.socket.pipe(onward).pipe(peer.socket);
    });
    const { outcome } = await post(through(proxy), far);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("certificate");
    expect(`${proxy.received()}${target.received()}`).not.toContain(token);
  });
});

type Cut = {
  readonly what: string;
  readonly cut: (peer: Peer) => Promise<unknown>;
  readonly code: FailureCode;
  readonly phases: readonly Phase[];
  readonly deadline?: number;
};
const head = (status: number, more = ""): string =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: 500\r\n${more}\r\n`;
/** After the whole request, that text and then the end by RST. */
const answering =
  (text: string) =>
  async (peer: Peer): Promise<void> => {
    await peer.request();
    peer.write(text);
    await peer.reset();
  };
const onTheWay: readonly Phase[] = ["sending", "sent"];
const cuts: readonly Cut[] = [
  {
    what: "reset after a part of the head",
    cut: async (peer) => {
      await peer.bytes(20);
      await peer.reset();
    },
    code: "unclear",
    phases: onTheWay,
  },
  {
    what: "reset after the head",
    cut: async (peer) => {
      await peer.head();
      await peer.reset();
    },
    code: "unclear",
    phases: onTheWay,
  },
  { what: "reset after the whole body", cut: answering(""), code: "unclear", phases: ["sent"] },
  {
    what: "closed after the whole body",
    cut: async (peer) => {
      await peer.request();
      peer.socket.end();
    },
    code: "unclear",
    phases: ["sent"],
  },
  {
    what: "reset within the status line",
    cut: answering("HTTP/1.1 20"),
    code: "unclear",
    phases: ["sent", "answering"],
  },
  {
    what: "reset after the status line",
    cut: answering("HTTP/1.1 201 Created\r\n"),
    code: "unclear",
    phases: ["answering"],
  },
  {
    what: "reset within the headers",
    cut: answering("HTTP/1.1 201 Created\r\ncontent-type: appl"),
    code: "unclear",
    phases: ["answering"],
  },
  {
    what: "reset after the headers of a 201",
    cut: answering(head(201)),
    code: "unreadable-answer",
    phases: ["answering"],
  },
  {
    what: "reset after the headers of a 503",
    cut: answering(head(503)),
    code: "unclear",
    phases: ["answering"],
  },
  {
    what: "reset within the body of a 201",
    cut: answering(`${head(201)}{"id":5,`),
    code: "unreadable-answer",
    phases: ["answering"],
  },
  {
    what: "closed within a chunked body",
    cut: async (peer) => {
      await peer.request();
      peer.write(`HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"id":5,\r\n`);
      peer.socket.end();
    },
    code: "unreadable-answer",
    phases: ["answering"],
  },
  {
    what: "closed after an announced length that did not come",
    cut: async (peer) => {
      await peer.request();
      peer.write(`${head(201)}${JSON.stringify(booking)}`);
      peer.socket.end();
    },
    code: "unreadable-answer",
    phases: ["answering"],
  },
  {
    what: "silent past the deadline",
    cut: (peer) => peer.request(),
    code: "unclear",
    phases: ["sent"],
    deadline: 300,
  },
  {
    what: "silent after the status line past the deadline",
    cut: async (peer) => {
      await peer.request();
      peer.write("HTTP/1.1 201 Created\r\n");
    },
    code: "unclear",
    phases: ["answering"],
    deadline: 300,
  },
  {
    what: "dripping its body past the deadline",
    cut: async (peer) => {
      await peer.request();
      peer.write(head(201));
      for (let count = 0; count < 40 && !peer.socket.destroyed; count += 1) {
        peer.write(" ");
        await wait(25);
      }
    },
    code: "unreadable-answer",
    phases: ["answering"],
    deadline: 300,
  },
  {
    what: "dripping its headers past the deadline",
    cut: async (peer) => {
      await peer.request();
      peer.write("HTTP/1.1 200 OK\r\n");
      for (let count = 0; count < 40 && !peer.socket.destroyed; count += 1) {
        peer.write(`x-${count}: y\r\n`);
        await wait(25);
      }
    },
    code: "unclear",
    phases: ["answering"],
    deadline: 300,
  },
];

describe.each(["createPatient", "bookAppointment"] as const)(
  "%s, once bytes left this computer",
  (endpoint) => {
    describe.each(["fresh", "reused"] as const)("on a %s connection", (connection) => {
      test.each(cuts)("$what: $code, sent once", async ({ cut, code, phases, deadline = 5_000 }) => {
        const at = await server(async (peer, index) => {
          if (connection === "reused" && index === 0) {
            await peer.request();
            peer.json(200, []);
          }
          await cut(peer);
        });
        const by = client({ deadline });
        if (connection === "reused") await by.listWebhooks({ serviceAddress: at.address, token });
        const { outcome } = await post(by, at.address, endpoint);
        expect(codeOf(outcome)).toBe(code);
        expect(phases).toContain(outcome.phase);
        expect(outcome.status).toBe(code === "unreadable-answer" ? 201 : outcome.status);
        await wait(80);
        expect(at.requests("POST")).toBe(1);
        expect(at.connections()).toBe(1);
      });
    });
  },
);

it("a connection that is reset as soon as it is made is never resent, and unclear unless nothing left", async () => {
  const at = await server((peer) => void peer.socket.resetAndDestroy());
  const { outcome, phases } = await post(client(), at.address);
  expect(codeOf(outcome)).toBe(phases.includes("sending") ? "unclear" : "not-reached");
  await wait(80);
  expect(at.requests("POST")).toBeLessThanOrEqual(1);
});

it("a request that is called off on its way is unclear, and its connection is closed", async () => {
  const abort = new AbortController();
  let ended = false;
  const at = await server(async (peer) => {
    await peer.request();
    abort.abort();
    ended = (await peer.request()) === null;
  });
  const outcome = await client().bookAppointment(
    { serviceAddress: at.address, token },
    { payload, idempotencyKey: key, signal: abort.signal },
  );
  expect(outcome).toMatchObject({ failure: { code: "unclear" }, phase: "sent" });
  await expect.poll(() => ended).toBe(true);
  expect(at.requests("POST")).toBe(1);
});

describe("a kept connection", () => {
  /** Answers one request on each connection, then does that to it. */
  const once = (after: (peer: Peer) => unknown) =>
    server(async (peer) => {
      await peer.request();
      peer.json(201, booking);
      await after(peer);
    });

  it.each([
    ["closes", (peer: Peer) => peer.socket.end()],
    ["resets", (peer: Peer) => peer.reset()],
  ])(
    "that the service %s while it is idle costs nothing: the next goes out once, on a new one",
    async (_what, after) => {
      const at = await once(after);
      const by = client();
      for (let count = 1; count <= 10; count += 1) {
        expect((await post(by, at.address)).outcome.kind).toBe("success");
        await wait(50);
        expect(at.requests("POST")).toBe(count);
      }
      expect(at.connections()).toBe(10);
    },
  );

  it("that the service closes in the very answer is not used again", async () => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.json(201, booking, { connection: "close" });
      peer.socket.end();
    });
    const by = client();
    for (let count = 1; count <= 10; count += 1)
      expect((await post(by, at.address)).outcome.kind).toBe("success");
    expect(at.requests("POST")).toBe(10);
  });

  it("that was idle for longer than a second is not used again", async () => {
    const at = await server(async (peer) => {
      while ((await peer.request()) !== null) peer.json(201, booking);
    });
    const by = client();
    await post(by, at.address);
    await post(by, at.address);
    expect(at.connections()).toBe(1);
    await wait(1_600);
    expect((await post(by, at.address)).outcome.kind).toBe("success");
    expect(at.connections()).toBe(2);
  });

  it("that carries more than was asked for does not answer the next request with it", async () => {
    const stray = JSON.stringify({ ...booking, id: 666 });
    const at = await server(async (peer, index) => {
      await peer.request();
      peer.json(201, { ...booking, id: index });
      if (index > 0) return;
      await wait(20);
      peer.write(`HTTP/1.1 201 X\r\ncontent-length: ${stray.length}\r\n\r\n${stray}`);
      await peer.request();
      peer.json(201, { ...booking, id: 1 });
    });
    const by = client();
    await post(by, at.address);
    await wait(80);
    const { outcome } = await post(by, at.address);
    expect(outcome).toMatchObject({ kind: "success", value: { id: 1 } });
    expect(at.requests("POST")).toBe(2);
  });

  it("carries one request at a time: several at once have one each", async () => {
    const at = await server(async (peer) => {
      await peer.request();
      await wait(100);
      peer.json(201, booking);
    });
    const by = client();
    const all = await Promise.all([1, 2, 3, 4].map(() => post(by, at.address)));
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(["success", "success", "success", "success"]);
    expect(at.connections()).toBe(4);
    expect(at.requests("POST")).toBe(4);
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
      const { outcome } = await post(client(), at.address);
      expect(outcome).toMatchObject({ failure: { code: "redirected" }, status });
      await wait(50);
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

describe("a malformed answer", () => {
  const answer = async (text: string | Buffer, deadline = 5_000) => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.write(text);
      await wait(50);
      peer.socket.end();
    });
    const { outcome } = await post(client({ deadline }), at.address);
    await wait(30);
    expect(at.requests("POST")).toBe(1);
    return outcome;
  };
  const whole = JSON.stringify(booking);
  const with200 = (headers: string, body: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`), Buffer.from(body)]);

  it.each([
    ["a page", with200("content-type: text/html", "<!doctype html><h1>Welcome to the hotel</h1>")],
    ["wrong types", with200("content-type: application/json", JSON.stringify({ ...booking, id: "five" }))],
    ["a list", with200("content-type: application/json", `[${whole}]`)],
    ["no body", with200("content-length: 0", "")],
    ["bytes that are no UTF-8", with200("content-type: application/json", Buffer.from([0xff, 0xfe, 0x7b]))],
    ["a body that really is compressed", with200("content-encoding: gzip", gzipSync(whole))],
    ["a chunk whose size is nonsense", with200("transfer-encoding: chunked", `zz\r\n${whole}\r\n0\r\n\r\n`)],
  ])("of %s is made, and its content is lost", async (_what, text) => {
    const outcome = await answer(text);
    expect(outcome).toMatchObject({ kind: "unreadable", status: 200 });
    expect(messageOf(outcome)).not.toContain("<");
  });

  it.each([
    ["a text", with200("content-type: text/plain; charset=utf-7", whole)],
    ["compressed, and is not", with200("content-encoding: gzip, gzip, br", whole)],
    ["of no type", with200("x-nothing: 1", whole)],
    ["HTTP/1.0", `HTTP/1.0 200 OK\r\n\r\n${whole}`],
    ["without a reason", `HTTP/1.1 200\r\ncontent-length: ${whole.length}\r\n\r\n${whole}`],
    ["longer than it is", with200(`content-length: ${whole.length}`, `${whole}and more`)],
  ])("that says it is %s is read for what it is", async (_what, text) => {
    expect(await answer(text)).toMatchObject({ kind: "success", value: { id: 5 } });
  });

  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["small letters", `http/1.1 200 ok\r\ncontent-length: 2\r\n\r\n{}`],
    ["HTTP/2", Buffer.from("00000604000000000000030000006400", "hex")],
    ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"],
    ["a status of letters", "HTTP/1.1 OK\r\n\r\n"],
    ["two lengths", `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} `],
    ["a length below nothing", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n"],
    ["a header with no name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"],
    ["headers of a megabyte", `HTTP/1.1 200 OK\r\nx-big: ${"x".repeat(1_000_000)}\r\n\r\n{}`],
    ["another protocol to go on with", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["a leave to go on that was not asked for", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["nothing but zeros", Buffer.alloc(10_000)],
  ])("in %s is unclear, and is not sent again", async (_what, text) => {
    expect(await answer(text)).toMatchObject({ kind: "failure", failure: { code: "unclear" }, status: null });
  });

  it("of ten megabytes is cut off, and made", async () => {
    const text = with200(`content-length: ${10 * 1024 * 1024}`, Buffer.alloc(10 * 1024 * 1024, "x"));
    const outcome = await answer(text);
    expect(outcome).toMatchObject({ kind: "unreadable", status: 200 });
    expect(messageOf(outcome)).toContain("larger");
  });

  it("of a refusal of ten megabytes is a refusal", async () => {
    const text = `HTTP/1.1 422 X\r\ncontent-length: ${10 * 1024 * 1024}\r\n\r\n${"x".repeat(10 * 1024 * 1024)}`;
    expect(codeOf(await answer(text))).toBe("fields-refused");
  });

  it("without end is cut off at its limit, long before the deadline, and its connection is closed", async () => {
    let sent = 0;
    let isClosed = false;
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const at = await server(async (peer) => {
      await peer.request();
      peer.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      while (!peer.socket.destroyed && sent < 200_000_000) {
        sent += 65_536;
        if (!peer.socket.write(chunk)) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      isClosed = true;
    });
    const { outcome } = await post(client({ deadline: 20_000 }), at.address);
    expect(outcome).toMatchObject({ kind: "unreadable", status: 200 });
    await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
    expect(sent).toBeLessThan(50_000_000);
    expect(at.requests("POST")).toBe(1);
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
