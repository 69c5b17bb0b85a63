import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../main/http/classify.ts";
import { booking, client, key, payload, token } from "../support/service-client-kit.ts";
import { generated } from "../support/cases.ts";
import { damaged, expectClear, hostileText, oddObject, runs, times, withinMemory } from "./kit.ts";

/** What the service writes, part by part, and whether it closes then. */
type Answer = { readonly parts: readonly Buffer[]; readonly closes: boolean };
let answer: Answer;
let server: Server;
let address: string;
const sockets = new Set<Socket>();

/** Reads requests and keeps none of them. */
function serve(socket: Socket): void {
  sockets.add(socket);
  let unread = Buffer.alloc(0);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    const end = unread.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/^content-length: *(\d+)/im.exec(unread.toString("latin1", 0, end))?.[1] ?? 0);
    if (unread.length < end + 4 + length) return;
    unread = unread.subarray(end + 4 + length);
    const { parts, closes } = answer;
    for (const part of parts) socket.write(part);
    if (closes) socket.end();
  });
}

beforeAll(async () => {
  server = createServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
});

const whole = JSON.stringify(booking);
const deep = (sign: "[" | '{"a":', depth: number): string =>
  sign.repeat(depth) + "1" + (sign === "[" ? "]" : "}").repeat(depth);

const text = fc.oneof(
  { weight: 6, arbitrary: damaged(whole) },
  { weight: 6, arbitrary: oddObject(booking).map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.array(oddObject(booking), { maxLength: 5 }).map((all) => JSON.stringify(all)) },
  { weight: 2, arbitrary: hostileText(300_000) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("[" as const, '{"a":' as const), fc.integer({ min: 50, max: 60_000 }))
      .map(([sign, depth]) => deep(sign, depth)),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 30_000 })
      .map((count) => `{${Array.from({ length: count }, (_, at) => `"${at}":${at}`).join(",")}}`),
  },
  { weight: 1, arbitrary: fc.constantFrom(whole, "", "null", "0", '""', "{}", "[]", `[${whole}]`, "<html>") },
);

const inCharset = fc.constantFrom<(text: string) => Buffer>(
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(text, "latin1"),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.from(`\uFEFF${text}`),
  (text) => Buffer.from(text).toReversed() as Buffer,
  (text) => gzipSync(text),
);
const body = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(text, inCharset).map(([written, encode]) => encode(written)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)) },
);

