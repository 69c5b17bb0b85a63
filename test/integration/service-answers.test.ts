import { gzipSync } from "node:zlib";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { booking, client, codeOf, isOver, messageOf, post, server } from "../support/service-client-kit.ts";

describe("a malformed answer", () => {
  const answer = async (text: string | Buffer, deadline = 5_000) => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.write(text);
      await wait(50);
      peer.socket.end();
    });
    const by = client({ deadline });
    const { outcome } = await post(by, at.address);
    await isOver(by, at);
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
    ["a chunk whose size is nonsense", with200("transfer-encoding: chunked", `zz\r\n${whole}\r\n0\r\n\r\n`)],
  ])("of %s does not show that it was made", async (_what, text) => {
    const outcome = await answer(text);
    expect(outcome).toMatchObject({ kind: "unreadable", status: 200 });
    expect(messageOf(outcome)).not.toContain("<");
  });

  it.each([
    ["a text", with200("content-type: text/plain; charset=utf-7", whole)],
    ["compressed, and is not", with200("content-encoding: gzip, gzip, br", whole)],
    ["compressed, though that was not asked for", with200("content-encoding: gzip", gzipSync(whole))],
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
    ["hints of an answer that never comes", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"],
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
    await expect.poll(() => isClosed).toBe(true);
    expect(sent).toBeLessThan(50_000_000);
    expect(at.requests("POST")).toBe(1);
  });
});
