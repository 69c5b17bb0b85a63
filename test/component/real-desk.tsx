import { act, fireEvent, within } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import type { EventName, EventPayload } from "../../shared/events.ts";
import { emptyPatientForm, type PatientForm } from "../../shared/patients/patient-form.ts";
import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import type { BookingStep } from "../../shared/bookings/booking-fields.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { words } from "../../messages/words.ts";
import { App } from "../../renderer/app/app.tsx";
import { loadFirstScreen, loadOtherScreens } from "../../renderer/app/screens.tsx";
import { createDeskState, subscribeDeskState, type DeskState } from "../../renderer/lib/desk-state.ts";
import type { Target } from "../../renderer/lib/navigation.ts";
import { says, type Claim } from "../faults/claims.ts";
import {
  bookingForm,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { settled } from "../support/fake-bridge.ts";
import { jwtOf } from "../support/fake-service.ts";
import { matching } from "../support/matching.ts";

/**
 * The whole window over the real main, with its records, its sender and its sockets: only Electron between the two is left
 * out. What the window says of an item can be held against what a service was sent, without a browser.
 */
export type RealDesk = TestDesk & {
  readonly state: DeskState;
  /** Goes to a screen, and is there. */
  readonly go: (target: Target) => Promise<void>;
  /** Ends the program and starts it again, over the same records and keychain, with a new window. */
  readonly restart: () => Promise<RealDesk>;
  /** Ends the program and removes its records. */
  readonly close: () => Promise<void>;
};

type Options = NonNullable<Parameters<typeof startDesk>[0]>;

/** Waits for what the window, or a service, comes to; why it is not there is the failure. */
export const until = <T,>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 20 });

export async function openDesk(options: Options = {}): Promise<RealDesk> {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const desk = await startDesk({
    ...options,
    // As it crosses to the page: a copy of it, a moment later.
    emit: <N extends EventName>(name: N, payload: EventPayload<N>) => {
      const copy = structuredClone(payload);
      setImmediate(() => listeners.get(name)?.forEach((told) => told(copy as never)));
    },
  });
  const state = createDeskState({
    call: async (name, input) => structuredClone(await desk.ask(name, structuredClone(input))),
    listen: (name, listener) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
  });
  const stopKeeping = subscribeDeskState(state, document);
  await Promise.all([loadFirstScreen(), loadOtherScreens()]);
  // Not by `render`, whose window is gone after each test: the tests of a file share one.
  const place = document.body.appendChild(document.createElement("div"));
  const window = createRoot(place);
  window.render(<App state={state} />);
  const stop = async (): Promise<void> => {
    window.unmount();
    stopKeeping();
    place.remove();
    await desk.stop();
  };
  return {
    ...desk,
    stop,
    state,
    go: async (target) => {
      const { visit, go } = state.navigation.getState();
      act(() => go(target));
      await until(() => {
        if (state.navigation.getState().visit === visit) throw new Error("What was typed is not saved yet");
      });
      // Drawn, or else the screen before it would be pressed and read.
      act(() => undefined);
    },
    restart: async () => {
      await stop();
      return openDesk({ ...options, directory: desk.directory, secrets: desk.secrets });
    },
    close: async () => {
      await stop();
      removeFolder(desk.directory);
    },
  };
}

/** A token of a clinic; `mark` is its last part. */
export const tokenOf = (mark?: string): string =>
  jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 }, mark);

/** Signs in beside the form that asks for it, and waits for the window. */
export async function connect(desk: RealDesk, serviceAddress: string, token = tokenOf()): Promise<void> {
  await desk.get("session.connect", { serviceAddress, token, sameAccount: null });
  await until(main);
}

/** Where the window is pressed, typed and looked at; looked up anew each time. */
type Part = () => HTMLElement;

const isShown = (element: Element): boolean =>
  element.closest("[hidden], [aria-hidden='true'], script, style") === null;

/** Those of a role; `name`: the accessible one. Whether a style hides them is not looked at: it takes the most time by far. */
export const withRole = (role: string, name?: string | RegExp, part: Part = main): readonly HTMLElement[] =>
  within(part())
    .queryAllByRole(role, { hidden: true, ...(name === undefined ? {} : { name }) })
    .filter(isShown);

/** The first of a role. */
export const one =
  (role: string, name?: string | RegExp, part: Part = page): Part =>
  () => {
    const [found] = withRole(role, name, part);
    if (found === undefined) throw new Error(`No ${role} ${String(name)} in: ${normalized(part())}`);
    return found;
  };

export const page: Part = () => document.body;
export const main: Part = () => {
  const found = document.getElementById("main");
  if (found === null) throw new Error(`No screen in: ${normalized(document.body)}`);
  return found;
};
/** The screen's own heading. */
export const heading: Part = () => main().querySelector("h1") ?? main();
export const dialog = one("dialog");
export const question = one("alertdialog");

