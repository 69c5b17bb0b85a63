import { createHash } from "node:crypto";
import type { AccountId } from "../../../shared/session/account.ts";
import { emptyBook } from "../../../shared/notices/book.ts";
import type { NoticeInbox } from "../clinic/notice-reader.ts";
import type { Clock } from "../../platform/ports.ts";
import type { KeptNotice } from "../../db/notice-types.ts";
import type { Store } from "../../db/types.ts";
import { openNotice } from "./open-notice.ts";
import { serializeReadingParts, readPulled, type PulledState } from "./pulled.ts";
import { readNotice } from "./read-notice.ts";

type Options = {
  readonly store: Store;
  readonly clock: Pick<Clock, "now">;
  /** Something came, or the hub said something else than before; `bookings`: the numbers in what came. */
  readonly onKept: (account: AccountId, bookings: readonly number[]) => void;
};

/** Milliseconds between two notes that the hub was asked, when nothing came. */
const notedEach = 60_000;

type Page = Parameters<NoticeInbox["keep"]>[2];
type Kept = Parameters<NoticeInbox["keep"]>[1];

/** Keeps what the hub received of the service: opened, read, in the order of arrival, each once. It starts nothing. */
export function createNoticeInbox({ store, clock, onKept }: Options): NoticeInbox {
  const before = (account: AccountId, { clinic, generation }: Kept): PulledState | null => {
    const known = readPulled(store.read(({ notices }) => notices.pulled(account)));
    return known?.clinic === clinic && known.generation === generation ? known : null;
  };

  async function opened(page: Page, { book }: Kept): Promise<readonly KeptNotice[]> {
    const all: KeptNotice[] = [];
    const identities = (book ?? emptyBook).identities.map(({ identity }) => identity);
    for (const notice of page.notices) {
      const content = await openNotice(notice, identities);
      const { address, receivedAt } = content ?? notice;
      all.push({
        digest: createHash("sha256").update(notice.sealed).digest("hex"),
        address,
        receivedAt,
        ...readNotice({ address, content }, book ?? emptyBook),
        json: content === null ? null : JSON.stringify(content),
      });
    }
    return all;
  }

  return {
    after: (account, kept) => before(account, kept)?.after ?? 0,
    keep: async (account, kept, page) => {
      const known = before(account, kept);
      const all = await opened(page, kept);
      const { clinic, generation } = kept;
      const { absences, addresses } = page;
      const after = page.notices.reduce((last, { number }) => Math.max(last, number), known?.after ?? 0);
      const now = clock.now().toISOString();
      const book = kept.book ?? emptyBook;
      const since = book.addresses[0]?.madeAt ?? now;
      const readBy = known?.readBy ?? serializeReadingParts(book);
      const next: PulledState = {
        v: 1,
        clinic,
        generation,
        after,
        since,
        absences: [...absences],
        addresses: [...addresses],
        askedAt: now,
        readBy,
      };
      const isSame = known !== null && JSON.stringify({ ...known, askedAt: now }) === JSON.stringify(next);
      // Nothing came: that it was asked is not worth a sync of the disk each time.
      if (isSame && all.length === 0 && Date.parse(now) - Date.parse(known.askedAt) < notedEach) return;
      const bookings = store.transaction(({ notices }) => {
        notices.setPulled(account, JSON.stringify(next));
        return notices.add(account, all);
      });
      if (!isSame || all.length > 0) onKept(account, bookings);
    },
  };
}
