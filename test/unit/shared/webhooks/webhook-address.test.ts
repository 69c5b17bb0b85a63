import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWebhookAddress } from "../../../../shared/webhooks/webhook-form.ts";
import { worded } from "../../../support/told.ts";

const kindOf = (text: string, serviceHere = false): string => readWebhookAddress(text, { serviceHere }).kind;

describe("webhook addresses that can be registered", () => {
  it.each([
    ["https://example.com/hooks", "https://example.com/hooks"],
    ["  https://example.com/hooks  ", "https://example.com/hooks"],
    ["HTTPS://Example.COM/Hooks", "https://example.com/Hooks"],
    ["https://example.com", "https://example.com/"],
    ["https://example.com:8443/hooks?clinic=12&x=%20", "https://example.com:8443/hooks?clinic=12&x=%20"],
    ["https://example.com/a@b", "https://example.com/a@b"],
    ["https://example.com./hooks", "https://example.com./hooks"],
    ["https://bücher.example/hooks", "https://xn--bcher-kva.example/hooks"],
    ["https://8.8.8.8/hooks", "https://8.8.8.8/hooks"],
    ["https://172.32.0.1/", "https://172.32.0.1/"],
    ["https://100.128.0.1/", "https://100.128.0.1/"],
    ["https://[2606:4700::1111]/hooks", "https://[2606:4700::1111]/hooks"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://local.example/", "https://local.example/"],
    ["https://10.example.com/", "https://10.example.com/"],
  ])("%s", (text, url) => {
    expect(readWebhookAddress(text, { serviceHere: false })).toMatchObject({ kind: "read", value: url });
  });
});

describe("webhook addresses that are refused, with a sentence", () => {
  it.each([
    // no full https address
    "",
    "   ",
    "example.com/hooks",
    "//example.com/hooks",
    "/hooks",
    "localhost:8080/hooks",
    "http://example.com/hooks",
    "ftp://example.com/",
    "file:///etc/hosts",
    "javascript:alert(1)",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https://",
    "https://?x",
    "https://exa mple.com/",
    "https://example.com/a b",
    "https://example.com\n/hooks",
    "https://exam\u200bple.com/",
    "https://example.com:99999/",
    "https://%00.example.com/",
    // user info and fragments
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://@example.com/",
    "https://example.com@10.0.0.1/",
    "https://example.com/#part",
    "https://example.com/#",
    // this computer and its network
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://hooks.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://nas.home.arpa/",
    "https://router.lan/",
    "https://intranet/",
    "https://intranet./",
    "https://127.0.0.1/",
    "https://127.8.9.10/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://100.127.255.255/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    // other ways to write the same
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://10.1/",
    "https://127.0.0.1./",
    "https://１２７.０.０.１/",
    "https://127%2e0.0.1/",
    "https://ⓛocalhost/",
    // IPv6
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:db8::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[ff02::1]/",
  ])("%j", (text) => {
    const result = readWebhookAddress(text, { serviceHere: false });
    expect(worded(result)).toEqual({ kind: "wrong", why: expect.stringMatching(/^[A-Z].*[.a-z]$/) });
  });

  it.each([
    ["", "fields.address.missing"],
    ["http://example.com/hooks", "fields.address.httpsSoThat"],
    ["https://10.0.0.1/", "fields.address.notPublic"],
  ])("%j is refused for what is wrong with it: %s", (text, id) => {
    expect(readWebhookAddress(text, { serviceHere: false })).toMatchObject({ kind: "wrong", why: { id } });
  });

  it("a missing scheme is told how an address begins", () => {
    for (const text of ["example.com/hooks", "localhost:8080/hooks"]) {
      expect(worded(readWebhookAddress(text, { serviceHere: false }))).toMatchObject({
        why: expect.stringContaining("https://"),
      });
    }
  });
});

describe("with a service on this computer", () => {
  it.each([
    "http://127.0.0.1:4010/hooks",
    "http://localhost:4010/",
    "https://[::1]/",
    "http://192.168.1.5/",
    "https://example.com/",
  ])("%s is taken: it delivers on this computer", (text) => {
    expect(kindOf(text, true)).toBe("read");
  });

  it.each(["", "localhost:4010", "ftp://localhost/", "http://user@localhost/", "http://localhost/#part"])(
    "%j is refused all the same",
    (text) => {
      expect(kindOf(text, true)).toBe("wrong");
    },
  );
});

describe("for any text", () => {
  it("there is an answer and never an exception, and what is taken is taken again", () => {
    const near = fc.string({ unit: fc.constantFrom(..."htps:/.@#?[]0127af%x".split("")) });
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      near,
      near.map((rest) => `https://${rest}`),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (text, serviceHere) => {
        const result = readWebhookAddress(text, { serviceHere });
        if (result.kind === "read") expect(readWebhookAddress(result.value, { serviceHere })).toEqual(result);
      }),
      { numRuns: 1_000 },
    );
  });

  // webhooks-1: An address is https, public, without user and fragment
  it(
    "no IPv4 address of a private range passes, as a number, in hexadecimal or inside IPv6",
    { tags: ["webhooks-1"] },
    () => {
      const byte = fc.integer({ min: 0, max: 255 });
      const ranges = fc.constantFrom(
        [10],
        [127],
        [192, 168],
        [169, 254],
        [172, 16],
        [172, 31],
        [100, 64],
        [0],
      );
      fc.assert(
        fc.property(ranges, byte, byte, byte, (start, b, c, d) => {
          const parts = [...start, b, c, d].slice(0, 4);
          const number = parts.reduce((sum, part) => sum * 256 + part, 0);
          const dotted = parts.join(".");
          for (const host of [dotted, String(number), `0x${number.toString(16)}`, `[::ffff:${dotted}]`]) {
            expect([host, kindOf(`https://${host}/`)]).toEqual([host, "wrong"]);
          }
        }),
      );
    },
  );
});

describe("an address that a service on this computer takes", () => {
  it.each([
    ["http://127.0.0.1:4000/in", "fields.address.onlyHere"],
    ["https://localhost/in", "fields.address.onlyHere"],
    ["https://192.168.1.7/in", "fields.address.onlyNetwork"],
    ["http://ehr.local/in", "fields.address.onlyNetwork"],
    ["http://ehr.example/in", "fields.address.notEncrypted"],
    ["https://ehr.example/in", undefined],
  ])("%s is taken, with %s", (text, warning) => {
    const read = readWebhookAddress(text, { serviceHere: true });
    expect(read.kind === "read" && (read.warning?.id ?? undefined)).toBe(warning);
  });
});
