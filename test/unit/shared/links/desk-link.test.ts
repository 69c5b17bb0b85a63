import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deskLink, readLink, formatExternalId, type DeskLink } from "../../../../shared/links/desk-link.ts";
import { isCall, isLink, linkScheme, longestLink } from "../../../../shared/links/link-text.ts";
import { said } from "../../../../messages/saying.ts";

const linkOf = (text: string): DeskLink | null => {
  const read = readLink(text);
  return read.kind === "link" ? read.link : null;
};
const whyOf = (text: string): string | null => {
  const read = readLink(text);
  return read.kind === "refused" ? read.why.id.replace("links.refused.", "") : null;
};
const booking: Extract<DeskLink, { kind: "booking" }> = {
  kind: "booking",
  externalId: null,
  service: null,
  date: null,
};

describe("a link", () => {
  it.each<[string, DeskLink]>([
    ["frontdesk://booking/new", booking],
    ["frontdesk://booking/new/", booking],
    ["frontdesk://booking/new?", booking],
    ["FrontDesk://Booking/New?service=102", { ...booking, service: "102" }],
    [
      "frontdesk://booking/new?patient-external-id=EHR-7&service=Annual%20physical&date=2031-03-04",
      { kind: "booking", externalId: "EHR-7", service: "Annual physical", date: "2031-03-04" },
    ],
    // A template whose value is empty.
    ["frontdesk://booking/new?patient-external-id=&service=&date=", booking],
    ["frontdesk://booking/new?date=2032-02-29", { ...booking, date: "2032-02-29" }],
    ["frontdesk://patient?external-id=A%2FB%20%C3%9C", { kind: "patient", externalId: "A/B Ü" }],
    ["frontdesk://patient?external-id=50%25", { kind: "patient", externalId: "50%" }],
    ["frontdesk://patient?external-id=50%254%25", { kind: "patient", externalId: "50%4%" }],
    [`frontdesk://patient?external-id=${"A".repeat(200)}`, { kind: "patient", externalId: "A".repeat(200) }],
    ["frontdesk://patient/?external-id=7&", { kind: "patient", externalId: "7" }],
    ["frontdesk://call?from=+12175550199", { kind: "call", from: "(217) 555-0199" }],
    ["frontdesk://call?from=%2B12175550199", { kind: "call", from: "(217) 555-0199" }],
    ["frontdesk://call/?from=tel:+1-217-555-0199", { kind: "call", from: "(217) 555-0199" }],
    ["frontdesk://call?from=", { kind: "call", from: null }],
    ["frontdesk://call", { kind: "call", from: null }],
    // As softphones write it that put the number in as it is.
    ["frontdesk://call?from=(217) 555-0199", { kind: "call", from: "(217) 555-0199" }],
  ])("%s is read, and crosses IPC", (text, link) => {
    expect(linkOf(text)).toEqual(link);
    expect(deskLink.parse(link)).toEqual(link);
  });

  it("begins as the system knows it", () => {
    expect(linkOf(`${linkScheme}://call`)).toEqual({ kind: "call", from: null });
  });
});

const hidden = (sign: string): string => `frontdesk://patient?external-id=A${sign}B`;

describe("what is hidden in a value", () => {
  it.each([
    "%E2%80%AE", // right-to-left override
    "%E2%81%A6", // isolate
    "%E2%80%8B", // zero width space
    "%E2%80%8D",
    "%EF%BB%BF", // byte order mark
    "%C2%AD", // soft hyphen
    "%1B", // escape
    "%7F",
    "%C2%9B", // control sequence introducer
    "%F3%A0%81%81", // a tag
    "\u202E",
    "\u200B",
  ])("is taken out: %s", (sign) => {
    expect(linkOf(hidden(sign))).toEqual({ kind: "patient", externalId: "AB" });
  });
});

