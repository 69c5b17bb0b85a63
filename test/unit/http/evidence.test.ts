import fc from "fast-check";
import { expect, it } from "vitest";
import { evidence } from "../../../shared/outbox/item.ts";
import { collectEvidence, getFirstWords } from "../../../main/http/evidence.ts";
import { limitCases } from "../../support/cases.ts";

const page = `<!doctype html><html><head><title>Guest WiFi</title><style>b{color:red}</style>
<script>location="/login?<b>"</script></head><body><h1>Sign&nbsp;in</h1><p>to go on</p></body></html>`;

it.each([
  [page, "Guest WiFi Sign&nbsp;in to go on"],
  ["Not here.", "Not here."],
  ['{"success":false}', '{"success":false}'],
  ["", null],
  ["<script>only()", null],
  ["<p>cut <b", "cut"],
  ["a < b and c > d", "a < b and c > d"],
  ["<SCRIPT>go()</SCRIPT>stay", "stay"],
  ["<i>a<style>b</style>c", "a c"],
  ["<p>1>2</p>", "1 2"],
  ["<scripted>shown</scripted>", "shown"],
  [`${" ".repeat(50_000)}late`, null],
])("the first words of %j", (body, words) => {
  expect(getFirstWords(body)).toBe(words);
});

it.each([
  ["text/html; charset=utf-8", "text/html"],
  ["APPLICATION/PROBLEM+JSON", "application/problem+json"],
  [" text/plain ; x=y", "text/plain"],
  [`a/${"b".repeat(200)}`, `a/${"b".repeat(98)}`],
  ["no text/html", null],
  ["text/html no", null],
  ["/html", null],
  ["text/", null],
  ["<b>", null],
  ["", null],
  [null, null],
])("the type of %j", (header, type) => {
  expect(collectEvidence(header, "").contentType).toBe(type);
});

it("is never markup, never long, and always fits its record, whatever answered", () => {
  const pieces = fc.constantFrom("<", ">", "</", "<script>", "</script>", "<!--", "a", " ", "\n", "\u202e");
  const body = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(fc.option(fc.string()), body, (type, text) => {
      const seen = collectEvidence(type, text);
      expect(evidence.safeParse(seen).success).toBe(true);
      expect(seen.firstWords ?? "").not.toMatch(/<\/?[a-z!][^<>]*>|[\p{Cc}\p{Cf}]/iu);
    }),
    limitCases(5_000),
  );
});

it("stays quick on a body made of tags that never close", () => {
  // Quadratic, these would take minutes: the test's own time limit is the judge.
  for (const piece of ["<script", "<", "<a", "</script", "<style>"])
    expect(getFirstWords(piece.repeat(200_000))?.length ?? 0).toBeLessThan(301);
});
