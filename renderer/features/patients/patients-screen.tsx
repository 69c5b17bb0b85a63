import { Upload, UserPlus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ListedPatient } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { readTypedPerson, type PersonTyped } from "../../../shared/patients/patient-query.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { FeatureSlot } from "../../lib/features.tsx";
import { useItems, useMember, useNavigation } from "../../lib/hooks.ts";
import { useDroppedPatients } from "../../lib/use-dropped-patients.ts";
import { useIntakeTaker } from "../../lib/use-intake-taker.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice, Unread } from "../../ui/failure-notice.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import split from "../../ui/split.module.css";
import { Split } from "../../ui/split.tsx";
import { useOpening } from "../../ui/use-opening.ts";
import { PatientDetailPage } from "./patient-page.tsx";
import { ResultCount, Results } from "./results.tsx";
import type { JoinedPatients } from "./same-person-dialog.tsx";
import styles from "./screen.module.css";
import { UnfinishedPatients } from "./unfinished.tsx";

/** What a new patient's form begins with. */
export type NewPatient = {
  /** Whose address is copied. */
  readonly household: PatientRecord | null;
  /** What was typed to find them. */
  readonly typed: PersonTyped | null;
};

type Props = {
  readonly settings: Settings;
  /** What the search begins with. */
  readonly sought: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly onNew: (begun: NewPatient) => void;
  readonly onContinue: (item: ListedPatient) => void;
};

/** Patients known on this computer: the search and who is found, beside all about one of them. */
export function PatientsScreen({ settings, sought, chosen, onChoose, onNew, onContinue }: Props): ReactNode {
  useWindowTitle(words.patients.title);
  const [text, setText] = useState(sought);
  const [joined, setJoined] = useState<JoinedPatients | null>(null);
  const { leave, visit, go } = useNavigation();
  const isShared = useMember() !== null;
  const dropped = useDroppedPatients(async (answer) => {
    if ((await answer).ok) go({ screen: "import" });
    return answer;
  });
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.search", { text, limit: 20 }, { refresh: version });
  const today = getToday(settings.timeZone, useNow());
  const person = readTypedPerson(text, { today, dateOrder: settings.dateOrder });
  // What was noted of who is open is saved before anything takes their place.
  const begin = (begun: NewPatient): void => leave(() => onNew(begun));
  const create = (typed: PersonTyped | null): void => begin({ household: null, typed });
  // The form takes it once it is there.
  useIntakeTaker(() => create(null));
  const search = useRef<HTMLInputElement>(null);
  const opening = useOpening({ chosen, onChoose, otherwise: search });
  const { list } = opening;
  const open = (id: string, byKey: boolean): void => leave(() => opening.open(id, byKey));
  const close = (): void => leave(opening.close);
  useEffect(() => search.current?.focus(), [visit]);

  const take = ({ patients, near }: RouteOutput<"patients.search">): void => {
    const [first] = patients;
    if (text.trim() === "") return;
    if (first !== undefined) open(first.id, true);
    // Who may be meant is looked at first.
    else if (near.length > 0) list.current?.querySelector<HTMLElement>("[data-row]")?.focus();
    else create(person);
  };
  const onTake = useTaking({ text, value: reading.value, isStale: reading.isStale, take });

  return (
    <Split
      opening={opening}
      className={styles["screen"]}
      label={words.patients.details}
      back={words.patients.backToList}
      onBack={close}
      nothing={<p className={split["nobody"]}>{words.patients.chooseOne}</p>}
      side={
        <>
          <header className={split["header"]}>
            <ScreenTitle>{words.patients.title}</ScreenTitle>
            <Button icon={UserPlus} onPress={() => create(person)}>
              {words.patients.newPatient}
            </Button>
          </header>
          {dropped.failure !== null && <FailureNotice failure={dropped.failure} />}
          <div className={split["controls"]}>
            <SearchInput
              ref={search}
              label={words.patients.search}
              placeholder={words.patients.searchHelp}
              text={text}
              onChange={setText}
              onDown={() => list.current?.querySelector<HTMLElement>("[data-row]")?.focus()}
              onEnter={onTake}
            />
            <UnfinishedPatients onContinue={(item) => leave(() => onContinue(item))} />
          </div>
          <div className={split["scroll"]}>
            <ResultCount text={text} found={reading.isStale ? null : reading.value} />
            {reading.state === "ready" ? (
              <Results
                {...{ text, person, today, chosen }}
                found={reading.value}
                onChoose={open}
                onCreate={create}
                onLeaveUp={() => search.current?.focus()}
              />
            ) : (
              <Unread
                reading={reading}
                again={words.patients.tryAgain}
                title={words.patients.notRead}
                waiting={words.patients.reading}
              />
            )}
          </div>
          <div className={split["foot"]}>
            <p>{isShared ? words.patients.ofClinic : words.patients.description}</p>
            <div className={split["tools"]}>
              <Button size="small" icon={Upload} onPress={() => go({ screen: "import" })}>
                {words.import.button}
              </Button>
              <FeatureSlot place="list-tools" props={{ list: "patients" }} />
            </div>
          </div>
        </>
      }
    >
      {chosen === null ? null : (
        <PatientDetailPage
          key={chosen}
          id={chosen}
          {...{ settings, today }}
          onOpen={(id) => open(id, true)}
          onHousehold={(household) => begin({ household, typed: null })}
          joined={joined}
          onJoined={(both) => {
            setJoined(both);
            open(both.kept.id, true);
          }}
          onClose={close}
        />
      )}
    </Split>
  );
}

type Taking = {
  readonly text: string;
  /** What was found for it; for an earlier text while `isStale`. */
  readonly value: RouteOutput<"patients.search"> | null;
  readonly isStale: boolean;
  readonly take: (found: RouteOutput<"patients.search">) => void;
};

/** Enter: of what was found for this very text. Pressed before that is there, it is kept for it. */
function useTaking(now: Taking): () => void {
  const { text, value, isStale } = now;
  const [awaited, setAwaited] = useState<string | null>(null);
  const latest = useLatest(now);
  useEffect(() => {
    if (awaited === null || (awaited === text && isStale)) return;
    setAwaited(null);
    if (awaited === text && value !== null) latest.current.take(value);
  }, [awaited, text, value, isStale, latest]);
  return () => setAwaited(text);
}
