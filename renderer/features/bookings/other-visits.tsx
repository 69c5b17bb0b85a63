import type { ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { isolateText } from "../../ui/text.tsx";
import { LineStateCell } from "./line-state.tsx";
import styles from "./detail.module.css";
import { formatBookingLine } from "./line-words.ts";

const most = 6;

type Props = {
  /** The booking beside which they stand. */
  readonly id: string;
  readonly patient: string;
  readonly firstName: string;
  readonly settings: Settings;
  /** RFC 3339 instant. */
  readonly now: string;
};

/** The same patient's other visits that this computer knows of, the latest first. */
export function OtherVisits({ id, patient, firstName, settings, now }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute("bookings.ofPatient", { patient, limit: most + 1 }, { refresh: version });
  const others = (reading.value?.rows ?? []).filter((line) => line.id !== id).slice(0, most);
  if (others.length === 0) return null;
  const today = getToday(settings.timeZone, now);
  return (
    <section className={styles["others"]} aria-labelledby="other-visits">
      <h3 id="other-visits">{words.bookings.others.title({ name: firstName })}</h3>
      <ul>
        {others.map((line) => {
          const say = formatBookingLine(line, settings);
          const isPast = line.instant !== null && Date.parse(line.instant) < Date.parse(now);
          return (
            <li key={line.id}>
              <span>
                {say.date === "" ? "" : agendaDay(say.date, today)} {say.time}
              </span>
              <span>{isolateText(say.service)}</span>
              {isPast && say.state.certainty === "booked" ? (
                <span className={styles["past"]}>{words.bookings.others.past}</span>
              ) : (
                <LineStateCell line={line} state={say.state} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
