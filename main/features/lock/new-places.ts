import { fail, type Failure } from "../../../shared/core/failure.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";
import { adminLocked } from "./admin-guard.ts";

/** What a place is for: where bookings go, cards or updates come from, a clinic's hub, or whom the service is to tell. */
export type PlaceUse = "service" | "cards" | "updates" | "clinic" | "webhook";

/** `place`: an origin as the URL parser writes it, in ASCII: `https://service.example`. */
export type PlaceQuestion = { readonly use: PlaceUse; readonly place: string };

/** Asks a person outside of every page; false: they said no, the signal ended the question, or nobody is there to ask. */
export type AskPlace = (question: PlaceQuestion, signal: AbortSignal) => Promise<boolean>;

/** Refusals in a row after which nothing more is asked, and for how many milliseconds. */
const mostRefusals = 3;
export const quietFor = 5 * 60_000;

/** Null: that address may be used so. Asks a person where it is new; why it may not be used is for the page. */
export type Agree = (use: PlaceUse, address: string) => Promise<Failure | null>;

export type NewPlaces = {
  readonly agree: Agree;
  /** The desk ends: an open question is answered with no. */
  readonly stop: () => void;
};

type Options = {
  readonly ask: AskPlace;
  /** Whether this desk uses that place so already. */
  readonly isInUse: (question: PlaceQuestion) => boolean;
  /** False: there is an admin PIN, and it was not given. */
  readonly mayChange: () => boolean;
  readonly clock: Pick<Clock, "monotonic">;
};

const keyOf = ({ use, place }: PlaceQuestion): string => `${use} ${place}`;
const notUsed = (why: Saying): Failure => fail("refused", why, { next: "none" });

/** A clinic is a new one each time, wherever its hub is. */
const isAskedOnce = (use: PlaceUse): boolean => use !== "clinic";

/**
 * What main asks a person before it speaks to a place that a page named. No page can answer: one that was taken over could
 * otherwise have patients' data sent anywhere. A page cannot ask until somebody says yes, either.
 */
export function createNewPlaces({ ask, isInUse, mayChange, clock }: Options): NewPlaces {
  /** Agreed to since the desk was opened; what is used from then on is in its records. */
  const agreed = new Set<string>();
  const ended = new AbortController();
  let open: { readonly key: string; readonly answer: Promise<boolean> } | null = null;
  let refusals = 0;
  let quietUntil = 0;

  async function agree(use: PlaceUse, address: string): Promise<Failure | null> {
    const place = new URL(address).origin;
    const key = keyOf({ use, place });
    if (agreed.has(key) || isInUse({ use, place })) return null;
    if (!mayChange()) return adminLocked;
    // Leaving a field saves it, and the press that left it may test the same address.
    const isSame = open?.key === key && isAskedOnce(use);
    if (open !== null && !isSame) return fail("busy", say("failures.places.open"));
    if (clock.monotonic() < quietUntil) return notUsed(say("failures.places.often", { place }));
    open ??= { key, answer: answered({ use, place }) };
    if (await open.answer) return null;
    return ended.signal.aborted
      ? fail("not-reached", say("failures.places.stopped", { place }), { next: "none" })
      : notUsed(say("failures.places.declined", { place }));
  }

  async function answered(question: PlaceQuestion): Promise<boolean> {
    try {
      const isAgreed = (await ask(question, ended.signal)) && !ended.signal.aborted;
      if (isAgreed && isAskedOnce(question.use)) agreed.add(keyOf(question));
      refusals = isAgreed ? 0 : refusals + 1;
      if (refusals === mostRefusals) {
        refusals = 0;
        quietUntil = clock.monotonic() + quietFor;
      }
      return isAgreed;
    } finally {
      open = null;
    }
  }

  return { agree, stop: () => ended.abort() };
}
