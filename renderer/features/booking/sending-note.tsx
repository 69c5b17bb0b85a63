import { useEffect, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useMoment, useShowsMoment, useTakeBack } from "../../lib/use-moments.ts";
import { useFocusKept } from "../../ui/use-focus.ts";
import { MomentLine } from "../moments/index.ts";

/** After so long without an answer it is said not to book again, in milliseconds. */
const longAfter = 5_000;
/** Milliseconds in which main says that there is a moment to undo, or that it was taken back: no word that is over at once. */
const soon = 500;

type Props = {
  /** The booking that is on its way. */
  readonly id: string | null;
  /** Whether it may wait for a moment first, in which it can be taken back. */
  readonly waits: boolean;
};

/** The moment in which the booking can be taken back, then that it is on its way. */
export function SendingNote({ id, waits }: Props): ReactNode {
  const moment = useMoment(id);
  const takeBack = useTakeBack();
  const [isSent, setSent] = useState(!waits);
  const isAbout = moment !== null;
  useShowsMoment(isAbout ? id : null);
  // The button goes with the moment.
  useFocusKept(isAbout);
  useEffect(() => {
    if (isAbout) return;
    const timer = setTimeout(() => setSent(true), soon);
    return () => clearTimeout(timer);
  }, [isAbout]);
  if (moment !== null && id !== null)
    return <MomentLine moment={moment} shortcut="mod+Z" onUndo={() => takeBack(id, false)} />;
  return isSent ? <OnItsWay /> : null;
}

/** Says that a booking is on its way, and after a while that it still is. */
function OnItsWay(): ReactNode {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfter);
    return () => clearTimeout(timer);
  }, []);
  return <span role="status">{isLong ? words.booking.stillSending : words.booking.sending}</span>;
}