const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(200, 201) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      202,
      203,
      205,
      206,
      226,
      299,
      300,
      301,
      302,
      307,
      400,
      401,
      403,
      404,
      407,
      408,
      409,
      422,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(429, 499, 500, 502, 503, 504, 511, 599, 999) },
);
const header = (name: string, ...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom("", ...values).map((value) => (value === "" ? "" : `${name}: ${value}\r\n`));
const headers = fc
  .tuple(
    header(
      "content-type",
      "application/json",
      "application/json; charset=utf-16",
      "text/html",
      "application/problem+json",
      "x",
      ";",
    ),
    header("content-encoding", "gzip", "br", "deflate", "x-gzip", "identity", "zstd", "gzip, gzip"),
    header("retry-after", "5", "-1", "1e9", "Wed, 21 Oct 2015 07:28:00 GMT", "soon", "9".repeat(400)),
    header("location", "https://elsewhere.invalid/", "//x", "\\\\x", "javascript:1"),
    header("set-cookie", "a=b", "x".repeat(5_000)),
  )
  .map((lines) => lines.join(""));

/** As it is meant, in chunks, longer or shorter than it says, or without saying. */
const framed = fc
  .tuple(
    status,
    headers,
    body,
    fc.constantFrom("length", "length", "chunks", "short", "long", "none", "bad chunk"),
  )
  .map(([code, lines, bytes, how]): Answer => {
    const head = (more: string): Buffer => Buffer.from(`HTTP/1.1 ${code} X\r\n${lines}${more}\r\n`);
    const sized = (length: number): Buffer => head(`content-length: ${length}\r\n`);
    const chunked = head("transfer-encoding: chunked\r\n");
    const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
    const end = Buffer.from("\r\n0\r\n\r\n");
    if (how === "length") return { parts: [sized(bytes.length), bytes], closes: false };
    if (how === "short")
      return { parts: [sized(bytes.length), bytes.subarray(0, bytes.length >> 1)], closes: true };
    if (how === "long") return { parts: [sized(bytes.length), bytes, Buffer.from("HTTP/1.1")], closes: true };
    if (how === "none") return { parts: [head(""), bytes], closes: true };
    if (how === "bad chunk") return { parts: [chunked, Buffer.from("zz\r\n"), bytes, end], closes: true };
    return { parts: [chunked, ...(bytes.length === 0 ? [] : [size, bytes]), end], closes: true };
  });

/** No HTTP, or nearly. */
const broken = fc
  .tuple(
    fc.oneof(
      damaged(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`),
      hostileText(20_000),
    ),
    inCharset,
  )
  .map(([written, encode]): Answer => ({ parts: [encode(written)], closes: true }));

const endpoints = ["bookAppointment", "createPatient", "registerWebhook", "listWebhooks"] as const;
type Asked = (typeof endpoints)[number];
const by = (deadline: number) => client({ deadline });
async function ask(asked: Asked, of: ReturnType<typeof client>): Promise<Outcome<unknown>> {
  const credentials = { serviceAddress: address, token };
  if (asked === "listWebhooks") return of.listWebhooks(credentials);
  return of[asked](credentials, { payload, idempotencyKey: key });
}

/** What may be made of an answer: nothing that people are not told of, and nothing that they cannot read. */
function expectJudged(outcome: Outcome<unknown>, asked: Asked): void {
  if (outcome.kind === "success") {
    // Believed is only what has the shape of the thing itself.
    if (asked === "listWebhooks") expect(Array.isArray(outcome.value)).toBe(true);
    else
      expect(outcome.value).toMatchObject({
        [asked === "createPatient" ? "patientId" : "id"]: expect.any(Number),
      });
    return;
  }
  expectClear(outcome.failure);
  expect(outcome.failure.code).not.toBe("internal");
  if (outcome.kind === "unreadable") expect(outcome.status).toBeGreaterThanOrEqual(200);
}

const bounds = { kept: 40, peak: 500 } as const;

describe("whatever the service answers", () => {
  it("is an outcome in words, and the next answer is heard", async () => {
    const of = by(20_000);
    await withinMemory(bounds, () =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof({ weight: 5, arbitrary: framed }, { weight: 1, arbitrary: broken }),
          fc.constantFrom(...endpoints),
          async (made, asked) => {
            answer = made;
            expectJudged(await ask(asked, of), asked);
          },
        ),
        runs(2_000),
      ),
    );
    const lines = JSON.stringify({ ...booking, id: 7 });
    answer = {
      parts: [
        Buffer.from(
          `HTTP/1.1 201 X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(lines)}\r\n\r\n${lines}`,
        ),
      ],
      closes: true,
    };
    expect(await ask("bookAppointment", of)).toMatchObject({ kind: "success", value: { id: 7 } });
  });

  it("of megabytes is let go of", async () => {
    const huge = Buffer.alloc(12_000_000, '{"a":"');
    const head = Buffer.from(
      `HTTP/1.1 200 X\r\ncontent-type: application/json\r\ncontent-length: ${huge.length}\r\n\r\n`,
    );
    answer = { parts: [head, huge], closes: true };
    const of = by(20_000);
    const count = times(10);
    await withinMemory(bounds, async () => {
      for (let at = 0; at < count; at += 1)
        expect(await ask("bookAppointment", of)).toMatchObject({ kind: "unreadable", status: 200 });
    });
    generated(count);
  });

  it("and however small it was packed", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, " "), { level: 9 });
    const head = Buffer.from(
      `HTTP/1.1 200 X\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    );
    answer = { parts: [head, bomb], closes: true };
    const of = by(20_000);
    await withinMemory({ kept: 40, peak: 300 }, async () => {
      for (let at = 0; at < 5; at += 1)
        expect(await ask("bookAppointment", of)).toMatchObject({ kind: "unreadable" });
    });
    generated(5);
  });

  it("that stops in the middle is ended by the deadline, wherever it stops", async () => {
    const answerInOrder = `HTTP/1.1 201 X\r\ncontent-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n${whole}`;
    const count = times(40);
    const cuts = fc.sample(fc.nat(answerInOrder.length - 1), { seed: 1, numRuns: count });
    const of = by(150);
    for (const cut of cuts) {
      answer = { parts: [Buffer.from(answerInOrder.slice(0, cut))], closes: false };
      const outcome = await ask("bookAppointment", of);
      expect(outcome.kind).not.toBe("success");
      expectJudged(outcome, "bookAppointment");
    }
    generated(count);
  });
});
