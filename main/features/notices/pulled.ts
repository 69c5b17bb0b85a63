import { z } from "zod";
import type { NoticeBook } from "../../../shared/notices/book.ts";
import { absence, addressTally } from "../../../shared/hub-api/notice.ts";
import { generation, logNumber } from "../../../shared/hub-api/values.ts";
import type { ArrivalGap } from "../../../shared/notices/news.ts";

/** How far the hub was asked for notices, and what it said beside them. */
export const pulled = z.strictObject({
  v: z.literal(1),
  clinic: z.string(),
  /** Another database of the hub counts anew: then all are fetched again. */
  generation,
  after: logNumber,
  /** When the first address was made: RFC 3339. Nothing could be lost before. */
  since: z.iso.datetime(),
  absences: z.array(absence),
  addresses: z.array(addressTally),
  /** RFC 3339. */
  askedAt: z.iso.datetime(),
  /** What `serializeReadingParts` said when all that is kept was read last. */
  readBy: z.string(),
});
export type PulledState = z.infer<typeof pulled>;

/** What notices are read by: as text, to see whether it changed. */
export const serializeReadingParts = (book: NoticeBook): string =>
  JSON.stringify([book.pointers, book.addresses.map(({ id, event }) => [id, event])]);

/** Null: the hub was never asked, or nobody can read what was noted. */
export function readPulled(json: string | null): PulledState | null {
  if (json === null) return null;
  try {
    return pulled.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** What is shown of gaps, and looked at. */
const mostGaps = 100;

/** Times in which notices may have been lost, the newest first: no hub answered, or one refused some. */
export function findNoticeGaps({
  since,
  absences,
  addresses,
}: Omit<PulledState, "v" | "after">): readonly ArrivalGap[] {
  const refused = addresses.flatMap(({ refusedAt }) =>
    refusedAt === null ? [] : [{ from: refusedAt, to: refusedAt }],
  );
  return [...absences, ...refused]
    .filter(({ to }) => Date.parse(to) > Date.parse(since))
    .toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to))
    .slice(0, mostGaps);
}
