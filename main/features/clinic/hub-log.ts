import { setImmediate as othersFirst } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Repositories, Store } from "../../db/types.ts";
import { isStranger } from "./account-mark.ts";
import type { DeskKeys } from "./desk-keys.ts";
import { restoreEndedWork } from "./freed.ts";
import type { HubAddress, HubClient } from "./hub-client.ts";
import { getRingKey, noKeys, type KeyRing } from "./key-ring.ts";
import { createLogPages, splitPushes, type LogPage } from "./log-pages.ts";
import { findLastRing, openRingsIn } from "./log-rings.ts";
import { hasRing, isAsInvited, resetForRereading, readRing, type KeptMembership } from "./membership.ts";
import { reconcile } from "./settle.ts";
import type { ClinicLineState, LineStep } from "./standing.ts";
import { takeLogged, type Untaken } from "./take-log.ts";

type Options = {
  readonly store: Store;
  readonly account: AccountId;
  readonly at: ClinicLineState;
  readonly hub: HubAddress;
  readonly keys: DeskKeys;
  readonly client: HubClient;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Whether an attempt of it is under way here. */
  readonly isBusy: (id: RecordId) => boolean;
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** In the transaction. */
  readonly onTaken: (entries: readonly Entry[]) => void;
  readonly onCameBack: (desk: string, isSheet: boolean) => void;
  readonly onTakenOver: (item: Item) => void;
  /** The hub shows another log than it did, and does not say that it was restored: it has to notice. */
  readonly witness: () => Promise<LineStep>;
};

export type HubLog = {
  /** Reads all that the hub has, or until it is enough. `done`: all is read; `again`: there is more. */
  readonly readAll: (isEnough: () => boolean) => Promise<LineStep>;
  /** The hub's database was restored, or promoted: the log is read anew. */
  readonly rewind: () => LineStep;
  /** What stands with these items may be otherwise now, at the next reading or `settleNow`. */
  readonly settleLater: (sharedId: string) => void;
  readonly settleNow: () => void;
};

/** Pushes of one page. */
const pageSize = 200;

