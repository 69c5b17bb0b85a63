import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";

type Line = Pick<Membership, "line" | "heardAt">;

/** Whose bookings are shown, and how far that goes; `member`: null at a desk that shares with no others. */
export function describeWhoseBookings(member: Line | null, when: (instant: string) => string): string {
  const { description, ofClinic } = words.bookings;
  if (member === null) return description;
  const { line, heardAt } = member;
  if (line !== "away") return ofClinic[line];
  return heardAt === null ? ofClinic.awayYet : ofClinic.away({ when: when(heardAt) });
}
