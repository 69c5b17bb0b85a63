import { CalendarSync, Copy, Phone, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { BookingItem } from "../../../contract/records/item.ts";
import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { useDesk, useToast } from "../../state/hooks.ts";
import { useWork } from "../../state/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { BookingFacts } from "../bookings/index.ts";
import styles from "./something-wrong.module.css";
import type { ReadBack } from "./read-back.ts";

type Props = {
  readonly item: BookingItem;
  readonly facts: BookingFacts;
  readonly shown: ReadBack;
  /** Whom to call, as it was set up; empty: nobody said. */
  readonly phone: string;
  readonly onCorrect: () => void;
  readonly onClose: () => void;
};

/** What to do about a booking that is wrong: the service offers no way to change one, so a person calls. */
export function SomethingWrong({ item, facts, shown, phone, onCorrect, onClose }: Props): ReactNode {
  const { bridge } = useDesk();
  const answer = useToast();
  const { failure, run } = useWork();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { booked, readBack } = words.booking;
  const isNumbered = (item.result?.appointment ?? null) !== null;
  const { named, line, facts: labels } = booked;
  const rows = [
    ...(isNumbered ? [{ label: labels.booking, value: facts.number }] : []),
    {
      label: labels.patient,
      value:
        shown.born === null || shown.born === readBack.ask
          ? shown.name
          : named({ name: shown.name, born: shown.born }),
    },
    { label: labels.time, value: shown.when },
    { label: labels.answered, value: facts.asOf },
  ];
  const text = rows.map((row) => cleanLine(line(row), 2 * shownAtMost.line)).join("\n");
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text }),
      () => answer(words.bookings.copied),
    );
  return (
    <div className={styles["panel"]}>
      <div className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {booked.wrong}
        </h2>
        <button type="button" className={styles["close"]} aria-label={booked.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <p>{isNumbered ? booked.cannot({ number: facts.number }) : booked.cannotUnnumbered}</p>
      {phone.trim() !== "" && (
        <p className={styles["phone"]}>
          <Phone size={16} role="img" aria-label={booked.phone} />
          <bdi>{cleanLine(phone, shownAtMost.word)}</bdi>
        </p>
      )}
      <Facts items={rows} />
      {failure !== null && <p role="alert">{said(failure.why)}</p>}
      <Button icon={Copy} onPress={() => void copy()}>
        {booked.copy}
      </Button>
      <Button icon={CalendarSync} onPress={onCorrect}>
        {booked.corrected}
      </Button>
      <p className={styles["help"]}>{booked.correctedHelp}</p>
    </div>
  );
}
