import fc from "fast-check";
import { createHash, randomBytes } from "node:crypto";
import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it } from "vitest";
import { hubLimits } from "../../../shared/hub-api/limits.ts";
import { deriveDeskKeys, isSignedBy, createDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import {
  getCurrentEpoch,
  mergeRings,
  getRingKey,
  noKeys,
  openRing,
  renewRing,
  createRing,
  sealRing,
} from "../../../main/features/clinic/key-ring.ts";
import { serializeRing, createMembership, readMembership } from "../../../main/features/clinic/membership.ts";
import {
  openRecord,
  padding,
  sealRecord,
  type RecordPlace,
} from "../../../main/features/clinic/sealed-records.ts";
import { asRecord } from "../../../main/features/clinic/words.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, idOf } from "../../support/store-records.ts";

const clinic = createHash("sha256").update("first push").digest("hex");
const place: RecordPlace = { clinic, id: "6f1c", version: 3, epoch: 2 };
const key = randomBytes(32);
const sealed = (plain: Uint8Array, nonce: Uint8Array = randomBytes(24)): Uint8Array =>
  sealRecord(plain, { place, key, nonce });

async function anIdentity(): Promise<readonly [string, string]> {
  const identity = await generateX25519Identity();
  return [identity, await identityToRecipient(identity)];
}

describe("a sealed record", () => {
  it("opens as it was, whatever it holds", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (plain) => {
        expect(openRecord(sealed(plain), { place, key })).toEqual(Uint8Array.from(plain));
      }),
    );
  });

  it("tells its size in steps alone", () => {
    const sizes = [0, 1, 100, padding - 4].map((length) => sealed(new Uint8Array(length)).length);
    expect(new Set(sizes).size).toBe(1);
    expect(sealed(new Uint8Array(padding - 3)).length).toBe((sizes[0] ?? 0) + padding);
  });

  it("opens in its own place alone: no other clinic, record, version or key", () => {
    const whole = sealed(Buffer.from("Maria"));
    const elsewhere: readonly Partial<RecordPlace>[] = [
      { clinic: createHash("sha256").update("another").digest("hex") },
      { id: "6f1d" },
      { version: 4 },
      { version: 2 },
      { epoch: 3 },
    ];
    for (const moved of elsewhere)
      expect(openRecord(whole, { place: { ...place, ...moved }, key })).toBeNull();
    expect(openRecord(whole, { place, key: randomBytes(32) })).toBeNull();
    expect(openRecord(whole, { place, key })).toEqual(Uint8Array.from(Buffer.from("Maria")));
  });

  it("with any one bit changed, cut or longer, does not open", () => {
    const whole = sealed(Buffer.from("Maria"));
    for (let bit = 0; bit < whole.length * 8; bit += 7) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openRecord(changed, { place, key })).toBeNull();
    }
    for (let length = 0; length < whole.length; length += 13)
      expect(openRecord(whole.subarray(0, length), { place, key })).toBeNull();
    expect(openRecord(Buffer.concat([whole, Buffer.alloc(1)]), { place, key })).toBeNull();
    expect(openRecord(Buffer.concat([whole, Buffer.alloc(padding)]), { place, key })).toBeNull();
  });

  it("is what XChaCha20-Poly1305 is elsewhere: the test vector of its draft", async () => {
    const { xchacha20poly1305 } = await import("@noble/ciphers/chacha.js");
    // draft-irtf-cfrg-xchacha-03, appendix A.3.1
    const plain = Buffer.from(
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
    );
    const cipher = xchacha20poly1305(
      Buffer.from("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", "hex"),
      Buffer.from("404142434445464748494a4b4c4d4e4f5051525354555657", "hex"),
      Buffer.from("50515253c0c1c2c3c4c5c6c7", "hex"),
    );
    const tag = Buffer.from(cipher.encrypt(plain)).subarray(plain.length).toString("hex");
    expect(tag).toBe("c0875924c1c7987947deafd8780acf49");
  });
});

