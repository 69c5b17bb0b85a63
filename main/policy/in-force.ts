import { fail, failed, ok, type Failure, type Result } from "../../contract/failure.ts";
import { setBy, type ManagedField, type Policy } from "../../contract/records/policy.ts";
import type { UpdateSettings } from "../../contract/records/updates.ts";
import { withChange, type Settings, type SettingsChange } from "../../contract/records/settings.ts";
import { asScript, readProxyAddress } from "../../domain/connection/proxy-address.ts";
import { readServiceAddress } from "../../domain/connection/service-address.ts";
import { say } from "../../messages/saying.ts";

/** What an organization has set stays as it is set. */
export const managed: Failure = fail("managed", say("failures.managed"));

/** Practice has a clinic of its own: of what is set, this holds there. */
const ofThisComputer: readonly ManagedField[] = [
  "language",
  "proxy",
  "updatesFeed",
  "updatesMode",
  "lockAfter",
  "pinRequired",
  "backupFolder",
  "backupDaily",
  "backupKeep",
];

/** What is set for who is at the desk: in practice what is the computer's alone. */
export const setFor = (policy: Policy | null, isPractice: boolean): readonly ManagedField[] =>
  policy === null ? [] : setBy(policy).filter((field) => !isPractice || ofThisComputer.includes(field));

/** The settings that a policy has a part of. `saved`: of one that has parts, what people may still set. */
function partOf(
  policy: Policy | null,
  isPractice: boolean,
  saved: Pick<Settings, "updates">,
): SettingsChange {
  if (policy === null) return {};
  const { language, timeZone, services, retentionMonths, updates } = policy;
  return {
    ...(updates === undefined
      ? {}
      : { updates: { feed: updates.feed ?? saved.updates.feed, mode: updates.mode ?? saved.updates.mode } }),
    ...(language === undefined ? {} : { language }),
    ...(isPractice || timeZone === undefined ? {} : { timeZone }),
    ...(isPractice || services === undefined ? {} : { services }),
    ...(isPractice || retentionMonths === undefined ? {} : { retentionMonths }),
  };
}

export type PolicyView = { readonly policy: Policy | null; readonly isPractice: boolean };

/** What a person saved, with what their organization sets laid over it. */
export const inForce = (saved: Settings, { policy, isPractice }: PolicyView): Settings =>
  withChange(saved, partOf(policy, isPractice, saved));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What of a change is a person's to save. Fails with `managed` where it would change what is set; a part that says the same as
 * the policy is left out, so that what the person had is there again when the policy goes.
 */
export function ownChange(
  change: SettingsChange,
  { policy, isPractice, saved }: PolicyView & { readonly saved: Settings },
): Result<SettingsChange> {
  const { updates } = change;
  const part = partOf(policy, isPractice, { updates: updates ?? saved.updates });
  const set: Readonly<Record<string, unknown>> = part;
  const parts = Object.entries(change);
  const taken = parts.filter(([name]) => Object.hasOwn(set, name));
  if (taken.some(([name, value]) => !isSame(value, set[name]))) return failed(managed);
  const own: SettingsChange = Object.fromEntries(parts.filter(([name]) => !Object.hasOwn(set, name)));
  if (updates === undefined || policy?.updates === undefined) return ok(own);
  // Of updates a policy may set one part and leave the other to people.
  return ok({ ...own, updates: withoutSet(updates, policy.updates, saved.updates) });
}

/** What people set of it, with what they had where the policy sets it. */
const withoutSet = (
  given: UpdateSettings,
  set: NonNullable<Policy["updates"]>,
  had: UpdateSettings,
): UpdateSettings => ({
  feed: set.feed === undefined ? given.feed : had.feed,
  mode: set.mode === undefined ? given.mode : had.mode,
});

/** The service's address that is set, as it is compared; null where none is. */
export function setAddress(policy: Policy | null): string | null {
  if (policy?.serviceAddress === undefined) return null;
  const read = readServiceAddress(policy.serviceAddress);
  return read.kind === "ok" ? read.address : null;
}

/** How requests go out: the system says so, or the policy. */
export function wayOut(
  policy: () => Policy | null,
  system: (url: string) => Promise<string>,
): (url: string) => Promise<string> {
  return (url) => {
    const proxy = policy()?.proxy ?? "system";
    if (proxy === "system") return system(url);
    if (proxy === "none") return Promise.resolve("DIRECT");
    const address = readProxyAddress(proxy);
    return Promise.resolve(address === null ? "" : asScript(address));
  };
}
