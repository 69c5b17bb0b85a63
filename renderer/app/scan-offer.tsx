import type { ReactNode } from "react";
import { useStore } from "zustand";
import { formatName } from "../../messages/format.ts";
import { words } from "../../messages/words.ts";
import { useDesk, useNavigation } from "../lib/hooks.ts";
import { Question } from "../features/question/index.ts";

/** A license was scanned where no form takes it: it may begin a new patient. */
export function ScanOffer(): ReactNode {
  const { intake } = useDesk();
  const { waiting, takers } = useStore(intake);
  const { go } = useNavigation();
  if (waiting === null || takers > 0) return null;
  const { scan } = words.intake;
  const { firstName = "", lastName = "", dob } = waiting.values;
  return (
    <Question
      title={scan.title({ name: formatName({ firstName, lastName }) })}
      no={scan.no}
      yes={scan.yes}
      isDangerous={false}
      onNo={() => intake.setState({ waiting: null })}
      onYes={() => go({ screen: "patients" })}
    >
      <p>{dob === undefined ? scan.bornless : scan.born({ date: dob })}</p>
      <p>{scan.kept}</p>
    </Question>
  );
}
