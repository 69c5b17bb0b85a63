import { z } from "zod";
import { saying } from "../core/saying.ts";
import { recordId } from "../core/record-id.ts";

/** RFC 3339 instant. */
const instant = z.iso.datetime();

/** What a desk calls itself. */
export const deskName = z.string().trim().min(1).max(60);

/** By which desk somebody came into the clinic, and when, by the hub's clock. */
const letIn = z.strictObject({ by: recordId, at: instant });

/** A recovery sheet that opens the clinic. `letIn`: by whom it was made, and when; null: not known. */
export const clinicSheet = z.strictObject({ id: recordId, letIn: letIn.nullable() });
export type ClinicSheet = z.infer<typeof clinicSheet>;

/** A desk of the clinic. */
export const clinicDeskSchema = z.strictObject({
  id: recordId,
  /** Null while its name was not read yet. */
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  /** This computer. */
  isSelf: z.boolean(),
  isRemoved: z.boolean(),
  /** The hub was put back to before its removal, or lied of it, and it was removed again. */
  cameBack: z.boolean(),
  /** It is signed in to another account of the service than the clinic's: it was let in before that was looked at. */
  isOtherAccount: z.boolean(),
  /** As the hub says, in steps of a minute; null: it does not know. */
  lastSeenAt: instant.nullable(),
  /**
   * It was removed as lost or stolen within a day of another one, and deletes nothing before another desk has said so too; null: it
   * was not, or somebody has answered. `by`: the name of the desk that said so.
   */
  report: z.strictObject({ by: z.string().nullable(), mayAnswer: z.boolean() }).nullable(),
  /** The desk that let it in, and when, by the hub's clock; null: not known. */
  letIn: letIn.nullable(),
});
export type ClinicDesk = z.infer<typeof clinicDeskSchema>;

/**
 * How this desk stands with the hub. `up`: all that the hub has is here. `reading`: it is coming. `away`: the hub does not
 * answer. `stopped`: something is wrong that a person has to look at; `reason` says what.
 */
export const hubLines = ["up", "reading", "away", "stopped"] as const;
export type HubLine = (typeof hubLines)[number];

/** An invitation that is open at this desk. */
export const openInvitationSchema = z.strictObject({
  /** 28 characters in groups of four, to be read to somebody at the new desk. */
  code: z.string(),
  until: instant,
  /** Who asks to join, by the name that it gives itself; null until somebody does. */
  asks: z.string().nullable(),
  /** It is signed in to another account of the service, and is not let in. */
  isOtherAccount: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

const count = z.int().min(0);

/** Records that were set aside, by why. A patient or booking among them stays on the computer that has it. */
export const clinicAside = z.strictObject({
  /** More than a record may have, as with very long notes: here, or at the desk that wrote it. */
  large: count,
  /** Another account of this computer has it already. */
  otherAccount: count,
  /** The hub did not take it. */
  refused: count,
  /** A later Front Desk wrote it. */
  newer: count,
  /** Another desk wrote it, and it cannot be read. */
  unread: count,
  /** Another desk had the clinic keep it no more, and this one keeps it. */
  deleted: count,
});
export type ClinicAside = z.infer<typeof clinicAside>;
export const nothingAside: ClinicAside = {
  large: 0,
  otherAccount: 0,
  refused: 0,
  newer: 0,
  unread: 0,
  deleted: 0,
};

/** Whether, and how, this desk belongs to a clinic with several. */
export const clinicState = z.discriminatedUnion("membership", [
  z.strictObject({
    membership: z.literal("none"),
    /** Why it belongs to none any more, or could not join; null: there is nothing to say. */
    reason: saying.nullable(),
  }),
  /** A code was typed: somebody at the desk that invited has to say yes. */
  z.strictObject({ membership: z.literal("joining"), hub: z.string(), until: instant }),
  z.strictObject({
    membership: z.literal("member"),
    /** The hub's address. */
    hub: z.string(),
    self: recordId,
    isAdmin: z.boolean(),
    desks: z.array(clinicDeskSchema),
    line: z.enum(hubLines),
    /** When the hub last answered; null: not since this start. */
    heardAt: instant.nullable(),
    /** Why it is away or stopped. */
    reason: saying.nullable(),
    /** Changes of the log that were read, of those there are, while the first ones come; null otherwise. */
    progress: z.strictObject({ read: z.int(), of: z.int() }).nullable(),
    /** Changes of this desk that the hub does not have yet. */
    toShare: z.int(),
    /** Records that cannot be shared, or read, as they are. */
    aside: clinicAside,
    /** Where this computer's clock is off the hub's by minutes; null: they agree, or the hub has not said. */
    clock: z.enum(["ahead", "behind"]).nullable(),
    /** Whether there is a recovery sheet of which somebody has said that it is printed. */
    hasSheet: z.boolean(),
    /** Whether there is one of which nobody has said that yet: it may be on a screen, or lost. */
    hasUnprintedSheet: z.boolean(),
    sheets: z.array(clinicSheet),
    invitation: openInvitationSchema.nullable(),
  }),
]);
export type ClinicState = z.infer<typeof clinicState>;

/** Why an item that several desks share may not be sent without a person. */
export const claimBlocks = ["needs-checking", "history-incomplete"] as const;

/** Who may send a booking that waits, as the clinic knows it. */
export const sharedClaim = z.strictObject({
  id: recordId,
  /** The desk that holds it. */
  holder: recordId,
  holderName: z.string().nullable(),
  isHeldHere: z.boolean(),
  /** Null: it waits for nothing but its turn. */
  blocked: z.enum(claimBlocks).nullable(),
  /** Where it is held, it goes out only when a person there sends it. */
  waitsForPerson: z.boolean(),
  /** The tries that may have arrived at the service. */
  attempts: z.array(
    z.strictObject({
      id: recordId,
      desk: recordId,
      deskName: z.string().nullable(),
      /** When the hub confirmed it or heard of it. */
      at: instant.nullable(),
      /** It was confirmed, and its desk has not said what became of it: it may still send. */
      isOpen: z.boolean(),
    }),
  ),
  /** Names of desks that have not reported since the hub's database was restored. */
  awaited: z.array(z.string()),
});
export type SharedClaim = z.infer<typeof sharedClaim>;

/** What a person was shown who decided to book again. */
export const shownClaim = z.strictObject({
  attempts: z.array(recordId).max(10_000),
  /** The person was told that the history may be incomplete. */
  historyIncomplete: z.boolean(),
});
export type ShownClaim = z.infer<typeof shownClaim>;

/** What is printed on the recovery sheet. */
export const recoverySheet = z.strictObject({ hub: z.string(), clinic: z.string(), identity: z.string() });
export type RecoverySheet = z.infer<typeof recoverySheet>;
