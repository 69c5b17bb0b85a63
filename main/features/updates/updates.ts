import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { UpdateSettings, UpdatesState, WhyNoUpdates } from "../../../shared/updates/updates.ts";
import { readServiceAddress } from "../../../shared/connection/service-address.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Busy, Installed, UpdateSource } from "./ports.ts";
import { createRefusals, type HearRefusals } from "./refusals.ts";
import { explainUpdateError } from "./update-error.ts";

const minute = 60_000;
/** Milliseconds to the first look, and between two; each a part longer, so that no clinic's desks ask all at once. */
const firstLook = minute;
const nextLook = 4 * 60 * minute;
/** Milliseconds without a change of records in which nobody is in the middle of something. */
const quietFor = minute;
/** Milliseconds between two looks whether the desk is quiet. */
const quietLook = 30_000;
/** Milliseconds for the system's own updater to end the program. */
const quitsWithin = 30_000;

export type UpdatesOptions = {
  /** The version that runs. */
  readonly version: string;
  /** Why this copy never updates itself, whatever is set; null: it can. */
  readonly why: WhyNoUpdates | null;
  /** Made when it is first needed: the library behind it is large. */
  readonly source: () => Promise<UpdateSource>;
  readonly clock: Clock;
  readonly random: Pick<RandomIds, "fraction">;
  readonly log: Log;
  readonly emit: (state: UpdatesState) => void;
  /** What the desk is busy with; null: nothing that an update would disturb. */
  readonly busy: () => Busy | null;
  /** Milliseconds since a record last changed, which is also since somebody typed into a form. */
  readonly sinceChange: () => number;
  /** Leaves the program as quitting does, and starts it again. */
  readonly restart: () => void;
};

export type Updates = {
  readonly state: () => UpdatesState;
  /** The settings, whenever they may have changed; a policy's where there is one. */
  readonly heed: (settings: UpdateSettings) => void;
  readonly check: () => UpdatesState;
  readonly download: () => UpdatesState;
  readonly restart: () => Result<Record<string, never>>;
  /**
   * Puts what is ready in place, as the last thing before the program ends. Never rejects. Where the system's own updater is
   * to end the program, it settles only if that does not.
   */
  readonly install: (restarts: boolean) => Promise<Exclude<Installed, "quits">>;
  /** What was downloaded turned out not to do. */
  readonly broke: (error: unknown) => void;
  /** Tells what was not taken because it is not what the makers of this copy signed. */
  readonly refusals: HearRefusals;
  readonly stop: () => void;
};

type Standing = Pick<
  UpdatesState,
  "phase" | "version" | "notes" | "percent" | "isHeld" | "checkedAt" | "failure"
>;
const nothing = { version: null, notes: null, percent: null, isHeld: false } as const;
const atRest: Standing = { phase: "idle", ...nothing, checkedAt: null, failure: null };

