import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { moreEvent, plainRoutes } from "../../shared/hub-api/routes.ts";
import { emptyLog } from "../../shared/hub-api/values.ts";
import { readRecentMemberChanges } from "../../hub/clinic/lately.ts";
import { openDatabase } from "../../hub/database/database.ts";
import { clinicOf, newId, recordOf, TestDesk } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

const sha256 = (...parts: readonly Buffer[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

async function twoDesks() {
  const database = await testDatabase();
  const hub = await testHub(database);
  const [one, two] = await clinicOf(hub.address, String(hub.creationToken), 2);
  if (two === undefined) throw new Error("two desks");
  return { database, hub, one, two };
}

describe("a clinic", () => {
  it("is made once by a token, has the id of its first push, and gives the lost answer again", async () => {
    const hub = await testHub(await testDatabase());
    const token = String(hub.creationToken);
    const desk = new TestDesk(hub.address);
    const push = desk.signed(desk.content([desk.member()], { clinic: null }));
    const body = { token, push };
    const first = await desk.ask("POST", "/v1/clinics", { body });
    const again = await desk.ask("POST", "/v1/clinics", { body });
    const id = sha256(Buffer.from(push.bytes, "base64"));
    expect(first.value).toMatchObject({ clinic: id, number: 1, repeated: false });
    expect(again.value).toMatchObject({ clinic: id, number: 1, repeated: true });
    const other = new TestDesk(hub.address);
    expect((await other.create(token)).failure).toEqual({ code: "token-refused" });
    expect((await other.create(randomBytes(32).toString("base64url"))).failure).toEqual({
      code: "token-refused",
    });
  });

  it("is not made by a first push that another key signed, or that makes no admin of its own desk", async () => {
    const hub = await testHub(await testDatabase());
    const token = String(hub.creationToken);
    const [desk, other] = [new TestDesk(hub.address), new TestDesk(hub.address)];
    const forged = other.signed(desk.content([desk.member()], { clinic: null }));
    expect((await desk.ask("POST", "/v1/clinics", { body: { token, push: forged } })).failure?.code).toBe(
      "signature-invalid",
    );
    const plain = desk.signed(desk.content([desk.member(false)], { clinic: null }));
    expect((await desk.ask("POST", "/v1/clinics", { body: { token, push: plain } })).failure?.code).toBe(
      "not-admin",
    );
    expect((await desk.create(token)).failure).toBeNull();
  });
});

describe("a push", () => {
  it("is kept byte for byte, chained, and read by the other desk through another hub", async () => {
    const { database, one, two } = await twoDesks();
    const second = await testHub(database);
    two.address = second.address;
    const { entry, ciphertext } = recordOf(newId());
    const push = one.signed(one.content([entry]), [ciphertext]);
    const before = one.head.hash;
    const { value } = await one.send(push);
    expect(value.hash).toBe(sha256(Buffer.from(before, "hex"), Buffer.from(push.bytes, "base64")));
    const { value: page } = await two.pull(1);
    expect(page.head).toEqual({ number: 2, hash: value.hash });
    expect(page.pushes).toHaveLength(1);
    expect(page.pushes[0]).toMatchObject({
      desk: one.id,
      bytes: push.bytes,
      signature: push.signature,
      ciphertexts: push.ciphertexts,
    });
  });

  it("that is repeated is taken once, and other bytes under its number are refused", async () => {
    const { one } = await twoDesks();
    const { entry, ciphertext } = recordOf(newId());
    const push = one.signed(one.content([entry]), [ciphertext]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.send(push)));
    expect(answers.filter(({ value }) => !value.repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ value }) => value.number))).toEqual(new Set([2]));
    const other = await one.send(one.signed(one.content([recordOf(newId()).entry]), [randomBytes(512)]));
    expect(other.failure?.code).toBe("signature-invalid");
    const fresh = recordOf(newId());
    const copied = await one.send(one.signed(one.content([fresh.entry]), [fresh.ciphertext]));
    expect(copied.failure).toMatchObject({ code: "sequence-used", expected: 3 });
    expect((await one.pull(0)).value.pushes).toHaveLength(2);
  });

  it("with a gap before it, of another key, or on an old version is refused, and keeps nothing", async () => {
    const { one, two } = await twoDesks();
    const record = newId();
    const { entry, ciphertext } = recordOf(record);
    expect((await one.push([entry], [ciphertext], { sequence: 5 })).failure).toMatchObject({
      code: "sequence-gap",
      expected: 2,
    });
    const stolen = two.signed(one.content([entry]), [ciphertext]);
    expect((await one.send(stolen)).failure).toEqual({ code: "signature-invalid" });
    expect((await one.push([entry], [ciphertext])).failure).toBeNull();
    await two.readOn();
    const old = recordOf(record, 1);
    const fine = recordOf(newId());
    const both = await two.push([fine.entry, old.entry], [fine.ciphertext, old.ciphertext]);
    expect(both.failure).toEqual({ code: "version-behind", entry: 1, current: 1 });
    const next = recordOf(record, 2);
    expect((await two.push([fine.entry, next.entry], [fine.ciphertext, next.ciphertext])).failure).toBeNull();
  });

  it("that drops a record takes the content of all its versions away, and the record with it", async () => {
    const { one } = await twoDesks();
    const record = newId();
    const [first, second] = [recordOf(record, 1), recordOf(record, 2)];
    await one.push([first.entry], [first.ciphertext]);
    await one.push([second.entry], [second.ciphertext]);
    expect((await one.push([{ type: "drop", record, version: 3 }])).failure).toBeNull();
    const { value } = await one.pull(1);
    expect(value.pushes.map(({ ciphertexts }) => ciphertexts)).toEqual([[null], [null], []]);
    const after = recordOf(record, 4);
    expect((await one.push([after.entry], [after.ciphertext])).failure).toMatchObject({
      code: "version-behind",
      current: null,
    });
  });

  it("is numbered without a gap while eight desks push through two hubs at once", async () => {
    const database = await testDatabase();
    const hubs = [await testHub(database), await testHub(database)] as const;
    const desks = await clinicOf(hubs[0].address, String(hubs[0].creationToken), 8);
    desks.forEach((desk, at) => (desk.address = hubs[at % 2 === 0 ? 0 : 1].address));
    await Promise.all(
      desks.map(async (desk) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const { entry, ciphertext } = recordOf(newId());
          const { failure } = await desk.push([entry], [ciphertext]);
          expect(failure).toBeNull();
        }
      }),
    );
    const { value } = await desks[0].pull(0);
    expect(value.pushes.map(({ number }) => number)).toEqual(
      Array.from({ length: 81 }, (_none, at) => at + 1),
    );
    let hash = emptyLog.hash;
    for (const push of value.pushes) {
      hash = sha256(Buffer.from(hash, "hex"), Buffer.from(push.bytes, "base64"));
      expect(push.hash).toBe(hash);
    }
  });

  it("is read in pages that end by count or by bytes, and a cursor beyond the end gives the head", async () => {
    const { one } = await twoDesks();
    for (let turn = 0; turn < 3; turn += 1) {
      const all = Array.from({ length: 10 }, () => recordOf(newId()));
      await one.push(
        all.map(({ entry }) => entry),
        all.map(({ ciphertext }) => ciphertext),
      );
    }
    expect((await one.pull(1, 2)).value.pushes.map(({ number }) => number)).toEqual([2, 3]);
    const beyond = await one.pull(99);
    expect(beyond.value).toMatchObject({ head: one.head, pushes: [] });
  });
});

