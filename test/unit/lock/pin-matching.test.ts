import { randomBytes, scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { pinHash, createScryptHashing } from "../../../main/features/lock/pin-hash.ts";

const quick = createScryptHashing(14);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
/** By Node's own reckoning: as another program would have kept it. */
const kept = (pin: string, cost = 14, length = 32) => {
  const salt = randomBytes(16);
  const hash = scryptSync(Buffer.from(pin, "utf8"), salt, length, { N: 2 ** cost, r: 8, p: 1 });
  return { salt: base64(salt), hash: base64(hash), cost };
};

it("a PIN is known by what scrypt makes of it and its salt, with the cost that is kept", async () => {
  for (const pin of ["2580", "¡entra ya!", ""]) expect(await quick.matches(pin, kept(pin))).toBe(true);
  expect(await quick.matches("2580", { ...kept("2580"), cost: 15 })).toBe(false);
  expect(await quick.matches("2580", kept("2581"))).toBe(false);
});

it("a hash of another length is no PIN's, and nothing breaks", async () => {
  expect(await quick.matches("2580", kept("2580", 14, 31))).toBe(false);
  expect(await quick.matches("2580", kept("2580", 14, 33))).toBe(false);
  expect(await quick.matches("2580", { ...kept("2580"), hash: "" })).toBe(false);
});

it("what scrypt cannot reckon is a failure, and no PIN that is right or wrong", async () => {
  await expect(quick.matches("2580", { ...kept("2580"), cost: 0 })).rejects.toThrow("scrypt");
  await expect(createScryptHashing(0).hash("2580")).rejects.toThrow("scrypt");
});

it("what is kept is base64 and nothing beside it, of a cost from 14 to 19", () => {
  const good = kept("2580");
  for (const cost of [14, 19]) expect(pinHash.safeParse({ ...good, cost }).success).toBe(true);
  for (const hash of ["a", "A+/9", "YQ==", "YWI="])
    expect(pinHash.safeParse({ ...good, hash, salt: hash }).success).toBe(true);
  for (const text of ["", "-YQ==", "YQ== ", "YQ===", "Y=Q", "=", "Yä", "a".repeat(101)]) {
    expect(pinHash.safeParse({ ...good, hash: text }).success).toBe(false);
    expect(pinHash.safeParse({ ...good, salt: text }).success).toBe(false);
  }
  expect(pinHash.safeParse({ ...good, pin: "2580" }).success).toBe(false);
});
