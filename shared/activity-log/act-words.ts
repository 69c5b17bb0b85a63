import { actGroups, type Act, type AuditMore } from "./audit.ts";
import { words } from "../../messages/words.ts";

const acts: ReadonlySet<string> = new Set<string>(Object.values(actGroups).flat());
const isAct = (act: string): act is Act => acts.has(act);
const has = <T extends object>(all: T, name: string): name is string & keyof T => Object.hasOwn(all, name);

/** An act in words, with what it was done to: "Booking: sent to the service". One of a newer Front Desk is named as it is. */
export function formatAct(act: string, { kind }: AuditMore): string {
  const { audit } = words;
  const said = isAct(act) ? audit.act[act] : act;
  return kind === undefined ? said : audit.ofKind({ kind: audit.kind[kind], act: said });
}

/** Acts that do not say by themselves where an item went. */
const tellsStatus: ReadonlySet<string> = new Set<Act>(["decided", "moved", "saved"]);

/** What else an entry says, in words; empty where that is all. */
export function formatDetails(
  act: string,
  { from, to, settings, file, reason, count, entry, before, why, version, was }: AuditMore,
): string {
  const { audit, items } = words;
  const status = (name: NonNullable<typeof from>): string =>
    name === "done" ? audit.done : items.status[name];
  const parts = [
    ...(from !== undefined && to !== undefined && tellsStatus.has(act)
      ? [audit.fromTo({ from: status(from), to: status(to) })]
      : []),
    ...(version === undefined || was === undefined ? [] : [audit.fromTo({ from: was, to: version })]),
    ...(settings ?? []).map((name) => (has(audit.setting, name) ? audit.setting[name] : name)),
    ...(why === undefined ? [] : [has(audit.why, why) ? audit.why[why] : why]),
    ...(file === undefined ? [] : [has(audit.file, file) ? audit.file[file] : file]),
    ...(reason === undefined ? [] : [has(audit.reason, reason) ? audit.reason[reason] : reason]),
    ...(entry === undefined ? [] : [audit.entry({ entry })]),
    ...(count === undefined ? [] : [audit.count({ count })]),
    ...(before === undefined ? [] : [audit.before({ date: before })]),
  ];
  return parts.join(", ");
}
