import { CalendarDays, Copy, FileText, Printer } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Failure } from "../../../shared/core/failure.ts";
import { paperNames, getSheetSize, type PaperSheet } from "../../../shared/printing/paper.ts";
import { spokenLanguages } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { useCommand, useDesk, useToast } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { ModalDialog } from "../../ui/modal-dialog.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { Slip, SlipSource } from "./slip.ts";
import { SlipSheet } from "./slip-sheet.tsx";
import styles from "./slip.module.css";
import { pixels, fitSheet, useFit, usePaper, useSlipIn, useSlipLanguage } from "./use-slip.ts";

type Props = {
  /** The visits it is of; one that may have no slip leaves it empty. */
  readonly sources: readonly SlipSource[];
  readonly onClose: () => void;
};

/** What a patient takes away: looked at first, then printed, saved or copied. */
export function SlipDialog({ sources, onClose }: Props): ReactNode {
  const says = words.slip;
  const [paper, choosePaper] = usePaper();
  const [language, chooseLanguage] = useSlipLanguage(sources[0]);
  const slip = useSlipIn(language, sources);
  const { fit, sheet: drawn } = useFit(slip, paper);
  const sheet = fitSheet(paper, fit);
  const work = useSlipWork({ slip, sheet, isWhole: fit.isWhole });
  const primary = useRef<HTMLSpanElement>(null);
  useEffect(() => void focusFirstControl(primary.current), []);
  return (
    <ModalDialog
      title={says.heading}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{says.close}</Button>
          <span ref={primary}>
            <Button
              variant="primary"
              icon={Printer}
              shortcut="mod+P"
              isBlocked={!work.mayPrint}
              onPress={work.print}
            >
              {says.print}
            </Button>
          </span>
        </>
      }
    >
      {work.failure !== null && <FailureNotice failure={work.failure} />}
      <div className={styles["dialog"]}>
        <div className={styles["choices"]}>
          <SelectField
            label={says.paper}
            value={paper}
            options={paperNames.map((value) => ({ value, label: says.papers[value] }))}
            onChange={choosePaper}
          />
          <div className={styles["language"]}>
            <span className={styles["languageLabel"]} aria-hidden="true">
              {says.language}
            </span>
            <Segments
              label={says.language}
              options={spokenLanguages.map(({ tag, name }) => ({ value: tag, label: name, lang: tag }))}
              value={language}
              onChange={chooseLanguage}
            />
          </div>
          {!fit.isWhole && <NoticeBox tone="warning" live="polite" title={says.tooMuch} />}
          <div className={styles["ways"]}>
            <Button icon={FileText} isBlocked={!work.mayPrint} onPress={work.savePdf}>
              {says.pdf}
            </Button>
            {slip?.calendar !== null && (
              <Button icon={CalendarDays} isBlocked={!work.isReady} onPress={work.saveCalendar}>
                {says.calendar}
              </Button>
            )}
            <Button icon={Copy} isBlocked={!work.isReady} onPress={work.copy}>
              {says.copy}
            </Button>
          </div>
          {slip?.calendar === null && <p className={styles["help"]}>{says.noCalendar}</p>}
        </div>
        <div className={styles["preview"]} role="group" aria-label={says.preview}>
          {slip !== null && (
            <PaperPicture {...getSheetSize(sheet)} length={fit.length} isCut={!fit.isWhole}>
              <SlipSheet ref={drawn} slip={slip} paper={paper} size={fit.size} />
            </PaperPicture>
          )}
        </div>
      </div>
      {slip !== null && fit.isWhole && <Printed slip={slip} sheet={sheet} size={fit.size} />}
    </ModalDialog>
  );
}

type PictureProps = {
  /** Of the paper, in millimetres. */
  readonly width: number;
  readonly height: number;
  /** Of what stands on it, which may be more than it has room for. */
  readonly length: number;
  /** What is below its end comes on no other sheet. */
  readonly isCut: boolean;
  readonly children: ReactNode;
};

/** A sheet of paper in its true proportion, as large as there is room. What is below its end is parted by a line. */
function PaperPicture({ width, height, length, isCut, children }: PictureProps): ReactNode {
  const [across, down, end] = [width * pixels, Math.max(height, length) * pixels, height * pixels];
  return (
    <svg className={styles["paper"]} viewBox={`0 0 ${across} ${down}`} role="presentation">
      <rect className={styles["ground"]} width={across} height={down} />
      <foreignObject width={across} height={down}>
        {children}
      </foreignObject>
      {down > end && (
        <line
          className={joinClassNames(styles["end"], isCut && styles["cut"])}
          x2={across}
          y1={end}
          y2={end}
        />
      )}
    </svg>
  );
}

type PrintedProps = { readonly slip: Slip; readonly sheet: PaperSheet; readonly size: number };

/** What is printed while the dialog is open; on the screen it is not there. */
function Printed({ slip, sheet, size }: PrintedProps): ReactNode {
  usePrintedAs(slip);
  return createPortal(
    <div className={styles["printed"]} aria-hidden="true">
      <SlipSheet slip={slip} paper={sheet.paper} size={size} />
    </div>,
    document.body,
  );
}

/** While it is printed, the page is called what the slip is, and speaks its language: a PDF takes both over. */
function usePrintedAs({ title, language }: Slip): void {
  useEffect(() => {
    const { documentElement: page } = document;
    let own: { readonly title: string; readonly lang: string } | null = null;
    const before = (): void => {
      own = { title: document.title, lang: page.lang };
      document.title = title;
      page.lang = language;
    };
    const after = (): void => {
      if (own === null) return;
      document.title = own.title;
      page.lang = own.lang;
      own = null;
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
      after();
    };
  }, [title, language]);
}

type WorkOptions = { readonly slip: Slip | null; readonly sheet: PaperSheet; readonly isWhole: boolean };

type SlipWork = {
  readonly failure: Failure | null;
  /** The slip is there, and nothing is under way. */
  readonly isReady: boolean;
  /** The same, and all of it fits on the paper. */
  readonly mayPrint: boolean;
  readonly print: () => void;
  readonly savePdf: () => void;
  readonly saveCalendar: () => void;
  readonly copy: () => void;
};

/** What can be done with a slip, one thing at a time. */
function useSlipWork({ slip, sheet, isWhole }: WorkOptions): SlipWork {
  const { bridge } = useDesk();
  const answer = useToast();
  const { failure, isPending, run } = useWork();
  const isReady = slip !== null && !isPending;
  const mayPrint = isReady && isWhole;
  const tellSaved = ({ name: file }: { readonly name: string | null }): void => {
    if (file !== null) answer(words.slip.saved({ file }));
  };
  const print = (): void => {
    if (mayPrint) void run(() => bridge.call("app.print", { sheet }));
  };
  useCommand("print", print);
  return {
    failure,
    isReady,
    mayPrint,
    print,
    savePdf: () => {
      if (mayPrint) void run(() => bridge.call("slip.savePdf", { sheet, date: slip.date }), tellSaved);
    },
    saveCalendar: () => {
      const text = slip?.calendar ?? null;
      if (isReady && text !== null)
        void run(() => bridge.call("slip.saveCalendar", { text, date: slip.date }), tellSaved);
    },
    copy: () => {
      if (!isReady) return;
      void run(
        () => bridge.call("app.copy", { text: slip.text }),
        () => answer(words.bookings.copied),
      );
    },
  };
}
