import { CalendarSync, CircleAlert, Copy, Phone, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useNavigation, useToast } from "../../lib/hooks.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Facts } from "../../ui/facts.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import type { BookingFacts } from "./facts.ts";
import { NotBooked } from "./not-booked.tsx";
import styles from "./something-wrong.module.css";

type Props = {
  readonly item: BookingItem;
  readonly facts: BookingFacts;
  /** Whom to call, as it was set up; empty: nobody said. */
  readonly phone: string;
};

/** The button that says that something is wrong, and what it opens; null while it is closed. */
export function useSomethingWrong(
  props: Props,
  variant: "secondary" | "quiet" = "secondary",
): { readonly opener: ReactNode; readonly panel: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLSpanElement>(null);
  const close = (): void => {
    setOpen(false);
    focusFirstControl(opener.current);
  };
  return {
    opener: (
      <span ref={opener}>
        <Button variant={variant} icon={CircleAlert} isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {words.bookings.wrong.open}
        </Button>
      </span>
    ),
    panel: isOpen ? <SomethingWrong {...props} onClose={close} /> : null,
  };
}

/** What to do about a booking that is wrong: the service offers no way to change one, so a person calls. */
function SomethingWrong({
  item,
  facts,
  phone,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const answer = useToast();
  const { failure, run } = useWork();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { wrong, text, copied } = words.bookings;
  const isNumbered = (item.result?.appointment ?? null) !== null;
  const rows = [
    ...(isNumbered ? [{ label: wrong.facts.booking, value: facts.number }] : []),
    {
      label: wrong.facts.patient,
      value: facts.dob === null ? facts.patient : wrong.named({ name: facts.patient, born: facts.dob }),
    },
    { label: wrong.facts.time, value: facts.when },
    { label: wrong.facts.answered, value: facts.asOf },
  ];
  const copy = (): Promise<void> =>
    run(
      () =>
        bridge.call("app.copy", {
          text: rows.map((row) => cleanLine(text.line(row), 2 * shownAtMost.line)).join("\n"),
        }),
      () => answer(copied),
    );
  const correct = (): Promise<void> =>
    run(
      () => bridge.call("items.correct", { id: item.id }),
      (begun) => go(getItemKind(begun).target(begun)),
    );
  return (
    <div className={styles["panel"]}>
      <div className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {wrong.open}
        </h2>
        <button type="button" className={styles["close"]} aria-label={wrong.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <p>{isNumbered ? wrong.call({ number: facts.number }) : wrong.callUnnumbered}</p>
      {phone.trim() !== "" && (
        <p className={styles["phone"]}>
          <Phone size={16} role="img" aria-label={wrong.phone} />
          <bdi>{cleanLine(phone, shownAtMost.word)}</bdi>
        </p>
      )}
      <Facts items={rows} />
      {failure !== null && <FailureNotice failure={failure} />}
      <Button icon={Copy} onPress={() => void copy()}>
        {wrong.copy}
      </Button>
      <Button icon={CalendarSync} onPress={() => void correct()}>
        {wrong.corrected}
      </Button>
      <p className={styles["help"]}>{wrong.correctedHelp}</p>
      <NotBooked facts={facts} id={item.id} />
    </div>
  );
}