describe("a ring of keys", () => {
  const ring = [randomBytes(32), randomBytes(32), randomBytes(32)];

  it("opens for each whom it was sealed to, and for nobody else", async () => {
    const identities = await Promise.all([1, 2, 3].map(() => generateX25519Identity()));
    const [first = "", second = "", stranger = ""] = identities;
    const recipients = await Promise.all([first, second].map((each) => identityToRecipient(each)));
    const whole = await sealRing(createRing(ring), { clinic, recipients });
    for (const identity of [first, second])
      expect(await openRing(whole, { clinic, identity })).toEqual(createRing(ring));
    expect(await openRing(whole, { clinic, identity: stranger })).toBeNull();
    expect(await openRing(whole, { clinic: "another", identity: first })).toBeNull();
    const changed = Buffer.from(whole);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(await openRing(changed, { clinic, identity: first })).toBeNull();
    expect(await openRing(Buffer.from("age-encryption.org/v1\n"), { clinic, identity: first })).toBeNull();
  });

  it("seals nothing where a later one is in use, which whoever was removed does not have", async () => {
    const store = await blankStore();
    const of = createMembership({ hub: "https://hub.example", clinic, desk: idOf(1), name: "Desk 1" });
    const said = (keyEpoch: number) =>
      store.read((repositories) => {
        const kept = { ...of, ring: serializeRing(createRing(ring)), keyEpoch };
        const saying = { repositories, account, kept, nonce: () => randomBytes(24) };
        return asRecord(saying, idOf(2), { kind: "desk", name: "Desk 1" }).length;
      });
    expect([said(ring.length), said(ring.length + 1)]).toEqual([1, 0]);
  });

  it("keeps every key it had, whoever says otherwise, and takes what it lacks", () => {
    const [first = key, second = key, third = key] = ring;
    const [other, next] = [randomBytes(32), randomBytes(32)];
    const had = createRing(ring);
    const all = createRing([...ring, next]);
    expect(mergeRings(had, all)).toEqual(all);
    expect(mergeRings(had, createRing(ring.slice(0, 2)))).toEqual(had);
    expect(mergeRings(had, createRing([first, other, third, next]))).toEqual(all);
    expect(mergeRings(createRing([first]), createRing([other, second]))).toEqual(createRing([first, second]));
    expect(mergeRings(noKeys, had)).toEqual(had);
    expect([getCurrentEpoch(had), getRingKey(had, 1), getRingKey(had, 4), getRingKey(had, 0)]).toEqual([
      3,
      first,
      null,
      null,
    ]);
  });

  it("goes on over keys that nobody gave to this desk, and opens with those that it has", async () => {
    const renewed = renewRing(createRing(ring.slice(0, 1)), { epoch: 3, key });
    expect([
      getRingKey(renewed, 1),
      getRingKey(renewed, 2),
      getRingKey(renewed, 3),
      getRingKey(renewed, 4),
    ]).toEqual([ring[0], null, null, key]);
    const [identity, recipient] = await anIdentity();
    const sealed = await sealRing(renewed, { clinic, recipients: [recipient] });
    expect(await openRing(sealed, { clinic, identity })).toEqual(renewed);
    const none = await sealRing(createRing([key, new Uint8Array(0)]), { clinic, recipients: [recipient] });
    expect(await openRing(none, { clinic, identity })).toBeNull();
  });

  it("fits into a push however many keys there were: the first 1,000 and the last are in it", async () => {
    const long = createRing(Array.from({ length: 20_000 }, () => key));
    const [identity, recipient] = await anIdentity();
    const sealed = await sealRing(long, { clinic, recipients: [recipient] });
    expect(sealed.length).toBeLessThan(hubLimits.ciphertext);
    const opened = (await openRing(sealed, { clinic, identity })) ?? noKeys;
    expect([opened.size, getCurrentEpoch(opened)]).toEqual([2_000, 20_000]);
    const epochs = [1, 1_000, 1_001, 19_000, 19_001, 20_000];
    expect(epochs.map((epoch) => getRingKey(opened, epoch)?.length ?? null)).toEqual([
      32,
      32,
      null,
      null,
      32,
      32,
    ]);
    expect(serializeRing(long)).toEqual(serializeRing(opened));
  });

  it("is as large as its keys, whatever numbers they have: the last that there is, too", async () => {
    const epoch = 2 ** 31 - 2;
    const [identity, recipient] = await anIdentity();
    const renewed = renewRing(createRing([key]), { epoch, key });
    const opened = await openRing(await sealRing(renewed, { clinic, recipients: [recipient] }), {
      clinic,
      identity,
    });
    expect([...(opened ?? noKeys).keys()]).toEqual([1, epoch + 1]);
    expect(Object.keys(serializeRing(opened ?? noKeys))).toEqual(["1", String(epoch + 1)]);
  });

  it("is read as an earlier Front Desk kept it: in a row, and nothing for a key that it had not", () => {
    const membership = createMembership({
      hub: "https://hub.example",
      clinic,
      desk: idOf(1),
      name: "Desk 1",
    });
    const text = Buffer.from(key).toString("base64");
    const read = readMembership(JSON.stringify({ ...membership, ring: [text, "", text] }));
    expect(read?.ring).toEqual({ 1: text, 3: text });
    expect(readMembership(JSON.stringify(read))).toEqual(read);
  });
});

