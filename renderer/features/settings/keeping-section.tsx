import { useState, type ReactNode } from "react";
import { fewestLogYears, type KeptPeriods, type KeptThing } from "../../../shared/keeping/kept.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useIsSet } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountsRow } from "./amounts-row.tsx";
import { KeepQuestion } from "./keep-question.tsx";
import { ManagedRow } from "./managed-row.tsx";
import type { RowId } from "./search.ts";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const choices = [0, 3, fewestLogYears, 7, 10];
const rowOf = { bookings: "keepBookings", log: "keepLog" } as const satisfies Record<KeptThing, RowId>;
const settingOf = { bookings: "bookingYears", log: "logYears" } as const;

const lengthWords = (years: number): string =>
  years === 0 ? words.settings.keeping.everything : words.settings.retention.years({ count: years });

/** How long what is finished stays on this computer, and how much there is. */
export function KeepingSection(): ReactNode {
  const { keeping: says } = words.settings;
  const reading = useRoute("keeping.get", {});
  const kept = reading.value?.kept ?? null;
  return (
    <SettingGroup section="keeping" {...(kept === null ? {} : { description: says.rules })}>
      {kept !== null && (
        <>
          <KeptRow what="bookings" kept={kept.bookings} onSet={reading.reload} />
          <KeptRow what="log" kept={kept.log} onSet={reading.reload} />
        </>
      )}
      {reading.state === "failed" && <FailureNotice failure={reading.failure} title={says.amounts.notRead} />}
      <AmountsRow />
    </SettingGroup>
  );
}

type RowProps = { readonly what: KeptThing; readonly kept: KeptPeriods; readonly onSet: () => void };

function KeptRow({ what, kept: { years, isAsked }, onSet }: RowProps): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, run } = useWork();
  const isManaged = useIsSet(settingOf[what]);
  const [asked, setAsked] = useState<number | null>(null);
  const { keeping: says } = words.settings;
  const { label, help } = says[what];
  const done = (next: number): void => {
    setAsked(null);
    announce(says.done({ years: next }));
    onSet();
  };
  const choose = (next: number): void => {
    if (next > 0) setAsked(next);
    else
      void run(
        () => bridge.call("keeping.set", { what, years: 0, before: null }),
        () => done(0),
      );
  };
  const offered = choices.filter((each) => what === "bookings" || each === 0 || each >= fewestLogYears);
  const options = offered.includes(years) ? offered : [...offered, years].toSorted((a, b) => a - b);
  const below = (isAsked || failure !== null) && (
    <>
      {isAsked && (
        <div className={styles["stack"]}>
          <p>{says.asked}</p>
          <div>
            <Button label={says.agreeTo({ what: label })} onPress={() => setAsked(years)}>
              {says.agree}
            </Button>
          </div>
        </div>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
  const question = asked !== null && (
    <KeepQuestion what={what} years={asked} onClose={() => setAsked(null)} onDone={() => done(asked)} />
  );
  if (isManaged)
    return (
      <>
        <ManagedRow id={rowOf[what]} below={below}>
          {lengthWords(years)}
        </ManagedRow>
        {question}
      </>
    );
  return (
    <SettingRow id={rowOf[what]}>
      <SelectField
        label={label}
        name={settingOf[what]}
        value={String(years)}
        options={options.map((each) => ({ value: String(each), label: lengthWords(each) }))}
        onChange={(value) => choose(Number(value))}
        help={help}
      />
      {below !== false && <div className={styles["under"]}>{below}</div>}
      {question}
    </SettingRow>
  );
}
