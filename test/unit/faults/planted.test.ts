import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mutations } from "../../faults/f13-mutations.ts";
import { plant } from "../../faults/f13-planted.ts";
import { worded } from "../../support/told.ts";

const root = join(import.meta.dirname, "..", "..", "..");

it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
  "can still be planted in the code as it is: %s",
  (_name, mutation) => {
    const source = readFileSync(join(root, mutation.file), "utf8");
    expect(worded(plant(source, mutation))).not.toBe(source);
  },
);

it("says which code has gone that it was to change", () => {
  const caughtBy = { by: "fault", id: "F9", share: 1 } as const;
  const mutation = { name: "x", file: "a.ts", changes: [{ from: "b", to: "c" }], caughtBy };
  expect(() => plant("a", mutation)).toThrow("a.ts holds 0 of: b");
  expect(() => plant("bb", mutation)).toThrow("a.ts holds 2 of: b");
});
