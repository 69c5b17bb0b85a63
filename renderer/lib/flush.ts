import { say } from "../../messages/saying.ts";
import { fail, type Failure } from "../../shared/core/failure.ts";
import type { StoreApi } from "zustand/vanilla";
import type { Bridge } from "./ipc.ts";
import type { NavigationState } from "./navigation.ts";
import { toDeskPlace, type OpenDraft } from "./place.ts";

/** Saves a view's last keystrokes at once. Answers why they could not be saved; null when they are. */
export type Flush = () => Promise<Failure | null>;
export type Unsaved = {
  readonly flush: Flush;
  /** Whether something typed is not saved yet, or could not be. */
  readonly hasUnsaved: () => boolean;
  /** Whether somebody is in the middle of it, saved or not. */
  readonly isOpen?: () => boolean;
  /** The draft that somebody is in the middle of. */
  readonly draft?: () => OpenDraft | null;
};

/** Every view with unsaved keystrokes, so that all can be saved before the window goes. */
export type Flushes = {
  /** Answers how to take it back. */
  readonly add: (view: Unsaved) => () => void;
  readonly hasUnsaved: () => boolean;
  /** Whether somebody is in the middle of something here. */
  readonly isAnyOpen: () => boolean;
  /** The drafts that somebody is in the middle of. */
  readonly openDrafts: () => readonly OpenDraft[];
  /** Saves all; settles when each has. Answers the first reason why something could not be saved. */
  readonly runAll: () => Promise<Failure | null>;
};

const broken = fail("internal", say("failures.brokenSave"));

export function createFlushes(): Flushes {
  const all = new Set<Unsaved>();
  return {
    add(view) {
      all.add(view);
      return () => all.delete(view);
    },
    hasUnsaved: () => [...all].some((view) => view.hasUnsaved()),
    isAnyOpen: () => [...all].some((view) => view.isOpen?.() === true || view.hasUnsaved()),
    openDrafts: () => [...all].flatMap((view) => view.draft?.() ?? []),
    async runAll() {
      const ends = await Promise.allSettled([...all].map(({ flush }) => flush()));
      const failures = ends.map((end) => (end.status === "fulfilled" ? end.value : broken));
      return failures.find((failure) => failure !== null) ?? null;
    },
  };
}

type Parts = {
  readonly flushes: Flushes;
  readonly bridge: Bridge;
  readonly navigation: StoreApi<NavigationState>;
};

/** Saves everything when main is about to close the window or lock the desk, and says so; and when the window is hidden. */
export function registerFlush({ flushes, bridge, navigation }: Parts, page: Document): () => void {
  const stop = bridge.listen("flush", ({ request }) => {
    void flushes.runAll().then((failure) =>
      bridge.call("app.flushed", {
        request,
        unsaved: failure?.why ?? null,
        place: toDeskPlace(navigation.getState().target, flushes.openDrafts()),
      }),
    );
  });
  const onHidden = (): void => {
    if (page.visibilityState === "hidden") void flushes.runAll();
  };
  page.addEventListener("visibilitychange", onHidden);
  return () => {
    stop();
    page.removeEventListener("visibilitychange", onHidden);
  };
}
