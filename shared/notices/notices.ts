import { z } from "zod";
import { eventKind } from "../service-api/webhook.ts";
import { saying } from "../core/saying.ts";
import { recordId } from "../core/record-id.ts";

/** RFC 3339 instant. */
const instant = z.iso.datetime();

/** What a notice of the service said of a booking, and when it arrived. Nobody signed it. */
export const noticeOfBooking = z.strictObject({ event: z.string(), at: instant });
export type NoticeOfBooking = z.infer<typeof noticeOfBooking>;

/** A time in which notices may have been lost. */
export const noticeGap = z.strictObject({ from: instant, to: instant });
export type NoticeGap = z.infer<typeof noticeGap>;

/** Why a notice says nothing of a booking. */
export const noticeProblems = [
  "test", // a test of this program
  "no-address", // it came to an address that this clinic does not know, or not yet
  "unopened", // it is not sealed to this clinic, or was spoilt
  "packed", // it is compressed in a way that is not read, or is too large when unpacked
  "no-text", // its bytes are no text of the charset that it names
  "no-json", // its text is no JSON
  "no-pointer", // nobody has pointed at the booking's number in a notice of this kind
  "no-number", // at that place stands no number
] as const;
export type NoticeProblem = (typeof noticeProblems)[number];

/** A notice in the list of what was received, the newest first. */
export const noticeLine = z.strictObject({
  /** Its place in the order of arrival at this computer. */
  number: z.int(),
  receivedAt: instant,
  /** Null where its address is not known. */
  event: z.string().nullable(),
  /** The booking's number in it; null where it holds none. */
  booking: z.int().nullable(),
  /** The booking of this computer with that number; null: there is none. */
  item: recordId.nullable(),
  problem: z.enum(noticeProblems).nullable(),
});
export type NoticeLine = z.infer<typeof noticeLine>;

export const noticeDetail = noticeLine.extend({
  /** Those that are kept, by their names. */
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The start of its text; null where it is none. */
  text: z.string().nullable(),
  isCut: z.boolean(),
  /** What can be pointed at; none where it is no JSON. */
  fields: z.array(
    z.strictObject({
      /** JSON Pointer (RFC 6901). */
      pointer: z.string(),
      value: z.string(),
      /** How it could be a booking's number; null: it is no number. */
      number: z.int().nullable(),
      /** A booking of this computer has this number. */
      isKnown: z.boolean(),
      /** It is what was pointed at. */
      isChosen: z.boolean(),
    }),
  ),
});
export type NoticeDetail = z.infer<typeof noticeDetail>;

/** Whether an address is registered with the service, as far as this computer knows. */
export const registrationStates = [
  "none", // made here, and no registration is in the outbox
  "other-desk", // another desk made it, and registers it
  "waits", // it is in the outbox, and goes out by itself
  "attention", // it is in the outbox, and needs a person
  "answered", // the service took it
  "listed", // the service's own list shows it
] as const;

export const noticeAddress = z.strictObject({
  id: recordId,
  event: eventKind,
  url: z.string(),
  madeAt: instant,
  retired: z.boolean(),
  /** The hub knows it: until then nothing can be received there. */
  isReady: z.boolean(),
  registration: z.enum(registrationStates),
  /** The registration in the outbox of this computer. */
  item: recordId.nullable(),
  /** As the hub counts: kept; counted only, since it is retired; refused as too large or too many, and when last. */
  received: z.int(),
  ignored: z.int(),
  refused: z.int(),
  refusedAt: instant.nullable(),
});
export type NoticeAddress = z.infer<typeof noticeAddress>;

/** Notices of the service: what is set up, and what came. */
export const noticesState = z.discriminatedUnion("setUp", [
  /** `no-clinic`: there is no hub that could receive any. */
  z.strictObject({ setUp: z.literal("no-clinic") }),
  z.strictObject({
    setUp: z.literal("member"),
    isAdmin: z.boolean(),
    hub: z.string(),
    /** Why the service cannot reach the hub by its address; null: as far as the address tells, it can. */
    unreachable: saying.nullable(),
    /** Who alone reaches the hub by its address, as a service on this computer does; null: everybody, as far as the address tells. */
    reach: saying.nullable(),
    addresses: z.array(noticeAddress),
    /** Where the booking's number stands, by the kind of event. */
    pointers: z.array(z.strictObject({ event: z.string(), pointer: z.string() })),
    counts: z.strictObject({
      total: z.int(),
      /** With the number of a booking of this computer. */
      matched: z.int(),
      /** With a number that no booking of this computer has. */
      unmatched: z.int(),
      /** Without a number, tests left out. */
      unread: z.int(),
    }),
    /** The newest first. */
    gaps: z.array(noticeGap),
    /** When the hub last told what it had; null: not yet. */
    askedAt: instant.nullable(),
    /** Why the hub does not answer now; null while it does. */
    away: saying.nullable(),
  }),
]);
export type NoticesState = z.infer<typeof noticesState>;
