import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { reduceDeskItem } from "../../../shared/clinic/log/desk-rule.ts";
import { createClaimEntries } from "../../../shared/clinic/log/desk-words.ts";
import { isBooking } from "../outbox/index.ts";
import { say } from "../../../messages/saying.ts";
import type { RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { Answer, ClinicLine, Words } from "./clinic-line.ts";
import { keptDesk, keptShared, parseClaims } from "./kept-claims.ts";
import { ofOtherAccount } from "./sharing.ts";
import { isLarge } from "./words.ts";

/** What people do with bookings that several desks share: who holds them. */
export type ClinicHands = {
  readonly takeOver: (item: Item) => Promise<Result<null>>;
  readonly handOver: (item: Item, to: string) => Promise<Result<null>>;
  /** It may be sent once from here, though the hub cannot be asked. */
  readonly withoutHub: (item: Item) => Result<null>;
  /**
   * It was allowed so and could not be sent at once: it stands as before, since others may book it before the service answers
   * again. False: it has begun, or is over.
   */
  readonly takeBack: (before: Item) => boolean;
};

type Options = {
  readonly store: Store;
  readonly random: Pick<RandomIds, "uuid">;
  readonly line: () => { readonly account: string; readonly line: ClinicLine } | null;
  readonly isBusy: (id: string) => boolean;
  /** It came here from desks of another account of the service. */
  readonly isForeign: (item: Item) => boolean;
  /** The right to send it once, in memory; false: it cannot be given. */
  readonly allow: (item: Item) => boolean;
  /** Takes that right back where nothing has begun by it. In the transaction. */
  readonly withdraw: (item: Item) => boolean;
  /** How many attempts a person has allowed after "Book again". */
  readonly resends: (item: Item) => number;
  /** RFC 3339 instant. */
  readonly now: () => string;
};

const none = fail("refused", say("failures.clinic.none"));
const away = fail("not-reached", say("failures.clinic.needsHub"));
const changed = fail("busy", say("failures.clinic.readAgain"), { next: "none" });
const tooLarge = fail("refused", say("failures.clinic.tooLarge"));
const underWay = fail("busy", say("failures.clinic.underWay"));

const resultOf = ({ kind }: Answer): Result<null> => {
  if (kind === "taken") return ok(null);
  return failed(kind === "refused" ? changed : away);
};

const isOtherDatabase = (answer: Answer): boolean =>
  answer.kind === "refused" &&
  (answer.failure.code === "generation-changed" || answer.failure.code === "history-differs");

export function createHandover(options: Options): ClinicHands {
  const { store } = options;
  const at = (item: Item): Result<ClinicLine> => {
    const line = options.line();
    return line?.account === item.accountId ? ok(line.line) : failed(none);
  };
  const claimOf = ({ accountId, id }: Item) => {
    const claim = store.read(({ clinic }) => clinic.claims.of(accountId, id));
    return { claim, shared: parseClaims(keptShared, claim?.shared ?? null) };
  };

  /** The hub's database was put back to before it heard of the item, and whoever holds it has not told it again. */
  const lostWords =
    (line: ClinicLine, item: Item): Words =>
    ({ clinic }) => {
      const record = parseClaims(keptDesk, clinic.claims.of(item.accountId, item.id)?.desk ?? null);
      const content = isBooking(item) ? line.sealed({ ...item, status: "needs-checking" }) : null;
      const entries = record === null ? [] : createClaimEntries(record, null, line.kept().generation);
      return content === null || entries.length === 0
        ? null
        : [content, ...entries.map((entry) => ({ entry }))];
    };

  async function takeOver(item: Item): Promise<Result<null>> {
    const line = at(item);
    if (!line.ok) return line;
    const shown = claimOf(item).shared;
    const ask = (): Promise<Answer> =>
      line.value.say((repositories) => {
        const claim = repositories.clinic.claims.of(item.accountId, item.id);
        const now = parseClaims(keptShared, claim?.shared ?? null);
        if (now === null) return lostWords(line.value, item)(repositories);
        // Somebody else was quicker.
        const isAnother = shown?.epoch !== now.epoch || shown.holder !== now.holder;
        if (shown !== null && isAnother) return null;
        return [{ entry: { type: "take-over", item: now.item, epoch: now.epoch } }];
      });
    const first = await ask();
    // It is another database than the one that this desk had read: by now it has read that one.
    return resultOf(isOtherDatabase(first) ? await ask() : first);
  }

  /** First at this desk, durably: whatever becomes of the word, it sends no more. Then the others hear of it. */
  function letGo(item: Item): Failure | null {
    const { claim, shared } = claimOf(item);
    const record = parseClaims(keptDesk, claim?.desk ?? null);
    if (claim === null || shared === null || record === null) return changed;
    const { record: next } = reduceDeskItem({ record, right: null }, { event: "hand-over" });
    if (next.epoch !== null) return changed;
    store.transaction(({ clinic }) =>
      clinic.claims.put(item.accountId, { ...claim, desk: JSON.stringify(next) }),
    );
    return null;
  }

  async function handOver(item: Item, to: string): Promise<Result<null>> {
    const line = at(item);
    if (!line.ok) return line;
    if (options.isBusy(item.id) || item.status === "sending") return failed(underWay);
    // What was changed here last goes with it.
    await line.value.look();
    const { shared } = claimOf(item);
    if (shared === null) return failed(away);
    // The other desk would hold what it cannot see.
    if (isBooking(item) && isLarge({ kind: "item", item })) return failed(tooLarge);
    const kept = letGo(item);
    if (kept !== null) return failed(kept);
    const { item: id, epoch } = shared;
    const answer = await line.value.say(() => [
      { entry: { type: "hand-over", item: id, epoch, to, notSent: [] } },
    ]);
    if (answer.kind !== "taken") line.value.settleAgain(id);
    return resultOf(answer);
  }

  function withoutHub(item: Item): Result<null> {
    if (options.isForeign(item)) return failed(ofOtherAccount);
    if (options.isBusy(item.id)) return failed(underWay);
    const { shared } = claimOf(item);
    if (shared === null || shared.ended !== null) return failed(changed);
    return store.transaction(({ items }) => {
      if (!options.allow(item)) return { done: failed(changed) };
      const resends = item.status === "needs-checking" ? options.resends(item) : item.resends;
      items.update({ ...item, status: "ready", problem: null, resends, updatedAt: options.now() });
      return { done: ok(null) };
    }).done;
  }

  const takeBack = ({ id, status, problem, resends }: Item): boolean =>
    store.transaction(({ items }) => {
      const item = items.find(id);
      if (item?.status !== "ready" || !options.withdraw(item)) return false;
      items.update({ ...item, status, problem, resends, updatedAt: options.now() });
      return true;
    });

  return { takeOver, handOver, withoutHub, takeBack };
}
