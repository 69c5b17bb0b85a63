import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readExistingPatientId,
  toPlainLine,
  readErrorBody,
} from "../../../../shared/service-api/error-body.ts";
import { cpuTime } from "../../../support/cpu-time.ts";

describe("the message of an error answer", () => {
  it.each([
    [{ message: "Zip is wrong" }],
    [{ error: "Zip is wrong" }],
    [{ error: { message: "Zip is wrong", code: 12 } }],
    [{ error: { message: ["Zip is wrong"] } }],
    [{ detail: "Zip is wrong" }],
    [{ title: "Zip is wrong", status: 400 }],
    [{ errors: ["Zip is wrong", "City too"] }],
    [{ errors: [{ message: "Zip is wrong" }] }],
    [{ detail: [{ loc: ["body", "zip"], msg: "Zip is wrong" }] }],
    ["Zip is wrong"],
    [["Zip is wrong"]],
    [[{ code: 12 }, "Zip is wrong"]],
  ])("is found in %j", (body) => {
    expect(readErrorBody(body).message).toBe("Zip is wrong");
  });

  it.each([
    [null],
    [undefined],
    [42],
    [true],
    [{}],
    [[]],
    [""],
    [{ message: "" }],
    [{ message: 5 }],
    [{ error: null }],
  ])("is null for %j instead of an invented one", (body) => {
    expect(readErrorBody(body)).toEqual({ message: null, fields: {} });
  });
});

