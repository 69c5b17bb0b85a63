import type { Check, CheckName, Verdict } from "./doctor.ts";
import { say, type Saying } from "../../messages/saying.ts";

/** What the steps of a connection check found, as facts; what they mean is worded here. Pure. */

/** How requests to the service go. `problem`: words for why there is no way. */
export type ProxyFacts =
  | { readonly kind: "here" | "direct" }
  | { readonly kind: "proxy"; readonly where: string }
  | { readonly kind: "none"; readonly problem: Saying };

/** `proxy`: the proxy looks it up. `address`: it is no name. */
export type NameFacts = "found" | "proxy" | "address" | { readonly problem: Saying };

export type AnswerFacts =
  | {
      readonly kind: "failed";
      readonly problem: Saying;
      /** What can be done about it hangs on what broke. */
      readonly about: "certificate" | "proxy-password" | "other";
    }
  | {
      readonly kind: "answered";
      readonly isTls: boolean;
      readonly status: number;
      /** The header `Date`, as an instant in milliseconds; null: it names none that can be read. */
      readonly date: number | null;
      /** The media type alone. */
      readonly contentType: string | null;
      /** The body is a list of registrations. */
      readonly isList: boolean;
      readonly milliseconds: number;
    };

export type CheckedToken = {
  /** Instant in milliseconds; null: it does not say. */
  readonly expiresAt: number | null;
};

const step = (name: CheckName, verdict: Verdict, found: Saying, todo: Saying | null = null): Check => ({
  name,
  verdict,
  found,
  todo,
});

export const createUnchecked = (name: CheckName): Check => step(name, "unchecked", say("doctor.unchecked"));
export const signedOutCheck: Check = step(
  "proxy",
  "fail",
  say("doctor.proxy.signedOut"),
  say("doctor.do.signIn"),
);

export function checkProxy(facts: ProxyFacts): Check {
  switch (facts.kind) {
    case "here":
      return step("proxy", "pass", say("doctor.proxy.here"));
    case "direct":
      return step("proxy", "pass", say("doctor.proxy.direct"));
    case "proxy":
      return step("proxy", "pass", say("doctor.proxy.over", { where: facts.where }));
    case "none":
      return step(
        "proxy",
        "fail",
        say("doctor.proxy.none", { problem: facts.problem }),
        say("doctor.do.proxy"),
      );
  }
}

export function checkName(host: string, facts: NameFacts): Check {
  if (typeof facts === "object")
    return step(
      "name",
      "fail",
      say("doctor.name.none", { host, problem: facts.problem }),
      say("doctor.do.name"),
    );
  return step("name", "pass", say(`doctor.name.${facts}`, { host }));
}

/** Slower than anybody waits gladly, in milliseconds. */
const slow = 5_000;
const seconds = (milliseconds: number): string =>
  Math.max(0.1, Math.round(milliseconds / 100) / 10).toString();

export function checkServiceAnswer(host: string, facts: AnswerFacts): Check {
  if (facts.kind === "failed")
    return step(
      "connection",
      "fail",
      say("doctor.connection.failed", { host, problem: facts.problem }),
      say(
        facts.about === "certificate"
          ? "doctor.do.certificate"
          : facts.about === "proxy-password"
            ? "doctor.do.proxyPassword"
            : "doctor.do.connection",
      ),
    );
  const took = seconds(facts.milliseconds);
  if (facts.milliseconds > slow)
    return step(
      "connection",
      "warning",
      say("doctor.connection.slow", { host, took }),
      say("doctor.do.connection"),
    );
  return step(
    "connection",
    "pass",
    say(facts.isTls ? "doctor.connection.secure" : "doctor.connection.here", { host, took }),
  );
}

/** A clock that is off by more shows wrong times, and breaks certificates and one-time codes elsewhere. Milliseconds. */
const tolerated = 5 * 60_000;

/** `now`: this computer's, when the answer came. */
export function checkClock(date: number | null, now: number): Check {
  if (date === null) return step("clock", "unchecked", say("doctor.clock.untold"));
  const off = now - date;
  if (Math.abs(off) <= tolerated) return step("clock", "pass", say("doctor.clock.right"));
  const minutes = Math.round(Math.abs(off) / 60_000);
  const found = say(off > 0 ? "doctor.clock.ahead" : "doctor.clock.behind", { minutes });
  return step("clock", "warning", found, say("doctor.do.clock"));
}

const day = 24 * 60 * 60_000;
/** A token that ends sooner is worth a word. */
const soon = 7 * day;

