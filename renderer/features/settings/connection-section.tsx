import { KeyRound, LogOut } from "lucide-react";
import { useState, type ReactNode } from "react";
import { failed, type Result } from "../../../shared/core/failure.ts";
import type { Session } from "../../../shared/session/account.ts";
import { tallyKinds, formatTally } from "../../../shared/outbox/tally.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useIsSet, useSession } from "../../lib/hooks.ts";
import { useTally } from "../../lib/use-tally.ts";
import { useWork } from "../../lib/use-work.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { AddedRows } from "./action-row.tsx";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { SetMark } from "./managed-row.tsx";
import { ProxyRow } from "./proxy-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { TokenDialog, formatMomentHere, describeToken } from "../session/index.ts";

function factsOf(session: Session): readonly Fact[] {
  const { connection } = words.settings;
  if (session.practice) return [{ label: connection.service, value: connection.practiceService }];
  const { token } = session;
  return [
    { label: connection.address, value: session.serviceAddress ?? connection.none },
    { label: connection.account, value: token?.subject ?? connection.namesNobody },
    ...(!token?.issuer ? [] : [{ label: connection.issuer, value: token.issuer }]),
    {
      label: connection.expires,
      value: !token?.expiresAt
        ? connection.expiresUnknown
        : connection.expiresAt({ when: formatMomentHere(token.expiresAt) }),
    },
    { label: connection.kept, value: connection.keptIn({ place: session.tokenKept ?? "nowhere" }) },
  ];
}

/** Where this desk is connected, with which token, and how to leave. */
export function ConnectionSection(): ReactNode {
  const { session } = useSession();
  const now = useNow();
  const isAddressSet = useIsSet("serviceAddress");
  const [open, setOpen] = useState<"token" | "sign-out" | null>(null);
  if (session === null) return null;
  const warning =
    session.token === null || session.practice ? null : describeToken(session.token, Date.parse(now)).warning;
  const { connection, leave } = words.settings;
  return (
    <SettingGroup section="connection">
      <SettingRow id="connection" isWide>
        <div className={styles["stack"]}>
          <Facts items={factsOf(session)} />
          {isAddressSet && !session.practice && <SetMark />}
          {session.tokenKept === "memory" && !session.practice && (
            <NoticeBox tone="warning" title={connection.notKept}>
              {connection.notKeptWhy}
            </NoticeBox>
          )}
          {warning !== null && session.token?.isJwt === true && <NoticeBox tone="warning" title={warning} />}
          <ButtonRow>
            {!session.practice && (
              <Button icon={KeyRound} onPress={() => setOpen("token")}>
                {connection.newToken}
              </Button>
            )}
            <Button icon={LogOut} onPress={() => setOpen("sign-out")}>
              {session.practice ? leave.practice : leave.signOut}
            </Button>
          </ButtonRow>
        </div>
      </SettingRow>
      <AddedRows section="connection" />
      <ProxyRow />
      {open === "token" && <TokenDialog onClose={() => setOpen(null)} />}
      {open === "sign-out" && <SignOutQuestion practice={session.practice} onClose={() => setOpen(null)} />}
    </SettingGroup>
  );
}

type SignOutProps = { readonly practice: boolean; readonly onClose: () => void };

function SignOutQuestion({ practice, onClose }: SignOutProps): ReactNode {
  const { bridge, flushes } = useDesk();
  const tally = useTally();
  const counts = formatTally(tally, tallyKinds);
  const { signOutText, notSent, notSentNow, mayArrive } = words.settings.leave;
  const { failure, run } = useWork();
  const signOut = async (): Promise<Result<Session>> => {
    const unsaved = await flushes.runAll();
    if (unsaved !== null) return failed(unsaved);
    return bridge.call("session.signOut", {});
  };
  const { leave: says } = words.settings;
  return (
    <Question
      title={practice ? says.practiceTitle : says.signOutTitle}
      no={says.stay}
      yes={practice ? says.practice : says.signOut}
      isDangerous={false}
      onNo={onClose}
      onYes={() => run(signOut)}
    >
      {practice ? (
        <p>{says.practiceText}</p>
      ) : (
        <>
          <p>{signOutText}</p>
          {counts !== "" && (
            <>
              <p>
                <strong>{counts}</strong>
              </p>
              {tally.aboutToSend > 0 && <p>{notSentNow}</p>}
              {tally.sending > 0 && <p>{mayArrive}</p>}
              <p>{notSent}</p>
            </>
          )}
        </>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </Question>
  );
}
