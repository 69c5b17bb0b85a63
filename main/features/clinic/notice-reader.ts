import type { AccountId } from "../../../shared/session/account.ts";
import type { Clock } from "../../platform/ports.ts";
import type { HubClient, HubOutput } from "./hub-client.ts";
import type { KeptMembership } from "./membership.ts";
import type { createLineState, LineStep } from "./standing.ts";

/** What keeps the notices of the service that the hub received. */
export type NoticeInbox = {
  /** The number of the last one that is kept, in this generation of the hub's database. */
  readonly after: (account: AccountId, kept: KeptMembership) => number;
  readonly keep: (account: AccountId, kept: KeptMembership, page: HubOutput<"notices">) => Promise<void>;
};

type NoticeReaderOptions = {
  readonly account: AccountId;
  readonly at: ReturnType<typeof createLineState>;
  readonly client: HubClient;
  readonly hub: Parameters<HubClient>[0];
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, "monotonic">;
  readonly inbox: NoticeInbox;
  readonly isOver: () => boolean;
  /** Whether something else waits for the line. */
  readonly isAskedElse: () => boolean;
};

/** Milliseconds between two looks for notices, however often the desks tell each other something. */
export const noticePause = 2_000;
/** Notices of one page: each is opened by itself. */
const noticesAtOnce = 100;

export type NoticeReader = {
  /**
   * Reads the notices of the service that the hub received, page by page. A hint that there is more does not say of what. Whoever posts can
   * keep them coming: what is asked for meanwhile goes first, and the next turn goes on with them.
   */
  readonly read: () => Promise<LineStep>;
  /** Whether there may be more to read. */
  readonly isDue: () => boolean;
  /** The next turn reads them, however short the pause was. */
  readonly readSoon: () => void;
};

/** Reads what the hub received for the clinic, after the log. */
export function createNoticeReader(options: NoticeReaderOptions): NoticeReader {
  const { account, at, client, hub, signal, clock, inbox } = options;
  let readAt = -Infinity;
  let isDue = false;
  return {
    read: async () => {
      isDue = at.kept().notices.addresses.length > 0;
      if (!isDue || clock.monotonic() - readAt < noticePause) return "done";
      for (;;) {
        const kept = at.kept();
        if (options.isOver()) return "stopped";
        const after = inbox.after(account, kept);
        const call = { ids: { clinic: kept.clinic }, query: { after, limit: noticesAtOnce }, signal };
        const answer = at.heard(await client(hub, "notices", call));
        if (typeof answer === "string") return answer;
        if ("code" in answer) return at.away(answer.code);
        await inbox.keep(account, kept, answer.value);
        // A hub that says there is more and gives none has to wait for the next look.
        const isRead = inbox.after(account, kept) <= after;
        if (isRead) {
          isDue = false;
          readAt = clock.monotonic();
        }
        if (isRead || options.isAskedElse()) return "done";
      }
    },
    isDue: () => isDue,
    readSoon: () => {
      readAt = -Infinity;
    },
  };
}
