import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { isUncertain } from "../../../shared/outbox/attempts.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Attempt, Item } from "../../../shared/outbox/item.ts";
import type { ReportedOutcome, Entry } from "../../../shared/hub-api/entries.ts";
import { createBookedItem } from "../../../shared/clinic/log/desk-rule.ts";
import { isBooking } from "../outbox/index.ts";
import { say } from "../../../messages/saying.ts";
import type { Sharing } from "../outbox/ports.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { KnownClaim } from "../../db/clinic-types.ts";
import type { ClinicLine } from "./clinic-line.ts";
import { keptDesk, keptShared, parseClaims } from "./kept-claims.ts";
import type { KeptMembership } from "./membership.ts";
import { createSendRights } from "./send-rights.ts";
import { sharedDoubts } from "./settle.ts";
import { deriveSharedId } from "./shared-content.ts";
import { createSharedDecisions } from "./shared-decisions.ts";

/** Milliseconds after which a confirmation is too old to send by: the desk asks again. */
const freshFor = 10_000;

const heldElsewhere = fail("busy", say("failures.clinic.heldElsewhere"));
export const ofOtherAccount = fail("refused", say("failures.clinic.stopped.other-account"), { next: "none" });

type Options = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Pick<RandomIds, "uuid">;
  /** The line of the account at the desk; null: it belongs to no clinic. */
  readonly line: () => { readonly account: AccountId; readonly line: ClinicLine } | null;
  /** Which clinic an account belongs to, whoever is at the desk; null: none. */
  readonly clinicOf: (
    account: AccountId,
  ) => Pick<KeptMembership, "clinic" | "desk" | "generation" | "stopped"> | null;
  /** Marks an item as one that may have been sent. In the transaction. */
  readonly doubt: (item: Item, problem: Failure) => void;
};

/**
 * Who of several desks may send (shared/clinic/log/desk-rule.ts), for the outbox. Rights to send are held in memory; records of
 * them are written in the transactions of the items.
 */
