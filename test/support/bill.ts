import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A bill of materials, as far as tests ask for it. */
export type Bill = {
  readonly components: readonly BillComponent[];
};
type BillComponent = {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  readonly hashes?: readonly unknown[];
  readonly evidence?: { readonly occurrences: readonly { readonly location: string }[] };
  readonly components?: readonly BillComponent[];
};

const schemas = join(import.meta.dirname, "../../node_modules/@cyclonedx/cyclonedx-library/res/schema");
const schema = (name: string): object =>
  JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));

let validate: ValidateFunction | null = null;

/** What CycloneDX's own schema finds wrong with a bill; that names only licenses that SPDX has. */
export function billProblems(bill: unknown): readonly string[] {
  if (validate === null) {
    const ajv = new Ajv({ strict: false });
    addFormats["default"](ajv);
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    // Of addresses in other scripts than ours, which no bill of ours has.
    ajv.addFormat("idn-email", true);
    ajv.addFormat("iri-reference", true);
    validate = ajv.compile(schema("bom-1.6"));
  }
  return validate(bill)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
