import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, test } from "vitest";
import type { FailureCode } from "../../shared/core/failure.ts";
import type { Phase } from "../../shared/outbox/item.ts";
import { type Peer } from "../support/raw-server.ts";
import {
  booking,
  client,
  codeOf,
  isOver,
  key,
  payload,
  post,
  server,
  token,
} from "../support/service-client-kit.ts";

type Endpoint = "createPatient" | "bookAppointment";
type Cut = {
  readonly what: string;
  readonly cut: (peer: Peer) => Promise<unknown>;
  readonly code: FailureCode;
  readonly phases: readonly Phase[];
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

/** What breaks the connection, in the order of a request's way. */
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
];

/** What only the client's own deadline ends. */
const delays: readonly Cut[] = [
  {
    what: "silent past the deadline",
    cut: (peer) => peer.request(),
    code: "unclear",
    phases: ["sent"],
  },
  {
    what: "silent after the status line past the deadline",
    cut: async (peer) => {
      await peer.request();
      peer.write("HTTP/1.1 201 Created\r\n");
    },
    code: "unclear",
    phases: ["answering"],
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
  },
];

/** Milliseconds that no connection to this computer takes, however busy it is. */
const deadline = 1_000;

type Sending = { readonly endpoint: Endpoint; readonly reused: boolean; readonly deadline?: number };

/** Sends it once and holds what came of it against what the cut is to come to. */
async function sendsOnce({ cut, code, phases }: Cut, { endpoint, reused, deadline }: Sending): Promise<void> {
  const at = await server(async (peer, index) => {
    if (reused && index === 0) {
      await peer.request();
      peer.json(200, []);
    }
    await cut(peer);
  });
  const by = client(deadline === undefined ? {} : { deadline });
  if (reused) await by.listWebhooks({ serviceAddress: at.address, token });
  const { outcome } = await post(by, at.address, endpoint);
  expect(codeOf(outcome)).toBe(code);
  expect(phases).toContain(outcome.phase);
  expect(outcome.status).toBe(code === "unreadable-answer" ? 201 : outcome.status);
  await isOver(by, at);
  expect(at.requests("POST")).toBe(1);
  expect(at.connections()).toBe(1);
}

describe.each(["createPatient", "bookAppointment"] as const)(
  "%s, once bytes left this computer",
  (endpoint) => {
    describe.each(["fresh", "reused"] as const)("on a %s connection", (connection) => {
      test.each(cuts)("$what: $code, sent once", (cut) =>
        sendsOnce(cut, { endpoint, reused: connection === "reused" }),
      );
    });
  },
);

test.each(delays)("$what: $code, sent once", (cut) =>
  sendsOnce(cut, { endpoint: "bookAppointment", reused: false, deadline }),
);

it("a connection that is reset as soon as it is made is never resent, and unclear unless nothing left", async () => {
  const at = await server((peer) => void peer.socket.resetAndDestroy());
  const by = client();
  const { outcome, phases } = await post(by, at.address);
  expect(codeOf(outcome)).toBe(phases.includes("sending") ? "unclear" : "not-reached");
  await isOver(by, at);
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
