import { describe, expect, it } from "vitest";
import {
  eventKind,
  isSameAddress,
  isSameSubscription,
  namedEventKinds,
  webhookInput,
  webhookRegistration,
} from "../../../../shared/service-api/webhook.ts";

const url = "https://example.com/hooks";
/** What each thing that is wrong with a registration is said to be. */
const wrong = (change: object) =>
  webhookInput.safeParse({ url, events: ["a.b.v1"], ...change }).error?.issues.map(({ message }) => message);

describe("a registration", () => {
  it("may be for the two kinds of event that the interface names", () => {
    expect(namedEventKinds).toEqual(["appointment.approved.v1", "appointment.denied.v1"]);
    expect(wrong({ events: namedEventKinds })).toBeUndefined();
  });

  it.each([
    [{ url: "example" }, "Enter a full address, such as https://example.com/hooks."],
    [{ events: [] }, "Choose at least one event kind."],
    [{ events: ["approved"] }, "An event kind looks like appointment.approved.v1."],
  ])("of %j is told what is wrong with it", (change, message) => {
    expect(wrong(change)).toEqual([message]);
  });

  it.each(["a.b.v1", "a1.b.v1", "a.b1.v10", `${"a".repeat(194)}.b.v10`])("may be for %s", (kind) => {
    expect(eventKind.safeParse(kind).success).toBe(true);
  });

  it.each([
    "1a.b.v1",
    "x a.b.v1",
    "a.b.v1x",
    "a.b.v",
    "a.b.vx",
    "a.b.v1x2",
    "a.b.x1",
    "a?.b.v1",
    "a.b?.v1",
    "a.v1",
    `${"a".repeat(196)}.b.v1`,
  ])("may not be for %s", (kind) => {
    expect(eventKind.safeParse(kind).success).toBe(false);
  });

  it("that is listed has the service's number, whatever its address and kinds are", () => {
    const listed = { id: 1, url: "not checked", events: ["whatever"] };
    expect(webhookRegistration.parse(listed)).toEqual(listed);
    for (const change of [{ id: 0 }, { id: -1 }, { id: 1.5 }, { id: "1" }, { url: 7 }, { events: [7] }])
      expect(webhookRegistration.safeParse({ ...listed, ...change }).success).toBe(false);
  });
});

describe("two addresses", () => {
  it.each([
    ["letter case", url, "HTTPS://EXAMPLE.com/Hooks"],
    ["white space around it", url, ` ${url}\n`],
    ["a last slash", url, `${url}/`],
    ["a last slash behind the host", "https://example.com", "https://example.com/"],
    ["the usual port", url, "https://example.com:443/hooks"],
    ["the usual port behind the host", "https://example.com", "https://example.com:443"],
    ["the usual port without encryption", "http://localhost/a", "http://localhost:80/a"],
    ["the usual port without encryption behind the host", "http://localhost", "http://localhost:80"],
  ])("that differ by %s alone are the same", (_what, one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["another host", url, "https://example.org/hooks"],
    ["another path", url, `${url}/2`],
    ["no encryption", url, "http://example.com/hooks"],
    ["another port", url, "https://example.com:8443/hooks"],
    ["a port that begins as the usual one", "https://example.com/", "https://example.com:4431/"],
    ["a port that begins as the usual one, without encryption", "http://a/", "http://a:801/"],
    ["the port that is usual without encryption", url, "https://example.com:80/hooks"],
    ["the port that is usual with encryption", "http://a/", "http://a:443/"],
    ["the same letters in its path", "https://a/b:443/c", "https://a/b/c"],
    ["the same letters in its path, without encryption", "http://a/b:80/c", "http://a/b/c"],
    ["an address in its query", "https://a/?to=https://b:443/c", "https://a/?to=https://b/c"],
    [
      "an address in its query, without encryption",
      "https://a/?to=http://b:80/c",
      "https://a/?to=http://b/c",
    ],
    ["a slash in the middle", "https://a/b/c", "https://a/bc"],
  ])("of which one has %s are two", (_what, one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([false, false]);
  });
});

describe("what is listed", () => {
  const wanted = { url, events: ["a.b.v1", "c.d.v1"] };

  it.each([
    ["in another order", ["c.d.v1", "a.b.v1"]],
    ["one of them twice", ["a.b.v1", "c.d.v1", "a.b.v1"]],
    ["written otherwise", [" A.B.V1", "c.d.v1 "]],
  ])("is what was asked for with its kinds %s", (_how, events) => {
    expect(isSameSubscription({ url: `${url}/`, events }, wanted)).toBe(true);
  });

  it.each([
    ["fewer kinds", { events: ["a.b.v1"] }],
    ["more kinds", { events: ["a.b.v1", "c.d.v1", "e.f.v1"] }],
    ["no kinds", { events: [] }],
    ["other kinds", { events: ["a.b.v1", "c.d.v2"] }],
    ["the same kinds in one text", { events: ['a.b.v1","c.d.v1'] }],
    ["another address", { url: "https://example.org/hooks" }],
  ])("is not what was asked for with %s", (_what, change) => {
    expect(isSameSubscription({ ...wanted, ...change }, wanted)).toBe(false);
  });
});
