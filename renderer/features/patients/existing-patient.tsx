import type { ReactNode } from "react";
import type { ListedPatient, PatientItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { fieldNames } from "../../../domain/form.ts";
import { patientFields } from "../../../domain/patient/patient-form.ts";
import type { PatientField, PatientInput } from "../../../contract/service/patient.ts";
import { sentMembers } from "../../../domain/echo.ts";
import { day, formatAddress, formatName } from "../../../messages/format.ts";
import { useRoute } from "../../state/use-route.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./patients.module.css";
import { genderWord } from "./describe.ts";

type Props = { readonly item: ListedPatient; readonly patientId: number };

/** Who the service's number is, as far as this computer knows, beside who was typed: before that number is used. */
export function ExistingPatient({ item, patientId }: Props): ReactNode {
  const { state, value } = useRoute("patients.byNumber", { patientId }, { clears: true });
  if (state === "loading") return null;
  const patient = value?.patient ?? null;
  if (patient === null) {
    return <p className={styles["unknown"]}>{words.patients.unknownNumber({ id: patientId })}</p>;
  }
  return (
    <table className={styles["compare"]}>
      <caption>{words.patients.samePerson({ id: patientId })}</caption>
      <thead>
        <tr>
          <th scope="col">{words.patients.detail}</th>
          <th scope="col">{words.patients.here({ id: patientId })}</th>
          <th scope="col">{words.patients.typed}</th>
        </tr>
      </thead>
      <tbody>
        {comparePatients(patient.input, item).map(({ label, here, typed, differs }) => (
          <tr key={label} className={classNames(differs && styles["differs"])}>
            <th scope="row">
              {label}
              {differs && <span className={styles["mark"]}>{words.patients.differs}</span>}
            </th>
            <td>
              <bdi>{here === "" ? "–" : here}</bdi>
            </td>
            <td>
              <bdi>{typed === "" ? "–" : typed}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One line of two people side by side. */
type ComparedLine = {
  readonly label: string;
  readonly here: string;
  readonly typed: string;
  readonly differs: boolean;
};

type Texts = Readonly<Partial<Record<PatientField, string | undefined>>>;

/** What was typed, as it was sent; as it stands in the form where nothing was. */
function typedIn(item: ListedPatient | PatientItem): Texts {
  const sent = ("payload" in item ? sentMembers(item.payload) : null) ?? {};
  const texts: Partial<Record<PatientField, string>> = {};
  for (const field of fieldNames(patientFields)) {
    const value = sent[field];
    texts[field] = typeof value === "string" ? value : item.form[field];
  }
  return texts;
}

const same = (a: string, b: string): boolean =>
  a.normalize("NFKC").toLowerCase() === b.normalize("NFKC").toLowerCase();

const lines: readonly (readonly [label: PatientField | "name", of: (texts: Texts) => string | undefined])[] =
  [
    ["name", formatName],
    ["dob", ({ dob = "" }) => day(dob)],
    ["gender", ({ gender = "" }) => genderWord(gender)],
    [
      "address",
      ({ address = "", city = "", state = "", zip = "" }) => formatAddress({ address, city, state, zip }),
    ],
    ["phone", ({ phone }) => phone],
    ["email", ({ email }) => email],
  ];

/** Who a number belongs to on this computer beside who was typed. Letter case and blanks make no difference. */
function comparePatients(known: PatientInput, item: ListedPatient | PatientItem): readonly ComparedLine[] {
  const typed = typedIn(item);
  const labels = { ...words.patients.label, name: words.patients.name };
  return lines.map(([label, of]) => {
    const shown = (texts: Texts): string => cleanLine(of(texts) ?? "", shownAtMost.line);
    const [here, there] = [shown(known), shown(typed)];
    return { label: labels[label], here, typed: there, differs: !same(here, there) };
  });
}
