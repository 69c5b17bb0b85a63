import { useEffect, useRef, useState, type ReactNode } from "react";
import { genders, type PatientField } from "../../../shared/service-api/patient.ts";
import { said, say } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isolateText } from "../../ui/text.tsx";
import { NewsPart } from "../../ui/news-part.tsx";
import { formatGender } from "./describe.ts";
import type { DropProblem } from "./dropped.ts";
import type { Review } from "./intake-review.ts";
import styles from "./intake.module.css";
import type { IntakePart } from "./use-intake.ts";
import type { PatientEditing } from "./use-patient-editor.ts";

type Props = { readonly intake: IntakePart; readonly editing: PatientEditing };

/** The box for text from elsewhere, what came of the last one, and why nothing did. */
export const IntakePanel = ({ intake, editing }: Props): ReactNode => (
  <>
    {intake.box !== null && <Box key={intake.box.left} intake={intake} left={intake.box.left} />}
    {intake.problem !== null && (
      <NoticeBox
        tone="warning"
        live="polite"
        title={problemWords(intake.problem)}
        actions={<Dismiss onPress={intake.dismiss}>{words.intake.dismiss}</Dismiss>}
      >
        <p>{words.intake.problem.nothingChanged}</p>
      </NoticeBox>
    )}
    {intake.review !== null && <ReviewPart {...{ intake, editing }} review={intake.review} />}
  </>
);

const problemWords = (problem: DropProblem): string =>
  problem.kind === "many" ? words.intake.problem.many(problem) : words.intake.problem[problem.kind];

type DismissProps = { readonly onPress: () => void; readonly children: ReactNode };
const Dismiss = ({ onPress, children }: DismissProps): ReactNode => (
  <Button size="small" onPress={onPress}>
    {children}
  </Button>
);

function Box({ intake, left }: { readonly intake: IntakePart; readonly left: string }): ReactNode {
  const [text, setText] = useState(left);
  const area = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <div
      role="group"
      aria-label={words.intake.open}
      className={styles["box"]}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text/plain");
        // What is pasted into the empty box is the whole text: it is read at once.
        if (text.trim() !== "" || pasted.trim() === "") return;
        event.preventDefault();
        intake.takeText(pasted);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) intake.setBox(false);
      }}
    >
      {left !== "" && left === text && (
        <NoticeBox tone="warning" live="polite" title={words.intake.nothing}>
          <p>{words.intake.nothingHelp}</p>
        </NoticeBox>
      )}
      <TextField
        ref={area}
        label={words.intake.text}
        value={text}
        onChange={setText}
        multiline
        help={words.intake.textHelp}
      />
      <p className={styles["soft"]}>{words.intake.here}</p>
      <input
        ref={file}
        type="file"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) intake.takeFile(chosen);
          event.target.value = "";
        }}
      />
      <ButtonRow>
        <Button isDisabled={text.trim() === ""} onPress={() => intake.takeText(text)}>
          {words.intake.fill}
        </Button>
        <Button variant="quiet" onPress={() => file.current?.click()}>
          {words.intake.file}
        </Button>
        <Button variant="quiet" onPress={() => intake.setBox(false)}>
          {words.intake.close}
        </Button>
      </ButtonRow>
    </div>
  );
}

type ReviewProps = Props & { readonly review: Review };

/** Beside the form where there is room, and in view while it is scrolled. */
function ReviewPart(props: ReviewProps): ReactNode {
  const { differs, odd } = props.review;
  const news = differs.length + odd.length > 0 ? props.review : null;
  return (
    <NewsPart news={news} className={styles["beside"]}>
      <ReviewNotice {...props} />
    </NewsPart>
  );
}

function ReviewNotice({ intake, editing, review }: ReviewProps): ReactNode {
  const { filled, differs, rest, odd, isOther, otherNames } = review;
  const isOdd = odd.length > 0 || differs.length > 0;
  return (
    <NoticeBox
      tone={isOdd ? "warning" : "info"}
      live="polite"
      title={isOther ? words.intake.other : words.intake.filled({ count: filled.length, from: review.from })}
      actions={
        <>
          {filled.length > 0 && !isOther && <Dismiss onPress={intake.undo}>{words.intake.undo}</Dismiss>}
          {isOther && <Dismiss onPress={intake.takeOther}>{words.intake.takeOther}</Dismiss>}
          <Dismiss onPress={intake.dismiss}>
            {filled.length > 0 && !isOdd ? words.intake.done : words.intake.dismiss}
          </Dismiss>
        </>
      }
    >
      {filled.length > 0 && !isOther && <p>{words.intake.check}</p>}
      {otherNames !== "" && <p>{words.intake.otherNames({ names: otherNames })}</p>}
      {odd.map((each) => (
        <p key={each}>{said(say(`intake.odd.${each}`))}</p>
      ))}
      {differs.length > 0 && <Differs {...{ intake, editing, review }} />}
      {rest.length > 0 && (
        <>
          <p className={styles["head"]}>{words.intake.rest}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
          <ul className={styles["rest"]} aria-label={words.intake.rest} tabIndex={0}>
            {rest.map((line) => (
              <li key={line}>{isolateText(line)}</li>
            ))}
          </ul>
        </>
      )}
    </NoticeBox>
  );
}

/** A choice has words of its own. */
function shownAs(field: PatientField, text: string): string {
  const gender = field === "gender" ? genders.find((known) => known === text) : undefined;
  return gender === undefined ? text : formatGender(gender);
}

const lineOf = ({ label, typed, read }: { label: string; typed: string; read: string }): string =>
  typed.trim() === ""
    ? words.intake.newLine({ label, read })
    : words.intake.differsLine({ label, typed, read });

const Differs = ({ intake, editing, review }: ReviewProps): ReactNode => (
  <>
    <p className={styles["head"]}>{review.isOther ? words.intake.otherHelp : words.intake.differs}</p>
    <ul className={styles["differs"]}>
      {review.differs.map(({ field, read }) => {
        const label = words.patients.label[field];
        return (
          <li key={field}>
            <span>
              {lineOf({
                label,
                typed: shownAs(field, editing.state.form[field]),
                read: shownAs(field, read),
              })}
            </span>
            {!review.isOther && (
              <Button size="small" onPress={() => intake.replace(field)}>
                {words.intake.replace({ label })}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  </>
);
