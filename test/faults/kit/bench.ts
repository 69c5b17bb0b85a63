import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import { itemStatuses, type Item, type ItemStatus, type ListedItem } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import type { LedgerEntry } from "../../../mock/ledger.ts";
import type { SecretStore } from "../../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import type { DeskOptions } from "../../../main/desk/desk.ts";
import type { Clock, TracePoint } from "../../../main/platform/ports.ts";
import type { ResolveProxy } from "../../../main/http/dispatcher.ts";
import { bookingForm, requiredPatient, startDesk, type TestDesk } from "../../support/desk-kit.ts";
import { fastClock } from "./fast-clock.ts";
import { seeded, seededRandom } from "./random.ts";
import { byTurns, takeTurns, type Turns } from "./turns.ts";
import { judge, type Evidence, type Verdict } from "../oracle.ts";
import { busiest } from "../pace.ts";
import { startSecureLine, type SecureLine } from "../line/secure-line.ts";
import { startFaultProxy, type FaultProxy } from "../line/proxy.ts";

export const scratchFolder = (): string => mkdtempSync(join(tmpdir(), "front-desk-fault-"));

/** A wait in milliseconds of real time is that many times longer by a clock that nobody waits for. */
const usualHaste = 200;
/** Real milliseconds that only a failure takes, however busy the computer is. */
export const patience = 120_000;
/** Milliseconds for one exchange: so long that a busy machine does not miss it. */
const longDeadline = 15_000;

export type BenchOptions = {
  /** How many times faster the desk's clock runs; 1 when left out. */
  readonly speed?: number;
  /** What the order of everything follows: then real time decides nothing, and no wait takes any. */
  readonly seed?: number;
  /** Milliseconds of the desk's clock that each request is on its way; none when left out. Only with a seed. */
  readonly travel?: number;
  /** True: HTTPS over an HTTP proxy, for what happens before the first byte. */
  readonly secure?: boolean;
  /** The service answers a repeated Idempotency-Key as before, and the desk is set to trust it. */
  readonly trustsKey?: boolean;
  /** Stands before the system's look-up of the way that a request takes. */
  readonly lookUp?: (usual: ResolveProxy) => ResolveProxy;
  /** The desk's keychain, over the desk's clock. */
  readonly secretsOn?: (clock: Clock) => SecretStore;
  /** Called at each point that an item comes to on its way. */
  readonly trace?: (point: TracePoint) => void;
} & Partial<Pick<DeskOptions, "deadline" | "random" | "window" | "emit">>;

/** A service, the fault proxy before it, and a desk signed in through that, over one folder. */
export type Bench = {
  readonly mock: MockService;
  readonly proxy: FaultProxy;
  /** Null for a bench that is not `secure`. */
  readonly line: SecureLine | null;
  readonly directory: string;
  /** The desk at work; another object after `restart`. */
  readonly desk: () => TestDesk;
  readonly signIn: () => Promise<void>;
  /** Saves what was typed, complete and unsent, and answers its id. */
  readonly save: (content: FormOf) => Promise<string>;
  readonly item: (id: string) => Promise<Item>;
  readonly items: () => Promise<Item[]>;
  /** Stops the desk and starts another one over the same folder and keychain. */
  readonly restart: () => Promise<void>;
  /** The program once more, over the same folder and keychain, beside the first one. */
  readonly startAgain: () => Promise<TestDesk>;
  /** Waits until no item stands in one of these statuses; false when that took too long. */
  readonly until: (none: readonly ItemStatus[], withinMs?: number) => Promise<boolean>;
  /** Waits for anything else; false when that took so many milliseconds of the desk's clock. */
  readonly eventually: (met: () => Promise<boolean>, within: number) => Promise<boolean>;
  /** The desk's own clock. */
  readonly clock: Clock;
  /** Lets that many milliseconds of the desk's clock pass. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** All items in one of these statuses, as lists hold them. */
  readonly listed: (statuses: readonly ItemStatus[]) => Promise<ListedItem[]>;
  /** The oracle over everything that was saved here. */
  readonly verdict: (known?: Pick<Evidence, "takenByPerson">) => Promise<Verdict>;
  readonly ledger: () => readonly LedgerEntry[];
  /** How many requests of items the desk has begun to write: the proxy sees each of them somewhat later. */
  readonly begun: () => number;
  readonly close: () => Promise<void>;
};

/** Answers true as soon as `met` does, false when that long has passed (milliseconds). */
export async function eventually(met: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!(await met())) {
    if (performance.now() > end) return false;
    await delay(10);
  }
  return true;
}

/** All items of the account at the desk as lists hold them, page by page. */
async function everyListed(desk: TestDesk, statuses: readonly ItemStatus[]): Promise<ListedItem[]> {
  const found = new Map<string, ListedItem>();
  for (let offset = 0; ; offset += 200) {
    const page = await desk.get("items.list", { kinds: [], statuses: [...statuses], limit: 200, offset });
    for (const item of page.items) found.set(item.id, item);
    if (offset + 200 >= page.total) return [...found.values()];
  }
}

/** All items of the account at the desk, each whole: a list leaves out long texts. */
export async function everyItem(
  desk: TestDesk,
  statuses: readonly ItemStatus[] = itemStatuses,
): Promise<Item[]> {
  const listed = await everyListed(desk, statuses);
  return Promise.all(listed.map(({ id }) => desk.get("items.get", { id })));
}

