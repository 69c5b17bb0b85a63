import { describe, expect, it, test } from "vitest";
import { readTokenFacts, readTokenOwner } from "../../../main/features/session/token-facts.ts";
import { jwtOf } from "../../support/fake-service.ts";
import { connect, serviceAddress, signInBench, type SignInBench } from "../../support/sign-in-kit.ts";

const elsewhere = "https://other.example.com";
const long = "x".repeat(200);

/** Signs in with one token after the other, and answers whose records each gets; null where a person is asked. */
async function accountsOf(
  bench: SignInBench,
  tokens: readonly (readonly [token: string, address?: string])[],
): Promise<(string | null)[]> {
  const accounts: (string | null)[] = [];
  for (const [token, address = serviceAddress] of tokens) {
    await bench.clock.advance(1_000);
    const result = await connect(bench.start(), token, { address });
    if (!result.ok) expect(result.failure.code).toBe("account-question");
    accounts.push(result.ok ? result.value.accountId : null);
  }
  return accounts;
}

describe("two tokens that name somebody", () => {
  test("of the same issuer and subject are one account, at the same address alone", async () => {
    const claims = { iss: "elm", sub: "ann" };
    const [first, second, third] = await accountsOf(await signInBench(), [
      [jwtOf({ ...claims, exp: 1 }, "one")],
      [jwtOf({ ...claims, exp: 2 }, "two")],
      [jwtOf(claims), elsewhere],
    ]);
    expect(second).toBe(first);
    expect(third).toEqual(expect.any(String));
    expect(third).not.toBe(first);
  });

  test.each([
    ["another subject", { iss: "elm", sub: "ann" }, { iss: "elm", sub: "bob" }],
    ["another issuer", { iss: "elm", sub: "ann" }, { iss: "oak", sub: "ann" }],
    ["no issuer", { iss: "elm", sub: "ann" }, { sub: "ann" }],
    ["a subject alike in 200 characters", { iss: "elm", sub: `${long}1` }, { iss: "elm", sub: `${long}2` }],
    ["an issuer alike in 200 characters", { iss: `${long}1`, sub: "a" }, { iss: `${long}2`, sub: "a" }],
    ["the names' letters parted elsewhere", { iss: 'a","b', sub: "c" }, { iss: "a", sub: 'b","c' }],
  ])("but for %s, are two accounts, and nobody is asked", async (_what, one, two) => {
    const [first, second] = await accountsOf(await signInBench(), [[jwtOf(one)], [jwtOf(two)]]);
    expect(first).toEqual(expect.any(String));
    expect(second).toEqual(expect.any(String));
    expect(second).not.toBe(first);
  });
});

const nobody = [
  ["an email address", { iss: "elm", email: "ann@example.com" }],
  ["a number as its subject", { iss: "elm", sub: 7 }],
  ["a client", { iss: "elm", client_id: "desk", azp: "desk" }],
  ["an empty subject", { iss: "elm", sub: "" }],
  ["a list of subjects", { iss: "elm", sub: ["ann"] }],
  ["nothing", {}],
] as const;

describe.each(nobody)("tokens with %s and no subject", (_what, claims) => {
  it("are not taken for one account: the second person is asked, before anything is sent", async () => {
    const bench = await signInBench();
    let tried = 0;
    bench.answer(() => {
      tried += 1;
      return Promise.resolve(null);
    });
    const tokens = [[jwtOf(claims, "one")], [jwtOf(claims, "two")]] as const;
    expect(await accountsOf(bench, tokens)).toEqual([expect.any(String), null]);
    expect(tried).toBe(1);
  });

  it("are the same account or another, as the person says", async () => {
    const bench = await signInBench();
    const [first] = await accountsOf(bench, [[jwtOf(claims, "one")]]);
    await bench.clock.advance(1_000);
    const same = await connect(bench.start(), jwtOf(claims, "two"), { sameAccount: true });
    await bench.clock.advance(1_000);
    const other = await connect(bench.start(), jwtOf(claims, "three"), { sameAccount: false });
    await bench.clock.advance(1_000);
    const otherAgain = await connect(bench.start(), jwtOf(claims, "four"), { sameAccount: true });
    const id = (result: typeof same) => (result.ok ? result.value.accountId : result.failure.code);
    expect(id(same)).toBe(first);
    expect(id(other)).not.toBe(first);
    expect(id(otherAgain)).toBe(id(other));
  });

  it("are another account at another address, or where somebody is named: nobody is asked", async () => {
    const accounts = await accountsOf(await signInBench(), [
      [jwtOf(claims)],
      [jwtOf(claims), elsewhere],
      [jwtOf({ iss: "oak" })],
      [jwtOf({ ...claims, sub: "ann" })],
    ]);
    expect(accounts).not.toContain(null);
    expect(new Set(accounts).size).toBe(4);
  });
});

test("an issuer that is alike in 200 characters is another: nobody is asked whether it is the same account", async () => {
  const accounts = await accountsOf(await signInBench(), [
    [jwtOf({ iss: `${long}1` })],
    [jwtOf({ iss: `${long}2` })],
    ["opaque"],
  ]);
  expect(accounts).not.toContain(null);
  expect(new Set(accounts).size).toBe(3);
});

test("what is shown of a token is short; whose it is, is whole", () => {
  const token = jwtOf({ iss: `${long}1`, sub: `${long}2`, exp: 4_102_444_800 });
  expect(readTokenFacts(token)).toEqual({
    isJwt: true,
    issuer: long,
    subject: long,
    expiresAt: "2100-01-01T00:00:00.000Z",
  });
  expect(readTokenOwner(token)).toEqual({ issuer: `${long}1`, subject: `${long}2` });
});

test.each(["4102444800", 1e300, null, true, [4_102_444_800]])(
  "%j is no moment at which a token ends",
  (exp) => {
    expect(readTokenFacts(jwtOf({ exp }))).toMatchObject({ isJwt: true, expiresAt: null });
  },
);

test.each([["opaque"], [""], ["a.b.c"], [`x.${Buffer.from("[1]").toString("base64url")}.y`]])(
  "%j is no JWT: it says nothing, and may be tried",
  (token) => {
    expect(readTokenFacts(token)).toEqual({ isJwt: false, issuer: null, subject: null, expiresAt: null });
  },
);
