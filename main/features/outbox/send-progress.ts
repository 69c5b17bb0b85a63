import type { EventPayload } from "../../../shared/events.ts";
import type { Store } from "../../db/types.ts";
import type { CurrentAccount, OutboxContext } from "./ports.ts";
import type { Waits } from "./brake.ts";

export type SendProgress = NonNullable<EventPayload<"items.changed">["progress"]>;

type Options = {
  readonly store: Store;
  readonly context: Pick<OutboxContext, "account">;
  readonly waits: Waits;
  /** How many more will be ready by themselves, such as rows of a file that go into the queue a few at a time. */
  readonly toCome: () => number;
};

/** Counts what the queue has sent since it was empty, and what is left of it. */
export function createSendProgress({ store, context, waits, toCome }: Options) {
  let sent = 0;
  const countLeft = ({ accountId }: CurrentAccount): number =>
    store.read(({ items }) => {
      const underWay = items.sending().filter((item) => item.accountId === accountId);
      return items.readyCount(accountId) + underWay.length + toCome();
    });
  return {
    countSent: (): void => void (sent += 1),
    /** The queue is empty. */
    endRun: (): void => {
      if (toCome() === 0) sent = 0;
    },
    /** Null: nothing is to be sent, and nothing was. */
    show: (paused: boolean): SendProgress | null => {
      const account = context.account();
      if (account === null) return null;
      const left = countLeft(account);
      if (left === 0 && sent === 0) return null;
      return { left, sent, paused, waitsUntil: waits.shown(account) };
    },
  };
}
