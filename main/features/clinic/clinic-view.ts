import { z } from "zod";
import type { ClinicDesk, ClinicState } from "../../../shared/clinic/clinic.ts";
import { mayAnswer, mustWaitForSecondReport, type Lately } from "../../../shared/clinic/log/losses.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { HubLineState } from "./clinic-line.ts";
import { isGone } from "./gone.ts";
import { formatTrouble } from "./hub-trouble.ts";
import { findRecent } from "./clinic-log.ts";
import {
  hasSheet,
  hasUnprintedSheet,
  isAdmin,
  getClinicLog,
  listSheets,
  type KeptMembership,
} from "./membership.ts";

/** When the hub saw each desk last; RFC 3339 instants. */
export type Seen = ReadonlyMap<string, string | null>;

type Member = Extract<ClinicState, { membership: "member" }>;
type Viewed = {
  readonly kept: KeptMembership | null;
  /** Null: its line has not begun. */
  readonly line: HubLineState | null;
  readonly joining: { readonly hub: string; readonly until: string } | null;
  readonly invitation: Member["invitation"];
  readonly reason: Saying | null;
  readonly seen: Seen;
  readonly now: Date;
  /** Milliseconds that this computer's clock is ahead of the hub's. */
  readonly ahead: number;
  readonly counts: () => Pick<Member, "toShare" | "aside">;
};

/** Milliseconds that two clocks may differ, as those of most computers do, before it is worth a word. */
const clockTolerance = 5 * 60_000;

const instant = z.iso.datetime();
const isInstant = (text: string): boolean => instant.safeParse(text).success;
const told = (letIn: ClinicDesk["letIn"]): ClinicDesk["letIn"] =>
  letIn !== null && isInstant(letIn.at) ? { by: letIn.by, at: letIn.at } : null;

/** Who is a desk, and not the recovery sheet; of those that were removed, the ones that had a name. */
export function getShownDesks(kept: KeptMembership): KeptMembership["members"] {
  const sheets = new Set(listSheets(kept));
  return kept.members.filter(
    ({ desk, removedAt }) => !sheets.has(desk) && (removedAt === null || kept.names[desk] !== undefined),
  );
}

/** What the window shows of a desk and its clinic. */
export function buildClinicView(viewed: Viewed): ClinicState {
  const { kept, line, joining, reason, seen } = viewed;
  if (kept === null)
    return joining === null ? { membership: "none", reason } : { membership: "joining", ...joining };
  const isStopped = kept.stopped !== null;
  const lately = findRecent(getClinicLog(kept).members);
  const sheets = new Set(listSheets(kept));
  return {
    membership: "member",
    hub: kept.hub,
    self: kept.desk,
    isAdmin: isAdmin(kept),
    desks: getShownDesks(kept).map(({ desk, admin, removedAt, letIn }) => ({
      id: desk,
      name: kept.names[desk] ?? null,
      isAdmin: admin,
      isSelf: desk === kept.desk,
      isRemoved: removedAt !== null || isGone(kept.gone, desk),
      cameBack: kept.gone.some((one) => one.desk === desk && one.cameBack),
      isOtherAccount: kept.account !== null && (kept.accounts[desk] ?? kept.account) !== kept.account,
      lastSeenAt: seen.get(desk) ?? null,
      report: reportOf({ kept, desk, lately, now: viewed.now }),
      letIn: told(letIn),
    })),
    line: isStopped ? "stopped" : (line?.line ?? "reading"),
    heardAt: line?.heardAt ?? null,
    reason: isStopped ? say(`failures.clinic.stopped.${kept.stopped ?? "refused"}`) : explainAway(line),
    progress: line?.progress ?? null,
    clock: Math.abs(viewed.ahead) < clockTolerance ? null : viewed.ahead > 0 ? "ahead" : "behind",
    hasSheet: hasSheet(kept),
    hasUnprintedSheet: hasUnprintedSheet(kept),
    sheets: kept.members
      .filter(({ desk }) => sheets.has(desk))
      .map(({ desk, letIn }) => ({ id: desk, letIn: told(letIn) })),
    invitation: viewed.invitation,
    ...viewed.counts(),
  };
}

type Reported = {
  readonly kept: KeptMembership;
  readonly desk: string;
  /** Read once for all desks: a clinic may have hundreds. */
  readonly lately: Lately;
  readonly now: Date;
};

/** That a desk which was reported lost waits for another one to say so too, and whether this one may. */
function reportOf({ kept, desk, lately, now }: Reported): ClinicDesk["report"] {
  const report = lately.reports.find((one) => one.desk === desk);
  if (report === undefined || !mustWaitForSecondReport(report, lately)) return null;
  const by = kept.names[report.by] ?? null;
  return { by, mayAnswer: mayAnswer(kept.desk, { desk, lost: true }, { lately, at: now.getTime() }) };
}

/** Why the hub does not answer now; null while it does, or was not asked yet. */
export function explainAway(line: HubLineState | null): Saying | null {
  if (line?.line !== "away") return null;
  return formatTrouble(line.reason);
}
