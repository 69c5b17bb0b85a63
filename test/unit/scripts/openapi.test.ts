import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { billingTypes } from "../../../shared/service-api/appointment.ts";
import { endpoints } from "../../../shared/service-api/endpoints.ts";
import { namedEventKinds } from "../../../shared/service-api/webhook.ts";
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
    const fields = Object.entries(schemas).flatMap(([name, { properties }]) =>
      Object.entries((properties ?? {}) as Members).map(
        ([field, schema]) => [`${name}.${field}`, schema] as const,
      ),
    );
    expect(fields.length).toBeGreaterThan(40);
    for (const [field, schema] of fields)
      expect(schema, field).toSatisfy((s: Members) => "type" in s || "anyOf" in s || "enum" in s);
  });

  it("has success as any 2xx, and the same statuses for all that creates", () => {
    const statuses = Object.values(
      description["paths"] as Record<string, Record<string, { responses: Members }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .map(({ responses }) => Object.keys(responses).filter((status) => status.startsWith("2")));
    expect(statuses).toEqual(statuses.map(() => ["2XX"]));
  });

  it("has notifications without a token, each with a name, a body that is required and three headers", () => {
    const posts = Object.values(description["webhooks"] as Record<string, { post: Members }>).map(
      ({ post }) => post,
    );
    expect(posts).toHaveLength(namedEventKinds.length);
    for (const post of posts) {
      expect(post).toMatchObject({ security: [], requestBody: { required: true } });
      expect((post["parameters"] as Members[]).map(({ name, required }) => [name, required])).toEqual([
        ["webhook-id", true],
        ["webhook-timestamp", true],
        ["webhook-signature", true],
      ]);
    }
    expect(new Set(posts.map(({ operationId }) => operationId)).size).toBe(posts.length);
  });

  it("tells bookings apart by their billing type", () => {
    const { discriminator, oneOf } = schemas["AppointmentInput"] as {
      discriminator: { propertyName: string; mapping: Record<string, string> };
      oneOf: { $ref: string }[];
    };
    expect(discriminator.propertyName).toBe("billingType");
    expect(Object.keys(discriminator.mapping)).toEqual(billingTypes);
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
    for (const [billingType, reference] of Object.entries(discriminator.mapping))
      expect(schemas[reference.split("/").at(-1) ?? ""]?.["properties"]).toMatchObject({
        billingType: { const: billingType },
      });
  });

  it("has an example of every body, header and parameter", () => {
    const bare: string[] = [];
    const hasExample = (of: Members): boolean => "example" in of || "examples" in of;
    function look(value: unknown, at: string): void {
      if (typeof value !== "object" || value === null) return;
      const members = value as Members;
      const isBody = at.includes("/content/") && "schema" in members;
      const isHeader = /\/(?:parameters|headers)\/[^/]+$/.test(at) && "schema" in members;
      if ((isBody || isHeader) && !hasExample(members)) bare.push(at);
      for (const [name, member] of Object.entries(members))
        look(member, `${at}/${name.replaceAll("/", "~1")}`);
    }
    look(description, "#");
    expect(bare).toEqual([]);
  });

  it("names both servers", () => {
    const servers = description["servers"] as { url: string; variables: Members }[];
    expect(servers.map(({ url }) => url)).toEqual(["{serviceAddress}", "{mockUrl}"]);
  });

  it("has no identifier below 1", () => {
    const identifiers = Object.values(schemas).flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Members).filter(([field]) =>
        /^(?:id|patientId|serviceId)$/.test(field),
      ),
    );
    expect(identifiers.length).toBeGreaterThan(8);
    for (const [field, schema] of identifiers)
      if ((schema as Members)["type"] === "integer") expect(schema, field).toMatchObject({ minimum: 1 });
  });
});
