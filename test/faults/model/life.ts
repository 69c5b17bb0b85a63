import { FailureError } from "../../../shared/core/failure.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import type { RandomIds } from "../../../main/platform/ports.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { parseRetryAfter } from "../../../main/http/retry-after.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { idOf } from "../../support/store-records.ts";
import { modelDesk, type Surroundings } from "./desk.ts";
import { addressOf, leavesOpen, modelService, type Fate, type Request } from "./service.ts";
import { ProcessEnded } from "./store.ts";
import { watchRequest } from "./watch.ts";
import {
  accounts,
  itemOf,
  lineFates,
  note,
  observe,
  startOfModel,
  stored,
  wrong,
  type Known,
  type Scene,
  type World,
} from "./world.ts";
import { seeded } from "../kit/random.ts";

const isAtDesk = ({ account }: Scene, { credentials }: Request): boolean =>
  account?.credentials.token === credentials.token &&
  account.credentials.serviceAddress === credentials.serviceAddress;

/** What somebody saved just as the process ended was never acknowledged; it is there or not. */
function observeAll(world: Scene): void {
  for (const accountId of accounts) {
    const wanted = { accountId, kinds: [], statuses: [], limit: 1_000, offset: 0 };
    const whole = world.store.read(({ items }) =>
      items.list(wanted).items.flatMap(({ item }) => items.get(item.id) ?? []),
    );
    for (const item of whole.toReversed()) observe(world, item);
  }
}

/** It came back, and what came back says that nothing was made. */
function isRefusal(exchange: Exchange): boolean {
  if (exchange.kind !== "answered") return exchange.kind === "not-reached";
  const { status, bodyEnd } = exchange;
  return !leavesOpen(status) && (bodyEnd === "complete" || status === 401 || status === 429);
}

/** Whether what came back is the service's answer to that request, and not merely one with a status of success. */
const isOwnSuccess = (exchange: Exchange, { fate }: Fate): boolean =>
  exchange.kind === "answered" && exchange.status < 300 && fate === "ok";

/** What the service asks the whole queue to wait for, in seconds; null: it does not. */
function askedToWait(exchange: Exchange, now: Date): number | null {
  if (exchange.kind !== "answered" || (exchange.bodyEnd === "broken" && exchange.status !== 429)) return null;
  const { status, retryAfter } = exchange;
  const asks = status === 429 || (status === 503 && retryAfter !== null);
  return asks ? parseRetryAfter(retryAfter, now) : null;
}

/** When the item that was answered so may go out again: later each time, unless the whole queue waits. */
function observePace(
  known: Known,
  exchange: Exchange,
  { now, isWait }: { now: number; isWait: boolean },
): void {
  known.floor = now + leastPause;
  const isOwnWait = !isWait && !(exchange.kind === "answered" && exchange.status === 401);
  if (isOwnWait) known.failures += 1;
  const half = Math.min(longestPause, leastPause * 2 ** (known.failures - 1));
  known.notBefore = isOwnWait ? now + half : known.floor;
}

/** Refusals that only the service has a reason for, whatever form they come in. */
const ownRefusals: readonly number[] = [400, 409, 422];

/** `up` and `down` must be heeded; what is neither leaves it open whether the service is there. */
function lineOf(exchange: Exchange, fate: Fate, isPost: boolean): "up" | "down" | "open" {
  if (exchange.kind !== "answered") return "down";
  const { status, bodyEnd } = exchange;
  if (status === 401 || status === 407 || status === 408 || status >= 500) return "down";
  if (status === 429) return isPost ? "up" : "open";
  if (status < 300 && isOwnSuccess(exchange, fate)) return "up";
  if (status < 300) return isPost ? "open" : "down";
  if (bodyEnd === "broken") return "down";
  if (status < 400) return isPost ? "open" : "down";
  const isOurs = ownRefusals.includes(status) || (fate.fate === "status" && fate.body === "json");
  return isOurs || fate.fate === "ok" ? "up" : isPost ? "open" : "down";
}

type Ended = { readonly exchange: Exchange; readonly fate: Fate };

/** What an answer, or the want of one, means for what may be sent next; as the promises have it. */
function observeEnd(world: Scene, request: Request, { exchange, fate }: Ended): void {
  const { clock } = world;
  const now = clock.monotonic();
  const isPost = request.endpoint !== "listWebhooks";
  const seconds = askedToWait(exchange, clock.now());
  const known = isPost ? itemOf(world, request) : undefined;
  if (known !== undefined) {
    if (isRefusal(exchange)) known.mayBeMade = known.mayBeMadeBefore;
    if (isOwnSuccess(exchange, fate)) known.failures = 0;
    else observePace(known, exchange, { now, isWait: seconds !== null });
  }
  if (!isAtDesk(world, request) || !request.isAlive()) return;
  // A probe of before somebody signed in again says nothing of the line after.
  const isOld = !isPost && world.sessions.get(request) !== world.session;
  if (seconds !== null && !isOld) {
    const { serviceAddress } = request.credentials;
    const before = world.waitUntil.get(serviceAddress) ?? 0;
    world.waitUntil.set(serviceAddress, Math.max(before, now + seconds * 1_000));
  }
  if (isPost && exchange.kind === "answered" && exchange.status === 401) world.tokenHeld = true;
  const line = lineOf(exchange, fate, isPost);
  if (line === "up") world.answeredAt = now;
  if (line !== "open" && !(isOld && line === "down")) world.lineFailed = line === "down";
}

