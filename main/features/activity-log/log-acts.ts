import type { AccountId } from "../../../shared/session/account.ts";
import { isForm } from "../../../shared/outbox/item.ts";
import type { RouteName, RouteOutput, RouteParsedInput, Routes } from "../../../shared/routes.ts";
import type { Gate } from "../../ipc/router.ts";
import { readStaffName } from "../outbox/index.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { AuditAct } from "../../db/audit.ts";
import type { Store } from "../../db/types.ts";
import type { SavedKind } from "../../desk/desk.ts";

/** Milliseconds in which the same reading is one: what is open is read again with every change. */
const sameFor = 60_000;
/** Beyond that all is forgotten, and the next reading of each is another one. */
const mostSeen = 1_000;
/** Searches that are open at once in a window, and are read again in turn. */
const mostSearches = 8;

type Reading = {
  readonly text: string;
  /** As far as it was typed: who goes back and types another name looks for somebody else. */
  readonly longest: string;
  readonly since: number;
  readonly last: number;
};

/** Whether something that is read is what was read a moment ago. `text`: what is looked for, in memory alone. */
type SameReading = (what: string, text?: string) => boolean;

/**
 * What is open and read again stays one reading however long that goes on. A search goes on while it is typed, for a minute
 * from where it began; what does not continue it is another one.
 */
function createReadDeduper(clock: Pick<Clock, "monotonic">): SameReading {
  const seen = new Map<string, readonly Reading[]>();
  return (what, typed = "") => {
    const now = clock.monotonic();
    const text = typed.trim().toLowerCase();
    const goesOn = ({ longest, since }: Reading): boolean =>
      now - since < sameFor && (text.startsWith(longest) || longest.startsWith(text));
    const before = (seen.get(what) ?? []).filter(({ last }) => now - last < sameFor);
    const same = before.find((each) => each.text === text) ?? before.findLast(goesOn);
    const longest = same !== undefined && same.longest.length > text.length ? same.longest : text;
    const reading = { text, longest, since: same?.since ?? now, last: now };
    if (seen.size >= mostSeen) seen.clear();
    seen.set(what, [...before.filter((each) => each !== same), reading].slice(-mostSearches));
    return same !== undefined;
  };
}

/** The routes that show records, or take them elsewhere: those that are `read` by their declaration. */
type ReadRoute = {
  [N in RouteName]: Routes[N]["audit"] extends "read" ? N : never;
}[RouteName];

/** What a route's answer shows was done. */
type Shown = Omit<AuditAct, "account" | "person">;

/** What somebody looks for: compared with what they looked for a moment ago, and never written anywhere. */
type Sought = { readonly by: "words" | "number" | "external-id"; readonly text: string };

const searched: Shown = { act: "patients-searched" };
/** `name` is null where no file was chosen; `count`: the rows in it. */
const exported = (file: SavedKind, name: string | null, count?: number): Shown | null =>
  name === null ? null : { act: "exported", more: count === undefined ? { file } : { file, count } };

type Showing<I = unknown, O = unknown> = {
  /** The entry of what the answer shows; null: none. */
  readonly act: (input: I, answer: O) => Shown | null;
  /** What was looked for, which no entry has. */
  readonly sought?: (input: I) => Sought;
};
type ShowingRoute = Exclude<ReadRoute, "session.signOut">;

