import addFormats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";

type Members = Readonly<Record<string, unknown>>;

/** What passes between a client and the service, the body as parsed from JSON; undefined for none. */
export type Message = { readonly headers: Headers; readonly body: unknown };

/** Holds requests and answers to an OpenAPI 3.1 description, with a validator that knows nothing of ours. */
export type ServiceDescription = {
  readonly members: Members;
  /** What is wrong with a request, one text a fault. */
  readonly faultsOfRequest: (method: string, path: string, request: Message) => readonly string[];
  /** The same of a notification; `kind` is an event kind. */
  readonly faultsOfNotification: (kind: string, request: Message) => readonly string[];
  /** What is wrong with an answer; a status that is not described is a fault. */
  readonly faultsOfAnswer: (
    method: string,
    path: string,
    answer: Message & { readonly status: number },
  ) => readonly string[];
};

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;
const pointer = (parts: readonly string[]): string =>
  `#${parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

type Found = { readonly value: Members; readonly at: readonly string[] };

/** The value at a place, references followed, and the place where it stands. */
function find(root: Members, place: readonly string[]): Found | null {
  let value: unknown = root;
  let at: readonly string[] = [];
  for (const part of place) {
    if (!isMembers(value) || !Object.hasOwn(value, part)) return null;
    value = value[part];
    at = [...at, part];
    const reference = isMembers(value) ? value["$ref"] : undefined;
    // A schema is followed by the validator itself.
    if (typeof reference !== "string" || part === "schema") continue;
    const found = find(root, reference.replace(/^#\//, "").split("/"));
    if (found === null) return null;
    ({ value, at } = found);
  }
  return isMembers(value) ? { value, at } : null;
}

function validators(root: Members): (at: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats["default"](ajv);
  // Of OpenAPI's own registry: a number, whose type says all that can be wrong with it.
  ajv.addFormat("decimal", { type: "number", validate: () => true });
  // The strict mode refuses every keyword that it does not know; the description's own members are none.
  ajv.addVocabulary(["x-assumption", "discriminator", ...Object.keys(root)]);
  ajv.addSchema(root, "service");
  const made = new Map<string, ValidateFunction>();
  return (at) => {
    const key = `service${pointer(at)}`;
    const known = made.get(key) ?? ajv.compile({ $ref: key });
    made.set(key, known);
    return known;
  };
}

/** Reads a description as YAML. Throws when it is none. */
export function serviceDescription(yaml: string): ServiceDescription {
  const parsed: unknown = parse(yaml);
  if (!isMembers(parsed)) throw new Error("The description is no object.");
  const members: Members = parsed;
  const validator = validators(members);

  function schemaFaults(at: readonly string[], value: unknown): string[] {
    const validate = validator(at);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? error.keyword}`);
  }

  function contentFaults(at: readonly string[], { headers, body }: Message): string[] {
    const content = find(members, [...at, "content"]);
    if (content === null) return body === undefined ? [] : ["a body is not described"];
    if (body === undefined) return ["the body is missing"];
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    const schema = find(members, [...content.at, type, "schema"]);
    return schema === null ? [`content type "${type}" is not described`] : schemaFaults(schema.at, body);
  }

  function parameterFaults(at: readonly string[], headers: Headers): string[] {
    const listed = find(members, [...at, "parameters"])?.value;
    return (Array.isArray(listed) ? listed : []).flatMap((_listed, index) => {
      const parameter = find(members, [...at, "parameters", String(index)]);
      if (parameter === null) return ["a parameter is not described"];
      const value = headers.get(String(parameter.value["name"]));
      if (value === null) return parameter.value["required"] === true ? ["a header is missing"] : [];
      return schemaFaults([...parameter.at, "schema"], value);
    });
  }

  function headerFaults(at: readonly string[], headers: Headers): string[] {
    const described = find(members, [...at, "headers"]);
    if (described === null) return [];
    return Object.entries(described.value).flatMap(([name, header]) => {
      const value = headers.get(name);
      if (value !== null) return schemaFaults([...described.at, name, "schema"], value);
      return isMembers(header) && header["required"] === true ? [`${name} is missing`] : [];
    });
  }

  return {
    members,
    faultsOfRequest(method, path, request) {
      const operation = find(members, ["paths", path, method.toLowerCase()]);
      if (operation === null) return [`${method} ${path} is not described`];
      const { at } = operation;
      const bearer = /^Bearer \S+$/.test(request.headers.get("authorization") ?? "");
      return [
        ...(bearer ? [] : ["no bearer token"]),
        ...parameterFaults(at, request.headers),
        ...contentFaults(find(members, [...at, "requestBody"])?.at ?? at, request),
      ];
    },
    faultsOfNotification(kind, request) {
      const body = find(members, ["webhooks", kind, "post", "requestBody"]);
      return body === null ? [`${kind} is not described`] : contentFaults(body.at, request);
    },
    faultsOfAnswer(method, path, answer) {
      const place = ["paths", path, method.toLowerCase(), "responses"];
      const found =
        find(members, [...place, String(answer.status)]) ??
        find(members, [...place, `${Math.floor(answer.status / 100)}XX`]);
      if (found === null) return [`${method} ${path}: ${answer.status} is not described`];
      return [...headerFaults(found.at, answer.headers), ...contentFaults(found.at, answer)];
    },
  };
}