/**
 * The program's updates: looked for at the start and every few hours, downloaded in the background, put in place when the
 * program is left. By itself it begins only when the desk is quiet.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { version, why, clock, log, emit } = options;
  let settings: UpdateSettings = { feed: null, mode: "automatic" };
  let now: Standing = atRest;
  let cancelLook = (): void => undefined;
  let aborts = new AbortController();
  let source: Promise<UpdateSource> | null = null;
  const refused = createRefusals(clock);
  /** Settled when the system refuses what was handed to it. */
  const turnedDown = Promise.withResolvers<void>();

  const address = (): string | null => {
    const read = settings.feed === null ? null : readServiceAddress(settings.feed);
    return read?.kind === "ok" ? read.address : null;
  };
  const whyNot = (): WhyNoUpdates | null =>
    why ?? (settings.mode === "off" ? "off" : address() === null ? "no-feed" : null);
  const state = (): UpdatesState => ({ running: version, why: whyNot(), ...now });
  const stand = (next: Partial<Standing>): void => {
    now = { ...now, ...next };
    emit(state());
  };
  const sourceNow = (): Promise<UpdateSource> => (source ??= options.source());

  /** Whatever goes on is called off, and what it still answers is nobody's. */
  function callOff(): void {
    cancelLook();
    aborts.abort();
    aborts = new AbortController();
  }
  function lookAfter(milliseconds: number): void {
    cancelLook();
    const jitter = milliseconds * 0.5 * options.random.fraction();
    cancelLook = clock.after(milliseconds + jitter, lookWhenQuiet);
  }
  const isQuiet = (): boolean => options.busy() === null && options.sinceChange() >= quietFor;
  function lookWhenQuiet(): void {
    if (isQuiet()) void look();
    else cancelLook = clock.after(quietLook, lookWhenQuiet);
  }

  /** Runs a part of the way; what fails is told, and it is tried again at the next look. */
  async function step(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = aborts;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      const failure = explainUpdateError(error);
      if (failure.id === "failures.updates.other") log.error("updates.failed", error);
      else log.warn("updates.failed");
      refused.note(failure);
      stand({ phase: "idle", ...nothing, failure });
    }
  }

  const waited = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => clock.after(milliseconds, resolve));
  const isUnderWay = (): boolean => ["checking", "downloading", "installing"].includes(now.phase);
  async function look(): Promise<void> {
    const feed = address();
    if (feed === null || whyNot() !== null) return;
    lookAfter(nextLook);
    if (isUnderWay()) return;
    if (now.phase === "ready") return lookBehind(feed);
    stand({ phase: "checking", failure: null });
    await step(async (signal) => {
      const found = await (await sourceNow()).check(feed, signal);
      if (signal.aborted) return;
      const checkedAt = clock.now().toISOString();
      if (found === null) return stand({ phase: "idle", ...nothing, checkedAt });
      stand({ ...nothing, ...found, checkedAt, phase: "found" });
      log.info("updates.found");
      if (settings.mode === "automatic") await fetchFound(signal);
    });
  }

  /** What is ready stays so while it is looked again, unless it was withdrawn or a newer one came. */
  async function lookBehind(feed: string): Promise<void> {
    const { signal } = aborts;
    const found = await sourceNow()
      .then((made) => made.check(feed, signal))
      .catch(() => "unknown" as const);
    if (signal.aborted || now.phase !== "ready" || found === "unknown") return;
    const checkedAt = clock.now().toISOString();
    if (found === null) stand({ phase: "idle", ...nothing, checkedAt });
    else if (found.version === now.version) stand({ checkedAt });
    else {
      stand({ ...nothing, ...found, checkedAt, phase: "found" });
      if (settings.mode === "automatic") await step(fetchFound);
    }
  }

  async function fetchFound(signal: AbortSignal): Promise<void> {
    stand({ phase: "downloading", percent: 0, failure: null });
    const told = (percent: number, isHeld: boolean): void => {
      if (signal.aborted || now.phase !== "downloading") return;
      const whole = Math.min(100, percent);
      if (whole !== now.percent || isHeld !== now.isHeld) stand({ percent: whole, isHeld });
    };
    await (await sourceNow()).download(told, signal);
    if (signal.aborted) return;
    refused.taken();
    stand({ phase: "ready", percent: null, isHeld: false });
    log.info("updates.ready");
  }

  return {
    state,
    heed: (next) => {
      if (next.feed === settings.feed && next.mode === settings.mode) return;
      const isSameFeed = next.feed === settings.feed && next.mode !== "off";
      settings = next;
      // Another source's version is none of this one's.
      if (!isSameFeed || now.phase !== "ready") {
        callOff();
        now = { ...atRest };
        if (whyNot() === null) lookAfter(firstLook);
      }
      emit(state());
    },
    check: () => {
      void look();
      return state();
    },
    download: () => {
      if (now.phase === "found" && whyNot() === null) void step(fetchFound);
      return state();
    },
    restart: () => {
      if (now.phase !== "ready") return failed(fail("refused", say("failures.updates.nothingReady")));
      const busy = options.busy();
      if (busy !== null) return failed(fail("busy", say(`failures.updates.busy.${busy}`)));
      options.restart();
      return ok({});
    },
    install: async (restarts) => {
      const otherwise = restarts ? "relaunch" : "exit";
      cancelLook();
      if (now.phase !== "ready" || source === null) return otherwise;
      stand({ phase: "installing" });
      try {
        const made = await (await source).install(restarts);
        if (made === "quits") {
          log.info("updates.handed-over");
          await Promise.race([turnedDown.promise, waited(quitsWithin)]);
          log.warn("updates.not-ended");
          return otherwise;
        }
        log.info("updates.installed");
        return made;
      } catch (error) {
        // The version that runs is still there, and is what starts again.
        log.error("updates.not-installed", error);
        return otherwise;
      }
    },
    broke: (error) => {
      // What fails while it is waited for is told by the one who waits.
      if (now.phase !== "ready" && now.phase !== "installing") return;
      log.error("updates.broke", error);
      if (now.phase === "installing") return turnedDown.resolve();
      const failure = explainUpdateError(error);
      refused.note(failure);
      stand({ phase: "idle", ...nothing, failure });
    },
    refusals: refused.listen,
    stop: callOff,
  };
}
