import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { pinHash, createScryptHashing, usualPinCost } from "../../../main/features/lock/pin-hash.ts";

const quick = createScryptHashing(14);

it("is scrypt with N = 2^17, r = 8, p = 1, by Node's own reckoning", async () => {
  const kept = await createScryptHashing().hash("2580");
  expect(usualPinCost).toBe(17);
  const salt = Buffer.from(kept.salt, "base64");
  expect(salt).toHaveLength(16);
  const wanted = scryptSync("2580", salt, 32, { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 });
  expect(kept.hash).toBe(wanted.toString("base64"));
});

it("knows the PIN again and no other, and salts each one anew", async () => {
  const [one, other] = await Promise.all([quick.hash("2580"), quick.hash("2580")]);
  expect(one.hash).not.toBe(other.hash);
  expect(await quick.matches("2580", one)).toBe(true);
  expect(await quick.matches("2581", one)).toBe(false);
  expect(await quick.matches("2580", { ...one, salt: other.salt })).toBe(false);
  expect(await quick.matches("2580", { ...one, hash: "AAAA" })).toBe(false);
});

it("takes one text however its letters are put together", async () => {
  const kept = await quick.hash("caf\u00e9 ma\u00f1ana");
  expect(await quick.matches("cafe\u0301 man\u0303ana", kept)).toBe(true);
});

it("keeps what an older desk made with another cost", async () => {
  expect(await createScryptHashing(15).matches("2580", await quick.hash("2580"))).toBe(true);
});

it.each([13, 20, 17.5])(
  "is not read with a cost of %s, which would guess quickly or stand still",
  async (cost) => {
    const kept = await quick.hash("2580");
    expect(pinHash.safeParse(kept).success).toBe(true);
    expect(pinHash.safeParse({ ...kept, cost }).success).toBe(false);
  },
);