/** Time that passes by itself, that many times faster. */
const passing = (speed: number): Pick<Turns, "clock" | "pass" | "until" | "during"> => ({
  clock: fastClock(speed),
  pass: (milliseconds) => delay(milliseconds / speed),
  until: (met, within) => eventually(met, within / speed),
  during: (work) => work,
});

export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const {
    speed = 1,
    seed,
    travel = 0,
    secure = false,
    trustsKey = false,
    lookUp = (usual) => usual,
    trace = () => undefined,
    secretsOn,
    ...deskOptions
  } = options;
  const turns = seed === undefined ? null : takeTurns({ random: seeded(seed), slowness: 0, travel });
  const time = turns ?? passing(speed);
  const mock = await startMockService({
    sampleData: true,
    decideAfterMs: 3_600_000,
    honourIdempotencyKey: trustsKey,
    ...(turns && { clock: time.clock.now }),
  });
  const proxy = await startFaultProxy({
    target: Number(new URL(mock.baseUrl).port),
    ...(turns && { gate: turns.gate(), now: time.clock.monotonic }),
  });
  const directory = scratchFolder();
  const line = secure ? await startSecureLine(proxy.accept) : null;
  turns?.watch(line?.address ?? proxy.url);
  const resolveProxy = lookUp(line?.resolveProxy ?? (() => Promise.resolve("DIRECT")));
  let begun = 0;
  const settings = {
    clock: time.clock,
    trace: (point: TracePoint): void => {
      if (point === "sending") begun += 1;
      trace(point);
    },
    deadline: longDeadline,
    resolveProxy,
    ...(seed !== undefined && { random: seededRandom(seed + 1) }),
    ...deskOptions,
    ...(secretsOn && { secrets: secretsOn(time.clock) }),
    directory,
  };
  const start = async (secrets?: SecretStore): Promise<TestDesk> =>
    byTurns(await time.during(startDesk({ ...settings, ...(secrets && { secrets }) })), time);
  let desk = await start();
  const saved: string[] = [];
  const until = (met: () => Promise<boolean>, withinMs: number): Promise<boolean> =>
    turns === null ? eventually(met, withinMs) : turns.until(met, withinMs * usualHaste);

  const signIn = async (): Promise<void> => {
    const serviceAddress = line?.address ?? proxy.url;
    const input = { serviceAddress, token: mock.token, sameAccount: null };
    // A busy machine may miss the bench's short deadline.
    const first = await desk.ask("session.connect", input);
    if (!first.ok) await desk.get("session.connect", input);
  };
  await signIn();
  if (trustsKey) {
    const now = await desk.get("settings.get", {});
    await desk.get("settings.save", { ...now, trustsIdempotencyKey: true });
  }

  return {
    mock,
    proxy,
    line,
    directory,
    desk: () => desk,
    signIn,
    save: async (content) => {
      const { id } = await desk.get("items.create", content);
      saved.push(id);
      return id;
    },
    item: (id) => desk.get("items.get", { id }),
    items: () => everyItem(desk),
    restart: async () => {
      await desk.stop();
      desk = await start(desk.secrets);
    },
    startAgain: () => start(desk.secrets),
    until: (none, withinMs = turns === null ? patience : 20_000) =>
      until(async () => {
        const counts = await desk.get("items.counts", {});
        return none.every((status) => counts[status] === 0);
      }, withinMs),
    clock: time.clock,
    eventually: time.until,
    pass: time.pass,
    listed: (statuses) => everyListed(desk, statuses),
    verdict: async (known = {}) => ({
      ...judge({
        ledger: mock.ledger(),
        items: await everyItem(desk),
        expected: saved,
        trustsIdempotencyKey: trustsKey,
        ...known,
      }),
      requestsASecond: busiest(proxy.requests(), { speed: turns === null ? speed : 1 }),
    }),
    ledger: mock.ledger,
    begun: () => begun,
    close: async () => {
      await desk.stop();
      await turns?.close();
      await line?.close();
      await proxy.close();
      await mock.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A patient as typed, told apart by its number; its external ID is generated. */
export const patientNumbered = (number: number, change: Partial<PatientForm> = {}): FormOf => ({
  kind: "patient",
  form: { ...requiredPatient, lastName: `Sample${number}`, email: `ann${number}@example.com`, ...change },
});

/** A booking for the service's first patient, told apart by its notes. */
export const bookingNumbered = (number: number, change: Partial<BookingForm> = {}): FormOf => ({
  kind: "booking",
  form: bookingForm({
    patient: { kind: "number", text: "1" },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    notes: `Visit ${number}`,
    ...change,
  }),
});

/** A webhook, told apart by the end of its address. */
export const webhookNumbered = (number: number): FormOf => ({
  kind: "webhook",
  form: { url: `https://example.com/hooks/${number}`, events: ["appointment.approved.v1"] },
});

/** Runs the cases, few at once, and answers what they came to in their order. */
export async function runEach<T, R>(
  cases: readonly T[],
  { atOnce, run }: { readonly atOnce: number; readonly run: (one: T) => Promise<R> },
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const one = cases[index];
      if (one !== undefined) results[index] = await run(one);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
