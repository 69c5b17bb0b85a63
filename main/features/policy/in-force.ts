import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { listManagedFields, type ManagedField, type Policy } from "../../../shared/policy/policy.ts";
import {
  applySettingsChange,
  type Settings,
  type SettingsChange,
} from "../../../shared/settings/settings.ts";
import { asScript, readProxyAddress } from "../../../shared/connection/proxy-address.ts";
import { readServiceAddress } from "../../../shared/connection/service-address.ts";
import { say } from "../../../messages/saying.ts";

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
export const listManagedFor = (policy: Policy | null, isPractice: boolean): readonly ManagedField[] =>
  policy === null
    ? []
    : listManagedFields(policy).filter((field) => !isPractice || ofThisComputer.includes(field));

/** What a policy sets of the settings. */
function partOf(policy: Policy | null, isPractice: boolean): SettingsChange {
  if (policy === null) return {};
  const { language, timeZone, services, retentionMonths, updates } = policy;
  return {
    updates,
    ...(language === undefined ? {} : { language }),
    ...(isPractice || timeZone === undefined ? {} : { timeZone }),
    ...(isPractice || services === undefined ? {} : { services }),
    ...(isPractice || retentionMonths === undefined ? {} : { retentionMonths }),
  };
}

export type PolicyView = { readonly policy: Policy | null; readonly isPractice: boolean };

/** What a person saved, with what their organization sets laid over it. */
export const applyPolicy = (saved: Settings, { policy, isPractice }: PolicyView): Settings =>
  applySettingsChange(saved, partOf(policy, isPractice));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What of a change is not set; null where it would change what is. */
function unset<T extends object>(change: T, set: Partial<Record<keyof T, unknown>>): Partial<T> | null {
  const isOf = (name: string): name is keyof T & string => Object.hasOwn(set, name);
  const parts = Object.entries(change);
  if (parts.some(([name, value]) => isOf(name) && !isSame(value, set[name]))) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own parts, without some
  return Object.fromEntries(parts.filter(([name]) => !isOf(name))) as Partial<T>;
}

/**
 * What of a change is a person's to save. Fails with `managed` where it would change what is set; a part that says the same as
 * the policy is left out, so that what the person had is there again when the policy goes. Of updates a policy may set one part
 * and leave the other to people.
 */
export function filterOwnChange(
  { updates = {}, ...change }: SettingsChange,
  { policy, isPractice }: PolicyView,
): Result<SettingsChange> {
  const { updates: setUpdates = {}, ...set } = partOf(policy, isPractice);
  const own = unset(change, set);
  const ownUpdates = unset(updates, setUpdates);
  if (own === null || ownUpdates === null) return failed(managed);
  return ok(Object.keys(ownUpdates).length === 0 ? own : { ...own, updates: ownUpdates });
}

/** The service's address that is set, as it is compared; null where none is. */
export function getManagedAddress(policy: Policy | null): string | null {
  if (policy?.serviceAddress === undefined) return null;
  const read = readServiceAddress(policy.serviceAddress);
  return read.kind === "ok" ? read.address : null;
}

/** How requests go out: the system says so, or the policy. */
export function createProxyRoute(
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