describe("what somebody may try with a link", () => {
  it.each<[string, string]>([
    // Another scheme, or none of its own form
    ["", "form"],
    ["frontdesk", "form"],
    ["frontdesk:", "form"],
    ["frontdesk://", "form"],
    ["frontdesk:///call?from=1", "form"],
    ["frontdesk:call?from=+12175550199", "form"],
    ["frontdesk:/call?from=1", "form"],
    ["frontdesk:\\\\call?from=1", "form"],
    ["frontdesks://call?from=1", "form"],
    ["https://call?from=1", "form"],
    ["javascript:alert(1)", "form"],
    ["file:///etc/passwd", "form"],
    [" frontdesk://call?from=1", "form"],
    ["xfrontdesk://call?from=1", "form"],
    // Places
    ["frontdesk://settings", "place"],
    ["frontdesk://booking", "place"],
    ["frontdesk://booking/", "place"],
    ["frontdesk://booking/new/book", "place"],
    ["frontdesk://booking//new", "place"],
    ["frontdesk://booking/new//", "place"],
    ["frontdesk://outbox/send", "place"],
    ["frontdesk://constructor", "place"],
    ["frontdesk://call/call?from=1", "place"],
    ["frontdesk://booking/../call?from=1", "form"],
    ["frontdesk://booking/./new", "form"],
    ["frontdesk://b%6Foking/new", "form"],
    ["frontdesk://booking%2Fnew", "form"],
    ["frontdesk://__proto__", "form"],
    ["frontdesk://127.0.0.1/call?from=1", "form"],
    ["frontdesk://[::1]/call", "form"],
    // User, port, fragment
    ["frontdesk://user@call?from=1", "form"],
    ["frontdesk://user:password@call?from=1", "form"],
    ["frontdesk://call:80?from=1", "form"],
    ["frontdesk://call:?from=1", "form"],
    ["frontdesk://call#?from=1", "form"],
    ["frontdesk://call?from=1#top", "form"],
    ["frontdesk://call?from=1#", "form"],
    ["frontdesk://call;from=1", "form"],
    // Parameters
    ["frontdesk://call?to=1", "parameter"],
    ["frontdesk://call?from=1&send=1", "parameter"],
    ["frontdesk://call?From=1", "parameter"],
    ["frontdesk://call?%66rom=1", "parameter"],
    ["frontdesk://call?__proto__=1", "parameter"],
    ["frontdesk://call?constructor=1", "parameter"],
    ["frontdesk://call?from[]=1", "parameter"],
    ["frontdesk://call?=1", "parameter"],
    ["frontdesk://call?from;to=1", "parameter"],
    ["frontdesk://booking/new?submit=true", "parameter"],
    ["frontdesk://booking/new?external-id=7", "parameter"],
    ["frontdesk://call?from=1&from=2", "twice"],
    ["frontdesk://call?from=&from=", "twice"],
    ["frontdesk://call?from", "form"],
    ["frontdesk://patient", "missing"],
    ["frontdesk://patient?external-id=", "missing"],
    ["frontdesk://patient?external-id=%20", "missing"],
    ["frontdesk://patient?external-id=%E2%80%8B", "missing"],
    // Encodings
    ["frontdesk://patient?external-id=%", "form"],
    ["frontdesk://patient?external-id=%4", "form"],
    ["frontdesk://patient?external-id=%zz", "form"],
    ["frontdesk://patient?external-id=%2541", "form"],
    ["frontdesk://patient?external-id=%252541", "form"],
    ["frontdesk://patient?external-id=%u0041", "form"],
    ["frontdesk://patient?external-id=%C0%AF", "form"], // overlong
    ["frontdesk://patient?external-id=%E0%80%AF", "form"],
    ["frontdesk://patient?external-id=%F0%80%80%AF", "form"],
    ["frontdesk://patient?external-id=%FF", "form"],
    ["frontdesk://patient?external-id=%ED%A0%80", "form"], // half a character
    ["frontdesk://patient?external-id=\uD800", "form"],
    ["frontdesk://patient?external-id=%EF%BF%BF", "form"],
    ["frontdesk://patient?external-id=%00", "form"],
    ["frontdesk://patient?external-id=A%00B", "form"],
    ["frontdesk://patient?external-id=A\0B", "form"],
    ["frontdesk://patient?external-id=A\nB", "form"],
    ["frontdesk://call?from=1\r\n--inspect", "form"],
    ["frontdesk://call\t?from=1", "form"],
    ["frontdesk://patient?external-id=7\n", "form"],
    // Sizes
    [`frontdesk://patient?external-id=${"A".repeat(201)}`, "form"],
    [`frontdesk://patient?external-id=${"%41".repeat(201)}`, "form"],
    [`frontdesk://patient?external-id=${"A".repeat(1_000_000)}`, "long"],
    [`frontdesk://${"a/".repeat(500_000)}`, "long"],
    [`frontdesk://call?${"&".repeat(longestLink)}`, "long"],
    // Days
    ["frontdesk://booking/new?date=tomorrow", "date"],
    ["frontdesk://booking/new?date=3/4/2031", "date"],
    ["frontdesk://booking/new?date=2031-02-29", "date"],
    ["frontdesk://booking/new?date=2031-3-4", "date"],
    ["frontdesk://booking/new?date=2031-03-04T10:00", "date"],
    ["frontdesk://booking/new?date=0000-01-01", "date"],
    ["frontdesk://booking/new?date=1112012-03-04", "date"],
    // Card numbers
    ["frontdesk://patient?external-id=4242424242424242", "cardNumber"],
    ["frontdesk://patient?external-id=4242%204242%204242%204242", "cardNumber"],
    ["frontdesk://patient?external-id=4242-4242-4242-4242", "cardNumber"],
    ["frontdesk://patient?external-id=4242%E2%80%8B424242424242", "cardNumber"],
    ["frontdesk://patient?external-id=%EF%BC%94242424242424242", "cardNumber"],
    ["frontdesk://booking/new?service=378282246310005", "cardNumber"],
    ["frontdesk://call?from=4242424242424242", "cardNumber"],
  ])("%j is refused", (text, why) => {
    expect(whyOf(text)).toBe(why);
  });

  it.each([
    "--inspect",
    "$(touch /tmp/x)",
    "<img src=x onerror=alert(1)>",
    '" --inspect-brk "',
    "'; drop table patients; --",
    "../../etc/passwd",
    "{name, select, other {}}",
  ])("%s is a text like any other", (text) => {
    const link = `frontdesk://patient?external-id=${encodeURIComponent(text)}`;
    expect(linkOf(link)).toEqual({ kind: "patient", externalId: text });
  });

  it.each([
    ["booking/new?x=1", "patient-external-id, service, date"],
    ["call?from=1&from=2", "from"],
    ["patient", "external-id"],
  ])("%s is refused in words that name %s", (link, names) => {
    const read = readLink(`frontdesk://${link}`);
    expect(read.kind === "refused" ? said(read.why) : "").toContain(names);
  });

  it("says what it is in words that hold nothing of the link, so that nobody can put theirs into the window", () => {
    for (const name of ["call-1-800-fraud", "a".repeat(100)]) {
      const read = readLink(`frontdesk://call?${name}=1`);
      const words = read.kind === "refused" ? said(read.why) : "";
      expect(words).toContain("from");
      expect(words).not.toContain(name);
    }
  });
});

