import { FailureError, ok } from "../../../contract/failure.ts";
import { firstSettings } from "../../../main/account/first-settings.ts";
import { memorySecretStore } from "../../../main/account/secret-store.ts";
import { must } from "../../../main/adapters/records.ts";
import type { RandomIds } from "../../../main/platform/ports.ts";
import type { Exchange } from "../../../main/service/exchange.ts";
import { retryAfterSeconds } from "../../../main/service/retry-after.ts";
import { memoryStore } from "../../../main/store/memory-store.ts";
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
    const whole = must(
      world.store.read(({ items }) => items.list(wanted).items.map(({ id }) => must(items.get(id)))),
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

/** What an answer, or the want of one, means for what may be sent next; as the promises have it. */
function observeEnd(world: Scene, request: Request, exchange: Exchange): void {
  const { clock } = world;
  const status = exchange.kind === "answered" ? exchange.status : null;
  const isPost = request.endpoint !== "listWebhooks";
  const known = isPost ? itemOf(world, request) : undefined;
  if (known !== undefined) {
    if (isRefusal(exchange)) known.mayBeMade = known.mayBeMadeBefore;
    const isOwnWait = status === null || leavesOpen(status);
    if (isOwnWait && (status === null || status > 299)) known.notBefore = clock.monotonic() + 250;
  }
  if (!isAtDesk(world, request) || !request.isAlive()) return;
  if (isPost && status === 429 && exchange.kind === "answered") {
    const seconds = retryAfterSeconds(exchange.retryAfter, clock.now());
    const { serviceAddress } = request.credentials;
    const before = world.waitUntil.get(serviceAddress) ?? 0;
    world.waitUntil.set(serviceAddress, Math.max(before, clock.monotonic() + seconds * 1_000));
  }
  const isAnswer = status !== null && status < 500 && status !== 408 && status !== 401;
  // A probe of before somebody signed in again may say that the line is up, not that it is down.
  if (!isAnswer && !isPost && world.sessions.get(request) !== world.session) return;
  if (isAnswer) world.answeredAt = clock.monotonic();
  const isBroken = exchange.kind === "answered" && exchange.bodyEnd === "broken" && !isRefusal(exchange);
  world.lineFailed = !isAnswer || (isBroken && (status ?? 0) > 299);
}

/** Ends a request, and notes what follows from it before the desk hears of it. */
export function endRequest(world: Scene, request: Request, fate: Fate): void {
  const exchange = world.service.end(request, fate);
  if (exchange === null) return;
  note(world, `${request.endpoint} ${exchange.kind === "answered" ? exchange.status : exchange.kind}`);
  observeEnd(world, request, exchange);
}

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

/** Another process over what the last one left behind. One whose disk is full at the start is started again. */
export async function boot(world: World): Promise<void> {
  const interrupted = must(world.store.read(({ items }) => items.everySending().items));
  world.last = null;
  world.byPerson.clear();
  world.lineFailed = false;
  world.answeredAt = Number.NEGATIVE_INFINITY;
  world.waitUntil.clear();
  for (const known of world.known.values()) known.notBefore = 0;
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
    settings: () => ({ ...firstSettings("UTC"), trustsIdempotencyKey: world.trusts }),
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
  readonly honoursKey: boolean;
};

export async function startWorld({ seed, honoursKey }: WorldOptions): Promise<World> {
  const scene: Scene = {
    clock: fakeClock(startOfModel),
    random: randomOf(seed),
    secrets: memorySecretStore(),
    service: modelService({ honoursKey }),
    disk: { skip: 0, fail: 0 },
    known: new Map(),
    problems: [],
    reached: new Map(),
    sent: [],
    store: memoryStore(),
    account: null,
    trusts: false,
    line: "up",
    script: [],
    usual: null,
    last: null,
    backup: null,
    byPerson: new Map(),
    lineFailed: false,
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
  must(
    store.transaction((repositories) => {
      for (const id of accounts)
        repositories.accounts.remember({ ...base, id, serviceAddress: addressOf(id) });
      return ok(null);
    }),
  );
}
