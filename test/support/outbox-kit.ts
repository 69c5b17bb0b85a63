import { createEmptyBookingForm, type BookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm, type PatientForm } from "../../shared/patients/patient-form.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { createFirstSettings } from "../../main/features/session/first-settings.ts";
import type { Connectivity, ProbeAnswer } from "../../main/features/outbox/connectivity.ts";
import type { Engine } from "../../main/features/outbox/engine.ts";
import type { Items } from "../../main/features/outbox/items.ts";
import { createOutbox, type Outbox } from "../../main/features/outbox/outbox.ts";
import { alone, type CurrentAccount, type Sharing } from "../../main/features/outbox/ports.ts";
import type { Counted } from "../../main/features/outbox/send-counter.ts";
import type { Questions } from "../../main/features/outbox/questions.ts";
import type { TakingBack } from "../../main/features/outbox/taking-back.ts";
import type { Transitions } from "../../main/features/outbox/transitions.ts";
import { createGroupCommit } from "../../main/db/group-commit.ts";
import { createStoreError } from "../../main/db/store-error.ts";
import type { Store } from "../../main/db/types.ts";
import type { OpenSession } from "../../main/features/session/open-session.ts";
import { itemsAt, sessionOf } from "./at-desk.ts";
import { blankStore } from "./blank-store.ts";
import { fakeClock, fakeRandom, type FakeClock } from "./fake-clock.ts";
import { scriptedClient, type ScriptedClient } from "./scripted-client.ts";
import { said } from "../../messages/saying.ts";

export const startOfTest = "2026-03-02T09:00:00.000Z";

/** A patient as typed, with only what is required. */
export const typedPatient: PatientForm = {
  ...emptyPatientForm,
  firstName: "Ann",
  lastName: "Sample",
  dob: "3/5/84",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  email: "ann@example.com",
  gender: "Female",
};

/** A booking as typed for the patient of that number, a month after the test begins. */
export const typedBooking = (change: Partial<BookingForm> = {}): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  patient: { kind: "number", text: "77" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  service: "101",
  date: "2026-04-01",
  time: "2pm",
  billingType: "Monthly Invoice",
  ...change,
});

export const typedWebhook = { url: "https://example.com/hooks", events: ["appointment.approved.v1"] };

/** The outbox with its real parts over a store in memory, a service that is scripted and a clock that stands. */
export type OutboxKit = {
  readonly clock: FakeClock;
  readonly client: ScriptedClient;
  readonly store: Store;
  readonly steps: Transitions;
  readonly line: Connectivity;
  readonly engine: Engine;
  readonly undo: TakingBack;
  readonly questions: Questions;
  /** Questions that were asked for too long. */
  readonly closed: readonly string[];
  readonly items: Items;
  readonly session: () => OpenSession | null;
  /** The parts as they are joined. */
  readonly outbox: Outbox;
  readonly logged: string[];
  readonly changed: string[];
  /** The steps that were traced, in order. */
  readonly traced: string[];
  readonly world: World;
  /** Saves a complete item as one that is sent by itself. */
  readonly ready: (content: FormOf) => Item;
  readonly item: (id: string) => Item;
  /** Writes it as it is. */
  readonly save: (item: Item) => void;
  readonly patient: (id: string | null) => PatientRecord | null;
  readonly knownPatient: (patientId: number | null) => PatientRecord;
  readonly sendCounts: () => number;
};

/** What a test may change at any moment. */
export type World = {
  account: CurrentAccount | null;
  settings: Settings;
  /** Every write throws, as on a full disk. */
  diskFull: boolean;
  /** Every read throws, as on a disk that breaks. */
  diskBroken: boolean;
  /** Telling the window throws. */
  tellingFails: boolean;
  /** Settles when the attempt is counted outside of the database. */
  counted: () => Promise<Counted>;
  probe: () => Promise<ProbeAnswer>;
  probes: number;
  /** Rows of a file that will be ready by themselves. */
  toCome: number;
  /** False: the organization asks for a PIN, and none is set. */
  mayWork: boolean;
};

