import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildBasicAuthorization, readChallenge } from "../../../main/http/proxy-challenge.ts";

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
    ['Basic realm = "clinic" , charset\t=\tUTF-8', true, "clinic", true],
    ["Negotiate YII= , Basic realm=x", true, "x", false],
    ["Basic realm=", true, "", false],
    ['Basic realm=, charset="utf-8"', true, "", true],
    ['realm="of no scheme", Basic', true, "", false],
    ['Basic realm="  a\tb "', true, "a b", false],
    [`Basic realm="${"x".repeat(150)}"`, true, "x".repeat(100), false],
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

  it.each([
    ["without a blank behind the colon", "Proxy-Authenticate:Basic realm=x\r\n"],
    ["with many around its value", "PROXY-AUTHENTICATE: \t Basic realm=x \t\r\n"],
    ["in lines that end as on Unix", "HTTP/1.1 407 No\nProxy-Authenticate: Basic realm=x\n\n"],
  ])("may be written %s", (_how, text) => {
    expect(readChallenge(text)).toEqual({ isBasic: true, realm: "x", isUtf8: false });
  });

  it("stands in no line of another name", () => {
    expect(readChallenge("X-Proxy-Authenticate: Basic realm=x\r\n").isBasic).toBe(false);
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
    expect(buildBasicAuthorization({ name: "Aladdin", password: "open sesame" }, false)).toBe(
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    );
    const pair = { name: "test", password: "123£" };
    // RFC 7617, 2.1
    expect(buildBasicAuthorization(pair, true)).toBe("Basic dGVzdDoxMjPCow==");
    expect(buildBasicAuthorization(pair, false)).toBe(
      `Basic ${Buffer.from("test:123£", "latin1").toString("base64")}`,
    );
  });

  it("goes in UTF-8 to a proxy that did not ask for it where Western Europe has no such letter", () => {
    expect(buildBasicAuthorization({ name: "Łucja", password: "x" }, false)).toBe(
      `Basic ${Buffer.from("Łucja:x", "utf8").toString("base64")}`,
    );
  });
});
