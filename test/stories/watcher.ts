import type { Page } from "playwright";
import type { Item } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
import type { LedgerEntry } from "../../mock/ledger.ts";
import { madeOf } from "../faults/made-of.ts";
import { judge } from "../faults/oracle.ts";
import type { Journal } from "./journal.ts";
import {
  aboutWhich,
  inShort,
  judgeBlocks,
  judgeEmpty,
  judgeLocked,
  judgeNumbers,
  judgeSeries,
  judgeUtterance,
  type Judged,
  type Known,
  type Suspicion,
} from "./judging.ts";
import { readScreen, takeUtterances, type Block } from "./screen.ts";

/** A sentence on a screen that the service's ledger contradicts: the story ends with it. */
export class Contradiction extends Error {}

/** How long a sentence may be late, in milliseconds, and how often it is read again meanwhile. */
const grace = 4_000;
const rereadEvery = 400;

/** Looks at a desk's window, and holds what it says against the service's ledger. */
export type Watcher = {
  /** Reads the whole screen once; a doubtful sentence is read again until it is gone. @throws Contradiction */
  readonly look: () => Promise<void>;
  /**
   * Reads the records and holds them against the ledger, with nothing under way. `others`: the items of the clinic's other desks.
   * @throws Contradiction
   */
  readonly lookAtRecords: (others: readonly Item[]) => Promise<void>;
  /** Holds the numbers of a question of the system's against the records, before it was asked and while it stands. @throws Contradiction */
  readonly lookAtNumbers: (ask: () => Promise<readonly string[]>) => Promise<void>;
  /** The items as they were last read: a locked desk gives none. */
  readonly items: () => readonly Item[];
  /** A person took this patient's number over. */
  readonly taken: (id: string) => void;
};

type Options = {
  readonly name: string;
  readonly page: () => Page;
  readonly ledger: () => readonly LedgerEntry[];
  /** How many creations the service has not answered. */
  readonly underWay: () => number;
  readonly journal: Journal;
};

/** Reads every item whole; null where the desk gives none: it is locked, or nobody is signed in. */
function itemReader(page: () => Page): () => Promise<readonly Item[] | null> {
  const kept = new Map<string, Item>();
  return async () => {
    const listed = await page().evaluate(async () => {
      const rows: { id: string; updatedAt: string; status: string }[] = [];
      for (let offset = 0; ; offset += 200) {
        const part = await window.desk.invoke("items.list", { kinds: [], statuses: [], limit: 200, offset });
        if (!part.ok) return null;
        rows.push(...part.value.items.map(({ id, updatedAt, status }) => ({ id, updatedAt, status })));
        if (part.value.items.length < 200) return rows;
      }
    });
    if (listed === null) return null;
    const isKept = ({ id, updatedAt, status }: (typeof listed)[number]): boolean => {
      const item = kept.get(id);
      return (
        item !== undefined && item.updatedAt === updatedAt && item.status === status && status !== "sending"
      );
    };
    const fresh = listed.filter((row) => !isKept(row)).map(({ id }) => id);
    const read = await page().evaluate(async (ids) => {
      const answers = await Promise.all(ids.map((id) => window.desk.invoke("items.get", { id })));
      return answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    }, fresh);
    const there = new Set(listed.map(({ id }) => id));
    for (const id of kept.keys()) if (!there.has(id)) kept.delete(id);
    for (const item of read) kept.set(item.id, item);
    return [...kept.values()];
  };
}

const names = {
  details: [words.outbox.item, words.bookings.details],
  navigation: words.shell.navigation.label,
  visits: words.series.outcome.list,
  attempts: words.outbox.attempts,
  steps: words.booking.stepsLabel,
};

/**
 * An item with what other desks' people allowed of it, with the body that another desk sent of it and has not shared, and with what
 * stands on the screen as booked twice.
 */
function withOthers(
  item: Item,
  { others, ledger }: { readonly others: readonly Item[]; readonly ledger: readonly LedgerEntry[] },
): Item {
  const same = others.filter(({ id }) => id === item.id);
  const theirs = same.reduce((sum, { resends }) => sum + resends, 0);
  const sent = ledger.find(({ idempotencyKey }) => idempotencyKey === item.idempotencyKey);
  const payload = item.payload ?? (same.length > 0 && sent !== undefined ? JSON.stringify(sent.body) : null);
  const twice = item.kind === "booking" ? (item.result?.twice?.length ?? 1) - 1 : 0;
  return { ...item, payload, resends: item.resends + theirs + twice };
}

