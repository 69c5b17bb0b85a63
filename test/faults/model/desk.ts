import type { Phase } from "../../../shared/outbox/item.ts";
import type { EndpointName } from "../../../shared/service-api/endpoints.ts";
import type { SecretStore } from "../../../main/platform/secret-store.ts";
import { createKeychainPlaces } from "../../../main/features/integrity/counter-place.ts";
import { createDataLossNotice } from "../../../main/features/integrity/records-notice.ts";
import { detectStaleDatabase } from "../../../main/features/integrity/restored-check.ts";
import { createWebhookListing } from "../../../main/features/webhooks/webhooks.ts";
import type { Connectivity } from "../../../main/features/outbox/connectivity.ts";
import type { Engine } from "../../../main/features/outbox/engine.ts";
import { createSessions } from "../../../main/desk/session.ts";
import { itemsAt } from "../../support/at-desk.ts";
import type { Items } from "../../../main/features/outbox/items.ts";
import { createOutbox } from "../../../main/features/outbox/outbox.ts";
import type { TakingBack } from "../../../main/features/outbox/taking-back.ts";
import type { OutboxContext } from "../../../main/features/outbox/ports.ts";
import type { Clock, Log, RandomIds, TracePoint } from "../../../main/platform/ports.ts";
import { classify, type Outcome } from "../../../main/http/classify.ts";
import type { Credentials, Post, ServiceClient } from "../../../main/http/client.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { documented, type Documented } from "../../../main/http/recognise.ts";
import { createGroupCommit } from "../../../main/db/group-commit.ts";
import type { Store } from "../../../main/db/types.ts";
import { ProcessEnded, storeOnDisk, type DiskFault } from "./store.ts";
import type { Request } from "./service.ts";

/** What stays when a process ends, and what it meets in the world. */
export type Surroundings = {
  readonly store: Store;
  readonly disk: DiskFault;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly context: OutboxContext;
  readonly send: (request: Request) => void;
  /** Answers true where the process shall end. */
  readonly isLast: (point: TracePoint) => boolean;
  readonly onError: (event: string, error: unknown) => void;
};

/** One run of the program, from its start to its end or its sudden end. */
export type ModelDesk = {
  readonly items: Items;
  readonly undo: TakingBack;
  readonly engine: Engine;
  readonly line: Connectivity;
  readonly isAlive: () => boolean;
  readonly start: () => Promise<void>;
  /** Nothing of it happens any more. */
  readonly kill: () => void;
  readonly quit: () => Promise<void>;
  /** After every change of who is at the desk. */
  readonly signedIn: () => void;
};

const requestPhases = ["sending", "sent"] as const;
const answerPhases = ["answering", "answered"] as const;

/** The process may end at any of them: then nothing comes after it. */
function reach(post: Post | null, phases: readonly Phase[]): void {
  try {
    for (const phase of phases) post?.onPhase?.(phase);
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
  }
}

type Wire = Pick<Surroundings, "send" | "clock"> & { readonly isAlive: () => boolean };

/** The service's client over the simulated wire: what comes back is read by the real classification. */
function clientOver({ send, clock, isAlive }: Wire): ServiceClient {
  type Call<T> = {
    readonly endpoint: EndpointName;
    readonly wanted: Documented<T>;
    readonly post: Post | null;
  };
  const call = <T>(credentials: Credentials, { endpoint, wanted, post }: Call<T>): Promise<Outcome<T>> =>
    new Promise((resolve) => {
      const read = (exchange: Exchange): Outcome<T> =>
        classify(exchange, { documented: wanted, payload: post?.payload ?? null, now: clock.now() });
      const cancelled = { kind: "not-reached", phase: "none", reason: "cancelled" } as const;
      if (post?.signal?.aborted === true || post?.isWanted?.() === false) return resolve(read(cancelled));
      post?.onPhase?.("connecting");
      send({
        endpoint,
        credentials,
        key: post?.idempotencyKey ?? "",
        body: post?.payload ?? "{}",
        isAlive,
        settle: (exchange) => {
          if (exchange.kind === "answered") reach(post, answerPhases);
          if (isAlive()) resolve(read(exchange));
        },
      });
      reach(post, requestPhases);
    });
  return {
    createPatient: (credentials, post) =>
      call(credentials, { endpoint: "createPatient", wanted: documented.createPatient, post }),
    bookAppointment: (credentials, post) =>
      call(credentials, { endpoint: "bookAppointment", wanted: documented.bookAppointment, post }),
    registerWebhook: (credentials, post) =>
      call(credentials, { endpoint: "registerWebhook", wanted: documented.registerWebhook, post }),
    listWebhooks: (credentials) =>
      call(credentials, { endpoint: "listWebhooks", wanted: documented.listWebhooks, post: null }),
  };
}

/** Joins the real parts as the program does, over a world that a test holds in its hand. */
export function modelDesk(world: Surroundings): ModelDesk {
  const { context, random, secrets } = world;
  const life = { isAlive: true };
  const isAlive = (): boolean => life.isAlive;
  const clock: Clock = {
    ...world.clock,
    after: (milliseconds, run) => world.clock.after(milliseconds, () => (life.isAlive ? run() : undefined)),
  };
  const store = storeOnDisk(world.store, world.disk, isAlive);
  const trace = (point: TracePoint): void => {
    if (!life.isAlive || world.isLast(point)) {
      life.isAlive = false;
      throw new ProcessEnded();
    }
  };
  const log: Log = { info: () => undefined, warn: () => undefined, error: world.onError };
  const client = clientOver({ send: world.send, clock, isAlive });
  const sessions = createSessions();
  const webhooks = createWebhookListing({
    client,
    store,
    clock,
    session: sessions.current,
    onListed: (answer) => line.heard(answer),
  });
  const restored = detectStaleDatabase({
    store,
    places: createKeychainPlaces(secrets, world.store, random),
    notice: createDataLossNotice(store, () => undefined),
    instance: random.uuid(),
    clock,
    log,
    onOtherCopy: () => world.onError("other-copy", new Error("There is no other copy in this world.")),
  });
  const { line, steps, engine, undo, ...outbox } = createOutbox({
    store,
    inGroup: createGroupCommit({ store, clock, soon: queueMicrotask }),
    client,
    context,
    clock,
    random,
    log,
    trace,
    probe: webhooks.probe,
    counted: restored.counted,
    onQuestionOver: () => undefined,
    onConnection: () => undefined,
    onMoments: () => undefined,
    onChange: () => void (context.account() !== null && engine.progress()),
  });
  const kill = (): void => void (life.isAlive = false);
  const signedIn = (): void => {
    if (sessions.follow(context.account())) undo.closeSession();
    line.reset(context.account() !== null);
    void line.check().catch((error: unknown) => world.onError("line.check", error));
  };

  return {
    items: itemsAt(outbox.items, sessions.current),
    undo,
    engine,
    line,
    isAlive,
    start: async () => {
      steps.recover();
      await restored.look();
      signedIn();
    },
    kill,
    quit: async () => {
      line.stop();
      undo.stop();
      await engine.stop();
      kill();
    },
    signedIn,
  };
}
