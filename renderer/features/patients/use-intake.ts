import { useEffect, useState, type RefObject } from "react";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import type { Intake } from "../../../shared/intake/intake.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useToast } from "../../lib/hooks.ts";
import { loadIntake } from "../../lib/intake.ts";
import { insertText } from "../../lib/scan.ts";
import { useIntakeTaker } from "../../lib/use-intake-taker.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { readDrop, readFile, type Dropped, type DropProblem } from "./dropped.ts";
import {
  replaceWithRead,
  createReview,
  listStillFilled,
  revertFilled,
  type Review,
} from "./intake-review.ts";
import { patientFieldNames } from "./state.ts";
import type { PatientEditing } from "./use-patient-editor.ts";

export type IntakePart = {
  readonly review: Review | null;
  /** Fields that stand as they were filled in. */
  readonly filled: readonly PatientField[];
  readonly problem: DropProblem | null;
  /** The box for text is open; `left` is a text in which nothing was found. */
  readonly box: { readonly left: string } | null;
  readonly isOver: boolean;
  readonly setBox: (isOpen: boolean) => void;
  readonly takeText: (text: string) => void;
  readonly takeFile: (file: File) => void;
  /** Fills in what is of somebody else by its name, after all. */
  readonly takeOther: () => void;
  readonly undo: () => void;
  readonly dismiss: () => void;
  readonly replace: (field: PatientField) => void;
};

type Options = {
  readonly part: RefObject<HTMLFormElement | null>;
  /** The form can be filled in: it has not been answered, and is not on its way. */
  readonly isOpen: boolean;
};

const isInDialog = (): boolean => document.querySelector("[role*=dialog]") !== null;
const isMultiline = (text: string): boolean => text.trim().split(/[\r\n]+/).length > 1;
const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches("input, textarea");
/** A field of one line takes one line; the rest of the page takes any text. */
const isForField = (target: EventTarget | null, text: string): boolean =>
  isTextField(target) && (target.matches("textarea") || !isMultiline(text));
/** More than a name, which one field may hold as well. */
const saysMore = ({ values: { firstName: _first, lastName: _last, ...others } }: Intake): boolean =>
  Object.keys(others).length > 0;

/** What is scanned, pasted or dropped at a patient's form fills it in, for the person to look at. Nothing is sent. */
export function useIntake(editing: PatientEditing, { part, isOpen }: Options): IntakePart {
  const desk = useDesk();
  const toast = useToast();
  const { form } = editing.state;
  const { dates, dispatch } = editing;
  const [review, setReview] = useState<Review | null>(null);
  /** What was read last: of somebody else it waits for a person's word. */
  const [last, setLast] = useState<Intake | null>(null);
  const [problem, setProblem] = useState<DropProblem | null>(null);
  const [box, setBox] = useState<IntakePart["box"]>(null);
  const [isOver, setOver] = useState(false);

  const filled = listStillFilled(form, review, dates).map(({ field }) => field);

  const goOn = (values: Partial<typeof form> = {}): void =>
    editing.focus(
      patientFieldNames.find((field) => (values[field] ?? form[field]).trim() === "") ?? "firstName",
    );
  const fill = (intake: Intake, takesOther = false): void => {
    const next = createReview(form, intake, {
      dates,
      before: review,
      isHeld: editing.heldId !== null,
      takesOther,
    });
    const values = Object.fromEntries(next.filled.map(({ field, value }) => [field, value]));
    const fresh = Object.fromEntries(
      Object.entries(values).filter(([field]) => !filled.some((known) => known === field)),
    );
    dispatch({ type: "filled", values: fresh });
    // Written and judged as what a person typed and left.
    for (const { field } of next.filled) dispatch({ type: "left", field });
    setReview(next);
    setLast(intake);
    setProblem(null);
    setBox(null);
    // What must be looked at comes before what is still empty.
    if (next.differs.length + next.odd.length === 0) goOn(values);
  };
  useIntakeTaker((intake) => {
    desk.intake.setState({ waiting: null });
    fill(intake);
  }, isOpen);

  /** `field`: where it was pasted, and goes as it is unless it says more than one field holds. */
  const takeText = async (text: string, field?: HTMLElement): Promise<void> => {
    const read = await loadIntake(text, desk);
    const { intake } = read.kind === "read" ? read : { intake: null };
    const isEnough = intake !== null && (field === undefined || saysMore(intake));
    if (isEnough) return latest.current.fill(intake);
    if (field === undefined) {
      setProblem(null);
      setBox({ left: text });
    } else if (document.activeElement === field) insertText(text.replace(/[\r\n]+/g, " "));
  };
  const take = async (dropped: Promise<Dropped>): Promise<void> => {
    const what = await dropped;
    if (what.kind === "text") return takeText(what.text);
    setProblem(what.problem);
  };
  const latest = useLatest({ fill, take, takeText });

  useEffect(() => {
    if (!isOpen) return;
    const onPaste = (event: ClipboardEvent): void => {
      const data = event.clipboardData;
      if (data === null || event.defaultPrevented || isInDialog()) return;
      const { target } = event;
      const isElsewhere = isTextField(target) && part.current?.contains(target) !== true;
      const text = data.getData("text/plain");
      if (isElsewhere || isForField(target, text) || (text === "" && data.files.length === 0)) return;
      event.preventDefault();
      if (text === "") void latest.current.take(readDrop(data));
      else void latest.current.takeText(text, isTextField(target) ? target : undefined);
    };
    const onDrag = (event: DragEvent): void => {
      const data = event.dataTransfer;
      const isFile = data?.types.includes("Files") === true;
      // Text that is dragged into a field is put there by the page itself.
      if (data === null || isInDialog() || (!isFile && isTextField(event.target))) return setOver(false);
      event.preventDefault();
      const isDrop = event.type === "drop";
      setOver(!isDrop);
      if (isDrop) void latest.current.take(readDrop(data));
      else data.dropEffect = "copy";
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onDrag);
    document.addEventListener("drop", onDrag);
    document.addEventListener("dragleave", onLeave);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onDrag);
      document.removeEventListener("drop", onDrag);
      document.removeEventListener("dragleave", onLeave);
    };
  }, [isOpen, latest, part]);

  return {
    review,
    filled,
    problem,
    box,
    isOver,
    setBox: (open) => {
      setProblem(null);
      setBox(open ? { left: "" } : null);
    },
    takeText: (text) => void takeText(text),
    takeFile: (file) => void take(readFile(file)),
    takeOther: () => {
      if (last !== null) fill(last, true);
    },
    undo: () => {
      if (review === null) return;
      const values = revertFilled(form, review, dates);
      dispatch({ type: "filled", values });
      setReview(null);
      toast(words.intake.undone);
      goOn(values);
    },
    dismiss: () => {
      // What was filled in before somebody else's card came can still be taken back.
      const isKept = review !== null && review.isOther && filled.length > 0;
      setReview(isKept ? { ...review, isOther: false, differs: [], odd: [], otherNames: "" } : null);
      setProblem(null);
      goOn();
    },
    replace: (field) => {
      if (review === null) return;
      const next = replaceWithRead(form, review, field);
      const value = next.filled.find((each) => each.field === field)?.value;
      if (value === undefined) return;
      dispatch({ type: "filled", values: { [field]: value } });
      dispatch({ type: "left", field });
      setReview(next);
      editing.focus(field);
    },
  };
}
