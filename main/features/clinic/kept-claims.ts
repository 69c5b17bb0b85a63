import { z } from "zod";
import { attemptOutcome } from "../../../shared/hub-api/entries.ts";
import { claimEpoch, generation, randomId } from "../../../shared/hub-api/values.ts";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { appointment, type Appointment } from "../../../shared/service-api/appointment.ts";

/** What is kept of an item that desks share, as the database has it: texts of JSON. */

/** The item as the hub has it, by its log. */
export const keptShared = z.strictObject({
  item: randomId,
  maker: randomId,
  holder: randomId,
  epoch: claimEpoch,
  sharedIn: generation,
  decidedIn: generation.nullable(),
  mustDecide: z.boolean(),
  ended: z.enum(["booked", "discarded", "edited"]).nullable(),
  attempts: z.array(
    z.strictObject({
      attempt: randomId,
      desk: randomId,
      state: z.enum(["open", ...attemptOutcome.options]),
      named: z.boolean(),
      inherited: z.boolean(),
    }),
  ),
  /** How it stands where it is held, as its holder wrote last. */
  stands: z.enum(itemStatuses).nullable().default(null),
  /** What the service answered, by the desks that it answered. */
  answers: z.array(z.strictObject({ desk: randomId, appointment })).default([]),
  /** Numbers of bookings that somebody said were canceled. */
  canceled: z.array(z.int()).default([]),
  /** Who said so of a number first; of those that were heard earlier nobody knows. Others say it again as their own word. */
  canceledBy: z.array(z.strictObject({ number: z.int(), desk: randomId })).default([]),
  /**
   * It was booked already, as this desk knew it, when another desk began to share it as one that waits, and nobody here has decided
   * about it since.
   */
  wasDone: z.boolean().default(false),
  /**
   * Who said that it was booked, and when the hub received that; none: nobody did, or an earlier Front Desk heard it. Of one that is not
   * over, who had said so in a log that was put back.
   */
  bookedBy: z.array(z.strictObject({ desk: randomId, at: z.string() })).default([]),
  /** Lost desks alone said that it was booked, and a person has it to check since. */
  isDoubted: z.boolean().default(false),
  /** It was not, and a person at this desk had it begin anew under another name: under this one it waits no more, whatever the log says. */
  isAnew: z.boolean().default(false),
});
export type KeptShared = z.infer<typeof keptShared>;

/** So many of the numbers that somebody said were canceled are kept, the last: whoever has one desk's keys says them without end. */
const mostCanceled = 200;

/** So many desks' answers are kept of an item, those that came first, and so many characters of each of their members. */
const mostAnswers = 20;
const mostOfMember = 1_000;

/** The documented members, each of a bounded length: what else a desk says that the service answered has no end. */
export function boundAnswer(answer: Appointment): Appointment {
  const members = Object.keys(appointment.shape).map((name) => {
    const value = answer[name];
    return [name, typeof value === "string" ? value.slice(0, mostOfMember) : value];
  });
  return appointment.parse(Object.fromEntries(members));
}

type Said = { readonly appointment: Appointment | null; readonly canceled: readonly number[] };

/** The claim with what a desk told of the service's answer, and of what was canceled. */
export function recordClaimAnswer(shared: KeptShared, desk: string, said: Said): KeptShared {
  const canceled = [...new Set([...shared.canceled, ...said.canceled])].slice(-mostCanceled);
  const heard = new Set(shared.canceled);
  const first = said.canceled.flatMap((number) => (heard.has(number) ? [] : [{ number, desk }]));
  const canceledBy = [...shared.canceledBy, ...first].filter(({ number }) => canceled.includes(number));
  const told = { ...shared, canceled, canceledBy };
  if (isRepeated(shared, desk, said)) return told;
  const answers = [
    ...shared.answers.filter((one) => one.desk !== desk),
    ...(said.appointment === null ? [] : [{ desk, appointment: boundAnswer(said.appointment) }]),
  ];
  return { ...told, answers: withoutOneTooMany(answers, shared) };
}

/** Whoever has or made it keeps a place, however many others came first: whoever has one desk's keys lets in as many as are kept. */
function withoutOneTooMany(
  answers: KeptShared["answers"],
  { holder, maker }: Pick<KeptShared, "holder" | "maker">,
): KeptShared["answers"] {
  if (answers.length <= mostAnswers) return answers;
  const last = answers.findLastIndex(({ desk }) => desk !== holder && desk !== maker);
  return answers.filter((_one, nth) => nth !== last);
}

/** It says the number that another desk was given: that is no answer of its own, and its own stands beside it. */
function isRepeated({ answers, attempts }: KeptShared, desk: string, { appointment: told }: Said): boolean {
  if (told === null || !answers.some((one) => one.desk !== desk && one.appointment.id === told.id))
    return false;
  const own = answers.some((one) => one.desk === desk);
  return own || !attempts.some((one) => one.desk === desk && one.state === "booked");
}

/** The claim with the number that this desk knew before any other: it stands first, whoever tells another one. */
export function recordFirstAnswer(shared: KeptShared, desk: string, first: Appointment): KeptShared {
  const others = shared.answers.filter((one) => one.desk !== desk);
  const answers = [{ desk, appointment: boundAnswer(first) }, ...others];
  return { ...shared, answers: answers.slice(0, mostAnswers) };
}

/** The claim without what those desks told of it. */
export function forgetClaimAnswers(shared: KeptShared, desks: ReadonlySet<string>): KeptShared {
  const unsaid = new Set(shared.canceledBy.flatMap(({ number, desk }) => (desks.has(desk) ? [number] : [])));
  return {
    ...shared,
    answers: shared.answers.filter(({ desk }) => !desks.has(desk)),
    canceled: shared.canceled.filter((number) => !unsaid.has(number)),
    canceledBy: shared.canceledBy.filter(({ number }) => !unsaid.has(number)),
  };
}

/** The item as this desk has it: `DeskRecord` of shared/clinic/log. */
export const keptDesk = z.strictObject({
  item: randomId,
  madeIn: generation,
  status: z.enum(["direct", "waiting", "sending", "needs-checking", "booked", "discarded", "edited"]),
  epoch: claimEpoch.nullable(),
  intent: randomId.nullable(),
  outcomes: z.record(randomId, attemptOutcome),
});
export type KeptDesk = z.infer<typeof keptDesk>;

/** The text as what it was written as; null where it is none, as after an edit by hand. */
export function parseClaims<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
