import type { PlantedError } from "./planted.ts";
import type { Step } from "./steps.ts";

const save: Step = { do: "save", at: 0, fate: null };
const synchronise = (at: number): Step => ({ do: "synchronise", at });
const send = (at: number): Step => ({ do: "go on", at, fate: "booked" });
const wholeTry = (at: number): Step => ({ do: "try", at, stop: "sent", fate: "booked" });
const tryUpTo = (at: number, stop: Extract<Step, { do: "try" }>["stop"]): Step => ({
  do: "try",
  at,
  stop,
  fate: "booked",
});
const at = (what: "take over" | "book again" | "discard" | "edit" | "hand over", who: number): Step => ({
  do: what,
  at: who,
  late: false,
});

/** Shared by desk 1 and seen at desk 2. */
const shared = [save, synchronise(0), synchronise(1)];
/** Desk 2 takes over, its person books again, and it is booked. */
const bookedAgain = [at("take over", 1), at("book again", 1), wholeTry(1)];
const takenOverWhileConfirmed = [...shared, tryUpTo(0, "confirmed"), ...bookedAgain, send(0)];

/** For each planted error a history that shows it: what the model checker finds, in the steps of this world. */
export const traces: Readonly<Record<PlantedError, readonly Step[]>> = {
  "a lease ended by a clock": [
    ...shared,
    tryUpTo(0, "confirmed"),
    { do: "a lease ends" },
    synchronise(1),
    wholeTry(1),
    send(0),
  ],
  "sent without confirmation": [...shared, tryUpTo(0, "asked"), ...bookedAgain, send(0)],
  "a restored hub not noticed": [...shared, ...bookedAgain, { do: "restore hub", moment: 3 }, wholeTry(0)],
  "epochs repeat after a restore": [
    ...shared,
    at("take over", 1),
    { do: "restore hub", moment: 1 },
    at("take over", 1),
  ],
  "handed over at the hub first": [
    ...shared,
    tryUpTo(0, "confirmed"),
    at("hand over", 0),
    synchronise(1),
    wholeTry(1),
    send(0),
  ],
  "shared only after the answer": [save, { do: "push", at: 0 }, synchronise(1), ...bookedAgain, wholeTry(0)],
  "an old confirmation for a new attempt": [
    ...shared,
    tryUpTo(0, "unheard"),
    { do: "give up", at: 0 },
    synchronise(0),
    tryUpTo(0, "asked"),
    ...bookedAgain,
    { do: "deliver", message: 0 },
    send(0),
  ],
  "an attempt believed from the disk": [
    save,
    synchronise(0),
    tryUpTo(0, "intended"),
    { do: "copy", at: 0, onto: 1 },
    send(1),
    send(0),
  ],
  "the right to send on the disk": [
    { do: "book", at: 0, fate: null },
    { do: "copy", at: 0, onto: 1 },
    send(1),
    send(0),
  ],
  "the parent of an edit left open": [...shared, at("edit", 1), send(1), wholeTry(0)],
  "booked from a former holder ignored": [
    ...shared,
    tryUpTo(0, "confirmed"),
    at("take over", 1),
    at("discard", 1),
    send(0),
  ],
  "a second booking forgotten": [
    ...shared,
    tryUpTo(0, "confirmed"),
    at("take over", 1),
    at("book again", 1),
    tryUpTo(1, "sent"),
    { do: "synchronise", at: 1 },
    send(0),
  ],
  "no way without the hub": [{ do: "book", at: 0, fate: null }, { do: "hub gone" }],
  "an open attempt not recorded": takenOverWhileConfirmed,
  "a decision that names fewer": takenOverWhileConfirmed,
  "shared anew as if just made": [
    save,
    { do: "back up desk", at: 0 },
    synchronise(0),
    synchronise(1),
    ...bookedAgain,
    { do: "restore hub", moment: 4 },
    { do: "restore desk", at: 0 },
    synchronise(0),
    wholeTry(0),
  ],
  "reports end that the history may be incomplete": [
    ...shared,
    tryUpTo(0, "confirmed"),
    { do: "copy", at: 0, onto: 2 },
    { do: "restore hub", moment: 1 },
    synchronise(2),
    synchronise(1),
    ...bookedAgain,
    send(0),
  ],
};
