import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readServiceAddress } from "../../../../shared/connection/service-address.ts";
import { worded } from "../../../support/told.ts";

describe("the service's address", () => {
  it.each([
    ["https://booking.example.com", "https://booking.example.com"],
    ["https://booking.example.com/", "https://booking.example.com"],
    [" HTTPS://Booking.Example.com// ", "https://booking.example.com"],
    ["https://example.com/booking/v2/", "https://example.com/booking/v2"],
    ["https://example.com:443/", "https://example.com"],
    ["https://example.com:8443", "https://example.com:8443"],
    ["https://10.0.0.5/api-gateway", "https://10.0.0.5/api-gateway"],
    ["https://intranet", "https://intranet"],
    ["https://example.com//a//b//", "https://example.com//a//b"],
    ["https://example.com/a/../b", "https://example.com/b"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://127.0.0.1:4010/", "http://127.0.0.1:4010"],
    ["http://127.9.9.9", "http://127.9.9.9"],
    ["http://[::1]:4010/", "http://[::1]:4010"],
  ])("%s is kept as %s", (text, address) => {
    expect(readServiceAddress(text)).toEqual({ kind: "ok", address });
  });

  it.each([
    "",
    "booking.example.com",
    "localhost:4010",
    "http://booking.example.com",
    "http://10.0.0.5",
    "http://0.0.0.0:4010",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://[::ffff:127.0.0.1]",
    "ws://localhost",
    "https://token@example.com",
    "https://example.com/?a=1",
    "https://example.com/?",
    "https://example.com/#a",
    "https:/example.com",
    "https://exam ple.com",
    "https://",
  ])("%j is refused with a sentence, so that no token is sent in the clear", (text) => {
    expect(worded(readServiceAddress(text))).toEqual({
      kind: "refused",
      why: expect.stringMatching(/^[A-Z]/),
    });
  });

  it("what cannot be is told why: a query, or no https where somebody could listen", () => {
    const why = (text: string): unknown => readServiceAddress(text);
    const refused = (id: string): unknown => ({ kind: "refused", why: { id, values: {} } });
    expect(why("https://example.com/?")).toEqual(refused("fields.address.query"));
    expect(why("http://localhost:4010/?a")).toEqual(refused("fields.address.query"));
    expect(why("http://booking.example.com")).toEqual(refused("fields.address.httpsSoThat"));
    expect(why("ws://localhost")).toEqual(refused("fields.address.scheme"));
  });

  it("a missing scheme is answered with the one that works", () => {
    expect(worded(readServiceAddress("booking.example.com"))).toMatchObject({
      why: expect.stringContaining("https://"),
    });
  });

  it("for any text there is an answer, and what is taken is taken again unchanged", () => {
    const near = fc.string({ unit: fc.constantFrom(..."htps:/.@#?[]0127af%x".split("")) });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          near,
          near.map((rest) => `https://${rest}`),
        ),
        (text) => {
          const result = readServiceAddress(text);
          if (result.kind === "ok") expect(readServiceAddress(result.address)).toEqual(result);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
