import { Copy, CreditCard, PhoneMissed } from "lucide-react";
import { useRef, type ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation, useToast } from "../../lib/hooks.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { useNow } from "../../lib/use-now.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import split from "../../ui/split.module.css";
import { keepTimes, RichText } from "../../ui/text.tsx";
import { useLineWords, usePatientReading } from "../items/index.ts";
import { listCallFacts, describeCallVisit } from "./call-words.ts";
import styles from "./calls.module.css";
import { createBillingTarget, createCardTarget } from "./next-card.tsx";
import outbox from "./outbox.module.css";
import card from "./what-to-ask.module.css";

type Props = {
  readonly item: ListedItem;
  readonly settings: Settings;
  /** Nobody answered, and that is noted. */
  readonly onNoAnswer: () => void;
};

const headingTags = {
  call: (text: string): ReactNode => <span className={styles["call"]}>{text}</span>,
  name: (text: string): ReactNode => <bdi>{text}</bdi>,
  phone: (text: string): ReactNode => <bdi className={styles["phone"]}>{text}</bdi>,
  about: (text: string): ReactNode => <bdi className={styles["about"]}>{text}</bdi>,
};

/** One person to call for a card: the number, what it is about, what to say, and the three outcomes. */
export function Call({ item, settings, onNoAnswer }: Props): ReactNode {
  const { calls } = words.outbox;
  const now = useNow();
  const { patient, unread } = usePatientReading(item);
  // As their record has it, else as the list has it: the heading is read out before the record came.
  const { title, phone } = useLineWords(item, now, patient?.input);
  const known = phone?.trim() ?? "";
  const noPhone = unread === null ? words.outbox.noPhone : words.outbox.phoneNotRead;
  const visit = describeCallVisit(item, { settings, now });
  const facts = listCallFacts(item, patient, { settings, now });
  return (
    <>
      <div className={split["whole"]}>
        <header className={styles["header"]}>
          <h2 tabIndex={-1}>
            <RichText
              text={calls.heading({
                name: title,
                phone: known === "" ? noPhone : known,
                when: keepTimes(visit?.text ?? calls.noTime),
              })}
              tags={headingTags}
            />
          </h2>
          {known !== "" && <CopyNumber phone={known} />}
        </header>
        {unread !== null && (
          <FailureNotice
            failure={unread.failure}
            actions={<Button onPress={unread.reload}>{words.outbox.tryAgain}</Button>}
          />
        )}
        <section className={card["card"]}>
          <div className={styles["facts"]}>
            <Facts items={facts} />
          </div>
        </section>
        {visit !== null && (
          <section className={card["card"]} aria-label={calls.sayTitle}>
            <div className={card["head"]}>
              <h3>{calls.sayTitle}</h3>
            </div>
            <div className={styles["facts"]}>
              <p className={styles["say"]}>{calls.say(visit)}</p>
              {patient !== null && (
                <p className={outbox["note"]}>{calls.askDob({ dob: patient.input.dob })}</p>
              )}
            </div>
          </section>
        )}
      </div>
      <Outcomes item={item} onNoAnswer={onNoAnswer} />
    </>
  );
}

function CopyNumber({ phone }: { readonly phone: string }): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const copy = async (): Promise<void> => {
    const answer = await bridge.call("app.copy", { text: phone });
    toast(answer.ok ? words.outbox.calls.copied : said(answer.failure.why));
  };
  return (
    <Button size="small" variant="quiet" icon={Copy} onPress={() => void copy()}>
      {words.outbox.calls.copy}
    </Button>
  );
}

/** What came of the call. */
function Outcomes({ item, onNoAnswer }: Omit<Props, "settings">): ReactNode {
  const { calls } = words.outbox;
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const isNoting = useRef(false);
  const addCard = (): void => go(createCardTarget(item.id));
  useCommandEnter(addCard);
  // A second press is of the same call, not of the next.
  const noAnswer = async (): Promise<void> => {
    if (isNoting.current) return;
    isNoting.current = true;
    await run(
      () => bridge.call("items.noAnswer", { id: item.id }),
      () => {
        announce(calls.noted);
        onNoAnswer();
      },
    );
    isNoting.current = false;
  };
  return (
    <div className={`${split["bar"]} ${split["apart"]}`} {...firstClickAlone}>
      {failure === null ? <span /> : <FailureNotice failure={failure} />}
      <Button icon={PhoneMissed} isPending={isPending} onPress={() => void noAnswer()}>
        {calls.noAnswer}
      </Button>
      <Button onPress={() => go(createBillingTarget(item.id))}>{calls.billAnother}</Button>
      <Button variant="primary" icon={CreditCard} shortcut="mod+Enter" onPress={addCard}>
        {calls.addCard}
      </Button>
    </div>
  );
}
