import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { HubLine } from "../../../shared/clinic/clinic.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { HubAnswer } from "./hub-client.ts";
import type { KeptMembership, StopReason } from "./membership.ts";
import { evaluateRemoval, findSigner } from "./removal.ts";

/** How a step of the line went. `again`: there is more to do at once. */
export type LineStep = "done" | "again" | "away" | "stopped";

export type HubLineState = {
  readonly line: HubLine;
  /** RFC 3339 instant. */
  readonly heardAt: string | null;
  /** Why it is away: of the hub's client. */
  readonly reason: string | null;
  readonly progress: { readonly read: number; readonly of: number } | null;
};

/** Where a desk stands in its clinic, on the disk and as it is shown. */
export type ClinicLineState = {
  readonly kept: () => KeptMembership;
  /** Written already, in a transaction of its own. */
  readonly written: (next: KeptMembership) => void;
  readonly save: (next: KeptMembership) => void;
  readonly state: () => HubLineState;
  readonly tell: (next: Partial<HubLineState>) => void;
  readonly away: (reason: string) => LineStep;
  readonly stopFor: (reason: StopReason) => LineStep;
  /** What every answer of the hub says beside what was asked: a step where there is no more to it. */
  readonly heard: <T>(answer: HubAnswer<T>) => LineStep | { readonly value: T } | HubFailure;
};

type Options = {
  readonly store: Store;
  readonly account: AccountId;
  readonly kept: KeptMembership;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly onState: () => void;
  /** Sharing ends until a person has looked. In the transaction. */
  readonly onStopped: (reason: StopReason) => void;
  /** The hub answers again: what waits for it may go. */
  readonly onUp: () => void;
  /** An admin said that this computer was lost or stolen. `reported`: another desk has to say so too. */
  readonly onLost: (said: "lost" | "reported") => void;
};

/** Refusals after which a desk does not ask again. */
const stopOf: Partial<Record<HubFailure["code"], StopReason>> = {
  "signature-invalid": "faulty-log",
};
/** Refusals that say nothing of what was asked; a hub that knows no such clinic or desk may have been started on another database. */
const later: ReadonlySet<HubFailure["code"]> = new Set([
  "unauthorized",
  "rate-limited",
  "closing",
  "storage-full",
  "too-slow",
] as const);

export function createLineState({ store, account, clock, log, ...options }: Options): ClinicLineState {
  let { kept } = options;
  let state: HubLineState = {
    line: kept.stopped === null ? "reading" : "stopped",
    heardAt: null,
    reason: null,
    progress: null,
  };
  const tell = (next: Partial<HubLineState>): void => {
    const before = state;
    // What was under way when sharing stopped ends, and does not begin it again.
    state = { ...state, ...next, ...(kept.stopped === null ? {} : { line: "stopped" as const }) };
    if (before.line !== "up" && state.line === "up") options.onUp();
    options.onState();
  };
  const save = (next: KeptMembership): void => {
    if (next === kept) return;
    store.transaction(({ clinic }) => clinic.set(account, JSON.stringify(next)));
    kept = next;
  };
  const away = (reason: string): LineStep => {
    tell({ line: "away", reason, progress: null });
    return "away";
  };
  const stopFor = (reason: StopReason): LineStep => {
    log.warn("clinic.stopped", { reason });
    store.transaction(() => {
      save({ ...kept, stopped: reason });
      options.onStopped(reason);
    });
    tell({ line: "stopped", progress: null });
    return "stopped";
  };
  /** A hub that only says so stops this desk too, and does no more. */
  function removed(failure: Extract<HubFailure, { code: "desk-removed" }>): LineStep {
    const said = evaluateRemoval(failure, kept, clock.now());
    const reason = said === "lost" ? "removed" : (said ?? "refused");
    // It asks on while it is reported, and is told the same.
    // The first that was heard of: by whom it was reported a desk does not read any more.
    if (reason === "reported" && kept.reportedBy === null)
      save({ ...kept, reportedBy: findSigner(failure.removal) });
    const step = kept.stopped === reason ? "stopped" : stopFor(reason);
    if (said === "lost" || said === "reported") options.onLost(said);
    return step;
  }
  function refused(failure: HubFailure): LineStep | HubFailure {
    if (failure.code === "desk-removed") return removed(failure);
    const reason = stopOf[failure.code];
    if (reason !== undefined) return stopFor(reason);
    return later.has(failure.code) ? away(failure.code) : failure;
  }
  return {
    kept: () => kept,
    written: (next) => void (kept = next),
    save,
    state: () => state,
    tell,
    away,
    stopFor,
    heard: (answer) => {
      if (answer.kind === "ok") tell({ heardAt: clock.now().toISOString(), reason: null });
      switch (answer.kind) {
        case "ok":
          return { value: answer.value };
        case "refused":
          return refused(answer.failure);
        case "not-a-hub":
          return away("not-a-hub");
        default:
          return away(answer.reason);
      }
    },
  };
}
