import { FileKey, LogOut, RefreshCw, Server } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { RecoverySheet } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { describeHub, SheetDialog, formatUnshared, useClinicCall } from "../clinic/index.ts";
import { useWhen } from "../items/index.ts";
import { DesksRow } from "./desks-table.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

type Props = { readonly member: Membership };

/** A clinic with several desks, as one of them sees it. */
export const DesksOfClinic = ({ member }: Props): ReactNode => (
  <>
    <HubRow member={member} />
    <DesksRow member={member} />
    <SheetRow member={member} />
    <LeaveRow member={member} />
  </>
);

/** How it stands with the hub, and what is not shared yet. */
function HubRow({ member }: Props): ReactNode {
  const { hub: says } = words.clinic;
  const { bridge } = useDesk();
  const when = useWhen();
  const { isPending, failure, run } = useClinicCall();
  const { word, tone, text, why, help } = describeHub(member, when);
  const look = (): void =>
    void run(
      () => bridge.call("clinic.look", {}),
      (state) => (state.membership === "member" ? says.looked(describeHub(state, when)) : ""),
    );
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]} data-field="desks">
        <div>
          <div className={styles["label"]}>{says.label}</div>
          <p className={styles["soft"]}>
            <bdi>{member.hub}</bdi>
          </p>
        </div>
        <p>
          <StatusBadge word={word} tone={tone} icon={Server} isBusy={member.line === "reading"} />{" "}
          <span>{text}</span>
        </p>
        {why !== null && (
          <p>
            <bdi>{why}</bdi>
          </p>
        )}
        {help !== null && <p className={styles["soft"]}>{help}</p>}
        {member.progress !== null && <ReadProgress {...member.progress} />}
        <p>{formatUnshared(member)}</p>
        <SetAside aside={member.aside} />
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <Button icon={RefreshCw} isPending={isPending} onPress={look}>
            {says.look}
          </Button>
        </ButtonRow>
      </div>
    </SettingRow>
  );
}

const reasons = ["large", "otherAccount", "refused", "newer", "unread", "deleted"] as const;

/** How many records are set aside, and why. Nothing of what stands in them. */
function SetAside({ aside }: Pick<Membership, "aside">): ReactNode {
  const { hub: says } = words.clinic;
  const there = reasons.filter((reason) => aside[reason] > 0);
  const count = there.reduce((sum, reason) => sum + aside[reason], 0);
  if (count === 0) return null;
  return (
    <NoticeBox tone="warning" title={says.aside({ count })}>
      <ul>
        {there.map((reason) => (
          <li key={reason}>{says.asideWhy[reason]({ count: aside[reason] })}</li>
        ))}
      </ul>
      <p>{says.asideText}</p>
    </NoticeBox>
  );
}

/** How much of the clinic's log was read, in figures and as a bar. */
function ReadProgress({ read, of }: NonNullable<Membership["progress"]>): ReactNode {
  return (
    <div className={styles["progress"]}>
      <p id="desks-progress">{words.clinic.hub.progress({ read, of })}</p>
      <progress aria-labelledby="desks-progress" max={Math.max(1, of)} value={read} />
    </div>
  );
}

/** The sheet that opens everything when all desks are lost. */
function SheetRow({ member: { hasSheet, hasUnprintedSheet, isAdmin } }: Props): ReactNode {
  const { sheet: says, section } = words.clinic;
  const { bridge, clinic: store } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [asks, setAsks] = useState(false);
  const [made, setMade] = useState<RecoverySheet | null>(null);
  const make = (): void => {
    setAsks(false);
    void run(
      () => bridge.call("clinic.makeSheet", {}),
      ({ sheet }) => {
        void store.read();
        setMade(sheet);
      },
    );
  };
  /** Only now is the sheet before it good for nothing. */
  const keep = (): void => {
    setMade(null);
    void run(
      () => store.change(bridge.call("clinic.keepSheet", {})),
      () => announce(says.confirmed),
    );
  };
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]}>
        <div>
          <div className={styles["label"]}>{says.label}</div>
          <p className={styles["soft"]}>{says.help}</p>
        </div>
        {hasSheet ? (
          <p>{says.is}</p>
        ) : (
          <NoticeBox tone="warning" title={says.none}>
            <p>{says.noneText}</p>
          </NoticeBox>
        )}
        {hasUnprintedSheet && <p>{says.unprinted}</p>}
        {!isAdmin && (
          <p id="desks-sheet-admin" className={styles["soft"]}>
            {section.notAdmin}
          </p>
        )}
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <Button
            icon={FileKey}
            isPending={isPending}
            isDisabled={!isAdmin}
            describedBy={isAdmin ? undefined : "desks-sheet-admin"}
            onPress={() => (hasSheet ? setAsks(true) : make())}
          >
            {says.make}
          </Button>
        </ButtonRow>
      </div>
      {asks && (
        <Question
          title={says.againTitle}
          no={says.no}
          yes={says.make}
          onNo={() => setAsks(false)}
          onYes={make}
        >
          {says.againText}
        </Question>
      )}
      {made !== null && <SheetDialog sheet={made} onClose={keep} />}
    </SettingRow>
  );
}

/** The way out: what is here stays here. */
function LeaveRow({ member: { toShare } }: Props): ReactNode {
  const { leave: says } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  const [asks, setAsks] = useState(false);
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]}>
        <div>
          <div className={styles["label"]}>{says.label}</div>
          <p className={styles["soft"]}>{says.help}</p>
        </div>
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <Button icon={LogOut} isPending={isPending} onPress={() => setAsks(true)}>
            {says.button}
          </Button>
        </ButtonRow>
      </div>
      {asks && (
        <Question
          title={says.title}
          no={says.no}
          yes={says.button}
          onNo={() => setAsks(false)}
          onYes={() => {
            setAsks(false);
            return run(() => bridge.call("clinic.leave", {}), says.done);
          }}
        >
          <p>{says.text}</p>
          {toShare > 0 && <p>{says.unshared({ count: toShare })}</p>}
        </Question>
      )}
    </SettingRow>
  );
}