/** Reads the clinic's log into the records of this desk, page by page. */
export function createHubLog(options: Options): HubLog {
  const { store, account, at, keys, random, clock, log } = options;
  /** What opens records of before this desk's own ring stands in the log. */
  let ahead = noKeys;
  const unsettled = new Set<string>();
  const pages = createLogPages(options);
  const asThisDesk = () => ({ clinic: at.kept().clinic, identity: keys.identity });

  /**
   * Takes a page of a log that has so many pushes, as far as it can be believed and until it is enough; a slice at a time, and the window
   * between them.
   */
  async function takeAll(
    pushes: readonly LoggedPush[],
    { of, isEnough }: { readonly of: number; readonly isEnough: () => boolean },
  ): Promise<Untaken | null> {
    for (const slice of splitPushes(pushes)) {
      const fault = take(slice, await openRingsIn(slice, asThisDesk()));
      if (fault !== null || options.signal.aborted || isEnough()) return fault;
      const { number: read } = at.kept().head;
      if (read < of) at.tell({ line: "reading", progress: { read, of } });
      await othersFirst();
    }
    return null;
  }

  function itemOf({ clinic, items }: Repositories, sharedId: string): Item | null {
    const id = clinic.claims.get(account, sharedId)?.recordId ?? null;
    return id === null ? null : items.find(id);
  }

  function take(pushes: readonly LoggedPush[], rings: ReadonlyMap<string, KeyRing | null>): Untaken | null {
    let fault: Untaken | null = null;
    const changed: RecordId[] = [];
    const taken = store.group((repositories) => {
      // What a person did at another desk, and what this one makes of it, is no act of who is at this one.
      repositories.audit.byProgram();
      const now = (): string => clock.now().toISOString();
      const { onTaken, onCameBack } = options;
      const reading = { repositories, account, rings, ahead, newId: random.uuid, now, onTaken, onCameBack };
      const takenOver: string[] = [];
      const removed = { went: new Set<string>(), dropped: new Set<string>(), lost: new Set<string>() };
      let kept = at.kept();
      for (const logged of pushes) {
        const one = takeLogged(reading, kept, logged);
        if (typeof one === "string") {
          fault = one;
          break;
        }
        if (one.kept.account !== kept.account && isStranger(repositories, account, one.kept)) {
          fault = "other-account";
          break;
        }
        ({ kept } = one);
        changed.push(...one.changed);
        for (const item of one.items) unsettled.add(item);
        takenOver.push(...one.takenOver);
        for (const desk of one.went) removed.went.add(desk);
        for (const desk of one.dropped) removed.dropped.add(desk);
        for (const desk of one.lost) removed.lost.add(desk);
      }
      const elsewhere = takenOver.filter(
        (sharedId) => itemOf(repositories, sharedId)?.status === "elsewhere",
      );
      changed.push(...reconcile(reading, kept, { items: [...unsettled], isBusy: options.isBusy }));
      changed.push(...restoreEndedWork(reading, kept, removed));
      for (const sharedId of elsewhere) {
        const item = itemOf(repositories, sharedId);
        if (item !== null && item.status !== "elsewhere") options.onTakenOver(item);
      }
      repositories.clinic.set(account, JSON.stringify(kept));
      return { kept };
    });
    unsettled.clear();
    at.written(taken.kept);
    if (changed.length > 0) options.onChange([...new Set(changed)]);
    return fault;
  }

  function rewind(): LineStep {
    log.warn("clinic.rewound", { number: at.kept().head.number });
    return readAnew(resetForRereading(at.kept()));
  }

  function readAnew(next: KeptMembership): LineStep {
    ahead = readRing(at.kept());
    store.transaction(({ clinic }) => {
      clinic.rewind(account);
      clinic.set(account, JSON.stringify(next));
    });
    at.written(next);
    return "again";
  }

  async function pull(isEnough: () => boolean): Promise<LineStep> {
    const { members, spent } = at.kept();
    // A Front Desk before this one did not keep who let in whom: it stands in the log, and the hub removes desks by it.
    if (members.some(({ letIn }) => letIn === null))
      return readAnew({ ...resetForRereading(at.kept()), spent });
    if (!hasRing(at.kept()) && ahead.size === 0) {
      const ring = await findLastRing(pages, asThisDesk());
      if (typeof ring === "string") return ring;
      ahead = ring;
    }
    const page = await pages.read({ after: at.kept().head.number, limit: pageSize });
    if (typeof page === "string") return page;
    const { head, history, pushes } = page;
    const { generation, head: own } = at.kept();
    const isOther = head.number < own.number || (head.number === own.number && head.hash !== own.hash);
    if (isOther) return history.generation > generation ? rewind() : options.witness();
    const last = pushes.at(-1)?.number ?? own.number;
    if (last < head.number && last > own.number) pages.askAhead({ after: last, limit: pageSize });
    const hadRing = hasRing(at.kept());
    const fault = await takeAll(pushes, { of: head.number, isEnough });
    // A person ended it meanwhile.
    if (options.signal.aborted) return "away";
    const kept = at.kept();
    // Who has not read as far as whoever invited it has read no other log before.
    const isFork = fault === "other-history" && kept.invitedAt !== null;
    if (fault !== null && isFork) return faulty(fault);
    if (fault !== null) return history.generation > generation ? rewind() : unbelieved(fault);
    // Whoever has one desk's keys may have said another ring for this desk meanwhile: the first one counts, and opens what came before.
    if (!hadRing && hasOthers(readRing(kept), ahead))
      return readAnew({ ...resetForRereading(kept), spent: kept.spent });
    if (kept.head.number >= head.number) return reach(history);
    return "again";
  }

  /** All is read: what an earlier database had and this one lacks is to be said again. */
  function reach({ generation, awaited }: LogPage["history"]): LineStep {
    const kept = at.kept();
    if (!isAsInvited(kept, true)) return at.stopFor("other-history");
    const isSame = generation === kept.generation && awaited.join() === kept.awaited.join();
    const next = isSame ? kept : { ...kept, generation, awaited: [...awaited] };
    if (generation > kept.reported && generation !== kept.generation) {
      store.transaction(({ clinic }) => {
        clinic.records.markLost(account);
        clinic.set(account, JSON.stringify(next));
      });
      at.written(next);
    } else at.save(next);
    // What was made under an earlier database needs a person now, whoever holds it.
    if (generation !== kept.generation) settleAll();
    at.tell({ line: "up", reason: null, progress: null });
    return "done";
  }

  function settleAll(): void {
    for (const { sharedId } of store.read(({ clinic }) => clinic.claims.all(account)))
      unsettled.add(sharedId);
    take([], new Map());
  }

  /** What fits nothing may be of another server's log than the one that was read before, as while a cluster has two primaries. */
  async function unbelieved(fault: Untaken): Promise<LineStep> {
    const { number, hash } = at.kept().head;
    const page = number === 0 ? null : await pages.read({ after: number - 1, limit: 1 });
    if (typeof page === "string") return page;
    const isOther = page?.pushes.some((push) => push.number === number && push.hash !== hash) === true;
    return isOther ? options.witness() : faulty(fault);
  }

  function faulty(fault: Untaken): LineStep {
    log.warn("clinic.fault", { fault });
    if (at.kept().stopped !== null) return "stopped";
    return at.stopFor(isReason(fault) ? fault : "faulty-log");
  }

  return {
    rewind,
    readAll: async (isEnough) => {
      pages.drop();
      for (;;) {
        const step = await pull(isEnough);
        if (step !== "again" || options.signal.aborted || isEnough()) return step;
      }
    },
    settleLater: (sharedId) => void unsettled.add(sharedId),
    settleNow: () => {
      if (unsettled.size > 0) take([], new Map());
    },
  };
}

/** Whether a ring has a key that the other one has not. */
const hasOthers = (ring: KeyRing, other: KeyRing): boolean =>
  [...ring].some(
    ([epoch, key]) => !isDeepStrictEqual(Buffer.from(key), Buffer.from(getRingKey(other, epoch) ?? [])),
  );

/** Faults that a person is told of as what they are. */
const isReason = (fault: Untaken): fault is "copy" | "other-history" | "newer" | "other-account" =>
  fault === "copy" || fault === "other-history" || fault === "newer" || fault === "other-account";