/** What is recorded of each route that is `read`. One without a row does not compile. */
const shows: { readonly [N in ShowingRoute]: Showing<RouteParsedInput<N>, RouteOutput<N>> } = {
  "app.print": { act: () => ({ act: "printed" }) },
  "app.openFile": {
    act: ({ kind }, { file }) => (file === null ? null : { act: "imported", more: { file: kind } }),
  },
  "app.saveFile": { act: ({ kind }, { name }) => exported(kind, name) },
  "slip.savePdf": { act: (_, { name }) => exported("slipPdf", name) },
  "slip.saveCalendar": { act: (_, { name }) => exported("slipCalendar", name) },
  "import.saveBad": { act: (_, { name, rows }) => exported("badRows", name, rows) },
  "export.save": { act: ({ what }, { name, rows }) => exported(what, name, rows) },
  "patients.search": {
    act: ({ text }) => (text.trim() === "" ? null : searched),
    sought: ({ text }) => ({ by: "words", text }),
  },
  "patients.byNumber": {
    act: () => searched,
    sought: ({ patientId }) => ({ by: "number", text: String(patientId) }),
  },
  "patients.byExternalId": {
    act: () => searched,
    sought: ({ externalId }) => ({ by: "external-id", text: externalId }),
  },
  "patients.get": { act: ({ id }) => ({ act: "patient-opened", record: id }) },
  "patients.person": { act: ({ id }) => ({ act: "patient-opened", record: id }) },
  // A form that is typed is begun, or edited.
  "items.get": {
    act: ({ id }, item) => (isForm(item) ? null : { act: "opened", record: id, more: { kind: item.kind } }),
  },
};

/** Milliseconds in which reads are gathered for one write, since the last and at most. */
const quiet = 1_000;
const longest = 10_000;
/** Entries that are kept for records that can be written again. Beyond that the first of them are lost. */
const mostWaiting = 10_000;

type Options = {
  readonly store: Store;
  readonly clock: Pick<Clock, "after" | "monotonic" | "now">;
  readonly log: Log;
  readonly accountId: () => AccountId | null;
};

export type LogActs = {
  /** A route that shows records, or takes them elsewhere, is called; what this gives is called with its answer. */
  readonly noteReading: Gate["noteReading"];
  /** An act of the desk itself, such as its start. */
  readonly note: (act: Shown) => void;
  /** What was gathered is written now. */
  readonly flush: () => void;
};

/**
 * Records what people look at, and what leaves records as files or on paper. Nobody waits for it: what is read is written a
 * moment later in one transaction. A program that is killed in that moment forgets it, and no change of a record, nor what left
 * them: that is written at once. What cannot be written, as on a full disk, is with the next.
 */
export function createAuditMiddleware({ store, clock, log, accountId }: Options): LogActs {
  let waiting: AuditAct[] = [];
  let since = 0;
  let cancel: (() => void) | null = null;
  const isSame = createReadDeduper(clock);

  function flush(): void {
    cancel?.();
    cancel = null;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      store.transaction(({ audit }) => audit.add(group));
    } catch (error) {
      log.error("audit.not-recorded", error, { count: group.length });
      waiting = group.slice(-mostWaiting);
    }
  }

  function personAt(account: AccountId): string | null {
    try {
      return store.read(({ meta }) => readStaffName(meta, account));
    } catch {
      // Records that cannot be read are told of elsewhere, and keep nobody from what was answered.
      return null;
    }
  }

  function shownTo(account: AccountId, shown: Shown, sought: Sought | null): void {
    const person = personAt(account);
    const isReading = shown.act !== "printed" && shown.more?.file === undefined;
    if (isReading && isSame(JSON.stringify([account, person, shown, sought?.by]), sought?.text)) return;
    gather({ ...shown, account, person });
    if (!isReading) flush();
  }

  function gather(act: AuditAct): void {
    waiting.push({ at: clock.now().toISOString(), ...act });
    const now = clock.monotonic();
    if (cancel === null) since = now;
    cancel?.();
    cancel = clock.after(Math.max(0, Math.min(quiet, since + longest - now)), flush);
  }

  function noteReading(name: RouteName, input: unknown): (answer: unknown) => void {
    // Who asked: they may have gone when a long file is written. Nobody who is signed out sees records.
    const account = accountId();
    if (name === "session.signOut") {
      // Before: afterwards nobody is at the desk. Whatever becomes of the entry: nothing keeps anybody from signing out.
      if (account !== null) gather({ act: "signed-out", account });
      flush();
      return () => undefined;
    }
    if (account === null) return () => undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input and the answer of this very route
    const showing = shows[name as ShowingRoute] as Showing;
    return (answer) => {
      const shown = showing.act(input, answer);
      if (shown !== null) shownTo(account, shown, showing.sought?.(input) ?? null);
    };
  }

  return { noteReading, flush, note: (act) => gather({ ...act, account: accountId() }) };
}