export function createClinicSharing(options: Options): Sharing & {
  /** An attempt is under way here, or may be at any moment. */
  readonly isBusy: (id: RecordId) => boolean;
  /** A person decided, told that others may have it, to send it while the hub cannot be asked. */
  readonly withoutHub: (item: Item) => boolean;
  /** It came here from desks of another account of the service. */
  readonly isForeign: (item: Item) => boolean;
  /** What was allowed so has not begun, and never will. In the transaction that saw that; false: there is no such right. */
  readonly withdraw: (item: Item) => boolean;
} {
  const { store, clock, random } = options;
  const rights = createSendRights(store, clock);
  const { act, hold, step } = rights;
  const { bookAgain, edits } = createSharedDecisions(options, rights);
  const shares = isBooking;
  /** It came here from desks of another account: under the one of this desk it is posted in no way. */
  function isForeign(item: Item): boolean {
    const of = shares(item) ? options.clinicOf(item.accountId) : null;
    if (of?.stopped !== "other-account") return false;
    const claim = store.read(({ clinic }) => clinic.claims.of(item.accountId, item.id));
    return isMadeElsewhere(claim, of.desk);
  }

  function pressed(item: Item): void {
    if (!shares(item)) return;
    const of = options.clinicOf(item.accountId);
    if (of === null) return;
    store.transaction((repositories) => {
      // What waits already, here or at the hub, goes out through the hub.
      if (rights.known(repositories, item) !== null || item.attempts.length > 0) return;
      const sharedId = deriveSharedId(of.clinic, item.id);
      const direct = createBookedItem(sharedId, of.generation, random.uuid());
      repositories.clinic.claims.put(item.accountId, {
        sharedId,
        recordId: item.id,
        shared: null,
        was: null,
        desk: JSON.stringify(direct.record),
      });
      if (direct.right !== null) hold(item.id, { right: direct.right, confirmedAt: Infinity });
    });
  }

  function settled(id: RecordId): void {
    if (rights.phaseOf(id) !== "allowed") return;
    const item = store.read(({ items }) => items.find(id));
    // On its way; or its end could not be written, and is tried again.
    if (item === null || item.status === "sending") return;
    store.transaction((repositories) => rights.letWait(repositories, item));
    options.line()?.line.kick();
  }

  /** Asks the hub for this attempt alone. */
  async function ask(item: Item, line: ClinicLine): Promise<boolean> {
    const attempt = random.uuid();
    const asked = act(item, { event: "ask", attempt });
    if (asked?.right?.attempt !== attempt) return false;
    const askedAt = clock.limits.monotonic();
    const notSent = Object.entries(asked.record.outcomes).flatMap(([id, outcome]) =>
      outcome === "not-sent" ? [id] : [],
    );
    const answer = await line.say((repositories) => {
      const claim = rights.known(repositories, item)?.claim;
      const shared = parseClaims(keptShared, claim?.shared ?? null);
      if (shared === null) return null;
      const open = shared.attempts.filter(({ state }) => state === "open").map((one) => one.attempt);
      const entry: Entry = {
        type: "confirm",
        item: shared.item,
        epoch: shared.epoch,
        attempt,
        // Of this process alone: the right to them was in its memory.
        notSent: notSent.filter((id) => open.includes(id)),
      };
      return [{ entry }];
    });
    const isYes = answer.kind === "taken";
    act(item, isYes ? { event: "answered", attempt, isYes: true } : { event: "give-up" });
    if (isYes) hold(item.id, { right: { attempt, phase: "confirmed" }, confirmedAt: askedAt });
    // It is told what became of it, and whatever was read meanwhile.
    else line.settleAgain(deriveSharedId(line.kept().clinic, item.id));
    return isYes;
  }

  async function permit(item: Item, account: AccountId): Promise<boolean> {
    if (!shares(item) || options.clinicOf(account) === null) return true;
    if (isForeign(item)) return false;
    if (rights.phaseOf(item.id) === "allowed") return true;
    const at = options.line();
    if (at?.account !== account) return false;
    // Nothing waits here for a hub that does not answer: a place is another booking's.
    if (at.line.state().line !== "up") {
      at.line.kick();
      return false;
    }
    const found = store.read((repositories) => rights.known(repositories, item));
    // Nobody has heard of it yet: it is shared first.
    if (found?.desk.record.status !== "waiting" || found.desk.record.epoch === null) {
      store.transaction(({ clinic }) => clinic.changes.add(account, { recordId: item.id, kind: "item" }));
      await at.line.look();
    }
    return ask(item, at.line);
  }

  /** A confirmation is good for the attempt that was about to begin, and for no later one. */
  function notBegun(item: Item): void {
    if (rights.phaseOf(item.id) !== "confirmed") return;
    act(item, { event: "give-up" });
    store.transaction(({ clinic }) =>
      clinic.changes.add(item.accountId, { recordId: item.id, kind: "item" }),
    );
    options.line()?.line.settleAgain(deriveSharedId(options.clinicOf(item.accountId)?.clinic ?? "", item.id));
  }

  function begins(item: Item): boolean {
    if (!shares(item) || options.clinicOf(item.accountId) === null) return true;
    if (isForeign(item)) return false;
    if (rights.phaseOf(item.id) === "allowed") return true;
    const next = store.transaction((repositories) => ({
      next: step(repositories, item, { event: "intend" }),
    })).next;
    return next?.right?.phase === "allowed";
  }

  function mayLeave(id: RecordId): boolean {
    const at = rights.confirmedAt(id);
    return at === null || clock.limits.monotonic() - at < freshFor || at === Infinity;
  }

  function ended(item: Item): void {
    if (!shares(item) || options.clinicOf(item.accountId) === null) return;
    const outcome = outcomeOf(item);
    store.transaction((repositories) => {
      const next = step(repositories, item, { event: "ended", outcome });
      if (next?.right?.phase === "allowed") rights.letWait(repositories, item);
      repositories.clinic.changes.add(item.accountId, { recordId: item.id, kind: "item" });
    });
    options.line()?.line.settleAgain(deriveSharedId(options.clinicOf(item.accountId)?.clinic ?? "", item.id));
  }

  function withdraw(item: Item): boolean {
    if (rights.phaseOf(item.id) !== "allowed") return false;
    store.transaction((repositories) => {
      step(repositories, item, { event: "ended", outcome: "not-sent" });
      repositories.clinic.changes.add(item.accountId, { recordId: item.id, kind: "item" });
    });
    return !rights.has(item.id);
  }

  function started(): readonly RecordId[] {
    return store.transaction((repositories) => {
      const ids: RecordId[] = [];
      const shared = repositories.accounts.list().filter(({ id }) => repositories.clinic.get(id) !== null);
      for (const account of shared)
        for (const { recordId, desk } of repositories.clinic.claims.all(account.id)) {
          const before = parseClaims(keptDesk, desk);
          if (before?.intent === null || before === null || recordId === null) continue;
          const item = repositories.items.find(recordId);
          step(repositories, { id: recordId, accountId: account.id }, { event: "start" });
          repositories.clinic.changes.add(account.id, { recordId, kind: "item" });
          if (item?.status !== "ready") continue;
          options.doubt(item, sharedDoubts.started);
          ids.push(recordId);
        }
      return ids;
    });
  }

  /** The claim says who holds it, also where the item still stands as this desk had it. */
  function mayChange(item: Item): Failure | null {
    if (isForeign(item)) return ofOtherAccount;
    if (item.status === "elsewhere") return heldElsewhere;
    const of = shares(item) ? options.clinicOf(item.accountId) : null;
    if (of === null) return null;
    const shared = store.read((repositories) =>
      parseClaims(keptShared, repositories.clinic.claims.of(item.accountId, item.id)?.shared ?? null),
    );
    return shared === null || shared.ended !== null || shared.holder === of.desk ? null : heldElsewhere;
  }

  return {
    edits,
    pressed,
    settled,
    permit,
    notBegun,
    begins,
    mayLeave,
    ended,
    started,
    mayChange,
    bookAgain,
    isForeign,
    isBusy: rights.has,
    withoutHub: (item) => {
      const next = act(item, { event: "book-without-hub", attempt: random.uuid() });
      if (next?.right?.phase !== "allowed") return false;
      hold(item.id, { right: next.right, confirmedAt: Infinity });
      return true;
    },
    withdraw,
  };
}

/** Another desk of the clinic made it, or what it was edited from. */
export function isMadeElsewhere(claim: KnownClaim | null, desk: string): boolean {
  const shared = parseClaims(keptShared, claim?.shared ?? claim?.was ?? null);
  return shared !== null && (shared.maker !== desk || shared.attempts.some(({ inherited }) => inherited));
}

/** What the last attempt came to, as desks tell each other. */
function outcomeOf({ attempts, status }: Item): ReportedOutcome {
  const last: Attempt | undefined = attempts.at(-1);
  if (status === "done") return "booked";
  if (last === undefined || isUncertain(last)) return "unclear";
  return last.status === null ? "not-sent" : "refused";
}
