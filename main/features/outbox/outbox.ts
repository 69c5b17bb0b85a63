import type { Connection } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Clock, Log, RandomIds, Trace } from "../../platform/ports.ts";
import type { ServiceClient } from "../../http/client.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import { createQueueThrottle } from "./brake.ts";
import { createConnectivity, type Connectivity, type ProbeAnswer } from "./connectivity.ts";
import { createOutboxEngine, type Engine } from "./engine.ts";
import { createItemsService, type Items } from "./items.ts";
import type { OpenSession } from "../session/open-session.ts";
import { alone, type OutboxContext, type Sharing } from "./ports.ts";
import type { Counted } from "./send-counter.ts";
import { createQuestions, type Questions } from "./questions.ts";
import { createUndoSend, type TakingBack } from "./taking-back.ts";
import { createTransitions, type Transitions } from "./transitions.ts";

export type Outbox = {
  readonly line: Connectivity;
  readonly steps: Transitions;
  readonly engine: Engine;
  readonly undo: TakingBack;
  readonly questions: Questions;
  /** What the people of that session do with items. */
  readonly items: (session: OpenSession) => Items;
};

export type OutboxOptions = {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly client: ServiceClient;
  readonly context: OutboxContext;
  /** Who of several desks may send; left out, there is one. */
  readonly sharing?: Sharing;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly trace: Trace;
  /** Asks the service whether it is there. */
  readonly probe: () => Promise<ProbeAnswer>;
  /** Counts the attempt that has begun outside of the database as well. */
  readonly counted: () => Promise<Counted>;
  readonly onConnection: (connection: Connection) => void;
  /** Told when a moment to undo begins, ends, or goes on. */
  readonly onMoments: () => void;
  /** Told when a question of the window was asked for too long. */
  readonly onQuestionOver: (id: string) => void;
  /** How many more will be ready by themselves; left out, none. */
  readonly toCome?: () => number;
  /** Whether anything may be sent from this desk; left out, it may. */
  readonly mayWork?: () => boolean;
  /** Told after every change of items. */
  readonly onChange: (ids: readonly RecordId[]) => void;
};

/** The parts of the outbox, joined: the line, the durable steps, what sends, and what people do with items. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { context, clock, sharing = alone, toCome = () => 0, mayWork = () => true } = options;
  const line = createConnectivity({
    probe: options.probe,
    clock,
    random: options.random,
    onChange: options.onConnection,
    onOnline: () => engine.kick(),
    askedUntil: () => {
      const account = context.account();
      return account === null ? 0 : queue.waits.askedUntil(account);
    },
    onAskedToWait: (seconds) => {
      const account = context.account();
      if (account !== null) queue.waits.atLeast(account, seconds * 1_000, "asked");
    },
  });
  const queue = createQueueThrottle(clock, () => line);
  const steps = createTransitions({ ...options, sharing });
  const engine = createOutboxEngine({
    ...options,
    sharing,
    toCome,
    mayWork,
    transitions: steps,
    connectivity: line,
    brake: queue,
  });
  const moments = createUndoSend(options);
  // As it stands now, where that is not as it stands on the disk.
  const undo: TakingBack = { ...moments, shownAs: (item) => engine.shownAs(moments.shownAs(item)) };
  const items = (session: OpenSession): Items =>
    createItemsService({ ...options, sharing, engine, undo }, session);
  const asked = createQuestions({ ...options, holdMoments: undo.holdAll, onOver: options.onQuestionOver });
  return { line, steps, engine, undo, questions: asked, items };
}