const normalized = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The smallest elements of a part that hold this text. */
export function holding(text: string | RegExp, part: Part = main): readonly HTMLElement[] {
  const holds = (element: Element): boolean =>
    typeof text === "string" ? normalized(element).includes(text) : text.test(normalized(element));
  const whole = part();
  const all = [whole, ...whole.querySelectorAll<HTMLElement>("*")].filter(isShown);
  return all.filter((element) => holds(element) && ![...element.children].some(holds));
}

/** Waits until a part shows this. */
export const shows = (text: string | RegExp, part: Part = main): Promise<HTMLElement> =>
  until(() => {
    const [first] = holding(text, part);
    if (first === undefined) throw new Error(`Not shown: ${String(text)}\nin: ${normalized(part())}`);
    return first;
  });

/** Waits until a part shows this no more. */
export const showsNoMore = (text: string | RegExp, part: Part = main): Promise<void> =>
  until(() => {
    if (holding(text, part).length > 0) throw new Error(`Still shown: ${String(text)}`);
  });

/** Presses the first button of that name, once it is there and takes presses. */
export async function press(name: string | RegExp, part: Part = main): Promise<void> {
  const button = await until(() => {
    const found = one("button", name, part)();
    if (found.matches(":disabled, [aria-disabled='true']"))
      throw new Error(`Takes no press: ${String(name)}`);
    return found;
  });
  fireEvent.click(button);
}

/** The field of that label, once it is there. */
export const field = (label: string, part: Part = main): Promise<HTMLInputElement> =>
  until(() => within(part()).getByLabelText<HTMLInputElement>(label, { exact: true }));

/** Types into a field in place of what stands there, and leaves it. */
export async function type(label: string, text: string, part: Part = main): Promise<void> {
  const box = await field(label, part);
  box.focus();
  fireEvent.change(box, { target: { value: text } });
  box.blur();
}

/** Presses a key where the focus is, once what was drawn last listens to keys. */
export async function key(name: string, also: object = {}): Promise<void> {
  await settled();
  await settled();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code: name, ...also });
}

/** The form of a new patient with this typed into it, as it was left. */
export async function openPatientForm(desk: RealDesk, typed: Partial<PatientForm>): Promise<Item> {
  const item = await desk.get("items.create", { kind: "patient", form: { ...emptyPatientForm, ...typed } });
  await desk.go({ screen: "patients", itemId: item.id });
  await until(async () => {
    const { value } = await field(words.patients.label.firstName);
    if (value !== (typed.firstName ?? "")) throw new Error("Another form is open yet");
  });
  return item;
}

/** The parts of a part that claim this of an item. */
export const claims = (claim: Claim, part: Part = main): readonly string[] =>
  [part(), ...part().querySelectorAll("*")].map(normalized).filter((text) => says(text, claim));

/** Those of these messages that stand in a part; values made with `any` may be anything. */
export const messagesShown = (messages: readonly string[], part: Part = main): readonly string[] =>
  messages.filter((message) => matching(message).test(normalized(part())));

/** Creates Ann Sample at the service, or somebody like her. */
export async function knowsPatient(
  desk: TestDesk,
  change: Partial<PatientForm> = {},
): Promise<PatientRecord> {
  const form = { ...requiredPatient, ...change };
  await sendPatient(desk, form);
  const text = `${form.firstName} ${form.lastName}`;
  const { patients } = await desk.get("patients.search", { text, limit: 1 });
  const [patient] = patients;
  if (patient === undefined) throw new Error(`${text} was not created`);
  return patient;
}

/** A whole booking for that patient, open at Review. */
export async function atReview(
  desk: RealDesk,
  patient: PatientRecord,
  change: Partial<BookingForm> = {},
): Promise<Item> {
  const form = bookingForm({ patient: { kind: "known", id: patient.id }, step: "review", ...change });
  const item = await desk.get("items.create", { kind: "booking", form });
  await desk.go({ screen: "new-booking", itemId: item.id });
  await shows(words.booking.review.heading);
  return item;
}

/** Picks the first who fits in a new booking. The list of an earlier text takes no press: it is pressed until it is the text's. */
export async function pickPatient(text: string): Promise<void> {
  const box = await until(one("combobox", words.booking.patient.find, main));
  fireEvent.change(box, { target: { value: text } });
  await until(() => {
    if (withRole("region", words.booking.strip.label).length > 0) return;
    fireEvent.click(one("option")());
    throw new Error("Nobody is picked yet");
  });
}

/** Goes to a step of the booking. */
export const chooseStep = (step: BookingStep): Promise<void> =>
  press(new RegExp(words.booking.steps[step]), one("list", words.booking.stepsLabel));

/** The items of these statuses, each whole. */
export async function itemsOf(
  desk: TestDesk,
  wanted: Partial<Pick<RouteInput<"items.list">, "kinds" | "statuses">> = {},
): Promise<readonly Item[]> {
  const listed = await desk.get("items.list", { kinds: [], statuses: [], ...wanted, limit: 200, offset: 0 });
  return Promise.all(listed.items.map(({ id }) => desk.get("items.get", { id })));
}
