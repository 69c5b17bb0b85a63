import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { noticeContent } from "../../shared/hub-api/notice.ts";
import { hubRoutes } from "../../shared/hub-api/routes.ts";
import { clinicOf, newId } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

async function clinicWithAddress() {
  const database = await testDatabase();
  const hub = await testHub(database);
  const [desk] = await clinicOf(hub.address, String(hub.creationToken), 1);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const [secret, address] = [randomBytes(32), newId()];
  const token = createHash("sha256").update(secret).digest("hex");
  const addressed = { type: "notice-address", address, token } as const;
  expect((await desk.push([addressed])).failure).toEqual({ code: "unknown", entry: 0 });
  expect((await desk.push([{ type: "notice-recipient", recipient }, addressed])).failure).toBeNull();
  const url = `${hub.address}/in/${secret.toString("base64url")}`;
  const pulled = async () => {
    const { method, path, output } = hubRoutes.notices;
    return (await desk.ask(method, `${path}?after=0&limit=1000`, { output })).value;
  };
  const opened = async (sealed: string) => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return noticeContent.parse(JSON.parse(await decrypter.decrypt(Buffer.from(sealed, "base64"), "text")));
  };
  return { database, hub, desk, url, address, pulled, opened };
}

/** A POST with any header, as `fetch` would not send it. */
function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: "POST", headers: { ...headers, "content-length": body.length } },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sending.once("error", reject);
    sending.end(body);
  });
}

const sentinel = "SENTINEL-4711";

describe("a notice", () => {
  it("is sealed with its listed headers as it came, whatever type it claims, and opens for the clinic alone", async () => {
    const { url, address, pulled, opened } = await clinicWithAddress();
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const sent: readonly (readonly [Buffer, Record<string, string>])[] = [
      [Buffer.from(`{"a":"${sentinel}"}`), { "content-type": "application/json" }],
      [Buffer.from("<a/>"), { "content-type": "application/xml; charset=utf-16" }],
      [Buffer.from([0, 255, 1]), { "content-type": "no type at all;;" }],
      [Buffer.from("plain"), {}],
      [
        bomb,
        {
          "content-type": "application/json",
          "content-encoding": "gzip",
          "webhook-id": "w1",
          cookie: "not kept",
        },
      ],
      [Buffer.alloc(0), {}],
    ];
    for (const [body, headers] of sent) expect(await post(url, body, headers)).toBe(204);
    const { notices, last } = await pulled();
    expect(last).toBe(sent.length);
    expect(notices.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const [at, notice] of notices.entries()) {
      const content = await opened(notice.sealed);
      expect(Buffer.from(content.body, "base64").equals(sent[at]?.[0] ?? Buffer.of(1))).toBe(true);
      expect(content.address).toBe(address);
      expect(content.headers["content-type"] ?? "").toBe(sent[at]?.[1]["content-type"] ?? "");
      expect(JSON.stringify(content.headers)).not.toContain("not kept");
    }
  });

  it("that was answered with 204 is there, once and in order, when two hundred come at once", async () => {
    const { url, pulled, opened } = await clinicWithAddress();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) => post(url, Buffer.from(String(at)), {})),
    );
    expect(new Set(answers)).toEqual(new Set([204]));
    const { notices, addresses } = await pulled();
    expect(notices.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_none, at) => at + 1));
    const bodies = await Promise.all(
      notices.map(async ({ sealed }) =>
        Number(Buffer.from((await opened(sealed)).body, "base64").toString()),
      ),
    );
    expect(bodies.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_none, at) => at));
    expect(addresses).toMatchObject([{ received: 200, ignored: 0 }]);
  });

  it("that is too large is refused and counted, and one to a retired address is only counted", async () => {
    const { hub, desk, url, address, pulled } = await clinicWithAddress();
    expect(await post(url, Buffer.alloc(hubLimits.notice + 1), {})).toBe(413);
    expect((await desk.push([{ type: "notice-retired", address }])).failure).toBeNull();
    expect(await post(url, Buffer.from("late"), {})).toBe(204);
    expect((await pulled()).notices).toEqual([]);
    const wrong = `${url.slice(0, -2)}${url.endsWith("AA") ? "BA" : "AA"}`;
    expect(await post(wrong, Buffer.from("x"), {})).toBe(404);
    expect(await post(`${hub.address}/in/short`, Buffer.from("x"), {})).toBe(404);
    await expect.poll(async () => (await pulled()).addresses).toMatchObject([{ retired: true, ignored: 1 }]);
  });

  it("that is too large to be one is counted, and is no time in which notices may be lost", async () => {
    const { database, hub, desk, url } = await clinicWithAddress();
    expect(await post(url, Buffer.alloc(hubLimits.notice + 1), {})).toBe(413);
    await hub.close();
    const again = await testHub(database);
    desk.address = again.address;
    const { method, path, output } = hubRoutes.notices;
    const { value } = await desk.ask(method, `${path}?after=0&limit=1`, { output });
    expect(value.addresses).toMatchObject([{ received: 0, refused: 1, refusedAt: null }]);
  });

  it("that the database could not take is a time in which notices may be lost, and one that leads nowhere is not", async () => {
    const { database, hub, desk, url } = await clinicWithAddress();
    await database.query(`create function hub.no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    await database.query(
      "create trigger no_room before insert on hub.notices execute function hub.no_room()",
    );
    expect(await post(url, Buffer.from("{}"), {})).toBe(503);
    await database.query("drop trigger no_room on hub.notices");
    const unknown = `${hub.address}/in/${randomBytes(32).toString("base64url")}`;
    expect(await post(unknown, Buffer.from("{}"), {})).toBe(404);
    expect(await post(`${hub.address}/in/short`, Buffer.alloc(hubLimits.notice + 1), {})).toBe(413);
    await hub.close();
    const again = await testHub(database);
    desk.address = again.address;
    const { method, path, output } = hubRoutes.notices;
    const { value } = await desk.ask(method, `${path}?after=0&limit=1`, { output });
    expect(value.addresses).toMatchObject([{ received: 0, refused: 1 }]);
    expect(value.addresses[0]?.refusedAt).not.toBeNull();
  });

  it("leaves nothing of path, query, headers or body in log, metrics or database", async () => {
    const { database, hub, url } = await clinicWithAddress();
    await post(`${url}?q=${sentinel}`, Buffer.from(sentinel), {
      "user-agent": sentinel,
      "x-request-id": sentinel,
    });
    await post(`${url}${sentinel}`, Buffer.from(sentinel), {});
    const metrics = await (await fetch(`${hub.address}/metrics`)).text();
    const tables = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'hub'",
    );
    const kept: string[] = [];
    for (const { name } of tables)
      kept.push(JSON.stringify(await database.query(`select t::text from hub.${name} t`)));
    const token = url.split("/in/")[1] ?? "";
    const asBytea = Buffer.from(token, "base64url").toString("hex");
    expect(hub.lines.some((line) => line.includes("/in/:token"))).toBe(true);
    expect(metrics).toContain("/in/:token");
    for (const text of [hub.lines.join(""), metrics, kept.join("")])
      for (const secret of [sentinel, token, asBytea, Buffer.from(sentinel).toString("hex")])
        expect(text).not.toContain(secret);
  });
});
