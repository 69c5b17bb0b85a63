import {
  BellRing,
  CalendarSync,
  Check,
  CircleHelp,
  CircleX,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { VisuallyHidden } from "../../ui/text.tsx";
import { useWhen } from "../items/index.ts";
import { formatNotice, type FormatInstant } from "../notices/index.ts";
import styles from "./line-state.module.css";
import type { LineWords } from "./line-words.ts";

const toneIcons: Record<LineWords["state"]["tone"], LucideIcon | null> = {
  neutral: null,
  success: Check,
  warning: TriangleAlert,
  danger: CircleX,
};

type AtOnce = Pick<BookingLine, "atOnce" | "isTwice">;

type StateProps = Pick<LineWords, "state"> & {
  readonly line: Pick<BookingLine, "isBeingCorrected" | "notices" | "askService">;
};

const noticeIcons = { success: Check, danger: CircleX, neutral: BellRing } as const;

/** What stands beside the status of a booking: none of it is the service's own answer. */
function marksOf({ isBeingCorrected, notices, askService }: StateProps["line"], when: FormatInstant) {
  return [
    ...notices.map((notice) => {
      const { word, tone } = formatNotice(notice, when);
      return { word, tone, Icon: noticeIcons[tone] };
    }),
    ...(askService
      ? [{ word: words.notices.booking.askService, tone: "warning" as const, Icon: CircleHelp }]
      : []),
    ...(isBeingCorrected
      ? [{ word: words.bookings.beingCorrected, tone: "warning" as const, Icon: CalendarSync }]
      : []),
  ];
}

/** Where it stands, and what there is beside that. */
export const LineStateCell = ({ line, state }: StateProps): ReactNode => (
  <span className={styles["states"]}>
    <LineStatus state={state} />
    <LineMarks line={line} />
  </span>
);

/** Where it stands. */
export function LineStatus({ state: { certainty, tone, word } }: Pick<StateProps, "state">): ReactNode {
  const Icon = certainty === "unclear" ? CircleHelp : certainty === "not-booked" ? Clock : toneIcons[tone];
  return <Mark word={<bdi>{word}</bdi>} {...{ tone, Icon }} />;
}

/** What there is beside where it stands. */
export function LineMarks({ line }: Pick<StateProps, "line">): ReactNode {
  const marks = marksOf(line, useWhen());
  return marks.map((mark) => <Mark key={mark.word} {...mark} />);
}

/** That other visits are at its time, as a number; loud where one of them is the same patient's. */
export function AtOnceMark({ line: { atOnce, isTwice } }: { readonly line: AtOnce }): ReactNode {
  const { times, atOnce: spoken, isTwice: spokenTwice } = words.bookings;
  if (atOnce < 2) return null;
  return (
    <span className={joinClassNames(styles["atOnce"], isTwice && styles["warning"])} data-at-once>
      {isTwice && <TriangleAlert size={14} aria-hidden="true" />}
      <span aria-hidden="true">{times({ count: atOnce })}</span>
      <VisuallyHidden>{isTwice ? spokenTwice({ count: atOnce }) : spoken({ count: atOnce })}</VisuallyHidden>
    </span>
  );
}

type MarkProps = {
  readonly word: ReactNode;
  readonly tone: LineWords["state"]["tone"];
  readonly Icon: LucideIcon | null;
};

const Mark = ({ word, tone, Icon }: MarkProps): ReactNode => (
  <span className={joinClassNames(styles["state"], styles[tone])}>
    {Icon !== null && <Icon size={14} aria-hidden="true" />}
    {word}
  </span>
);
