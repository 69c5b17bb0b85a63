import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { addTo } from "../../../shared/time/calendar.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./shape-navigation.module.css";

type Props = {
  readonly shape: "day" | "week";
  /** `YYYY-MM-DD`, both. */
  readonly date: string;
  readonly today: string;
  /** What is shown. */
  readonly title: string;
  readonly onChange: (date: string) => void;
};

/** The day or the week that is shown, the ones beside it, and the way back to today. */
export function ShapeNavigation({ shape, date, today, title, onChange }: Props): ReactNode {
  const say = words.bookings.turn[shape];
  const days = shape === "day" ? 1 : 7;
  return (
    <>
      <div className={styles["turn"]}>
        <Button size="small" label={say.previous} onPress={() => onChange(addTo(date, { days: -days }))}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button size="small" onPress={() => onChange(today)}>
          {words.bookings.day.today}
        </Button>
        <Button size="small" label={say.next} onPress={() => onChange(addTo(date, { days }))}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </div>
      <h2 className={styles["shown"]} aria-live="polite">
        {title}
      </h2>
    </>
  );
}
