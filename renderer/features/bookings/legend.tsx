import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useMember } from "../../lib/hooks.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import styles from "./legend.module.css";
import type { AgendaLine } from "./line-words.ts";
import looks from "./visit.module.css";

/** What each look says, in words, and how many there are. */
export function Legend({ lines }: { readonly lines: readonly AgendaLine[] }): ReactNode {
  const say = words.bookings.day;
  const isShared = useMember() !== null;
  const kinds = [
    ["booked", say.booked],
    ["not-booked", say.notBooked],
    ["unclear", say.unclear],
  ] as const;
  return (
    <div className={styles["legend"]}>
      <ul aria-label={say.legend}>
        {kinds.map(([certainty, word]) => (
          <li key={certainty}>
            <span
              className={joinClassNames(looks["visit"], styles["swatch"], looks[certainty])}
              aria-hidden="true"
            />
            {word({ count: lines.filter(({ words: { state } }) => state.certainty === certainty).length })}
          </li>
        ))}
      </ul>
      <p>{isShared ? words.bookings.ofClinic.empty : say.empty}</p>
    </div>
  );
}
