import type { SharedClaim, ShownClaim } from "../../../shared/clinic/clinic.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";

type Context = {
  /** The id of this desk in the clinic. */
  readonly self: string;
  /** A moment as this screen shows moments. */
  readonly when: (instant: string) => string;
};

/** What another desk calls itself, as one plain line; what it is called while its name is not known. */
export const formatDeskName = (
  name: string | null,
  unnamed: string = words.clinic.claim.anotherDesk,
): string => cleanLine(name ?? "", shownAtMost.word) || unnamed;

/** The desk that holds it. */
export const formatHolder = ({ isHeldHere, holderName: name }: SharedClaim): string =>
  isHeldHere ? words.clinic.claim.thisDesk : formatDeskName(name);

/** A try that may have arrived: by which desk, when, and whether it may still be sent. */
export function formatAttempt(attempt: SharedClaim["attempts"][number], { self, when }: Context): string {
  const { claim } = words.clinic;
  const desk = attempt.desk === self ? claim.thisDesk : formatDeskName(attempt.deskName);
  if (attempt.at === null) return attempt.isOpen ? claim.openNoTime({ desk }) : claim.triedNoTime({ desk });
  return claim[attempt.isOpen ? "open" : "tried"]({ desk, when: when(attempt.at) });
}

/** Another desk that was allowed to send it and has not said what came of that; null: there is none. */
export function findOtherSender({ attempts }: SharedClaim, self: string): string | null {
  const open = attempts.find(({ isOpen, desk }) => isOpen && desk !== self);
  return open === undefined ? null : formatDeskName(open.deskName);
}

/** That the history may be incomplete, and who has not reported; empty where it is whole. */
export function formatHistory({ blocked, awaited }: SharedClaim): readonly string[] {
  const { claim } = words.clinic;
  if (blocked !== "history-incomplete") return [];
  const desks = awaited.map((name) => formatDeskName(name));
  // That all have reported is no proof: a copied profile reports as the desk it was copied from.
  return [claim.restored, desks.length === 0 ? claim.allReported : claim.awaited({ desks })];
}

/** Where it stands at the desk that holds it, in sentences. */
export function formatClaimState(claim: SharedClaim): readonly string[] {
  const say = words.clinic.claim;
  switch (claim.blocked) {
    case null:
      return claim.isHeldHere ? [] : [claim.waitsForPerson ? say.waitsForPerson : say.waits];
    case "needs-checking":
      return [say.checking];
    case "history-incomplete":
      return formatHistory(claim);
  }
}

/** What a person saw who now decides to book again. */
export const toShownClaim = ({ attempts, blocked }: SharedClaim): ShownClaim => ({
  attempts: attempts.map(({ id }) => id),
  historyIncomplete: blocked === "history-incomplete",
});

/** What can be done with an item that several desks share, besides what can be done with any. */
export const sharedActions = ["take-over", "without-hub", "hand-over"] as const;
export type SharedAction = (typeof sharedActions)[number];

/** Complete, so that nothing but the hub's word is missing to send it. */
const complete: ReadonlySet<ItemStatus> = new Set([
  "ready",
  "saved-for-later",
  "needs-checking",
  "elsewhere",
]);

/** What one desk can give to another: neither a form that is being typed nor what is under way or over. */
const given: ReadonlySet<ItemStatus> = new Set([
  "saved-for-later",
  "waiting-for-patient",
  "ready",
  "needs-card",
  "needs-editing",
  "needs-checking",
]);

type Standing = {
  readonly status: ItemStatus;
  /** Null: it is not shared. */
  readonly claim: Pick<SharedClaim, "isHeldHere"> | null;
  readonly member: Pick<Membership, "line" | "desks"> | null;
};

/** Which of them can be done, the likeliest first. A take-over and a hand-over need the hub's word. */
export function listSharedActions({ status, claim, member }: Standing): readonly SharedAction[] {
  if (claim === null || member === null) return [];
  if (member.line === "away" || member.line === "stopped") return complete.has(status) ? ["without-hub"] : [];
  if (status === "elsewhere") return claim.isHeldHere ? [] : ["take-over"];
  return given.has(status) && claim.isHeldHere && listHandoverDesks(member).length > 0 ? ["hand-over"] : [];
}

/** The desks that can be given it. */
export const listHandoverDesks = ({ desks }: Pick<Membership, "desks">): Membership["desks"] =>
  desks.filter(({ isSelf, isRemoved }) => !isSelf && !isRemoved);
