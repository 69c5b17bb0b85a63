import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { ClinicState, RecoverySheet } from "../../../shared/clinic/clinic.ts";
import { mostMembers } from "../../../shared/clinic/log/members.ts";
import { say } from "../../../messages/saying.ts";
import type { ActingMember, MemberOptions } from "./acting-member.ts";
import { requestMemberChange } from "./change-members.ts";
import { listSheets, withPrinted, withUnprinted } from "./membership.ts";
import { createSheet } from "./sheet.ts";

const replaced = fail("refused", say("failures.clinic.sheetReplaced"));
const bothGood = fail("not-reached", say("failures.clinic.sheetsBoth"));

/** Makes the recovery sheet of the clinic, and retires the one before it. */
export function createSheetActs({ told }: Pick<MemberOptions, "told">, member: ActingMember) {
  /** The sheet that is on the screen, until the person says that it is printed. */
  let shown: string | null = null;

  /** The one before stays good until this one is printed: its secret is shown once, and an answer may be lost. */
  async function makeSheet(): Promise<Result<{ sheet: RecoverySheet; state: ClinicState }>> {
    const at = member.findAdmin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    // Whoever reads it opens all that the clinic shares, and the one before is worth nothing once somebody says that it is printed.
    const refusal = await member.agree(at.value, { use: "sheet" });
    if (refusal !== null) return failed(refusal);
    const kept = line.kept();
    const sheet = await createSheet();
    line.change((now) => withUnprinted(now, sheet.member.desk));
    // No list shows sheets: whoever fills the clinic with them, and is removed without them, would keep every other one out.
    const isFull = kept.members.filter(({ removedAt }) => removedAt === null).length >= mostMembers;
    const later = isFull ? listSheets(kept).slice(1) : [];
    const answered = await requestMemberChange(line, {
      account,
      added: sheet.member,
      ...(later.length > 0 && { removed: later.map((desk) => ({ desk, lost: false })) }),
      content: { kind: "sheet", printed: false },
    });
    const done = member.finish(answered, { account, act: "sheet-made" });
    if (!done.ok) return done;
    shown = sheet.member.desk;
    return ok({ sheet: { hub: kept.hub, clinic: kept.clinic, identity: sheet.identity }, state: done.value });
  }

  async function keepSheet(): Promise<Result<ClinicState>> {
    const at = member.findAdmin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const printed = shown;
    if (printed === null) return told();
    if (!listSheets(line.kept()).includes(printed)) return failed(replaced);
    line.change((now) => withPrinted(now, printed));
    const others = listSheets(line.kept()).filter((one) => one !== printed);
    if (others.length > 0) {
      const removed = others.map((desk) => ({ desk, lost: false }));
      const answered = await requestMemberChange(line, { account, removed });
      if (answered.kind !== "taken") return failed(bothGood);
    }
    await line.look();
    return told();
  }

  return { makeSheet, keepSheet };
}
