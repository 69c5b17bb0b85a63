import { isAbsolute } from "node:path";
import { z } from "zod";
import { mostKept, usuallyKept } from "../../../shared/backup/backup.ts";
import type { Policy } from "../../../shared/policy/policy.ts";
import { longestPassphrase } from "../../../shared/backup/passphrase.ts";
import type { SecretResult, SecretStore } from "../../platform/secret-store.ts";
import type { RandomIds } from "../../platform/ports.ts";

/**
 * All that is kept of the plan, as one entry of the keychain: it is the computer's own, so that records that are put back
 * elsewhere bring neither a folder nor a passphrase along.
 */
const keptPlan = z.strictObject({
  version: z.literal(1),
  /** This desk's word in the names of its files. */
  word: z.string().regex(/^[0-9a-f]{8}$/),
  isDaily: z.boolean(),
  /** RFC 3339 instant since which daily ones are wanted; null: they are not. */
  since: z.string().nullable(),
  folder: z.string().refine(isAbsolute).nullable(),
  keep: z.int().min(1).max(mostKept),
  passphrase: z.string().min(1).max(longestPassphrase).nullable(),
});
export type KeptPlan = z.infer<typeof keptPlan>;

export type PlanKeeper = {
  readonly read: () => Promise<SecretResult<KeptPlan>>;
  /** Settles when the keychain has it. One change after the other. */
  readonly change: (next: (plan: KeptPlan) => KeptPlan) => Promise<SecretResult<KeptPlan>>;
};

function parse(text: string): KeptPlan | null {
  try {
    return keptPlan.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const nameOf = (place: string): string => `backup/${place}`;

/** The whole of it, with the passphrase. */
export const forgetPlan = (secrets: SecretStore, place: string) => secrets.delete(nameOf(place));

/** `place`: what the keychain calls the folder of the records. An entry that cannot be read is begun anew. */
export function createPlanKeeper(
  secrets: SecretStore,
  { place, random }: { readonly place: string; readonly random: Pick<RandomIds, "bytes"> },
): PlanKeeper {
  const name = nameOf(place);
  const none = (): KeptPlan => ({
    version: 1,
    word: Buffer.from(random.bytes(4)).toString("hex"),
    isDaily: false,
    since: null,
    folder: null,
    keep: usuallyKept,
    passphrase: null,
  });
  let last: Promise<unknown> = Promise.resolve();
  async function read(): Promise<SecretResult<KeptPlan>> {
    const kept = await secrets.get(name);
    if (!kept.ok) return kept;
    return { ok: true, value: (kept.value === null ? null : parse(kept.value)) ?? none() };
  }
  async function changed(next: (plan: KeptPlan) => KeptPlan): Promise<SecretResult<KeptPlan>> {
    const before = await read();
    if (!before.ok) return before;
    const plan = next(before.value);
    const written = await secrets.set(name, JSON.stringify(plan));
    return written.ok ? { ok: true, value: plan } : written;
  }
  return {
    read,
    change: (next) => {
      const turn = last;
      const change = (async () => {
        await turn;
        return changed(next);
      })();
      last = change.catch(() => undefined);
      return change;
    },
  };
}

/** What an organization sets of the plan. */
export type SetPlan = NonNullable<Policy["backup"]>;

/**
 * The plan with what the organization sets laid over it; what is kept stays the person's own. `since`: RFC 3339 instant from
 * which daily ones are wanted that nobody here asked for.
 */
export function applyPolicyToPlan(
  keeper: PlanKeeper,
  { set, since }: { readonly set: () => SetPlan; readonly since: string },
): PlanKeeper {
  const over = (kept: SecretResult<KeptPlan>): SecretResult<KeptPlan> => {
    if (!kept.ok) return kept;
    const { folder, daily, keep } = set();
    const plan = kept.value;
    const isDaily = daily ?? plan.isDaily;
    return {
      ok: true,
      value: {
        ...plan,
        isDaily,
        since: isDaily ? (plan.since ?? since) : null,
        keep: keep ?? plan.keep,
        folder: folder ?? plan.folder,
      },
    };
  };
  return {
    read: async () => over(await keeper.read()),
    change: async (next) => over(await keeper.change(next)),
  };
}
