import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { isUncertain } from "../../../shared/outbox/attempts.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { NoticeLine, NoticesState } from "../../../shared/notices/notices.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import { findPointer } from "../../../shared/notices/book.ts";
import { deniedEvent, findMissedGap } from "../../../shared/notices/news.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import { isBooking } from "../outbox/index.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { toNoticeDetail } from "./detail.ts";
import type { NoticeDesk, NoticePorts } from "./ports.ts";
import { findNoticeGaps, readPulled } from "./pulled.ts";
import { createRereading } from "./rereading.ts";
import { createNoticeSetup } from "./setting-up.ts";
import { getNoticeBook, describeNoticesState } from "./state.ts";

type Options = NoticePorts & {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly session: () => OpenSession | null;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly emit: (payload: { readonly denied: number }) => void;
};

const noClinic = fail("refused", say("failures.notices.noClinic"));
const notAdmin = fail("refused", say("failures.clinic.notAdmin"));
const notHere = fail("not-found", say("failures.notices.notHere"));

/** What came and fits to no booking, beside one that needs checking. */
const mostEvidence = 20;

type Acted = Promise<Result<NoticesState>>;

export type Notices = {
  readonly state: () => NoticesState;
  readonly register: () => Acted;
  readonly test: (address: string) => Promise<Result<RouteOutput<"notices.test">>>;
  readonly retire: (address: string) => Acted;
  readonly list: (
    wanted: RouteParsedInput<"notices.list">,
    session: OpenSession,
  ) => Result<RouteOutput<"notices.list">>;
  readonly show: (number: number) => Result<RouteOutput<"notices.show">>;
  readonly point: (wanted: RouteParsedInput<"notices.point">) => Acted;
  readonly readAgain: () => Acted;
  readonly ofBooking: (id: RecordId, session: OpenSession) => Result<RouteOutput<"notices.ofBooking">>;
  readonly see: (id: RecordId, session: OpenSession) => Result<{ denied: number }>;
  /** Bookings that were denied, and nobody has looked. */
  readonly denied: () => number;
  /** Something came from the hub. */
  readonly came: (account: AccountId, bookings: readonly number[]) => void;
  /** What is set up may have changed at another desk. */
  readonly look: () => void;
};

/** Notices that the service left with the clinic's hub: set up, received, read and shown. Nothing of them ever sends. */
export function createNoticeService(options: Options): Notices {
  const { store, clock } = options;
  const accountId = (): AccountId | null => options.session()?.accountId ?? null;
  const now = (): string => clock.now().toISOString();
  const setUp = createNoticeSetup(options);
  const reading = createRereading({ ...options, onRead: (account, bookings) => came(account, bookings) });

  const denied = (): number => {
    const account = accountId();
    if (account === null || readPulled(store.read(({ notices }) => notices.pulled(account))) === null)
      return 0;
    return store.read(({ notices }) => notices.unseen(account, deniedEvent));
  };
  const tell = (): void => options.emit({ denied: denied() });

  function admin(): Result<NoticeDesk> {
    const desk = options.desk();
    if (desk === null) return failed(noClinic);
    return desk.isAdmin() ? ok(desk) : failed(notAdmin);
  }

  const state = (): NoticesState => {
    const desk = options.desk();
    return desk === null ? { setUp: "no-clinic" } : describeNoticesState(desk, options);
  };
  const told = (): Result<NoticesState> => {
    tell();
    return ok(state());
  };

  function came(account: AccountId, bookings: readonly number[]): void {
    if (account !== accountId()) return;
    const ids = store.read(({ items }) =>
      [...new Set(bookings)].flatMap((number) => items.bookingsNumbered(account, number).map(({ id }) => id)),
    );
    if (ids.length > 0) options.onChange(ids);
    tell();
  }

  async function asAdmin(
    noted: Parameters<NoticePorts["noteAct"]>[1],
    act: (desk: NoticeDesk) => Promise<Result<null>>,
  ): Acted {
    const at = admin();
    if (!at.ok) return at;
    const done = await act(at.value);
    if (!done.ok) return done;
    options.noteAct(at.value.account, noted);
    return told();
  }

  const booking = (id: RecordId, { accountId: account }: OpenSession): Result<BookingItem> => {
    const item: Item | null = store.read(({ items }) => items.find(id));
    return item?.accountId === account && isBooking(item) ? ok(item) : failed(notHere);
  };

  /** What came since a booking was tried that may have made it, with a number that no booking here has. */
  function evidenceFor(item: BookingItem): NoticeLine[] {
    const since = item.attempts.find(isUncertain)?.startedAt;
    if (item.status !== "needs-checking" || since === undefined) return [];
    const wanted = { account: item.accountId, before: null, only: "unmatched" as const, since };
    return [...store.read(({ notices }) => notices.list({ ...wanted, limit: mostEvidence }))];
  }

  return {
    state,
    register: () => asAdmin("notices-registered", setUp.register),
    test: async (address) => {
      const at = admin();
      if (!at.ok) return at;
      const done = await setUp.test(at.value, address);
      tell();
      return done;
    },
    retire: (address) => asAdmin("notices-retired", (desk) => setUp.retire(desk, address)),
    list: ({ before, only, limit }, { accountId: account }) => {
      const found = store.read(({ notices }) => notices.list({ account, before, only, limit: limit + 1 }));
      return ok({ notices: found.slice(0, limit), hasMore: found.length > limit });
    },
    show: (number) => {
      const desk = options.desk();
      if (desk === null) return failed(noClinic);
      const { account } = desk;
      return store.read(({ notices, items }) => {
        const found = notices.get(account, number);
        if (found === null) return failed(notHere);
        const pointer = found.event === null ? null : findPointer(getNoticeBook(desk), found.event);
        const isKnown = (one: number): boolean => items.bookingsNumbered(account, one).length > 0;
        return ok(toNoticeDetail(found, { pointer, isKnown }));
      });
    },
    point: (wanted) => asAdmin("notices-pointed", (desk) => reading.point(desk, wanted)),
    readAgain: async () => {
      const desk = options.desk();
      if (desk === null) return failed(noClinic);
      await reading.readAgain(desk);
      return told();
    },
    ofBooking: (id, session) => {
      const found = booking(id, session);
      if (!found.ok) return found;
      const { accountId: account, result } = found.value;
      return ok(
        store.read(({ notices }) => {
          const known = readPulled(notices.pulled(account));
          const number = result?.appointment?.id;
          if (known === null) return { notices: [], missedIn: null, unmatched: [] };
          const all = number === undefined ? [] : (notices.ofBookings(account, [number]).get(number) ?? []);
          const asked = { status: result?.appointment?.status ?? null, bookedAt: result?.bookedAt ?? "" };
          return {
            notices: [...all],
            missedIn:
              result === null ? null : findMissedGap({ ...asked, notices: all }, findNoticeGaps(known)),
            unmatched: evidenceFor(found.value),
          };
        }),
      );
    },
    see: (id, session) => {
      const found = booking(id, session);
      if (!found.ok) return found;
      const number = found.value.result?.appointment?.id;
      const isNew =
        number !== undefined &&
        store.transaction(({ notices }) => notices.see(found.value.accountId, number, now()));
      if (isNew) tell();
      return ok({ denied: denied() });
    },
    denied,
    came,
    look: () => {
      reading.look();
      const desk = options.desk();
      const isStale = desk !== null && desk.kept().book !== null && desk.away() === null && desk.isAdmin();
      if (isStale) void setUp.renew(desk);
    },
  };
}
