import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../contract/service/endpoints.ts";
import { description, file, yaml } from "../../../scripts/openapi.ts";
import { errorAnswers } from "../../../scripts/openapi/answers.ts";
import { schemas } from "../../../scripts/openapi/schemas.ts";

type Members = Readonly<Record<string, unknown>>;

describe("the description of the service", () => {
  it("is checked in as the contract's schemas make it: npm run openapi", () => {
    expect(readFileSync(file, "utf8")).toBe(yaml());
  });

  it("has all endpoints and no others", () => {
    const described = Object.entries(description["paths"] as Members).flatMap(([path, methods]) =>
      Object.keys(methods as Members).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const own = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(own.toSorted());
  });

  it("names as an assumption every status but the 409 that the interface shows", () => {
    for (const methods of Object.values(description["paths"] as Members)) {
      for (const operation of Object.values(methods as Members)) {
        for (const [status, answer] of Object.entries((operation as { responses: Members }).responses)) {
          if (status === "409") continue;
          expect(answer, status).toSatisfy((a: Members) => "$ref" in a || "x-assumption" in a);
        }
      }
    }
    for (const answer of Object.values(errorAnswers)) expect(answer).toHaveProperty("x-assumption");
    for (const schema of Object.values(schemas)) expect(schema).toHaveProperty("x-assumption");
  });

  it("has words only at fields that there are", () => {
    // A field that was renamed in the contract would leave its words behind as a field without a type.
    const fields = Object.entries(schemas).flatMap(([name, { properties, oneOf }]) =>
      [properties, ...((oneOf as Members[] | undefined) ?? []).map((variant) => variant["properties"])]
        .filter((found) => found !== undefined)
        .flatMap((found) =>
          Object.entries(found as Members).map(([field, schema]) => [`${name}.${field}`, schema] as const),
        ),
    );
    expect(fields.length).toBeGreaterThan(40);
    for (const [field, schema] of fields)
      expect(schema, field).toSatisfy((s: Members) => "type" in s || "anyOf" in s || "enum" in s);
  });
});
