import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import { day, formatAddress, formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { formatGender } from "./describe.ts";
import styles from "./patients.module.css";

/** What is known of somebody, by the fields of the form. */
export type Texts = Readonly<Partial<Record<PatientField, string | undefined>>>;

/** Somebody in a column: who it is, and what is known. */
type Column = { readonly head: string; readonly texts: Texts };
type Props = { readonly caption: string; readonly first: Column; readonly second: Column };

/** Two people side by side, with what differs marked. */
export const Compare = ({ caption, first, second }: Props): ReactNode => (
  <table className={styles["compare"]}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{words.patients.detail}</th>
        <th scope="col">
          <bdi>{first.head}</bdi>
        </th>
        <th scope="col">
          <bdi>{second.head}</bdi>
        </th>
      </tr>
    </thead>
    <tbody>
      {compared(first.texts, second.texts).map(({ label, both, differs }) => (
        <tr key={label} className={joinClassNames(differs && styles["differs"])}>
          <th scope="row">
            {label}
            {differs && <span className={styles["mark"]}>{words.patients.differs}</span>}
          </th>
          {both.map((text, at) => (
            <td key={at === 0 ? "first" : "second"}>
              <bdi>{text === "" ? "–" : text}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** One line of two people side by side. */
type ComparedLine = {
  readonly label: string;
  readonly both: readonly [string, string];
  readonly differs: boolean;
};

const same = (a: string, b: string): boolean =>
  a.normalize("NFKC").toLowerCase() === b.normalize("NFKC").toLowerCase();

const lines: readonly (readonly [label: PatientField | "name", of: (texts: Texts) => string | undefined])[] =
  [
    ["name", formatName],
    ["dob", ({ dob = "" }) => day(dob)],
    ["gender", ({ gender = "" }) => formatGender(gender)],
    [
      "address",
      ({ address = "", city = "", state = "", zip = "" }) => formatAddress({ address, city, state, zip }),
    ],
    ["phone", ({ phone }) => phone],
    ["email", ({ email }) => email],
  ];

/** Letter case and blanks make no difference. */
function compared(first: Texts, second: Texts): readonly ComparedLine[] {
  const labels = { ...words.patients.label, name: words.patients.name };
  return lines.map(([label, of]) => {
    const shown = (texts: Texts): string => cleanLine(of(texts) ?? "", shownAtMost.line);
    const both = [shown(first), shown(second)] as const;
    return { label: labels[label], both, differs: !same(...both) };
  });
}
