import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { basicAuthorization, readChallenge } from "../../../main/service/proxy-challenge.ts";

const head = (...values: readonly string[]): string =>
  ["HTTP/1.1 407 No", ...values.map((value) => `Proxy-Authenticate: ${value}`), "", ""].join("\r\n");

describe("what a proxy asks for", () => {
  it.each([
    ['Basic realm="clinic"', true, "clinic", false],
    ["basic realm=clinic", true, "clinic", false],
    ['BASIC realm="a \\"b\\", c", charset="UTF-8"', true, 'a "b", c', true],
    ["Basic", true, "", false],
    ['Negotiate, NTLM, Basic realm="clinic"', true, "clinic", false],
    ["Negotiate YIIabc==, Basic realm=x", true, "x", false],
    ["NTLM TlRMTVNTUAABAAAA", false, "", false],
    ["Negotiate", false, "", false],
    ['Digest realm="Basic", nonce="x"', false, "", false],
    ['Digest realm="x, Basic y", nonce=1', false, "", false],
    ["", false, "", false],
  ])("%s", (value, isBasic, realm, isUtf8) => {
    expect(readChallenge(head(value))).toEqual({ isBasic, realm, isUtf8 });
  });

  it("may stand in several lines", () => {
    expect(readChallenge(head("Negotiate", 'Basic realm="two"'))).toMatchObject({
      isBasic: true,
      realm: "two",
    });
  });

  it("is read without an end to no text, and shows nothing that cannot be seen", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (value) => {
        const { realm } = readChallenge(head(value.replaceAll(/[\r\n]/g, "")));
        expect(realm.length).toBeLessThanOrEqual(100);
        expect(realm).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 200 },
    );
  });
});

describe("Basic", () => {
  it("is the pair in base64, in the letters that the proxy reads", () => {
    expect(basicAuthorization({ name: "Aladdin", password: "open sesame" }, false)).toBe(
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    );
    const pair = { name: "test", password: "123£" };
    // RFC 7617, 2.1
    expect(basicAuthorization(pair, true)).toBe("Basic dGVzdDoxMjPCow==");
    expect(basicAuthorization(pair, false)).toBe(
      `Basic ${Buffer.from("test:123£", "latin1").toString("base64")}`,
    );
  });
});