export const deskAccount: CurrentAccount = {
  accountId: "account-one",
  practice: false,
  credentials: { serviceAddress: "https://service.example", token: "test-token" },
};

const failing = (store: Store, world: World): Store => ({
  ...store,
  read: (work) => {
    if (world.diskBroken) throw createStoreError("io");
    return store.read(work);
  },
  transaction: (work) => {
    if (world.diskFull) throw createStoreError("full");
    return store.transaction(work);
  },
  group: (work) => {
    if (world.diskFull) throw createStoreError("full");
    return store.group(work);
  },
});

/** An outbox that is signed in, on a line that is up; beside other desks where it is told how they share. */
export async function outboxKit(sharing: Partial<Sharing> = {}): Promise<OutboxKit> {
  const clock = fakeClock(startOfTest);
  const random = fakeRandom();
  const client = scriptedClient();
  const logged: string[] = [];
  const changed: string[] = [];
  const traced: string[] = [];
  const world: World = {
    account: deskAccount,
    settings: createFirstSettings("America/New_York", { undoSeconds: 0 }),
    diskFull: false,
    diskBroken: false,
    tellingFails: false,
    counted: () => Promise.resolve("counted"),
    probe: () => Promise.resolve({ kind: "answered" }),
    probes: 0,
    toCome: 0,
    mayWork: true,
  };
  const context = { account: () => world.account, settings: () => world.settings };
  const store = failing(await blankStore(), world);
  const onChange = (ids: readonly string[]): void => {
    if (world.tellingFails) throw new Error("telling failed");
    changed.push(...ids);
  };
  const log = {
    info: (event: string) => void logged.push(event),
    warn: (event: string) => void logged.push(event),
    error: (event: string) => void logged.push(event),
  };
  const closed: string[] = [];
  const session = sessionOf(context.account);
  const outbox = createOutbox({
    store,
    inGroup: createGroupCommit({ store, clock, soon: queueMicrotask }),
    client,
    context,
    sharing: { ...alone, ...sharing },
    clock,
    random,
    log,
    trace: (step) => void traced.push(step),
    probe: () => {
      world.probes += 1;
      return world.probe();
    },
    counted: () => world.counted(),
    toCome: () => world.toCome,
    mayWork: () => world.mayWork,
    onConnection: () => undefined,
    onMoments: () => undefined,
    onQuestionOver: (id) => void closed.push(id),
    onChange,
  });
  const { line, steps, engine, undo, questions } = outbox;
  const items = itemsAt(outbox.items, session);
  const item = (id: string): Item => {
    const found = store.read(({ items }) => items.find(id));
    if (found === null) throw new Error(`there is no item ${id}`);
    return found;
  };
  const save = (next: Item): void => store.transaction((repositories) => repositories.items.update(next));
  line.reset(true);
  await line.check();

  return {
    clock,
    client,
    store,
    steps,
    line,
    engine,
    undo,
    questions,
    closed,
    items,
    session,
    outbox,
    logged,
    changed,
    traced,
    world,
    item,
    ready: (content) => {
      const made = items.create(content);
      if (!made.ok) throw new Error(said(made.failure.why));
      const next = { ...made.value, status: "ready" as const };
      save(next);
      return next;
    },
    knownPatient: (patientId) => {
      const record: PatientRecord = {
        id: random.uuid(),
        accountId: deskAccount.accountId,
        patientId,
        // Without a number: an item that is to make it is somewhere.
        itemId: patientId === null ? random.uuid() : null,
        createdAt: startOfTest,
        input: {
          firstName: "Ann",
          lastName: "Sample",
          dob: "1984-03-05",
          address: "1 Main St",
          city: "Springfield",
          state: "IL",
          zip: "62701",
          email: "ann@example.com",
          gender: "Female",
        },
      };
      store.transaction(({ patients }) => patients.insert(record));
      return record;
    },
    save,
    patient: (id) => store.read(({ patients }) => patients.get(deskAccount.accountId, id ?? "")),
    sendCounts: () => store.read(({ meta }) => meta.sendCounter()),
  };
}