/** Ends a request, and notes what follows from it before the desk hears of it. */
export function endRequest(world: Scene, request: Request, fate: Fate): void {
  const exchange = world.service.end(request, fate);
  if (exchange === null) return;
  note(world, `${request.endpoint} ${exchange.kind === "answered" ? exchange.status : exchange.kind}`);
  observeEnd(world, request, { exchange, fate });
}

/** Milliseconds of the part of a wait that no luck takes away: after the first failure, and at most. */
const leastPause = 500;
const longestPause = 30_000;

/** Milliseconds between a request and its answer, when that is known beforehand. */
const latency = 30;

/** What becomes of a request that goes out now; undefined leaves it under way. */
const fateOf = (world: Scene, { endpoint }: Request): Fate | undefined => {
  if (endpoint !== "listWebhooks") return world.script.shift() ?? world.usual ?? undefined;
  return world.line === "held" ? undefined : lineFates[world.line];
};

function answerLater(world: Scene, request: Request): void {
  const fate = fateOf(world, request);
  if (fate !== undefined) world.clock.after(latency, () => endRequest(world, request, fate));
}

/** The process is over, whatever was under way: each open request was carried out or not. */
export function endProcess(world: World, carried: number): void {
  world.desk.kill();
  for (const [index, request] of world.service.open().entries()) {
    const isCarried = ((carried >> (index % 8)) & 1) === 1;
    endRequest(world, request, { fate: "unclear", phase: "sent", carried: isCarried ? "yes" : "no" });
  }
}

/** What is about to be sent when the process ends is never sent but by a person. */
export function endMoments(world: World, isEnded: (known: Known) => boolean = () => true): void {
  for (const known of world.known.values()) {
    if (world.desk.undo.of(known.id) === null || !isEnded(known)) continue;
    known.takenBack = true;
    note(world, "ended in a moment");
  }
}

/** Another process over what the last one left behind. One whose disk is full at the start is started again. */
export async function boot(world: World): Promise<void> {
  const interrupted = world.store.read(({ items }) => items.sending());
  endMoments(world);
  world.last = null;
  world.byPerson.clear();
  world.lineFailed = false;
  world.answeredAt = Number.NEGATIVE_INFINITY;
  world.waitUntil.clear();
  world.tokenHeld = false;
  for (const known of world.known.values()) Object.assign(known, { notBefore: 0, floor: 0, failures: 0 });
  for (let started = false; !started;) {
    world.desk = modelDesk(surroundings(world));
    try {
      await world.desk.start();
      started = true;
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      world.desk.kill();
      world.disk.fail = 0;
      note(world, "disk full at the start");
    }
  }
  observeAll(world);
  for (const { id } of interrupted) {
    const item = stored(world, id);
    const mayGoOn = item?.kind !== "booking" || world.trusts;
    const expected = mayGoOn ? ["ready", "sending", "done"] : ["needs-checking"];
    note(world, "interrupted");
    if (item !== null && !expected.includes(item.status) && item.status !== "needs-checking")
      wrong(world, `${item.kind} ${id} was interrupted and stands as ${item.status}`);
  }
}

const surroundings = (world: Scene): Surroundings => ({
  store: world.store,
  disk: world.disk,
  secrets: world.secrets,
  clock: world.clock,
  random: world.random,
  context: {
    account: () => world.account,
    settings: () => ({
      ...createFirstSettings("UTC", { undoSeconds: world.undoSeconds }),
      trustsIdempotencyKey: world.trusts,
    }),
  },
  send: (request) => {
    watchRequest(world, request);
    world.sessions.set(request, world.session);
    world.service.receive(request);
    answerLater(world, request);
  },
  isLast: (point) => {
    if (world.last?.point !== point) return false;
    world.last.times -= 1;
    if (world.last.times > 0) return false;
    note(world, `ended at ${point}`);
    return true;
  },
  onError: (event, error) => {
    if (error instanceof FailureError || error instanceof ProcessEnded) return;
    wrong(world, `${event}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  },
});

/** Names count on over all processes of one world; bytes and jitter follow the seed. */
function randomOf(seed: number): RandomIds {
  const next = seeded(seed);
  let count = 0;
  return {
    uuid: () => idOf((count += 1)),
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
    fraction: next,
  };
}

export type WorldOptions = {
  readonly seed: number;
  readonly undoSeconds: number;
  readonly honoursKey: boolean;
};

export async function startWorld({ seed, undoSeconds, honoursKey }: WorldOptions): Promise<World> {
  const scene: Scene = {
    clock: fakeClock(startOfModel),
    random: randomOf(seed),
    secrets: createMemorySecretStore(),
    service: modelService({ honoursKey }),
    disk: { skip: 0, fail: 0 },
    known: new Map(),
    problems: [],
    reached: new Map(),
    sent: [],
    store: await blankStore(),
    account: null,
    trusts: false,
    undoSeconds,
    line: "up",
    script: [],
    usual: null,
    last: null,
    backup: null,
    byPerson: new Map(),
    lineFailed: false,
    tokenHeld: false,
    session: 0,
    sessions: new WeakMap(),
    answeredAt: Number.NEGATIVE_INFINITY,
    waitUntil: new Map(),
  };
  rememberAccounts(scene);
  const world: World = Object.assign(scene, { desk: modelDesk(surroundings(scene)) });
  await boot(world);
  return world;
}

function rememberAccounts({ store, clock }: Scene): void {
  const at = clock.now().toISOString();
  const base = { issuer: null, subject: null, createdAt: at, lastUsedAt: at };
  store.transaction((repositories) => {
    for (const id of accounts) repositories.accounts.remember({ ...base, id, serviceAddress: addressOf(id) });
  });
}
