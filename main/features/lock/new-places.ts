import { fail, type Failure } from "../../../shared/core/failure.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";
import { adminLocked } from "./admin-guard.ts";

/** What is done in a clinic and no page can take back: this desk leaves, or others or their words go or come. */
export type DeedUse = "leave" | "letIn" | "remove" | "lost" | "notLost" | "sheet";

/** What a place is for: where bookings go, cards or updates come from, a clinic's hub, or whom the service is to tell. */
export type PlaceUse = "service" | "cards" | "updates" | "clinic" | "webhook" | DeedUse;

/** `place`: an origin as the URL parser writes it, in ASCII: `https://service.example`. */
export type PlaceQuestion = {
  readonly use: PlaceUse;
  readonly place: string;
  /** Of a deed: the desk that it is about, and how many others go with it. */
  readonly name?: string;
  readonly others?: number;
};

/** `hub`: the address of the clinic in which it is done. */
export type Deed = Pick<PlaceQuestion, "name" | "others"> & { readonly use: DeedUse; readonly hub: string };

/** Asks a person outside of every page; false: they said no, the signal ended the question, or nobody is there to ask. */
export type AskPlace = (question: PlaceQuestion, signal: AbortSignal) => Promise<boolean>;

/** Refusals in a row after which nothing more is asked, and for how many milliseconds. */
const mostRefusals = 3;
export const quietFor = 5 * 60_000;

/** Null: that address may be used so. Asks a person where it is new; why it may not be used is for the page. */
export type Agree = (use: PlaceUse, address: string) => Promise<Failure | null>;

/** Null: a person agreed to it, and is asked again the next time. */
export type AgreeToDeed = (deed: Deed) => Promise<Failure | null>;

export type NewPlaces = {
  readonly agree: Agree;
  readonly agreeToDeed: AgreeToDeed;
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

const deeds: ReadonlySet<PlaceUse> = new Set<DeedUse>([
  "leave",
  "letIn",
  "remove",
  "lost",
  "notLost",
  "sheet",
]);

/** A clinic is a new one each time, wherever its hub is, and so is what is done in one. */
const isAskedOnce = (use: PlaceUse): boolean => use !== "clinic" && !deeds.has(use);

/** What the page is told of a question that nobody said yes to. */
const sayings = ({ use, place }: PlaceQuestion) =>
  deeds.has(use)
    ? {
        stopped: say("failures.places.deedStopped"),
        declined: say("failures.places.deedDeclined"),
        often: say("failures.places.deedOften"),
      }
    : {
        stopped: say("failures.places.stopped", { place }),
        declined: say("failures.places.declined", { place }),
        often: say("failures.places.often", { place }),
      };

/**
 * What main asks a person before it speaks to a place that a page named. No page can answer: one that was taken over could
 * otherwise have patients' data sent anywhere, or end what the clinic shares. A page cannot ask until somebody says yes, either.
 */
export function createNewPlaces({ ask, isInUse, mayChange, clock }: Options): NewPlaces {
  /** Agreed to since the desk was opened; what is used from then on is in its records. */
  const agreed = new Set<string>();
  const ended = new AbortController();
  let open: { readonly key: string; readonly answer: Promise<boolean> } | null = null;
  let refusals = 0;
  let quietUntil = 0;

  async function agree(question: PlaceQuestion): Promise<Failure | null> {
    const { use, place } = question;
    const key = keyOf(question);
    if (agreed.has(key) || isInUse({ use, place })) return null;
    if (!mayChange()) return adminLocked;
    // Leaving a field saves it, and the press that left it may test the same address.
    const isSame = open?.key === key && isAskedOnce(use);
    if (open !== null && !isSame) return fail("busy", say("failures.places.open"));
    const { stopped, declined, often } = sayings(question);
    if (clock.monotonic() < quietUntil) return notUsed(often);
    open ??= { key, answer: answered(question) };
    if (await open.answer) return null;
    return ended.signal.aborted ? fail("not-reached", stopped, { next: "none" }) : notUsed(declined);
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

  return {
    agree: (use, address) => agree({ use, place: new URL(address).origin }),
    agreeToDeed: ({ hub, ...deed }) => agree({ ...deed, place: new URL(hub).origin }),
    stop: () => ended.abort(),
  };
}
