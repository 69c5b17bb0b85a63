import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import {
  papers,
  rollLength,
  getUsualPaper,
  type Paper,
  type PaperSheet,
} from "../../../shared/printing/paper.ts";
import type { Language } from "../../../messages/language.ts";
import { load, spoken, wordedIn } from "../../../messages/words.ts";
import { useDesk, useLanguage, useSettings } from "../../lib/hooks.ts";
import { createSlip, getSlipPatient, type Slip, type SlipSource } from "./slip.ts";

/** CSS pixels in a millimetre. */
export const pixels = 96 / 25.4;

/** Sizes of type to try, in points, until all of it fits. */
const typeSizes: Readonly<Record<Paper, readonly number[]>> = {
  letter: [12, 11, 10],
  a4: [12, 11, 10],
  "roll-80": [10],
  "label-4x6": [12, 11, 10, 9, 8],
  "label-62x29": [8.5, 8, 7.5, 7, 6.5, 6],
};
const smallest = (paper: Paper): number => Math.min(...typeSizes[paper]);

/** Millimetres of a label that stay free, and of a roll that follow: on paper a letter may come out wider than it was drawn. */
const slack = { label: 1, roll: 6 };

/** The paper, which is kept for the next slip at this desk. */
export function usePaper(): readonly [Paper, (paper: Paper) => void] {
  const { settings, save } = useSettings();
  const kept = settings?.slipPaper ?? "usual";
  const [chosen, setChosen] = useState<Paper | null>(null);
  const choose = (paper: Paper): void => {
    setChosen(paper);
    void save({ slipPaper: paper });
  };
  return [chosen ?? (kept === "usual" ? getUsualPaper(navigator.language) : kept), choose];
}

/** The language of a patient's slips: the window's, unless another was chosen for them since it was opened. */
export function useSlipLanguage(
  source: SlipSource | undefined,
): readonly [Language, (chosen: Language) => void] {
  const { slipLanguages } = useDesk();
  const own = useLanguage();
  const key = source === undefined ? "" : getSlipPatient(source);
  const [chosen, setChosen] = useState(slipLanguages.get(key));
  const choose = (language: Language): void => {
    slipLanguages.set(key, language);
    setChosen(language);
  };
  return [chosen ?? own, choose];
}

/** The slip in a language; null while the words of that are loaded, and where there is no slip. */
export function useSlipIn(language: Language, sources: readonly SlipSource[]): Slip | null {
  const [loaded, setLoaded] = useState(spoken);
  useEffect(() => {
    let isWanted = true;
    void load(language).then((words) => isWanted && setLoaded({ language, words }));
    return () => void (isWanted = false);
  }, [language]);
  return useMemo(
    () => (loaded.language === language ? wordedIn(loaded, () => createSlip(sources)) : null),
    [loaded, language, sources],
  );
}

export type Fit = {
  /** Of the type, in points. */
  readonly size: number;
  readonly isWhole: boolean;
  /** What stands there, in millimetres. */
  readonly length: number;
};

/** Finds the largest type with which all of a slip fits on its paper. It is measured as it is drawn in the preview. */
export function useFit(
  slip: Slip | null,
  paper: Paper,
): { readonly fit: Fit; readonly sheet: RefObject<HTMLDivElement | null> } {
  const sheet = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<Fit>({ size: smallest(paper), isWhole: true, length: 0 });
  useLayoutEffect(() => {
    const drawn = sheet.current;
    if (drawn === null) return;
    // A roll is as long as it takes.
    const isLabel = paper.startsWith("label");
    const room = (papers[paper].height ?? Number.POSITIVE_INFINITY) - (isLabel ? slack.label : 0);
    const lengthAt = (size: number): number => {
      drawn.style.fontSize = `${size}pt`;
      return drawn.offsetHeight / pixels;
    };
    // What fits on no single page goes on on the next one, in the usual size.
    const [usual = smallest(paper)] = typeSizes[paper];
    const otherwise = isLabel ? smallest(paper) : usual;
    const size = typeSizes[paper].find((each) => lengthAt(each) <= room) ?? otherwise;
    const length = lengthAt(size);
    setFit({ size, length, isWhole: !isLabel || length <= room });
  }, [slip, paper]);
  return { fit, sheet };
}

/** The sheet to print on: a roll is cut below what stands there. */
export const fitSheet = (paper: Paper, { length }: Fit): PaperSheet => ({
  paper,
  length:
    papers[paper].height === null
      ? Math.min(Math.max(Math.ceil(length) + slack.roll, rollLength.least), rollLength.most)
      : null,
});
