import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventName } from "../../shared/events.ts";
import type { Result } from "../../shared/core/failure.ts";
import { createEmptyBookingForm, type BookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm, type PatientForm } from "../../shared/patients/patient-form.ts";
import type { BookingItem, Item, PatientItem } from "../../shared/outbox/item.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { composeDesk } from "../../main/desk/compose.ts";
import type { RunningDesk, DeskOptions } from "../../main/desk/desk.ts";
import type { Log } from "../../main/platform/ports.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { said } from "../../messages/saying.ts";
import { fastClock } from "../faults/kit/fast-clock.ts";

/** A desk without a window: the real composition root, store and sockets, and what a page would see of it. */
export type TestDesk = {
  readonly desk: RunningDesk;
  readonly directory: string;
  readonly secrets: SecretStore;
  /** Every envelope and event that crossed to the page, as JSON. */
  readonly crossed: readonly string[];
  readonly logged: readonly string[];
  /** Calls a route and answers its envelope. */
  readonly ask: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<Result<RouteOutput<N>>>;
  /** Calls a route and answers its value; throws the failure's message. */
  readonly get: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
  readonly stop: () => Promise<void>;
};

type TestDeskOptions = {
  readonly directory?: string;
  readonly secrets?: SecretStore;
  /** False: the desk is answered with before it has started. */
  readonly isAwaited?: boolean;
} & Partial<Omit<DeskOptions, "directory" | "secrets">>;

/** For a desk that is to try again by itself: a wait of a minute is over in three seconds. */
export const hasty = { clock: fastClock(20) } satisfies TestDeskOptions;

export async function startDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "front-desk-test-"));
  const secrets = options.secrets ?? createMemorySecretStore();
  const crossed: string[] = [];
  const logged: string[] = [];
  const note = (event: string, ...facts: unknown[]): void =>
    void logged.push(JSON.stringify([event, ...facts]));
  const log: Log = {
    info: note,
    warn: note,
    error: (event, error, facts) => note(event, String(error), facts),
  };
  const desk = await composeDesk({
    version: "0.0.0",
    platform: "linux",
    timeZone: "America/New_York",
    clock: systemClock,
    random: systemRandom,
    log,
    resolveProxy: () => Promise.resolve("DIRECT"),
    window: {
      copy: () => undefined,
      print: () => Promise.resolve({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
    },
    emit: (name: EventName, payload: unknown) => void crossed.push(JSON.stringify([name, payload])),
    // A test of what is asked answers itself.
    askPlace: () => Promise.resolve(true),
    // As long as a busy computer may need.
    deadline: 20_000,
    // A booking goes out at once; tests of the moment to undo say otherwise.
    undoSeconds: 0,
    ...options,
    directory,
    secrets,
  });
  const started = desk.start();
  if (options.isAwaited !== false) await started;
  const ask = async <N extends RouteName>(name: N, input: RouteInput<N>): Promise<Result<RouteOutput<N>>> => {
    const envelope = await desk.route(name, input);
    crossed.push(JSON.stringify(envelope));
    return envelope as Result<RouteOutput<N>>;
  };
  return {
    desk,
    directory,
    secrets,
    crossed,
    logged,
    ask,
    get: async (name, input) => {
      const result = await ask(name, input);
      if (!result.ok)
        throw new Error(`${name}: ${said(result.failure.why)} ${JSON.stringify(result.failure.fields)}`);
      return result.value;
    },
    stop: () => desk.stop(),
  };
}

export const removeFolder = (directory: string): void => rmSync(directory, { recursive: true, force: true });

/** A patient with every field, as typed. */
export const fullPatient: PatientForm = {
  firstName: "Ann",
  lastName: "Sample",
  dob: "3/5/84",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  email: "ann@example.com",
  phone: "2175550100",
  gender: "Female",
  externalId: "EXT-1",
};
/** The same person with only what is required. */
export const requiredPatient: PatientForm = {
  ...emptyPatientForm,
  ...fullPatient,
  phone: "",
  externalId: "",
};

export const bookingForm = (change: Partial<BookingForm>): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  service: "101",
  date: "2031-03-04",
  time: "2pm",
  billingType: "Monthly Invoice",
  ...change,
});

/** Types and sends a patient; answers the item as it then stands. */
export async function sendPatient({ get }: TestDesk, form: PatientForm): Promise<PatientItem> {
  const { id } = await get("items.create", { kind: "patient", form });
  return asPatient(await get("items.submit", { id, wait: true }));
}

export async function sendBooking({ get }: TestDesk, form: BookingForm): Promise<BookingItem> {
  const { id } = await get("items.create", { kind: "booking", form });
  return asBooking(await get("items.submit", { id, wait: true }));
}

export function asPatient(item: Item): PatientItem {
  if (item.kind !== "patient") throw new Error(`a ${item.kind}, not a patient`);
  return item;
}
export function asBooking(item: Item): BookingItem {
  if (item.kind !== "booking") throw new Error(`a ${item.kind}, not a booking`);
  return item;
}
