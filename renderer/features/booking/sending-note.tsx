import { useEffect, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";

/** After so long without an answer it is said not to book again, in milliseconds. */
const longAfter = 5_000;

/** Says that a booking is on its way, and after a while that it still is. */
export function SendingNote(): ReactNode {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfter);
    return () => clearTimeout(timer);
  }, []);
  return <span role="status">{isLong ? words.booking.stillSending : words.booking.sending}</span>;
}