describe("a desk's signature", () => {
  it("holds for exactly these bytes and this desk", async () => {
    const kept = await createDeskKeys();
    const [desk, other] = [await deriveDeskKeys(kept), await deriveDeskKeys(await createDeskKeys())];
    const bytes = Buffer.from("what was pushed");
    const signature = desk.sign(bytes);
    expect(isSignedBy(desk.card, { bytes, signature })).toBe(true);
    expect(isSignedBy((await deriveDeskKeys(kept)).card, { bytes, signature })).toBe(true);
    expect(isSignedBy(other.card, { bytes, signature })).toBe(false);
    expect(isSignedBy(desk.card, { bytes: Buffer.from("what was pushed "), signature })).toBe(false);
    for (const wrong of ["", "x", signature.slice(1), signature.slice(0, 60)])
      expect(isSignedBy(desk.card, { bytes, signature: wrong })).toBe(false);
    expect(isSignedBy({ publicKey: "A" }, { bytes, signature })).toBe(false);
  });

  it("is what Ed25519 is elsewhere: the first test of RFC 8032", async () => {
    const hex = (text: string): string => Buffer.from(text, "hex").toString("base64");
    const { identity } = await createDeskKeys();
    const desk = await deriveDeskKeys({
      seed: hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"),
      identity,
    });
    expect(desk.card.publicKey).toBe(hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
    const signature = Buffer.from(desk.sign(new Uint8Array()), "base64").toString("hex");
    expect(signature.slice(0, 32)).toBe("e5564300c360ac729086e2cc806e828a");
  });
});

it("a ring for more readers than a clinic has members is not opened: each reader is tried, and a thief makes it of thousands", async () => {
  const [identity, clinic] = [await generateX25519Identity(), "ab".repeat(32)];
  const recipient = await identityToRecipient(identity);
  const text = JSON.stringify({ clinic, keys: [Buffer.alloc(32, 7).toString("base64url")] });
  const sealedFor = (readers: number): Promise<Uint8Array> => {
    const encrypter = new Encrypter();
    for (let nth = 0; nth < readers; nth += 1) encrypter.addRecipient(recipient);
    return encrypter.encrypt(text);
  };
  const of = { clinic, identity };
  expect(await openRing(await sealedFor(2), of)).toEqual(createRing([Buffer.alloc(32, 7)]));
  expect(await openRing(await sealedFor(502), of)).toBeNull();
});
