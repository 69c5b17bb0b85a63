import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { namedEventKinds } from "../../../shared/service-api/webhook.ts";
import { testMember } from "../../../shared/notices/body.ts";
import {
  emptyBook,
  mergeBooks,
  getPresentIdentity,
  retireAddress,
  type NoticeBook,
} from "../../../shared/notices/book.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { decodeBody } from "./body-text.ts";
import { readKeptContent } from "./open-notice.ts";
import type { NoticeDesk, NoticePorts } from "./ports.ts";
import { getNoticeBook, describeNoticesState, buildNoticeUrl } from "./state.ts";
import { loadAge } from "../../platform/age.ts";

type Options = NoticePorts & { readonly store: Store; readonly clock: Clock; readonly random: RandomIds };

const away = fail("not-reached", say("failures.notices.away"));
const signedOut = fail("signed-out", say("failures.outbox.signedOut"));
const notHere = fail("not-found", say("failures.notices.notHere"));

/** Milliseconds for a test to come back, and between two looks. */
const testPatience = 15_000;
const testPause = 250;

/** Changes what is set up, at this desk: the others hear of it when the hub does. */
export function changeNoticeBook(desk: NoticeDesk, next: (book: NoticeBook) => NoticeBook): void {
  desk.change((kept) => {
    const before = kept.book ?? emptyBook;
    const book = next(before);
    const known = new Set(before.addresses.map(({ id }) => id));
    const made = book.addresses.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    const madeAddresses = [...kept.madeAddresses, ...made];
    return { ...kept, book: mergeBooks(book, book, madeAddresses), madeAddresses };
  });
}

/** What an admin sets up of notices: addresses with the hub, and their registrations with the service. */
export type SettingUp = {
  readonly register: (desk: NoticeDesk) => Promise<Result<null>>;
  readonly test: (desk: NoticeDesk, address: string) => Promise<Result<RouteOutput<"notices.test">>>;
  readonly retire: (desk: NoticeDesk, address: string) => Promise<Result<null>>;
  /** Where a desk was removed since, what comes is sealed to somebody it is not. */
  readonly renew: (desk: NoticeDesk) => Promise<void>;
};

export function createNoticeSetup(options: Options): SettingUp {
  const { store, clock, random } = options;
  const now = (): string => clock.now().toISOString();

  /** Somebody to whom what comes is sealed, made since the clinic's keys are what they are. */
  async function renew(desk: NoticeDesk): Promise<void> {
    const { keyEpoch } = desk.kept();
    const isPresent = (book: NoticeBook): boolean => (getPresentIdentity(book)?.keyEpoch ?? -1) >= keyEpoch;
    if (isPresent(getNoticeBook(desk))) return;
    const identity = await createNoticeIdentity(keyEpoch);
    changeNoticeBook(desk, (book) =>
      isPresent(book) ? book : { ...book, identities: [...book.identities, identity] },
    );
  }

  /** An address for each event that has none. */
  async function prepare(desk: NoticeDesk): Promise<void> {
    await renew(desk);
    changeNoticeBook(desk, (book) => {
      const active = new Set(book.addresses.filter(({ retired }) => !retired).map(({ event }) => event));
      const lacking = namedEventKinds.filter((event) => !active.has(event));
      return {
        ...book,
        addresses: [
          ...book.addresses,
          ...lacking.map((event) => ({
            id: random.uuid(),
            event,
            token: Buffer.from(random.bytes(32)).toString("base64url"),
            desk: desk.kept().desk,
            madeAt: now(),
            retired: false,
          })),
        ],
      };
    });
  }

  async function register(desk: NoticeDesk): Promise<Result<null>> {
    const read = options.reads(`${desk.kept().hub}/in/`);
    if (read.kind === "wrong") return failed(fail("refused", read.why));
    await desk.look();
    if (desk.away() !== null) return failed(away);
    await prepare(desk);
    await desk.look();
    for (const { id } of getNoticeBook(desk).addresses) {
      // Each is looked at when it is its turn: who did not wait for the one before has pressed again, and nobody takes one back.
      const address = describeNoticesState(desk, options).addresses.find((one) => one.id === id);
      if (address === undefined || address.retired || address.registration !== "none") continue;
      // They are registered as the session's account: once it is over, or has left the clinic, they are not its own.
      if (options.desk()?.session !== desk.session) return failed(signedOut);
      // What the hub does not know yet is registered by the next call.
      if (!address.isReady) return failed(away);
      const registered = await options.register(desk.session, address.url, address.event);
      if (!registered.ok) return registered;
    }
    return ok(null);
  }

  const holds = (account: AccountId, text: string): boolean =>
    store.read(({ notices }) =>
      notices
        .list({ account, before: null, only: "all", limit: 100 })
        .filter(({ problem }) => problem === "test")
        .some(({ number }) => {
          const content = readKeptContent(notices.get(account, number)?.json ?? null);
          const body = content === null ? null : decodeBody(content);
          return body !== null && "text" in body && body.text.includes(text);
        }),
    );

  async function comesBack(desk: NoticeDesk, mark: string, since: () => number): Promise<boolean> {
    while (since() < testPatience) {
      await desk.look();
      if (holds(desk.account, mark)) return true;
      await new Promise<void>((resolve) => void clock.after(testPause, resolve));
    }
    return false;
  }

  async function test(desk: NoticeDesk, id: string): ReturnType<SettingUp["test"]> {
    const address = getNoticeBook(desk).addresses.find((one) => one.id === id && !one.retired);
    if (address === undefined) return failed(notHere);
    const mark = random.uuid();
    const begun = clock.monotonic();
    const body = JSON.stringify({ [testMember]: mark, sentAt: now() });
    const status = await options.post(buildNoticeUrl(desk, address), body);
    const since = (): number => Math.round(clock.monotonic() - begun);
    const isTaken = status !== null && status < 300;
    const arrived = isTaken && (await comesBack(desk, mark, since));
    return ok({ status, arrived, milliseconds: since() });
  }

  async function retire(desk: NoticeDesk, id: string): Promise<Result<null>> {
    if (!getNoticeBook(desk).addresses.some((one) => one.id === id)) return failed(notHere);
    changeNoticeBook(desk, (book) => retireAddress(book, id));
    await desk.look();
    return ok(null);
  }

  return { register, test, retire, renew };
}

/** To whom the hub is to seal notices from now on. */
async function createNoticeIdentity(keyEpoch: number): Promise<NoticeBook["identities"][number]> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { keyEpoch, identity, recipient: await identityToRecipient(identity) };
}