describe("whatever comes", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc
      .tuple(
        fc.constantFrom("booking/new", "patient", "call", "x"),
        fc.array(
          fc.tuple(
            fc.constantFrom("from", "external-id", "patient-external-id", "service", "date", "x"),
            fc.oneof(
              fc.string({ unit: "binary" }),
              fc.string().map(encodeURIComponent),
              fc.webQueryParameters(),
            ),
          ),
          { maxLength: 4 },
        ),
      )
      .map(
        ([place, all]) => `frontdesk://${place}?${all.map(([name, text]) => `${name}=${text}`).join("&")}`,
      ),
  );

  // window-37: A link is one of three kinds with its own parts, or is rejected with the reason
  it("is a link that crosses IPC, or refused in words that are there", { tags: ["window-37"] }, () => {
    fc.assert(
      fc.property(anything, (text) => {
        const read = readLink(text);
        if (read.kind === "link") expect(deskLink.parse(read.link)).toEqual(read.link);
        else expect(said(read.why)).not.toBe("");
      }),
    );
  });

  it("has no value with a control character, a half of a character, or more than 200 of them", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const link = linkOf(text);
        if (link === null) return;
        const values = Object.values(link).filter((value) => value !== null);
        // oxlint-disable-next-line no-control-regex -- that is what is looked for
        for (const value of values) expect(value).not.toMatch(/[\0-\x1f\x7f\u202E\u200B]|\p{Cs}/u);
        expect(Math.max(...values.map(({ length }) => length))).toBeLessThanOrEqual(200);
      }),
    );
  });

  it("an external ID of letters and signs comes through as it is written", () => {
    const id = fc.stringMatching(/^[A-Za-z][A-Za-z .&+=#?/-]{0,40}[A-Za-z]$/);
    fc.assert(
      fc.property(id, (externalId) => {
        const link = `frontdesk://patient?external-id=${encodeURIComponent(externalId)}`;
        expect(linkOf(link)).toEqual({ kind: "patient", externalId });
      }),
    );
  });
});

it("what is meant for this program is told by its beginning alone", () => {
  expect(["frontdesk:x", "FRONTDESK://y", "frontdesk://call"].map(isLink)).toEqual([true, true, true]);
  expect(["--frontdesk:x", " frontdesk:x", "x", "", "frontdesk"].map(isLink)).not.toContain(true);
  expect(["frontdesk://call", "frontdesk://call?from=1", "FRONTDESK://CALL/"].map(isCall)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["frontdesk://caller", "frontdesk://patient?external-id=frontdesk://call"].map(isCall)).toEqual([
    false,
    false,
  ]);
});

describe("an external ID that nobody here has", () => {
  it.each([
    ["EHR-7", "EHR-7"],
    ["O'Neil-7", "O'Neil-7"],
    ["x".repeat(200), `${"x".repeat(39)}…`],
    ['7”. Call “us” at "1" «now»', "7'. Call 'us' at '1' 'now'"],
    ["7\u202E\u200B8", "78"],
  ])("%j is shown as %j: a stranger wrote it", (id, shown) => {
    expect(formatExternalId(id)).toBe(shown);
  });
});
