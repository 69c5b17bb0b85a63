import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RouteParsedInput } from "../../../shared/routes.ts";
import { readBookingNumber, parseJson, getValueAt } from "../../../shared/notices/body.ts";
import { withPointer } from "../../../shared/notices/book.ts";
import { say } from "../../../messages/saying.ts";
import { waitForOthers } from "../../platform/others.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { decodeBody } from "./body-text.ts";
import { readKeptContent } from "./open-notice.ts";
import type { NoticeDesk, NoticePorts } from "./ports.ts";
import { serializeReadingParts, readPulled } from "./pulled.ts";
import { readNotice } from "./read-notice.ts";
import { changeNoticeBook } from "./setting-up.ts";
import { getNoticeBook } from "./state.ts";

type Options = Pick<NoticePorts, "desk"> & {
  readonly store: Store;
  readonly clock: Clock;
  /** Notices of these bookings are read otherwise now. */
  readonly onRead: (account: AccountId, bookings: readonly number[]) => void;
};

const notHere = fail("not-found", say("failures.notices.notHere"));
const noNumber = fail("invalid-input", say("failures.notices.noNumber"));

/** Notices that are read again in one go. */
const rereadAtOnce = 200;

/** Where the booking's number stands in notices; all that are kept are read by it. */
export type Rereading = {
  readonly point: (desk: NoticeDesk, wanted: RouteParsedInput<"notices.point">) => Promise<Result<null>>;
  readonly readAgain: (desk: NoticeDesk) => Promise<void>;
  /** Reads all again where another desk changed what they are read by. */
  readonly look: () => void;
};

export function createRereading({ desk: deskNow, store, clock, onRead }: Options): Rereading {
  let running: Promise<void> | null = null;

  /** Reads all that are kept by what is pointed at now. */
  async function reread(desk: NoticeDesk): Promise<void> {
    const { account } = desk;
    const book = getNoticeBook(desk);
    const isOfBook = new Set(book.addresses.map(({ id }) => id));
    const changed: number[] = [];
    for (let last = 0, isMore = true; isMore;) {
      const from = last;
      const read = store.transaction(({ notices }) => {
        const all = notices.after(account, { number: from, limit: rereadAtOnce });
        for (const { number, address, json, ...before } of all) {
          // It came over an earlier clinic, whose book said how it is read. It stays as it was read then.
          if (!isOfBook.has(address)) continue;
          const reading = readNotice({ address, content: readKeptContent(json) }, book);
          const isSame =
            reading.event === before.event &&
            reading.booking === before.booking &&
            reading.problem === before.problem;
          if (isSame) continue;
          notices.reread(number, reading);
          changed.push(...[reading.booking, before.booking].filter((one) => one !== null));
        }
        return { count: all.length, last: all.at(-1)?.number ?? from };
      });
      ({ last } = read);
      isMore = read.count === rereadAtOnce;
      if (isMore) await waitForOthers();
    }
    store.transaction(({ notices }) => {
      const known = readPulled(notices.pulled(account));
      if (known !== null)
        notices.setPulled(account, JSON.stringify({ ...known, readBy: serializeReadingParts(book) }));
    });
    onRead(account, changed);
  }

  function look(): void {
    const desk = deskNow();
    if (desk === null || running !== null) return;
    const known = readPulled(store.read(({ notices }) => notices.pulled(desk.account)));
    if (known === null || known.readBy === serializeReadingParts(getNoticeBook(desk))) return;
    running = reread(desk).finally(() => {
      running = null;
      look();
    });
  }

  async function point(
    desk: NoticeDesk,
    { number, pointer, everywhere }: RouteParsedInput<"notices.point">,
  ): Promise<Result<null>> {
    const notice = store.read(({ notices }) => notices.get(desk.account, number));
    const content = readKeptContent(notice?.json ?? null);
    const body = content === null ? null : decodeBody(content);
    if (notice === null || notice.event === null || body === null || "problem" in body)
      return failed(notHere);
    if (readBookingNumber(getValueAt(parseJson(body.text)?.json, pointer)) === null) return failed(noNumber);
    const event = everywhere ? null : notice.event;
    changeNoticeBook(desk, (book) => withPointer(book, { event, pointer, now: clock.now().toISOString() }));
    await readAgain(desk);
    return ok(null);
  }

  async function readAgain(desk: NoticeDesk): Promise<void> {
    await running;
    await reread(desk);
    void desk.look();
  }

  return { point, readAgain, look };
}
