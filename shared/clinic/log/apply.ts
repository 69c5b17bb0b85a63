import type { Entry, EntryOf } from "../../hub-api/entries.ts";
import type { HubFailure } from "../../hub-api/failure.ts";
import {
  bookAgain,
  confirmAttempt,
  editClaim,
  endClaim,
  handOver,
  reopenClaim,
  startClaim,
  takeOver,
} from "./claims.ts";
import { type Asking, findAttempt, type LogItem, mayHaveArrived } from "./item.ts";
import { type Lately, nothingLately } from "./losses.ts";
import { listAwaited, applyMemberEntry, type LogDesk, listWrittenRecords } from "./members.ts";
import { applyOutcomeEntry, applyWithoutHub } from "./outcomes.ts";
import { applyRecordEntry, type RecordState } from "./records.ts";
import { type RuleRefusal, type Ruled } from "./refusal.ts";
import { type Rule, whoMay } from "./who-may.ts";

/** An address for notices. */
export type EntryAddress = {
  readonly address: string;
  readonly retired: boolean;
  /** The desk that made it; null: nobody knows, since it is of long ago. */
  readonly by: string | null;
};

/** What the hub knows of all that a push names. */
export type LogView = {
  readonly desks: ReadonlyMap<string, LogDesk>;
  readonly records: ReadonlyMap<string, RecordState>;
  readonly items: ReadonlyMap<string, LogItem>;
  readonly addresses: ReadonlyMap<string, EntryAddress>;
  /** How many addresses each desk has made, where the push makes some. */
  readonly addressesOf?: ReadonlyMap<string, number>;
  /** Somebody is named to whom notices are sealed: before that there is no address for them. */
  readonly hasNoticeRecipient: boolean;
  /** Where the push is about members. */
  readonly lately?: Lately;
};

/** What a push changes, each in its last state. */
export type Changes = {
  readonly desks: Map<string, LogDesk>;
  readonly records: Map<string, RecordState>;
  readonly items: Map<string, LogItem>;
  readonly addresses: Map<string, EntryAddress>;
  /** Tokens of new addresses, as SHA-256. */
  readonly tokens: Map<string, string>;
  noticeRecipient: string | null;
};

export type Context = {
  readonly desk: string;
  readonly generation: number;
  /** The push's number in the log. */
  readonly number: number;
  /** When the hub received it, in milliseconds since 1970. */
  readonly at?: number;
};

