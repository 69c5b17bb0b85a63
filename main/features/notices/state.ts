import type { NoticesState } from "../../../shared/notices/notices.ts";
import { namedEventKinds } from "../../../shared/service-api/webhook.ts";
import { emptyBook, findPointer, type BookAddress, type NoticeBook } from "../../../shared/notices/book.ts";
import type { Store } from "../../db/types.ts";
import type { NoticeDesk, NoticePorts } from "./ports.ts";
import { findNoticeGaps, readPulled } from "./pulled.ts";
import { readKnownRegistrations, findRegistration } from "./registration.ts";

type Options = Pick<NoticePorts, "reads"> & { readonly store: Store };

export const getNoticeBook = (desk: NoticeDesk): NoticeBook => desk.kept().book ?? emptyBook;
export const buildNoticeUrl = (desk: NoticeDesk, { token }: Pick<BookAddress, "token">): string =>
  `${desk.kept().hub}/in/${token}`;

/** What is set up of notices, and what came. */
export function describeNoticesState(
  desk: NoticeDesk,
  { store, reads }: Options,
): Extract<NoticesState, { setUp: "member" }> {
  const kept = desk.kept();
  const book = getNoticeBook(desk);
  const { account } = desk;
  const read = reads(`${kept.hub}/in/`);
  const known = readPulled(store.read(({ notices }) => notices.pulled(account)));
  const registrations = store.read((all) => readKnownRegistrations(all, account));
  const tallies = new Map((known?.addresses ?? []).map((one) => [one.address, one]));
  const ready = new Set(kept.notices.addresses.map(({ address }) => address));
  return {
    setUp: "member",
    isAdmin: desk.isAdmin(),
    hub: kept.hub,
    unreachable: read.kind === "wrong" ? read.why : null,
    reach: read.kind === "read" ? read.warning : null,
    addresses: book.addresses.map((address) => {
      const { id, event, madeAt, retired } = address;
      const url = buildNoticeUrl(desk, address);
      const { received = 0, ignored = 0, refused = 0, refusedAt = null } = tallies.get(id) ?? {};
      const registered = findRegistration(registrations, { url, isOwn: address.desk === kept.desk });
      const counts = { received, ignored, refused, refusedAt };
      return { id, event, url, madeAt, retired, isReady: ready.has(id), ...registered, ...counts };
    }),
    pointers: namedEventKinds.flatMap((event) => {
      const pointer = findPointer(book, event);
      return pointer === null ? [] : [{ event, pointer }];
    }),
    counts: store.read(({ notices }) => notices.counts(account)),
    gaps: known === null ? [] : [...findNoticeGaps(known)],
    askedAt: known?.askedAt ?? null,
    away: desk.away(),
  };
}