export function checkToken(status: number, { expiresAt }: CheckedToken, now: number): Check {
  const todo = say("doctor.do.token");
  if (status === 401) return step("token", "fail", say("doctor.token.refused"), todo);
  if (status === 403) return step("token", "fail", say("doctor.token.forbidden"), say("doctor.do.rights"));
  if (status < 200 || status > 299) return step("token", "unchecked", say("doctor.token.untold", { status }));
  if (expiresAt !== null && expiresAt - now < soon) {
    const days = Math.max(0, Math.floor((expiresAt - now) / day));
    return step("token", "warning", say("doctor.token.soon", { days }), todo);
  }
  return step("token", "pass", say("doctor.token.taken"));
}

export function checkList({
  status,
  contentType,
  isList,
}: Extract<AnswerFacts, { kind: "answered" }>): Check {
  const type = contentType ?? "–";
  const service = say("doctor.do.service");
  if (isList && status >= 200 && status <= 299) return step("list", "pass", say("doctor.list.read"));
  if (status === 401 || status === 403) return createUnchecked("list");
  if (status === 429) return step("list", "warning", say("doctor.list.busy"), say("doctor.do.wait"));
  if (status >= 500) return step("list", "fail", say("doctor.list.broken", { status }), service);
  if (contentType === "text/html")
    return step("list", "fail", say("doctor.list.page", { status }), say("doctor.do.page"));
  if (status >= 300 && status <= 399)
    return step("list", "fail", say("doctor.list.moved", { status }), say("doctor.do.address"));
  if (status === 404)
    return step("list", "fail", say("doctor.list.nothing", { status }), say("doctor.do.address"));
  return step("list", "fail", say("doctor.list.other", { status, type }), service);
}

/** The address that collects cards: only whether something answers there, since asking it makes something. */
export type IntentFacts = "unused" | "practice" | { readonly status: number } | { readonly problem: Saying };

export function checkIntent(facts: IntentFacts): Check {
  if (facts === "unused") return step("intent", "unused", say("doctor.intent.unused"));
  if (facts === "practice") return step("intent", "pass", say("doctor.intent.practice"));
  if ("problem" in facts)
    return step(
      "intent",
      "fail",
      say("doctor.intent.failed", { problem: facts.problem }),
      say("doctor.do.intent"),
    );
  return step("intent", "pass", say("doctor.intent.answers", { status: facts.status }));
}

export type HubFacts =
  | "unused"
  /** This run cannot look: from the command line the records are not opened. */
  | "closed"
  | {
      readonly where: string;
      /** Null: nothing answers there that is a hub. */
      readonly answer: {
        readonly wire: readonly number[];
        readonly ours: number;
        readonly date: number | null;
      } | null;
      /** Why sharing has stopped, or the hub does not answer; null: it is in step. */
      readonly problem: Saying | null;
      readonly now: number;
    };

export function checkHub(facts: HubFacts): Check {
  if (facts === "unused") return step("hub", "unused", say("doctor.hub.unused"));
  if (facts === "closed") return step("hub", "unchecked", say("doctor.inside"));
  const { where, answer, problem, now } = facts;
  const todo = say("doctor.do.hub");
  if (answer === null) return step("hub", "fail", say("doctor.hub.none", { where }), todo);
  if (!answer.wire.includes(answer.ours))
    return step("hub", "fail", say("doctor.hub.version", { where }), say("doctor.do.hubVersion"));
  if (problem !== null) return step("hub", "fail", say("doctor.hub.stopped", { where, problem }), todo);
  if (answer.date !== null && Math.abs(now - answer.date) > tolerated)
    return step("hub", "warning", say("doctor.hub.clock", { where }), say("doctor.do.clock"));
  return step("hub", "pass", say("doctor.hub.inStep", { where }));
}

export type NoticeFacts =
  | "unused"
  | "closed"
  | {
      readonly isRegistered: boolean;
      readonly isPointed: boolean;
      /** Notices without a number, tests left out. */
      readonly unread: number;
      /** The hub was away, or refused some, in the last week. */
      readonly hasGap: boolean;
      readonly total: number;
    };

export function checkNotices(facts: NoticeFacts): Check {
  if (facts === "unused") return step("notices", "unused", say("doctor.notices.unused"));
  if (facts === "closed") return step("notices", "unchecked", say("doctor.inside"));
  const { isRegistered, isPointed, unread, hasGap, total } = facts;
  const todo = say("doctor.do.notices");
  if (!isRegistered) return step("notices", "warning", say("doctor.notices.unregistered"), todo);
  if (total > 0 && !isPointed) return step("notices", "warning", say("doctor.notices.unpointed"), todo);
  if (hasGap) return step("notices", "warning", say("doctor.notices.gap"), say("doctor.do.ask"));
  if (unread > 0) return step("notices", "warning", say("doctor.notices.unread", { count: unread }), todo);
  return step("notices", "pass", say("doctor.notices.fine", { count: total }));
}