describe("the end of a hub", () => {
  it("answers what it has begun, ends the streams, and waits for no connection that only waits", async () => {
    const { hub, one } = await twoDesks();
    const path = plainRoutes.stream.path.replace(":clinic", one.clinic);
    const stream = await fetch(`${hub.address}${path}`, {
      headers: { authorization: `Bearer ${one.credential}` },
    });
    const read = stream.text();
    const { entry, ciphertext } = recordOf(newId());
    const pushing = one.push([entry], [ciphertext]);
    const began = performance.now();
    await Promise.all([hub.close(), pushing.catch(() => null)]);
    expect(await read).toContain(`event: ${moreEvent}`);
    // Node would keep an idle connection for more than a minute: that is what this looks for.
    expect(performance.now() - began).toBeLessThan(60_000);
  });
});

describe("the desks of a clinic", () => {
  it("are shown with their heartbeats, and one that is removed is refused with the push that proves it", async () => {
    const { one, two } = await twoDesks();
    const beat = two.signed({
      v: 1,
      kind: "heartbeat",
      clinic: two.clinic,
      desk: two.id,
      generation: 0,
      read: two.head,
      at: new Date().toISOString(),
    });
    const { bytes, signature } = beat;
    const path = "/v1/clinics/:clinic/heartbeat";
    expect((await two.ask("POST", path, { body: { bytes, signature } })).failure).toBeNull();
    expect((await one.ask("POST", path, { body: { bytes, signature } })).failure?.code).toBe("invalid");
    const seen = await one.ask<{ desks: { desk: string; heartbeat: unknown }[] }>(
      "GET",
      "/v1/clinics/:clinic/desks",
    );
    expect(seen.value.desks.find(({ desk }) => desk === two.id)?.heartbeat).toEqual({ bytes, signature });
    expect((await two.push([{ type: "member-removed", desk: one.id, lost: false }])).failure).toEqual({
      code: "not-admin",
      entry: 0,
    });
    expect((await one.push([{ type: "member-removed", desk: one.id, lost: false }])).failure).toEqual({
      code: "taken",
      entry: 0,
    });
    expect((await one.push([{ type: "member-removed", desk: two.id, lost: true }])).failure).toBeNull();
    const { failure } = await two.pull(0);
    if (failure?.code !== "desk-removed") throw new Error(String(failure?.code));
    expect(JSON.parse(Buffer.from(failure.removal.bytes, "base64").toString())).toMatchObject({
      desk: one.id,
      entries: [{ type: "member-removed", desk: two.id, lost: true }],
    });
    expect((await one.push([two.member()])).failure).toEqual({ code: "taken", entry: 0 });
  });

  it("are changed with a ring by one admin at a time: whoever had not read of the other's change is told so", async () => {
    const { hub, one } = await twoDesks();
    const two = new TestDesk(hub.address);
    two.clinic = one.clinic;
    const ring = (): [Entry, Buffer] => {
      const { entry, ciphertext } = recordOf(newId());
      return [
        { type: "ring", keyEpoch: 1, ciphertext: "ciphertext" in entry ? entry.ciphertext : "" },
        ciphertext,
      ];
    };
    const [first, content] = ring();
    expect((await one.push([two.member(true), first], [content])).failure).toBeNull();
    await two.readOn();
    const before = { ...two.head };
    const late = ring();
    const [again, sealed] = ring();
    expect((await one.push([again], [sealed])).failure).toBeNull();
    const behind = await two.push([two.member(true), late[0]], [late[1]], { read: before });
    expect(behind.failure).toEqual({ code: "members-changed", entry: 1 });
    // What is no ring does not depend on it.
    const { entry, ciphertext } = recordOf(newId());
    expect((await two.push([entry], [ciphertext], { read: before })).failure).toBeNull();
    await two.readOn();
    expect((await two.push([late[0]], [late[1]])).failure).toBeNull();
  });

  it("come in by two boxes that the hub carries once, and cannot open one of another clinic", async () => {
    const { hub, one } = await twoDesks();
    const invitation = randomBytes(32).toString("hex");
    const at = (path: string): string => path.replace(":invitation", invitation);
    expect(
      (await one.ask("POST", "/v1/clinics/:clinic/invitations", { body: { invitation } })).failure,
    ).toBeNull();
    const guest = new TestDesk(hub.address);
    const box = randomBytes(200).toString("base64");
    const request = at("/v1/invitations/:invitation/request");
    expect((await guest.ask("POST", request, { body: { box } })).failure).toBeNull();
    expect((await guest.ask("POST", request, { body: { box } })).failure?.code).toBe("invitation-taken");
    const answer = at("/v1/clinics/:clinic/invitations/:invitation/answer");
    expect((await one.ask("POST", answer, { body: { box } })).failure).toBeNull();
    expect((await guest.ask("GET", at("/v1/invitations/:invitation"))).value).toEqual({
      request: box,
      answer: box,
    });
    expect((await one.ask("DELETE", at("/v1/clinics/:clinic/invitations/:invitation"))).failure).toBeNull();
    expect((await guest.ask("GET", at("/v1/invitations/:invitation"))).failure?.code).toBe("not-found");
  });

  it("are judged without the pushes that said so, however many there are and however long", async () => {
    const { database, hub, one } = await twoDesks();
    const ghosts = Array.from({ length: 20 }, () => new TestDesk(hub.address));
    const removed = ghosts.map(({ id }): Entry => ({ type: "member-removed", desk: id, lost: true }));
    const [first, ...others] = removed;
    const padding = Array.from({ length: 900 }, (): Entry => ({ type: "reported" }));
    const pushes = [
      [...ghosts.map((ghost) => ghost.member()), ...(first ? [first] : [])],
      ...others.map((one) => [one]),
    ];
    for (const words of pushes)
      expect((await one.push([...words, ...padding.slice(words.length)])).failure).toBeNull();
    const ignore = (): void => undefined;
    const own = openDatabase({
      connection: database.hub,
      connections: 1,
      statementTimeoutMs: 10_000,
      onError: ignore,
      onRestored: ignore,
    });
    let read = 0;
    const lately = await own.transaction(one.clinic, (tx) => {
      const rows: typeof tx.rows = async (text, values) => {
        const found = await tx.rows(text, values);
        for (const value of found.flatMap((row) => Object.values(row)))
          if (Buffer.isBuffer(value)) read += value.length;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same rows
        return found as never;
      };
      return readRecentMemberChanges({ ...tx, rows }, one.clinic);
    });
    await own.close();
    expect(lately.reports).toHaveLength(ghosts.length);
    expect(read).toBeLessThan(1_024);
  });

  it("are invited though a desk that was removed left as many invitations as a clinic may have", async () => {
    const { hub, one } = await twoDesks();
    const thief = new TestDesk(hub.address);
    thief.clinic = one.clinic;
    expect((await one.push([thief.member(true)])).failure).toBeNull();
    const opened = async (desk: TestDesk): Promise<string> => {
      const invitation = randomBytes(32).toString("hex");
      const asked = await desk.ask("POST", "/v1/clinics/:clinic/invitations", { body: { invitation } });
      expect(asked.failure).toBeNull();
      return invitation;
    };
    const theirs: string[] = [];
    for (let nth = 0; nth < hubLimits.invitations; nth += 1) theirs.push(await opened(thief));
    const removed: Entry = { type: "member-removed", desk: thief.id, lost: true };
    expect((await one.push([removed])).failure).toBeNull();
    const own = await opened(one);
    const isOpen = async (invitation: string): Promise<boolean> =>
      (await one.ask("GET", `/v1/invitations/${invitation}`)).failure === null;
    expect(await isOpen(own)).toBe(true);
    const left = await Promise.all(theirs.map(isOpen));
    expect(left).toEqual([false, ...Array.from({ length: hubLimits.invitations - 1 }, () => true)]);
  });
});
