import type { Item } from "../../../shared/outbox/item.ts";
import { parseBackupRecord, recordKey } from "../backup/index.ts";
import { type Counted, doubts, markDoubtful, markRestored, createSendCounter } from "../outbox/index.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import { restoredFromKey, restoredKey } from "../../db/put-back.ts";
import type { Store } from "../../db/types.ts";
import type { OutsidePlaces } from "./counter-place.ts";
import type { MissingNotice } from "./records-notice.ts";

export type RestoredCheck = {
  /** Takes the desk for this run and compares the two counts of attempts, until that was possible once. */
  readonly look: () => Promise<void>;
  /** Settles when it is known whether the attempt that has begun may leave. */
  readonly counted: () => Promise<Counted>;
  /** The program ends: nobody waits for the keychain any more. */
  readonly release: () => void;
};

type Options = {
  readonly store: Store;
  readonly places: Pick<OutsidePlaces, "sends" | "lease">;
  readonly notice: MissingNotice;
  /** The name of this run of the program. */
  readonly instance: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Told once: another copy of these records sends. */
  readonly onOtherCopy: () => void;
};

/** Set where another copy took the desk over: what is unfinished here may be sent from there, unseen. */
const otherCopyKey = "other-copy";

/**
 * A database older than what was sent from here was restored from a backup, and one whose copy sends at the same
 * time must not send the same.
 */
export function detectStaleDatabase(options: Options): RestoredCheck {
  const { store, places, notice, clock, log } = options;
  const sends = (): number => store.read(({ meta }) => meta.sendCounter());
  const counter = createSendCounter({
    place: places.sends,
    lease: places.lease,
    instance: options.instance,
    inside: sends,
    log,
  });
  let isKnown = false;
  let isTold = false;
  /** What is unfinished is doubted already. */
  let isMarked = false;
  let isReleased = false;
  /** Those who wait for a count. One promise for them all would keep something of each of them until the program ends. */
  const waiting = new Set<(counted: Counted) => void>();

  const marking = {
    unfinished: () => store.read(({ items }) => items.unfinished()),
    // Nobody at the desk doubts it.
    save: (item: Item) =>
      store.transaction(({ items, audit }) => {
        audit.byProgram();
        items.update(item);
      }),
    now: () => clock.now().toISOString(),
  };

  /** What this copy lost the desk with, in the run before. */
  function afterOtherCopy(): void {
    if (store.read(({ meta }) => meta.get(otherCopyKey)) !== "1") return;
    store.transaction(({ meta, imports }) => {
      const marked = markDoubtful(doubts.otherCopy, marking);
      imports.doubt();
      log.warn("store.was-other-copy", { items: marked.length });
      notice.add({ otherCopy: true });
      meta.set(otherCopyKey, "0");
    });
  }

  /**
   * These records were put back out of a backup: whatever the keychain knows, and another computer has one of its own,
   * what is unfinished in them may have been sent since. Answers whether they were.
   */
  function afterPutBack(): boolean {
    const restored = store.read(({ meta }) => meta.get(restoredKey)) ?? "";
    if (restored === "") return false;
    store.transaction(({ meta, imports, audit, accounts }) => {
      imports.doubt();
      const marked = markDoubtful(doubts.putBack, marking);
      log.warn("store.put-back", { items: marked.length });
      notice.add({ restored, restoredOf: accounts.list().map(({ id }) => id) });
      audit.add([{ act: "backup-restored", account: null }]);
      // It was made before it could be on record in itself.
      const file = meta.get(restoredFromKey) ?? "";
      const { good } = parseBackupRecord(meta.get(recordKey));
      if (file !== "" && (good === null || good.at < restored))
        meta.set(recordKey, JSON.stringify({ good: { at: restored, file }, problem: null }));
      meta.set(restoredKey, "");
    });
    return true;
  }

  function compare(outside: number | null, isMarked: boolean): void {
    const inside = sends();
    if (outside === null || outside <= inside) return;
    store.transaction(({ meta, imports }) => {
      imports.doubt();
      const marked = isMarked ? [] : markRestored({ inside, outside, ...marking });
      log.warn("store.restored", { sends: outside - inside, items: marked.length });
      notice.add({ sends: outside - inside });
      meta.raiseSendCounter(outside);
    });
  }

  /** The next start of this copy finds out what the other has sent only when it is told to look. */
  function loses(): void {
    if (isTold) return;
    isTold = true;
    log.warn("store.other-copy");
    try {
      store.transaction(({ meta }) => meta.set(otherCopyKey, "1"));
    } finally {
      options.onOtherCopy();
    }
  }

  async function count(): Promise<Counted> {
    const counted = await counter.count();
    if (counted === "other-copy") loses();
    return counted;
  }

  async function counted(): Promise<Counted> {
    const { promise, resolve } = Promise.withResolvers<Counted>();
    waiting.add(resolve);
    if (isReleased) resolve("unknown");
    try {
      return await Promise.race([count(), promise]);
    } finally {
      waiting.delete(resolve);
    }
  }

  return {
    look: async () => {
      if (isKnown) return;
      afterOtherCopy();
      isMarked = afterPutBack() || isMarked;
      const outside = await counter.open(sends());
      if (outside === "unreadable") return;
      compare(outside, isMarked);
      isKnown = true;
    },
    counted,
    release: () => {
      isReleased = true;
      for (const resolve of waiting) resolve("unknown");
    },
  };
}
