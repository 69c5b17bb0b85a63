import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished } from "vitest";
import type { EventName, EventPayload } from "../../shared/events.ts";
import { ok } from "../../shared/core/failure.ts";
import type { Session } from "../../shared/session/account.ts";
import type { DeskLock } from "../../shared/lock/lock.ts";
import type { ItemCounts } from "../../shared/outbox/item.ts";
import { firstDaySettings, type Settings } from "../../shared/settings/settings.ts";
import { createDeskState, subscribeDeskState } from "../../renderer/lib/desk-state.ts";
import { windowFeatures } from "../../renderer/features/index.ts";
import { FeaturesContext, loadFeatureParts } from "../../renderer/lib/features.tsx";
import { DeskContext, KeptContext, type RecordsKept } from "../../renderer/lib/hooks.ts";
import { fakeBridge, settled } from "../support/fake-bridge.ts";

// As when the window has drawn its first screen.
await loadFeatureParts(windowFeatures);

export const session = (accountId: string): Session => ({
  status: "signed-in",
  practice: false,
  serviceAddress: "https://service.example",
  accountId,
  token: null,
  tokenKept: null,
});

export const settings: Settings = {
  ...firstDaySettings,
  undoSeconds: 0,
  timeZone: "America/New_York",
  services: [],
  currency: "USD",
  dateOrder: "month-first",
  theme: "system",
  language: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
};

export const counts: ItemCounts = {
  draft: 0,
  "on-hold": 0,
  "saved-for-later": 0,
  "waiting-for-patient": 0,
  ready: 0,
  sending: 0,
  "needs-card": 0,
  "needs-editing": 0,
  "needs-checking": 0,
  elsewhere: 0,
  done: 0,
  discarded: 0,
};

/** A desk without PINs, open to everybody. */
export const unlocked: DeskLock = {
  locked: null,
  hasPin: false,
  hasAdminPin: false,
  after: 5,
  isAdminOpen: true,
  isLogOpen: true,
  mayBeSet: true,
  pinRequired: false,
  hasPrompt: false,
  place: null,
};

/** An answer that main gives when the test says so. */
export function held<T>(): { readonly promise: Promise<T>; readonly answer: (value: T) => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return {
    promise,
    answer: (value) =>
      act(async () => {
        resolve(value);
        await settled();
      }),
  };
}

/** Waits until a part has the focus: it comes to a field that is wrong some frames after the field is marked. */
export const focusComes = (part: () => unknown): Promise<void> =>
  expect.poll(() => document.activeElement === part()).toBe(true);

/** Does it, and lets all that follows from it be drawn. */
export const doing = (it: () => unknown): Promise<void> =>
  act(async () => {
    void it();
    await settled();
  });

/** A question that is asked is held, and still is when it is answered. */
const heldQuestions: Parameters<typeof fakeBridge>[0] = {
  "question.hold": () => ok({ id: "00000000-0000-4000-8000-00000000a5ed" }),
  "question.answer": () => ok({ isHeld: true }),
  "question.release": () => ok({}),
};

/** The window's state over a main in memory, for what is drawn inside `wrapper`. */
export function desk(handlers: Parameters<typeof fakeBridge>[0], kept: RecordsKept = "disk") {
  const fake = fakeBridge({ ...heldQuestions, ...handlers });
  const state = createDeskState(fake.bridge);
  state.session.setState({ session: session("a") });
  state.settings.setState({ settings });
  onTestFinished(subscribeDeskState(state, document));
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <DeskContext value={state}>
      <FeaturesContext value={windowFeatures}>
        <KeptContext value={kept}>{children}</KeptContext>
      </FeaturesContext>
    </DeskContext>
  );
  return {
    ...fake,
    state,
    wrapper,
    /** Main says so, and all that follows is drawn. */
    emit: <N extends EventName>(name: N, payload: EventPayload<N>) => doing(() => fake.emit(name, payload)),
    changed: (...ids: string[]) => doing(() => fake.emit("items.changed", { ids, counts, progress: null })),
    said: () => state.announcer.getState().text,
  };
}
