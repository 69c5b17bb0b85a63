import { KeyRound, LogOut } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import type { Session } from "../../../contract/records/account.ts";
import { useDesk, useItems, useSession } from "../../state/hooks.ts";
import { outboxCount } from "../../state/items.ts";
import { useNow } from "../../state/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/page.tsx";
import { TokenDialog, tokenWords } from "../sign-in/index.ts";
import styles from "./settings.module.css";

const moment = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

function factsOf(session: Session): readonly Fact[] {
  if (session.practice) return [{ label: "Service", value: "The practice service on this computer" }];
  const { token } = session;
  const kept =
    session.tokenKept === "memory"
      ? "In memory only: it is gone when Front Desk quits"
      : session.tokenKept === "keychain"
        ? "In this computer's keychain"
        : "Nowhere";
  return [
    { label: "Service address", value: session.serviceAddress ?? "None" },
    { label: "Account", value: token?.subject ?? "The token names nobody" },
    ...(!token?.issuer ? [] : [{ label: "Issued by", value: token.issuer }]),
    {
      label: "Token expires",
      value: !token?.expiresAt ? "It does not say" : moment.format(new Date(token.expiresAt)),
    },
    { label: "Token is kept", value: kept },
  ];
}

/** Where this desk is connected, with which token, and how to leave. */
export function ConnectionSection(): ReactNode {
  const { session } = useSession();
  const now = useNow();
  const [open, setOpen] = useState<"token" | "sign-out" | null>(null);
  if (session === null) return null;
  const warning =
    session.token === null || session.practice ? null : tokenWords(session.token, Date.parse(now)).warning;
  const leave = session.practice ? "Leave practice" : "Sign out";
  return (
    <Section title="Connection and token">
      <Facts items={factsOf(session)} />
      {session.tokenKept === "memory" && !session.practice && (
        <Notice tone="warning" title="The token is not kept">
          This computer offers no keychain, and a token is never written to a plain file. Enter it again after
          each start.
        </Notice>
      )}
      {warning !== null && session.token?.isJwt === true && <Notice tone="warning" title={warning} />}
      <div className={styles["buttons"]}>
        {!session.practice && (
          <Button icon={KeyRound} onPress={() => setOpen("token")}>
            New token
          </Button>
        )}
        <Button icon={LogOut} onPress={() => setOpen("sign-out")}>
          {leave}
        </Button>
      </div>
      {open === "token" && <TokenDialog onClose={() => setOpen(null)} />}
      {open === "sign-out" && <SignOutDialog practice={session.practice} onClose={() => setOpen(null)} />}
    </Section>
  );
}

function SignOutDialog({
  practice,
  onClose,
}: {
  readonly practice: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { bridge, session: store, flushes } = useDesk();
  const waiting = useItems((items) => outboxCount(items.counts));
  const drafts = useItems((items) => items.counts?.draft ?? 0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const leave = async (): Promise<void> => {
    await flushes.runAll();
    const answer = await bridge.call("session.signOut", {});
    if (answer.ok) store.setState({ session: answer.value });
    else setFailure(answer.failure);
  };
  const word = practice ? "Leave practice" : "Sign out";
  return (
    <Dialog
      title={practice ? "Leave practice?" : "Sign out of this desk?"}
      isOpen
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Stay</Button>
          <Button variant="primary" onPress={() => void leave()}>
            {word}
          </Button>
        </>
      }
    >
      {practice ? (
        <p>Practice records stay on this computer for the next practice. They never mix with real ones.</p>
      ) : (
        <>
          <p>
            The token is forgotten. Patients, bookings, drafts and settings of this account are kept on this
            computer.
          </p>
          {waiting + drafts > 0 && (
            <p>
              <strong>
                {waiting} unsent and {drafts} unfinished
              </strong>{" "}
              are kept too, but not sent until someone signs in with this account again.
            </p>
          )}
        </>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
