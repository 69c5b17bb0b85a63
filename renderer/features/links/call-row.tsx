import type { ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { isOutside } from "../../../shared/links/caller.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useSettings } from "../../lib/hooks.ts";
import type { Target } from "../../lib/navigation.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { isolateText } from "../../ui/text.tsx";
import { describePatientLine } from "../patients/index.ts";
import { LinkLine, type RowActions } from "./row.tsx";
import { createPatientTarget } from "./rows.ts";
import { useGoOn } from "./use-go-on.ts";

/** Of more people with one number, such as a large family, the rest is on the screen of patients. */
const mostNamed = 3;

type Props = RowActions & {
  /** The number as the form has it; null where it is withheld. */
  readonly from: string | null;
};
type Line = ReturnType<typeof describePatientLine>;
type Known = { readonly patient: PatientRecord; readonly line: Line };

const nameOf = ({ name, born }: Line): string => words.links.call.known({ name, born });

function whoWords(known: readonly Known[], number: string): string {
  const [first] = known;
  if (first === undefined) return isOutside(number) ? words.links.call.nobody : "";
  return known.length === 1 ? nameOf(first.line) : words.links.call.several({ count: known.length });
}

/** Somebody calls: who here has that number, and what a press away is. */
export function CallRow({ from, onGone, onDismiss }: Props): ReactNode {
  const { settings } = useSettings();
  const now = useNow();
  const version = useItems((state) => state.version);
  const number = from ?? "";
  const isKnowable = isOutside(number);
  const reading = useRoute(
    "patients.similar",
    { firstName: "", lastName: "", dob: null, email: "", phone: number },
    { enabled: isKnowable, refresh: version },
  );
  const say = words.links.call;
  const today = settings === null ? null : getToday(settings.timeZone, now);
  const known: readonly Known[] =
    today === null
      ? []
      : (reading.value?.patients ?? []).map((patient) => ({
          patient,
          line: describePatientLine(patient, today),
        }));
  const isPending = isKnowable && reading.state === "loading";
  const who = isPending ? "" : reading.state === "failed" ? say.notRead : whoWords(known, number);
  const call = from === null ? say.none : say.from({ number });
  const open = useGoOn(onGone);
  return (
    <LinkLine
      look="call"
      news={isPending ? null : [call, who].filter((text) => text !== "").join(". ")}
      text={
        <>
          <strong>{isolateText(call)}</strong>
          {who !== "" && <> · {isolateText(who)}</>}
        </>
      }
      actions={
        <>
          {known.length > 0 && <People {...{ known, number, open }} />}
          {isKnowable && reading.state === "ready" && known.length === 0 && (
            <Button
              size="small"
              label={say.createWith({ number })}
              onPress={() => open(createPatientTarget({ phone: number }))}
            >
              {say.create}
            </Button>
          )}
          <Button size="small" variant="quiet" label={say.dismissOne({ call })} onPress={onDismiss}>
            {words.links.dismiss}
          </Button>
        </>
      }
    />
  );
}

type PeopleProps = {
  readonly known: readonly Known[];
  readonly number: string;
  readonly open: (target: Target) => void;
};

/** Of one person their page and a booking; of several each by name. */
function People({ known, number, open }: PeopleProps): ReactNode {
  const say = words.links.call;
  const openPage = ({ patient: { id } }: Known): void => open({ screen: "patients", patientRecordId: id });
  const [first] = known;
  if (known.length === 1 && first !== undefined) {
    return (
      <>
        <Button size="small" label={say.openOne(first.line)} onPress={() => openPage(first)}>
          {words.links.open}
        </Button>
        <Button
          size="small"
          label={say.bookFor(first.line)}
          onPress={() => open({ screen: "new-booking", patientRecordId: first.patient.id })}
        >
          {say.book}
        </Button>
      </>
    );
  }
  return (
    <>
      {known.slice(0, mostNamed).map((each) => (
        <Button key={each.patient.id} size="small" onPress={() => openPage(each)}>
          {nameOf(each.line)}
        </Button>
      ))}
      {known.length > mostNamed && (
        <Button
          size="small"
          label={say.allWith({ number })}
          onPress={() => open({ screen: "patients", search: number })}
        >
          {say.all}
        </Button>
      )}
    </>
  );
}
