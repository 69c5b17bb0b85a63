import { CircleUserRound, KeyRound, LoaderCircle, Wifi, WifiOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Connection, Session } from "../../contract/records/account.ts";
import { words } from "../../messages/words.ts";
import { useAnnounce, useDesk, useSession } from "../state/hooks.ts";
import { useNow } from "../state/use-now.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { connectionWords, whoIsHere } from "./connection-words.ts";
import styles from "./shell.module.css";
import { said } from "../../messages/saying.ts";

const icons = {
  online: Wifi,
  offline: WifiOff,
  "token-refused": KeyRound,
  "signed-out": KeyRound,
  checking: LoaderCircle,
} as const satisfies Record<Connection["state"], unknown>;

/** The line to the service, and who is at the desk. */
export function DeskHeader({ session }: { readonly session: Session }): ReactNode {
  const { who, where } = whoIsHere(session);
  return (
    <header className={styles["header"]}>
      <StatusPill />
      <p className={styles["who"]}>
        <CircleUserRound size={16} aria-hidden="true" />
        <VisuallyHidden>{words.shell.desk.atTheDesk} </VisuallyHidden>
        <strong>
          <bdi>{who}</bdi>
        </strong>
        <bdi>{where}</bdi>
      </p>
    </header>
  );
}

function StatusPill(): ReactNode {
  const { connection } = useSession();
  const { bridge, session: store } = useDesk();
  const announce = useAnnounce();
  const [isAsking, setIsAsking] = useState(false);
  const now = new Date(useNow());
  const { word, tone, why } = connectionWords(isAsking ? null : connection, now);
  const check = async (): Promise<void> => {
    if (isAsking) return;
    setIsAsking(true);
    const answer = await bridge.call("connection.check", {});
    setIsAsking(false);
    if (!answer.ok) return announce(said(answer.failure.why));
    store.setState({ connection: answer.value });
    const told = connectionWords(answer.value, new Date());
    announce(words.shell.connection.told({ state: told.word, why: told.why }));
  };
  return (
    <button
      type="button"
      className={styles["pill"]}
      title={words.shell.connection.askNow}
      aria-busy={isAsking || undefined}
      onClick={() => void check()}
    >
      <StatusBadge
        word={word}
        tone={tone}
        icon={icons[isAsking ? "checking" : (connection?.state ?? "checking")]}
      />
      <span>{isAsking ? words.shell.connection.asking : why}</span>
      <VisuallyHidden> {words.shell.connection.checkNow}</VisuallyHidden>
    </button>
  );
}
