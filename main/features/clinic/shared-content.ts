import { createHash } from "node:crypto";
import { z } from "zod";
import { sha256 } from "../../../shared/hub-api/values.ts";
import { deskName } from "../../../shared/clinic/clinic.ts";
import { recordId, type RecordId } from "../../../shared/core/record-id.ts";
import { bookingItem, itemUpgrades } from "../../../shared/outbox/item.ts";
import { patientRecord, patientUpgrades } from "../../../shared/patients/patient.ts";
import { readStored, stampVersion } from "../../../shared/core/stored.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { appointment, type Appointment } from "../../../shared/service-api/appointment.ts";
import { isTooDeep } from "../../../shared/text/too-deep.ts";
import {
  hasMoreThan,
  filterBelievable,
  emptyBook,
  mergeBooks,
  noticeBook,
  type NoticeBook,
} from "../../../shared/notices/book.ts";
import type { KnownRecord } from "../../db/clinic-types.ts";

/** What is inside of a sealed record: one of the clinic's, without the account, which is each desk's own. */
export type SharedContent =
  | { readonly kind: "item"; readonly item: BookingItem }
  /** `makers`: the desks that are creating the patient at the service. */
  | { readonly kind: "person"; readonly patient: PatientRecord; readonly makers: readonly string[] }
  /** `account`: the mark of the account that it is signed in to. */
  | { readonly kind: "desk"; readonly name: string; readonly account?: string | undefined }
  /** `printed`: whether somebody has said that it is. One that an earlier Front Desk made says nothing of it, and counts. */
  | { readonly kind: "sheet"; readonly printed?: boolean | undefined }
  | { readonly kind: "notices"; readonly book: NoticeBook }
  /** What a desk that does not hold a booking knows of it: the service's answer to its own try, and what was canceled. */
  | {
      readonly kind: "answer";
      readonly booking: RecordId;
      readonly appointment: Appointment | null;
      readonly canceled: readonly number[];
    }
  /** A booking that is too large to be shared: who holds it is, and nothing of it. */
  | { readonly kind: "large" };

const frame = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("item"), record: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    kind: z.literal("person"),
    record: z.record(z.string(), z.unknown()),
    makers: z.array(recordId).max(200).optional(),
  }),
  z.strictObject({ kind: z.literal("desk"), name: deskName, account: sha256.optional() }),
  z.strictObject({ kind: z.literal("sheet"), printed: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("notices"), book: noticeBook }),
  z.strictObject({
    kind: z.literal("answer"),
    booking: recordId,
    appointment: appointment.nullable(),
    canceled: z.array(z.int()).max(200),
  }),
  z.strictObject({ kind: z.literal("large") }),
]);

const bookingShape = { schema: bookingItem, upgrades: itemUpgrades };
const patientShape = { schema: patientRecord, upgrades: patientUpgrades };
/** It stands in no content: each desk has an account of its own there. */
const noAccount = "-";

/** The content as bytes. The same record gives the same bytes at every desk. */
export function writeContent(content: SharedContent): Uint8Array {
  const framed = (): z.input<typeof frame> => {
    switch (content.kind) {
      case "item": {
        // A take-over shows where it stands; what a form was last looked at is nobody else's.
        const { accountId: _account, ...item } = content.item;
        return { kind: "item", record: { ...stampVersion(bookingShape, item) } };
      }
      case "person": {
        // Which item makes the patient is a matter of the desk that has it.
        const { accountId: _account, itemId: _item, madeElsewhere: _makers, ...patient } = content.patient;
        const makers = content.makers.toSorted();
        return { kind: "person", record: { ...stampVersion(patientShape, patient) }, makers };
      }
      case "desk":
        return { kind: "desk", name: content.name, account: content.account };
      case "notices":
        // Its order is a rule's, not that in which it was made.
        return { kind: "notices", book: mergeBooks(content.book, content.book) };
      case "answer":
        return { ...content, canceled: content.canceled.toSorted((a, b) => a - b) };
      case "sheet":
      case "large":
        return content;
    }
  };
  return Buffer.from(JSON.stringify(framed()), "utf8");
}

/** `newer`: a later Front Desk wrote it. `damaged`: it is none. */
export function readContent(bytes: Uint8Array): SharedContent | "newer" | "damaged" {
  const text = Buffer.from(bytes).toString("utf8");
  // An error while it is taken would keep every desk from all that comes after it.
  if (isTooDeep(text)) return "damaged";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "damaged";
  }
  const read = frame.safeParse(json);
  if (!read.success) return isOtherKind(json) ? "newer" : "damaged";
  switch (read.data.kind) {
    case "item": {
      const item = readStored(bookingShape, { ...read.data.record, accountId: noAccount });
      return typeof item === "string" ? item : { kind: "item", item };
    }
    case "person": {
      const { record, makers = [] } = read.data;
      const patient = readStored(patientShape, { ...record, accountId: noAccount, itemId: null });
      return typeof patient === "string" ? patient : { kind: "person", patient, makers };
    }
    default:
      return read.data;
  }
}

const known = new Set<unknown>(["item", "person", "desk", "sheet", "notices", "answer", "large"]);
const isOtherKind = (json: unknown): boolean =>
  typeof json === "object" && json !== null && "kind" in json && !known.has(json.kind);

export const computeDigest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * What is set up of notices after another desk's word, and the digest of what this desk has said of it by then: that of its own book, where it
 * adds nothing to that word. `made`: the addresses that this desk has made.
 */
export function bookAfter(
  own: NoticeBook | null,
  { book: said, digest }: { readonly book: NoticeBook; readonly digest: string },
  { made, ...believing }: Parameters<typeof filterBelievable>[1] & { readonly made: readonly string[] },
): { readonly book: NoticeBook; readonly digest: string } {
  const book = mergeBooks(own ?? emptyBook, filterBelievable(said, believing), made);
  return {
    book,
    digest: hasMoreThan(book, said) ? digest : computeDigest(writeContent({ kind: "notices", book })),
  };
}

/** A record under a shared name of which nobody has heard yet. */
export const createKnownRecord = (of: Pick<KnownRecord, "sharedId" | "recordId" | "kind">): KnownRecord => ({
  ...of,
  version: 0,
  dropped: false,
  droppedBy: null,
  digest: null,
  aside: null,
  had: 0,
});

/**
 * A record's name in the log: the same at every desk, also when the log is written anew, and nothing of the local one, which
 * tells when it was made. As a UUID of version 4, which is what the hub takes.
 */
export function deriveSharedId(clinic: string, recordId: string): string {
  const bytes = createHash("sha256")
    .update(`front-desk record 1\0${clinic}\0${recordId}`)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
