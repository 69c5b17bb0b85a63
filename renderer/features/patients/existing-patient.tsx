import type { ReactNode } from "react";
import type { ListedPatient } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../state/use-route.ts";
import { classNames } from "../../ui/class-names.ts";
import { comparePatients } from "./compare.ts";
import styles from "./patients.module.css";

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