describe("the fields of an error answer", () => {
  it.each([
    [{ errors: { zip: "is wrong" } }],
    [{ errors: { zip: ["is wrong", "is short"] } }],
    [{ errors: { "patient.zip": "is wrong" } }],
    [{ errors: { "patient/zip/": "is wrong" } }],
    [{ errors: [null, "no", 7, { field: "zip", message: "is wrong" }] }],
    [{ errors: [{ loc: ["body", "patient", "zip"], msg: "is wrong" }] }],
    [{ errors: [{ field: "zip", message: "is wrong" }] }],
    [{ errors: [{ path: "zip", msg: "is wrong" }] }],
    [{ errors: [{ param: "zip", msg: "is wrong" }] }],
    [{ errors: [{ pointer: "/zip", detail: "is wrong" }] }],
    [{ errors: [{ loc: ["body", "zip"], msg: "is wrong" }] }],
    [{ fields: { zip: "is wrong" } }],
    [{ error: { message: "Check", errors: { zip: "is wrong" } } }],
  ])("are found in %j", (body) => {
    expect(readErrorBody(body).fields).toEqual({ zip: "is wrong" });
  });

  it.each([
    [{ errors: [{ message: "is wrong" }] }],
    [{ errors: [{ field: "zip", code: 12 }] }],
    [{ errors: [{ field: 7, message: "is wrong" }] }],
    [{ errors: { zip: 12 } }],
    [{ errors: { "": "is wrong", "/": "is wrong" } }],
    [{ errors: { [`a${"b".repeat(64)}`]: "is wrong" } }],
  ])("are not made up from %j", (body) => {
    expect(readErrorBody(body).fields).toEqual({});
  });

  it("with hostile names are left out", () => {
    const body: unknown = JSON.parse(
      '{"errors":{"__proto__":"x","<b>":"y","a b":"z","b>":"z","zip":"is wrong"}}',
    );
    const { fields } = readErrorBody(body);
    expect(fields).toEqual({ zip: "is wrong" });
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});

describe("the existing patient of a 409", () => {
  it.each([
    [{ patientId: 123 }],
    [{ existingPatientId: 123 }],
    [{ patient_id: 123 }],
    [{ existing_patient_id: 123 }],
    [{ existingId: 123 }],
    [{ existing_id: 123 }],
    [{ id: 123 }],
    [{ patientId: "123" }],
    [{ patient: 123 }],
    [{ patient: { id: 123 } }],
    [{ existing: { id: 123 } }],
    [{ existingPatient: { id: 123 } }],
    [{ existing_patient: { id: 123 } }],
    [{ data: { id: 123 } }],
    [{ patientId: null, existingPatientId: 123 }],
    [{ error: { a: { b: { c: { patientId: 123 } } } } }],
    [
      {
        id: 123,
        message: "exists",
        error: "Conflict",
        detail: "exists",
        details: {},
        title: "Conflict",
        status: 409,
        statusCode: 409,
        success: false,
        externalId: "MRN-1",
        data: null,
      },
    ],
    [{ data: { patientId: 123 } }],
    [{ error: { message: "exists", existingPatientId: 123 } }],
    [{ message: "External ID exists", id: 999, patientId: 123 }],
    [{ requestId: 999, details: { patientId: 123 } }],
  ])("is found in %j", (body) => {
    expect(readExistingPatientId(body)).toBe(123);
  });

  it.each([
    [null],
    [undefined],
    [123],
    ["123"],
    [[{ patientId: 123 }]],
    [{}],
    [{ message: "patient 123 exists" }],
    [{ patientId: 1.5 }],
    [{ patientId: "12a" }],
    [{ patientId: "" }],
    [{ patientId: " 123" }],
    [{ patientId: "123 " }],
    [{ patientId: "1e3" }],
    [{ patientId: true }],
    [{ patientId: [123] }],
    [{ patientId: -0.5 }],
    [{ patientId: 2 ** 60 }],
    [{ patientId: "99999999999999999999" }],
    [{ patientId: { toString: "123" } }],
    [{ status: 409, code: 7 }],
    [{ patientId: 0 }],
    [{ patientId: -5 }],
    [{ existingPatientId: "0" }],
    // Numbers of something else: a wrong one would put a visit on a stranger's chart.
    [{ error: { id: 409 } }],
    [{ error: { code: "exists", id: 71 } }],
    [{ requestId: "1", id: 400 }],
    [{ status: 409, message: "exists" }],
    [{ patient: { version: 3 } }],
    [{ data: { version: 3 } }],
    // Deeper than an answer has any reason to be.
    [{ error: { a: { b: { c: { d: { patientId: 123 } } } } } }],
    [{ tenant: { id: 5 } }],
    [{ accountId: 3, message: "exists" }],
    [{ data: { request: { id: 8 } } }],
    // Two that differ.
    [{ patientId: 1, existingPatientId: 2 }],
    [{ id: 1, data: { id: 2 } }],
    [{ patient: { id: 1 }, existing: { id: 2 } }],
  ])("is not guessed from %j", (body) => {
    expect(readExistingPatientId(body)).toBeNull();
  });
});

describe("what is shown of an answer", () => {
  it.each([
    "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>",
    "<html>\n<head><title>Error</title></head></html>",
    "Sorry <b>no</b>",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <br/> text",
    "<!-- comment -->",
  ])("is never HTML: %s", (html) => {
    expect(toPlainLine(html)).toBeNull();
    expect(readErrorBody(html).message).toBeNull();
    expect(readErrorBody({ message: html, errors: { zip: html } })).toEqual({ message: null, fields: {} });
  });

  it("keeps words that only look a little like HTML", () => {
    expect(toPlainLine("age < 18 and weight > 50")).toBe("age < 18 and weight > 50");
  });

  it("is one printable line of at most 300 characters", () => {
    expect(toPlainLine("a\r\n\tb\u0000\u001b[31mc\u202ed\u200b")).toBe("a b [31mc d");
    const line = toPlainLine("x".repeat(100_000)) ?? "";
    expect(line).toHaveLength(300);
    expect(line.endsWith("…")).toBe(true);
    expect(toPlainLine("x".repeat(300))).toBe("x".repeat(300));
  });
});

describe("hostile answers", () => {
  const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
    let body: unknown = "deep";
    for (let level = 0; level < depth; level += 1) body = wrap(body);
    return body;
  };

  it.each([
    ["arrays", (inner: unknown) => [inner]],
    ["errors", (inner: unknown) => ({ errors: inner })],
    ["error", (inner: unknown) => ({ error: inner })],
    ["arrays in errors", (inner: unknown) => ({ errors: [inner] })],
  ])("%s nested a hundred thousand deep are read without running out of stack", (_what, wrap) => {
    const body = nested(100_000, wrap);
    expect(() => [
      readErrorBody(body),
      readErrorBody({ errors: body }),
      readExistingPatientId(body),
    ]).not.toThrow();
  });

  it("many thousands of errors are cut off, not shown", () => {
    const errors = Array.from({ length: 50_000 }, (_, index) => ({ field: `f${index}`, message: "wrong" }));
    expect(Object.keys(readErrorBody({ errors }).fields).length).toBeLessThanOrEqual(100);
    const byField = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    expect(Object.keys(readErrorBody({ errors: byField }).fields).length).toBeLessThanOrEqual(100);
    expect(readErrorBody([...Array(50_000).fill(7), "wrong"]).message).toBeNull();
  });

  it("of a long text only the first 1,200 characters are looked at", () => {
    expect(toPlainLine(`${" ".repeat(1_199)}x`)).toBe("x");
    expect(toPlainLine(`${" ".repeat(1_200)}x`)).toBeNull();
  });

  it("of many members only the first hundred are looked at for the existing patient", () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, ""]));
    expect(readExistingPatientId({ ...members(99), patientId: 123 })).toBe(123);
    expect(readExistingPatientId({ ...members(100), patientId: 123 })).toBeNull();
  });

  it.each(["<a", "<!", "</a ", "\u0000", "< "])("a text of nothing but %j is read at once", (piece) => {
    const message = piece.repeat(50_000);
    expect(cpuTime(() => readErrorBody({ message }))).toBeLessThan(1_000);
  });

  it("any JSON at all gives an answer and never an exception", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const read = readErrorBody(body);
        expect(read.message === null || read.message.length <= 300).toBe(true);
        expect([null, "number"]).toContain(readExistingPatientId(body) === null ? null : "number");
      }),
      { numRuns: 500 },
    );
  });
});