/** Looks at what the push has changed so far, then at what was. */
class Working {
  readonly known: LogView;
  readonly context: Context;
  readonly changes: Changes = {
    desks: new Map(),
    records: new Map(),
    items: new Map(),
    addresses: new Map(),
    tokens: new Map(),
    noticeRecipient: null,
  };
  /** Names of the records that this push writes. */
  readonly written: ReadonlySet<string>;
  readonly #entries: readonly Entry[];
  #desks: Map<string, LogDesk> | null = null;
  #named: ReadonlyMap<string, string[]> | null = null;
  #itemsWith: Map<string, Set<string>> | null = null;
  constructor(known: LogView, context: Context, entries: readonly Entry[]) {
    this.known = known;
    this.context = context;
    this.written = listWrittenRecords(entries);
    this.#entries = entries;
  }
  /** A decision that names more attempts than one entry may hold is several entries of one push. */
  namedFor({ item, epoch }: EntryOf<"book-again">): string[] {
    this.#named ??= namedIn(this.#entries);
    return this.#named.get(`${item} ${epoch}`) ?? [];
  }
  /** One map for all entries: whoever has one desk's keys says a thousand of them where thousands of desks were removed. */
  desks(): ReadonlyMap<string, LogDesk> {
    this.#desks ??= new Map([...this.known.desks, ...this.changes.desks]);
    return this.#desks;
  }
  keepDesk(desk: LogDesk): void {
    this.changes.desks.set(desk.desk, desk);
    this.#desks?.set(desk.desk, desk);
  }
  desk(id: string): LogDesk | undefined {
    return this.changes.desks.get(id) ?? this.known.desks.get(id);
  }
  record(id: string): RecordState | undefined {
    return this.changes.records.get(id) ?? this.known.records.get(id);
  }
  item(id: string): LogItem | undefined {
    return this.changes.items.get(id) ?? this.known.items.get(id);
  }
  keepItem(item: LogItem): void {
    this.changes.items.set(item.item, item);
    if (this.#itemsWith !== null) addAttempts(this.#itemsWith, item);
  }
  /** The items in which that attempt may have arrived, and its own. Looked up, and not looked for: a thousand entries may each ask it. */
  itemsWith(attempt: string, id: string): readonly LogItem[] {
    if (this.#itemsWith === null) {
      this.#itemsWith = new Map();
      for (const one of [...this.known.items.values(), ...this.changes.items.values()])
        addAttempts(this.#itemsWith, one);
    }
    const ids = new Set([...(this.#itemsWith.get(attempt) ?? []), id]);
    return [...ids].flatMap((one) => {
      const item = this.item(one);
      return item !== undefined && (one === id || findAttempt(item, attempt) !== undefined) ? [item] : [];
    });
  }
  /** Whether whoever speaks has made as many addresses as are kept of it, or all that are members have. */
  hasAllAddresses(): boolean {
    const { most } = whoMay["notice-address"];
    const [{ desk }, made] = [this.context, this.known.addressesOf ?? new Map<string, number>()];
    const now = this.changes.tokens.size;
    let all = now;
    for (const [by, count] of made) if (this.desk(by)?.removedBy === null) all += count;
    return (made.get(desk) ?? 0) + now >= most.desk || all >= most.clinic;
  }
  asking(): Asking {
    const { desk, generation } = this.context;
    return { desk, generation, awaited: listAwaited(this.desks()) };
  }
}

/** What each decision of a push names, by its item and epoch. */
function namedIn(entries: readonly Entry[]): ReadonlyMap<string, string[]> {
  const named = new Map<string, string[]>();
  for (const entry of entries) {
    if (entry.type !== "book-again") continue;
    const key = `${entry.item} ${entry.epoch}`;
    const all = named.get(key) ?? [];
    all.push(...entry.attempts);
    named.set(key, all);
  }
  return named;
}

function addAttempts(itemsWith: Map<string, Set<string>>, { item, attempts }: LogItem): void {
  for (const { attempt } of attempts.filter(mayHaveArrived)) {
    const items = itemsWith.get(attempt);
    if (items === undefined) itemsWith.set(attempt, new Set([item]));
    else items.add(item);
  }
}

type ClaimEntry = Exclude<
  Extract<Entry, { readonly item: string }>,
  EntryOf<"share"> | EntryOf<"edit"> | EntryOf<"outcome">
>;

function ruleOn(work: Working, item: LogItem, entry: ClaimEntry): Ruled<LogItem> {
  const asking = work.asking();
  switch (entry.type) {
    case "hand-over":
      return handOver(item, entry, asking);
    case "take-over":
      return takeOver(item, entry, asking);
    case "confirm":
      return confirmAttempt(item, entry, asking);
    case "book-again":
      return bookAgain(item, { ...entry, attempts: work.namedFor(entry) }, asking);
    case "without-hub":
      return applyWithoutHub(item, entry, asking);
    case "reopen":
      return reopenClaim(item, entry, asking);
    case "mark-booked":
    case "discard":
      return endClaim(item, entry, asking);
  }
}

/** What is shared has content that the others can read, and is none that names a desk: that has to be the desk's to change. */
const mayBeItem = (work: Working, item: string): boolean =>
  work.record(item)?.dropped === false && work.desk(item) === undefined;

function shareItem(work: Working, entry: EntryOf<"share">): RuleRefusal | null {
  if (!mayBeItem(work, entry.item)) return { code: "unknown" };
  return keepItem(work, startClaim(work.item(entry.item) ?? null, entry, work.asking()));
}

function keepItem(work: Working, result: Ruled<LogItem>): RuleRefusal | null {
  if (!result.ok) return result.refusal;
  work.keepItem(result.value);
  return null;
}

function editItem(work: Working, entry: EntryOf<"edit">): RuleRefusal | null {
  const item = work.item(entry.item);
  if (item === undefined) return { code: "item-unknown" };
  if (!mayBeItem(work, entry.draft)) return { code: "unknown" };
  if (work.item(entry.draft) !== undefined) return { code: "taken" };
  const result = editClaim(item, entry, work.asking());
  if (!result.ok) return result.refusal;
  const { parent, draft } = result.value;
  for (const one of [parent, draft]) work.keepItem(one);
  return null;
}

function reportOutcome(work: Working, entry: EntryOf<"outcome">): RuleRefusal | null {
  const items = work.itemsWith(entry.attempt, entry.item);
  const result = applyOutcomeEntry(items, entry, work.asking());
  if (!result.ok) return result.refusal;
  // Others of which it says nothing new stay as they are: whoever has one desk's keys shares thousands with the same attempts.
  for (const [at, item] of result.value.entries())
    if (item !== items[at] || item.item === entry.item) work.keepItem(item);
  return null;
}

function changeClaim(work: Working, entry: ClaimEntry): RuleRefusal | null {
  const item = work.item(entry.item);
  if (item === undefined) return { code: "item-unknown" };
  if (entry.type === "hand-over") {
    const to = work.desk(entry.to);
    if (to === undefined || to.removedBy !== null || entry.to === work.context.desk)
      return { code: "unknown" };
  }
  return keepItem(work, ruleOn(work, item, entry));
}

function changeRecord(work: Working, entry: EntryOf<"record" | "drop" | "put-back">): RuleRefusal | null {
  const { record: id } = entry;
  // Whoever comes later would not learn its name.
  if (entry.type === "drop" && work.desk(id) !== undefined) return { code: "unknown" };
  const isThere = (desk: string): boolean => work.desk(desk)?.removedBy === null;
  const named = { current: work.record(id), item: work.item(id), isThere };
  const result = applyRecordEntry(named, entry, work.context.desk);
  if (!result.ok) return result.refusal;
  work.changes.records.set(id, result.value);
  return null;
}

function applyToMembers(
  work: Working,
  entry: EntryOf<"member-added"> | EntryOf<"member-removed"> | EntryOf<"guests-removed">,
): RuleRefusal | null {
  const { desk, number, at = Number.NaN } = work.context;
  const result = applyMemberEntry(entry, {
    desks: work.desks(),
    desk,
    number,
    at,
    lately: () => work.known.lately ?? nothingLately,
    isNamed: (id) => work.record(id) !== undefined || work.item(id) !== undefined,
    isWritten: (id) => work.written.has(id),
  });
  if (!result.ok) return result.refusal;
  for (const one of result.value) work.keepDesk(one);
  return null;
}

function changeNotices(
  work: Working,
  entry: EntryOf<"notice-recipient"> | EntryOf<"notice-address"> | EntryOf<"notice-retired">,
): RuleRefusal | null {
  const { changes, known } = work;
  if (entry.type === "notice-recipient") {
    changes.noticeRecipient = entry.recipient;
    return null;
  }
  const address = changes.addresses.get(entry.address) ?? known.addresses.get(entry.address);
  if (entry.type === "notice-retired") {
    if (address === undefined) return { code: "unknown" };
    changes.addresses.set(entry.address, { ...address, retired: true });
    return null;
  }
  if (address !== undefined) return { code: "taken" };
  if (!known.hasNoticeRecipient && changes.noticeRecipient === null) return { code: "unknown" };
  if (work.hasAllAddresses()) return { code: "taken" };
  changes.addresses.set(entry.address, { address: entry.address, retired: false, by: work.context.desk });
  changes.tokens.set(entry.address, entry.token);
  return null;
}

function report(work: Working): RuleRefusal | null {
  const own = work.desk(work.context.desk);
  if (own === undefined) return { code: "unknown" };
  work.keepDesk({ ...own, awaited: false });
  return null;
}

function applyOne(work: Working, entry: Entry): RuleRefusal | null {
  switch (entry.type) {
    case "record":
    case "drop":
    case "put-back":
      return changeRecord(work, entry);
    case "share":
      return shareItem(work, entry);
    case "edit":
      return editItem(work, entry);
    case "outcome":
      return reportOutcome(work, entry);
    case "member-added":
    case "member-removed":
    case "guests-removed":
      return applyToMembers(work, entry);
    case "notice-recipient":
    case "notice-address":
    case "notice-retired":
      return changeNotices(work, entry);
    case "ring":
      return null;
    case "reported":
      return report(work);
    default:
      return changeClaim(work, entry);
  }
}

/** Takes all entries of a push in their order, or none: then the first refusal, with its place. Pure. */
export function applyPush(
  known: LogView,
  entries: readonly Entry[],
  context: Context,
): { readonly ok: true; readonly changes: Changes } | { readonly ok: false; readonly failure: HubFailure } {
  const work = new Working(known, context, entries);
  for (const [place, entry] of entries.entries()) {
    const isAdmin = work.desk(context.desk)?.admin === true;
    const { by }: Rule = whoMay[entry.type];
    const refusal = by === "admin" && !isAdmin ? ({ code: "not-admin" } as const) : applyOne(work, entry);
    if (refusal !== null) return { ok: false, failure: { ...refusal, entry: place } };
  }
  return { ok: true, changes: work.changes };
}
