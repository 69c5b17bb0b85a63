import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Policy } from "../../shared/policy/policy.ts";
import type { Log } from "../../main/platform/ports.ts";
import { systemClock } from "../../main/platform/system.ts";
import type { PolicyPlace } from "../../main/features/policy/policy-place.ts";
import { createPolicySource, type PolicySource } from "../../main/features/policy/policy-source.ts";

const uid = process.getuid?.() ?? 0;
const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What Windows would tell of a file that administrators alone may write. */
const ofAdministrators = "O:BAG:SYD:P(A;;FA;;;BA)(A;;FR;;;BU)";

/** A file of this user's in a folder of a test, as if the user were an administrator. */
export const policyAt = (folder: string): PolicyPlace => ({
  file: join(folder, "front-desk", "policy.json"),
  trust: {
    platform: process.platform,
    administrators: [uid],
    below: join(folder, "front-desk"),
    descriptors: async (paths) => paths.map(() => ofAdministrators),
  },
});

/** Writes a policy, or whatever text is to stand in its place, as an administrator does. */
export function writePolicy({ file }: Pick<PolicyPlace, "file">, content: Policy | string): void {
  mkdirSync(dirname(file), { recursive: true });
  chmodSync(dirname(file), 0o755);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  chmodSync(file, 0o644);
}

export const sourceOf = (place: PolicyPlace): Promise<PolicySource> =>
  createPolicySource({ place, clock: systemClock, log: quiet });
