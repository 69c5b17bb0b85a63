import { setTimeout as wait } from "node:timers/promises";
import type { Entry } from "../../shared/hub-api/entries.ts";
import type { HubFailure } from "../../shared/hub-api/failure.ts";
import type { Pushed } from "../../shared/hub-api/routes.ts";
import { getFirstEpoch } from "../../shared/clinic/log/claim-epoch.ts";
import { newId, recordOf, shared, type Answer, type TestDesk } from "../hub/support/desk.ts";

/** A yes of the hub to send: of two for one item, one was allowed by a decision that named the other, or that said that there may be others. */
export type Yes = {
  readonly item: string;
  readonly attempt: string;
  readonly named: readonly string[];
  readonly told: boolean;
};

/** What the load's desks were told, by which the run is judged. */
export type Ledger = {
  readonly acknowledged: { readonly clinic: string; readonly number: number; readonly hash: string }[];
  readonly yeses: Yes[];
  /** Answers of the hub with these statuses. */
  readonly statuses: Map<number, number>;
  /** Items that a desk was told need a person because the history may be incomplete. */
  readonly asked: Set<string>;
  /** When the last push was taken, and the longest time without one since `restart`. */
  readonly gap: { last: number; longest: number };
};

export const newLedger = (): Ledger => ({
  acknowledged: [],
  yeses: [],
  statuses: new Map(),
  asked: new Set(),
  gap: { last: performance.now(), longest: 0 },
});

/** An item of a clinic, as the desks that use it talk of it. */
type Known = { readonly item: string; epoch: number };
type Decided = Pick<Yes, "named" | "told">;
const undecided: Decided = { named: [], told: false };

export type Load = { readonly desks: readonly TestDesk[]; readonly stop: () => Promise<void> };

class LoadDesk {
  readonly desk: TestDesk;
  readonly items: Known[];
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
  /** What this desk's person decided last on an item. */
  readonly decided = new Map<string, Decided>();
  constructor(desk: TestDesk, items: Known[], ledger: Ledger, isOver: () => boolean) {
    this.desk = desk;
    this.items = items;
    this.ledger = ledger;
    this.isOver = isOver;
  }

  /** The same bytes until there is an answer that is one. Null: the load is over. */
  async push(entries: readonly Entry[], ciphertexts: readonly Buffer[] = []): Promise<Answer<Pushed> | null> {
    const push = this.desk.signed(this.desk.content(entries), ciphertexts);
    while (!this.isOver()) {
      // Without an answer, or with a proxy's page for one, nobody knows whether it was taken.
      const answer = await this.desk.send(push).catch(() => null);
      if (answer !== null) {
        const { statuses } = this.ledger;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.failure === null) this.taken(answer.value);
        if (answer.status !== 503) return answer;
      }
      await wait(200);
    }
    return null;
  }

  taken(pushed: Pushed): void {
    const { acknowledged, gap } = this.ledger;
    this.desk.taken(pushed);
    acknowledged.push({ clinic: this.desk.clinic, number: pushed.number, hash: pushed.hash });
    const now = performance.now();
    gap.longest = Math.max(gap.longest, now - gap.last);
    gap.last = now;
  }

  /** Goes back to what the hub has, as a desk does that reads the log anew. */
  async follow(failure: HubFailure): Promise<void> {
    if ("expected" in failure) this.desk.sequence = failure.expected - 1;
    this.desk.head = "head" in failure ? failure.head : this.desk.head;
    while (!this.isOver()) {
      const read = await this.desk.readOn().then(
        () => true,
        () => false,
      );
      if (read) return;
      await wait(200);
    }
  }

  async confirm(known: Known): Promise<void> {
    const attempt = newId();
    const { item, epoch } = known;
    const answer = await this.push([{ type: "confirm", item, epoch, attempt, notSent: [] }]);
    if (answer === null) return;
    if (answer.failure === null) {
      this.ledger.yeses.push({ item, attempt, ...(this.decided.get(item) ?? undecided) });
      return;
    }
    await this.learn(known, answer.failure);
  }

  /** What a refusal says of the item: somebody else's by now, or a person's to decide. */
  async learn(known: Known, failure: HubFailure): Promise<void> {
    if (failure.code === "claim-changed") known.epoch = failure.claim.epoch;
    else if (failure.code === "needs-checking") await this.decide(known, failure.attempts, false);
    else if (failure.code === "history-incomplete") {
      this.ledger.asked.add(known.item);
      await this.decide(known, [], true);
    } else await this.follow(failure);
  }

  async decide(known: Known, attempts: readonly string[], historyIncomplete: boolean): Promise<void> {
    const { item, epoch } = known;
    const answer = await this.push([
      { type: "book-again", item, epoch, attempts: [...attempts], historyIncomplete },
    ]);
    if (answer === null) return;
    const { failure } = answer;
    if (failure === null) this.decided.set(item, { named: attempts, told: historyIncomplete });
    else if (failure.code === "needs-checking" && failure.attempts.length > 0)
      await this.decide(known, [...attempts, ...failure.attempts], historyIncomplete);
    else await this.follow(failure);
  }

  async takeOver(known: Known): Promise<void> {
    const { item, epoch } = known;
    const answer = await this.push([{ type: "take-over", item, epoch }]);
    if (answer === null) return;
    if (answer.failure !== null) return this.learn(known, answer.failure);
    // The epoch that it was given is told by whoever is refused with the old one.
    await this.confirm(known);
    await this.confirm(known);
  }

  async shareNew(): Promise<void> {
    const item = newId();
    const [entries, ciphertexts] = shared(item, { generation: this.desk.generation });
    const answer = await this.push(entries, ciphertexts);
    if (answer === null) return;
    if (answer.failure !== null) return this.follow(answer.failure);
    const known: Known = { item, epoch: getFirstEpoch(this.desk.generation) };
    this.items.push(known);
    await this.confirm(known);
  }

  async recordNew(): Promise<void> {
    const { entry, ciphertext } = recordOf(newId());
    const answer = await this.push([entry], [ciphertext]);
    if (answer !== null && answer.failure !== null) await this.follow(answer.failure);
  }

  async run(): Promise<void> {
    for (let turn = 0; !this.isOver(); turn += 1) {
      const old = this.items[(turn * 7) % Math.max(1, this.items.length)];
      if (turn % 5 === 1) await this.shareNew();
      else if (turn % 5 === 3 && old !== undefined) await this.takeOver(old);
      else await this.recordNew();
      // People are slower; so many pushes a second are enough to meet any moment.
      await wait(40);
    }
  }
}

/** Desks of so many clinics that push without a pause, each clinic's with items of its own. */
export function startLoad(clinics: readonly (readonly TestDesk[])[], ledger: Ledger): Load {
  let isOver = false;
  const running = clinics.flatMap((desks) => {
    const items: Known[] = [];
    return desks.map((desk) => new LoadDesk(desk, items, ledger, () => isOver).run());
  });
  return {
    desks: clinics.flat(),
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
