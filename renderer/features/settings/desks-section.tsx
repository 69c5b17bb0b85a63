import { LogIn, Network } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useClinic, useDesk, useSession } from "../../lib/hooks.ts";
import { getSectionId } from "../../lib/settings-pages.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import { ClinicForm, useClinicCall, type ClinicWay } from "../clinic/index.ts";
import { useWhen } from "../items/index.ts";
import { DesksOfClinic } from "./desks-rows.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

/** Whether this desk shares with others over a hub, and with whom. */
export function DesksSection(): ReactNode {
  const { clinic, failure } = useClinic();
  useMembershipNews(clinic?.membership);
  const isPractice = useSession().session?.practice === true;
  if (clinic === null && failure === null) return null;
  return (
    <SettingGroup section="desks" {...(isPractice && { description: words.clinic.section.practice })}>
      {failure !== null && <FailureNotice failure={failure} />}
      {clinic?.membership === "none" && <Alone reason={clinic.reason} isPractice={isPractice} />}
      {clinic?.membership === "joining" && <Joining {...clinic} />}
      {clinic?.membership === "member" && <DesksOfClinic member={clinic} />}
    </SettingGroup>
  );
}

/** Says how joining ended, which another desk decides, and keeps the focus in the section that is drawn anew. */
function useMembershipNews(membership: ClinicState["membership"] | undefined): void {
  const announce = useAnnounce();
  const before = useRef(membership);
  useEffect(() => {
    const was = before.current;
    before.current = membership;
    if (was === undefined || was === membership) return;
    if (was === "joining" && membership === "member") announce(words.clinic.join.joined);
    if (isFocusLost()) document.getElementById(getSectionId("desks"))?.focus();
  }, [membership, announce]);
}

type AloneProps = Pick<Extract<ClinicState, { membership: "none" }>, "reason"> & {
  readonly isPractice: boolean;
};

/** A desk by itself: what there is, and the ways into a clinic. */
function Alone({ reason, isPractice }: AloneProps): ReactNode {
  const { section: says } = words.clinic;
  const [way, setWay] = useState<ClinicWay | null>(null);
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]} data-field="desks">
        {reason !== null && (
          <NoticeBox tone="warning" title={says.noMore}>
            <p>
              <bdi>{cleanLine(said(reason), 1_000)}</bdi>
            </p>
          </NoticeBox>
        )}
        <div>
          <div className={styles["label"]}>{says.label}</div>
          <p className={styles["soft"]}>{says.what}</p>
          <p className={styles["soft"]}>{says.locked}</p>
        </div>
        <ButtonRow>
          <Button icon={Network} onPress={() => setWay("create")}>
            {says.create}
          </Button>
          {!isPractice && (
            <>
              <Button icon={LogIn} onPress={() => setWay("join")}>
                {says.join}
              </Button>
              <Button variant="quiet" onPress={() => setWay("recover")}>
                {says.recover}
              </Button>
            </>
          )}
        </ButtonRow>
      </div>
      {way !== null && <ClinicForm way={way} onClose={() => setWay(null)} />}
    </SettingRow>
  );
}

/** A code was typed: somebody at the other desk decides. */
function Joining({ hub, until }: Extract<ClinicState, { membership: "joining" }>): ReactNode {
  const { joining: says, hub: hubSays } = words.clinic;
  const { bridge } = useDesk();
  const when = useWhen();
  const { isPending, failure, run } = useClinicCall();
  const cancel = (): void => {
    if (!isPending) void run(() => bridge.call("clinic.stopJoining", {}), says.canceled);
  };
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]} data-field="desks">
        <NoticeBox tone="info" title={says.title}>
          <p>{says.text({ when: when(until) })}</p>
        </NoticeBox>
        <p className={styles["soft"]}>
          {hubSays.label}: <bdi>{hub}</bdi>
        </p>
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <CancelButton onPress={cancel} />
        </ButtonRow>
      </div>
    </SettingRow>
  );
}
