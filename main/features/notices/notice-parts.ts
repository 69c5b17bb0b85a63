import { ok } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isHere } from "../../../shared/connection/host.ts";
import { readWebhookAddress } from "../../../shared/webhooks/webhook-form.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Clinic } from "../clinic/clinic.ts";
import { explainAway, isAdmin } from "../clinic/index.ts";
import type { Handlers } from "../../ipc/router.ts";
import { createNoticeService, type Notices } from "./notices.ts";
import type { NoticePorts } from "./ports.ts";
import type { Items } from "../outbox/items.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";
import { exchange } from "../../http/exchange.ts";
import type { Store } from "../../db/types.ts";

type Options = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly session: () => OpenSession | null;
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  readonly line: Clinic["line"];
  readonly items: (session: OpenSession) => Pick<Items, "create" | "submit">;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly emit: (payload: { readonly denied: number }) => void;
};

type NoticeRoute = Extract<keyof Handlers, `notices.${string}`>;

/** Milliseconds for a test to be taken. */
const testDeadline = 10_000;

/** Notices of the service, joined with the clinic's line and the outbox. */
export function createNoticeParts(options: Options): {
  readonly notices: Notices;
  readonly handlers: Pick<Handlers, NoticeRoute>;
} {
  const { clock, session, line, dispatchers, userAgent } = options;
  const ports: NoticePorts = {
    desk: () => {
      const [at, own] = [line(), session()];
      return at === null || own === null
        ? null
        : {
            account: at.account,
            session: own,
            kept: at.line.kept,
            isAdmin: () => isAdmin(at.line.kept()),
            away: () => explainAway(at.line.state()),
            change: at.line.change,
            look: at.line.look,
          };
    },
    reads: (url) => {
      const at = session()?.credentials.serviceAddress ?? null;
      return readWebhookAddress(url, { serviceHere: at !== null && isHere(at) });
    },
    register: async (by, url, event) => {
      const { create, submit } = options.items(by);
      const made = create({ kind: "webhook", form: { url, events: [event] } });
      if (!made.ok) return made;
      const sent = await submit(made.value.id, true);
      return sent.ok ? ok(sent.value.id) : sent;
    },
    noteAct: (of, act) => {
      options.store.transaction(({ audit }) => audit.add([{ account: of, act }]));
    },
    post: async (url, body) => {
      const { origin, pathname } = new URL(url);
      const limits = { clock: clock.limits, milliseconds: testDeadline };
      const way = await waitAtMost(dispatchers.for(new URL(origin)), limits).catch(() => null);
      if (way === null) return null;
      const headers = { "content-type": "application/json", "user-agent": userAgent };
      const request = { origin, path: pathname, method: "POST" as const, headers, body };
      const answer = await exchange(way.value, request, { deadline: testDeadline, mostBytes: 10_000 });
      return answer.kind === "answered" ? answer.status : null;
    },
  };
  const notices = createNoticeService({ ...options, ...ports });
  return {
    notices,
    handlers: {
      "notices.get": () => ok(notices.state()),
      "notices.register": notices.register,
      "notices.test": ({ address }) => notices.test(address),
      "notices.retire": ({ address }) => notices.retire(address),
      "notices.list": notices.list,
      "notices.show": ({ number }) => notices.show(number),
      "notices.point": notices.point,
      "notices.readAgain": notices.readAgain,
      "notices.ofBooking": ({ id }, at) => notices.ofBooking(id, at),
      "notices.seen": ({ id }, at) => notices.see(id, at),
      "notices.denied": () => ok({ denied: notices.denied() }),
    },
  };
}
