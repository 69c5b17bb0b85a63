import { nothingAside, type ClinicDesk, type SharedClaim } from "../../shared/clinic/clinic.ts";
import type { Membership } from "../../renderer/lib/clinic.ts";
import { idOf } from "./store-records.ts";

/** Ids of the clinic's desks: this one, and two others. */
export const deskIds = { self: idOf(901), second: idOf(902), third: idOf(903) } as const;

export const clinicDesk = (change: Partial<ClinicDesk> = {}): ClinicDesk => ({
  id: deskIds.second,
  name: "Desk 2",
  isAdmin: false,
  isSelf: false,
  isRemoved: false,
  cameBack: false,
  isOtherAccount: false,
  lastSeenAt: "2026-11-20T14:00:00Z",
  report: null,
  letIn: null,
  ...change,
});

/** A desk of a clinic with two, all well. */
export const member = (change: Partial<Membership> = {}): Membership => ({
  membership: "member",
  hub: "https://hub.clinic.example",
  self: deskIds.self,
  isAdmin: true,
  desks: [clinicDesk({ id: deskIds.self, name: "Desk 1", isAdmin: true, isSelf: true }), clinicDesk()],
  line: "up",
  heardAt: "2026-11-20T14:03:00Z",
  reason: null,
  progress: null,
  clock: null,
  toShare: 0,
  aside: nothingAside,
  hasSheet: true,
  hasUnprintedSheet: false,
  sheets: [],
  invitation: null,
  ...change,
});

/** A booking that desk 2 holds, and that waits for its turn there. */
export const claimOf = (id: string, change: Partial<SharedClaim> = {}): SharedClaim => ({
  id,
  holder: deskIds.second,
  holderName: "Desk 2",
  isHeldHere: false,
  blocked: null,
  waitsForPerson: false,
  attempts: [],
  awaited: [],
  ...change,
});

/** A try of desk 2 that the hub confirmed and heard no more of. */
export const openTry = (change: Partial<SharedClaim["attempts"][number]> = {}) => ({
  id: idOf(951),
  desk: deskIds.second,
  deskName: "Desk 2",
  at: "2026-11-20T14:03:00Z",
  isOpen: true,
  ...change,
});
