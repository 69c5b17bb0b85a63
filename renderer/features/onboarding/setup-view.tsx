import { CalendarPlus, FileSpreadsheet, ListPlus } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useGuide, useNavigation, usePolicy, useSession, useSettings, useToast } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { LoadingState } from "../../ui/states.tsx";
import styles from "./guide.module.css";
import { countDone, findServicesToDo, listSetupLines } from "./setup-lines.ts";
import { Line, StepsProgress } from "./steps.tsx";
import { practiceSteps } from "../../../shared/onboarding/guide.ts";
import { OfflineSwitch } from "./offline-switch.tsx";

/** The first steps at this desk: what to set up, or in practice what to try. */
export function SetupView(): ReactNode {
  const isPractice = useSession().session?.practice === true;
  return isPractice ? <PracticeScreen /> : <SetupScreen />;
}

type FrameProps = {
  readonly title: string;
  readonly text: string;
  readonly beside?: ReactNode;
  readonly bar: ReactNode;
  readonly children: ReactNode;
};

function Frame({ title, text, beside, bar, children }: FrameProps): ReactNode {
  useWindowTitle(title);
  return (
    <div className={styles["page"]}>
      <div className={styles["content"]}>
        <header className={styles["header"]}>
          <div>
            <ScreenTitle>{title}</ScreenTitle>
            <p>
              <bdi>{text}</bdi>
            </p>
          </div>
          {beside}
        </header>
        {children}
      </div>
      <div className={styles["bar"]}>
        <div className={styles["inBar"]}>{bar}</div>
      </div>
    </div>
  );
}

const BookButton = ({ isFirst = true }: { readonly isFirst?: boolean }): ReactNode => {
  const { go } = useNavigation();
  return (
    <Button
      variant={isFirst ? "primary" : "secondary"}
      icon={CalendarPlus}
      {...(isFirst ? { shortcut: "mod+N" } : { keys: "mod+N" })}
      onPress={() => go({ screen: "new-booking" })}
    >
      {words.guide.book}
    </Button>
  );
};

function SetupScreen(): ReactNode {
  const { session } = useSession();
  const { settings } = useSettings();
  const policy = usePolicy();
  const { setOpen } = useGuide();
  const { go } = useNavigation();
  const toast = useToast();
  const lines = settings === null ? [] : listSetupLines(settings, policy?.sets);
  const servicesToDo = findServicesToDo(lines);
  const hide = (): void => {
    setOpen(false);
    toast(words.guide.hidden);
    go({ screen: "new-booking" });
  };
  return (
    <Frame
      title={words.shell.screens.setup}
      text={words.guide.connected({ service: cleanLine(hostOf(session?.serviceAddress), shownAtMost.word) })}
      beside={settings !== null && <StepsProgress done={countDone(lines)} total={lines.length} />}
      bar={
        <>
          <p className={styles["note"]}>{words.guide.savedAsYouGo}</p>
          <Button onPress={hide}>{words.guide.hide}</Button>
          <BookButton isFirst={servicesToDo === null} />
          {servicesToDo !== null && (
            <Button variant="primary" icon={ListPlus} onPress={() => go(servicesToDo)}>
              {words.guide.setup.services.first}
            </Button>
          )}
        </>
      }
    >
      {settings === null ? (
        <LoadingState />
      ) : (
        <>
          <ul className={styles["lines"]} aria-label={words.guide.setup.label}>
            {lines.map(({ target, open, title, isDone, text }) => (
              <Line
                key={title}
                {...{ title, text, isDone }}
                action={
                  <Button
                    size="small"
                    variant={isDone ? "quiet" : "secondary"}
                    label={words.guide.setup.openOne({ open, title })}
                    onPress={() => go(target)}
                  >
                    {open}
                  </Button>
                }
              />
            ))}
          </ul>
          <div className={styles["also"]}>
            <p>{words.guide.setup.patients.text}</p>
            <Button size="small" icon={FileSpreadsheet} onPress={() => go({ screen: "import" })}>
              {words.guide.setup.patients.open}
            </Button>
          </div>
        </>
      )}
    </Frame>
  );
}

/** `booking.example.com` of its address, as people say it. */
const hostOf = (address: string | null | undefined): string =>
  address !== null && address !== undefined && URL.canParse(address)
    ? new URL(address).host
    : (address ?? "");

function PracticeScreen(): ReactNode {
  const { guide, setOpen } = useGuide();
  return (
    <Frame
      title={words.guide.practice.title}
      text={words.guide.practice.text}
      bar={
        <>
          <p className={styles["note"]} />
          {guide?.isOpen === false && (
            <Button onPress={() => setOpen(true)}>{words.guide.practice.show}</Button>
          )}
          <BookButton />
        </>
      }
    >
      <PracticeList />
    </Frame>
  );
}

/** What to try in practice, each with what it takes. */
function PracticeList(): ReactNode {
  const { guide } = useGuide();
  const { title, steps, hints } = words.guide.practice;
  return (
    <ul className={styles["lines"]} aria-label={title}>
      {practiceSteps.map((step) => (
        <Line
          key={step}
          isDone={guide?.done.includes(step) === true}
          title={steps[step]}
          text={hints[step]}
          action={step === "offline" && <OfflineSwitch />}
        />
      ))}
    </ul>
  );
}