export function watch({ name, page, ledger, underWay, journal }: Options): Watcher {
  const readItems = itemReader(page);
  const takenByPerson: string[] = [];
  /** Ids of what was complete once: it may not be lost from then on. */
  const expected = new Set<string>();
  let items: readonly Item[] = [];
  /** A locked desk, or one where nobody is signed in, gives no items: its numbers are judged when it does again. */
  let isRead = false;
  let last = "";

  const momentsNow = (): Promise<number> =>
    page().evaluate(async () => {
      const answer = await window.desk.invoke("items.moments", {});
      return answer.ok ? answer.value.moments.length : 0;
    });

  async function known(): Promise<Known> {
    const held = [...ledger()];
    const read = await readItems();
    isRead = read !== null;
    items = read ?? items;
    for (const { id, status } of items) if (status !== "draft" && status !== "on-hold") expected.add(id);
    return { ledger: held, items };
  }

  function fail(found: Suspicion, blocks: readonly Block[]): never {
    journal.note("contradiction", {
      desk: name,
      ...found,
      items: items.map(inShort),
      ledger: ledger(),
      screen: blocks,
    });
    throw new Contradiction(`${name} says “${found.says}”, and ${found.why} (${found.key})`);
  }

  async function suspicions(): Promise<{
    readonly found: readonly Suspicion[];
    readonly blocks: readonly Block[];
  }> {
    const before = await known();
    const underWayBefore = underWay();
    const moments = await momentsNow();
    const blocks = await readScreen(page(), names);
    const utterances = await takeUtterances(page());
    // What is committed while this reads is no excuse for what was said before: it is read once more.
    const after = { items: (await known()).items, ledger: [...ledger()] };
    const judged: Judged = { before, after, takenByPerson, moments };
    const lines = blocks.flatMap((block) => block.lines);
    const texts = blocks
      .filter(({ place }) => place !== "row" && place !== "line")
      .map((block) => block.lines.join(" "));
    const shown = JSON.stringify(blocks);
    if (shown !== last || utterances.length > 0)
      journal.note("screen", {
        desk: name,
        said: utterances,
        blocks,
        made: after.ledger.length,
        items: after.items
          .filter(({ status }) => status !== "done" && status !== "discarded")
          .map(({ id, status }) => `${id} ${status}`),
      });
    last = shown;
    const main = blocks.find(({ place }) => place === "main");
    const series = main === undefined ? null : seriesOf(main, blocks, after);
    const found = [
      ...judgeBlocks(blocks, judged),
      ...(isRead ? judgeNumbers(texts, judged) : []),
      ...(isRead ? judgeEmpty(lines, judged) : []),
      ...(lines.includes(words.lock.title) ? judgeLocked(lines.join(" "), [underWayBefore, underWay()]) : []),
      ...(series === null ? [] : [series]),
      ...utterances.flatMap((each) => judgeUtterance(each, after, takenByPerson) ?? []),
    ];
    return { found, blocks };
  }

  function seriesOf(main: Block, blocks: readonly Block[], after: Known): Suspicion | null {
    const visits = blocks.filter(({ place }) => place === "visit");
    const about = visits.flatMap((visit) => aboutWhich(visit, after.items));
    for (const line of main.lines) {
      const wrong = judgeSeries(line, about, after);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  return {
    items: () => items,
    taken: (id) => void takenByPerson.push(id),
    lookAtNumbers: async (ask) => {
      const before = await known();
      const moments = await momentsNow();
      const texts = await ask();
      journal.note("asked", { desk: name, texts });
      const after = await known();
      const [wrong] = judgeNumbers(texts, {
        before,
        after,
        takenByPerson,
        moments: moments + (await momentsNow()),
      });
      if (wrong !== undefined) fail(wrong, []);
    },
    look: async () => {
      let { found, blocks } = await suspicions();
      const sure = found.find(({ isSure }) => isSure);
      if (sure !== undefined) fail(sure, blocks);
      let doubtful = new Set(found.map(({ key }) => key));
      const until = Date.now() + grace;
      while (doubtful.size > 0) {
        const isLate = Date.now() > until;
        if (isLate) {
          const still = found.find(({ key }) => doubtful.has(key));
          if (still !== undefined) fail(still, blocks);
        }
        await page().waitForTimeout(rereadEvery);
        ({ found, blocks } = await suspicions());
        const nowSure = found.find(({ isSure }) => isSure);
        if (nowSure !== undefined) fail(nowSure, blocks);
        doubtful = new Set(found.map(({ key }) => key).filter((key) => doubtful.has(key)));
      }
    },
    lookAtRecords: async (others) => {
      const { ledger: held, items: all } = await known();
      // What another desk asked for is judged there.
      const isTheirs = (entry: LedgerEntry): boolean =>
        others.some((item) => madeOf(item, [entry]).length > 0) &&
        !all.some((item) => madeOf(item, [entry]).length > 0);
      const verdict = judge({
        ledger: held.filter((entry) => !isTheirs(entry)),
        items: all.map((item) => withOthers(item, { others, ledger: held })),
        expected: [...expected],
        takenByPerson,
      });
      const [problem] = verdict.problems;
      if (problem !== undefined)
        fail(
          { key: "records", says: problem, why: "the records are held against the ledger", isSure: true },
          [],
        );
    },
  };
}
