import { CircleUserRound, KeyRound, LoaderCircle, Wifi, WifiOff } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Connection, Session } from "../../shared/session/account.ts";
import { words } from "../../messages/words.ts";
import { useAnnounce, useDesk, useMember, useSession, useStaffName, useToast } from "../lib/hooks.ts";
import { briefLoss, withLine } from "../lib/session.ts";
import { useLatest } from "../lib/use-latest.ts";
import { useNow } from "../lib/use-now.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { VisuallyHidden } from "../ui/text.tsx";
import { describeConnection, describeSession } from "./connection-words.ts";
import styles from "./shell.module.css";
import { Toast } from "./toast.tsx";
import { said } from "../../messages/saying.ts";

const BackOnline = loadOnDemand(async () => (await import("../features/outbox/index.ts")).BackOnline);

const HubLine = loadOnDemand(async () => (await import("../features/clinic/index.ts")).HubLineStatus);

const Moments = loadOnDemand(async () => (await import("../features/moments/index.ts")).UndoBars);

const StaffDialog = loadOnDemand(async () => (await import("../features/handover/index.ts")).StaffDialog);

const icons = {
  online: Wifi,
  offline: WifiOff,
  "token-refused": KeyRound,
  "signed-out": KeyRound,
  checking: LoaderCircle,
} as const satisfies Record<Connection["state"], unknown>;

/** The line to the service and to the clinic's hub, and who is at the desk. */
export function DeskHeader({ session }: { readonly session: Session }): ReactNode {
  const { who, where } = describeSession(session);
  const staff = useStaffName();
  const [asks, setAsks] = useState(false);
  const isAboutToGo = useStore(useDesk().moments, ({ moments }) => moments.length > 0);
  const isMember = useMember() !== null;
  return (
    <header>
      <div className={styles["header"]}>
        <div className={styles["line"]}>
          <StatusPill />
          <BackOnline />
        </div>
        {isAboutToGo && <Moments />}
        <Toast />
        <button type="button" className={styles["who"]} onClick={() => setAsks(true)}>
          <CircleUserRound size={16} aria-hidden="true" />
          <VisuallyHidden>{words.shell.desk.atTheDesk} </VisuallyHidden>
          <strong>
            <bdi>{staff ?? who}</bdi>
          </strong>
          <bdi>{staff === null ? where : who}</bdi>
          <VisuallyHidden> {words.handover.staff.change}</VisuallyHidden>
        </button>
        {asks && <StaffDialog onClose={() => setAsks(false)} />}
      </div>
      {isMember && <HubLine />}
    </header>
  );
}

/**
 * Says that the line to the service is lost: until then it only changed a word in the header. One that is back at once, as after
 * an answer that could not be read, is no news beside what became of the booking.
 */
function useLineLost(state: Connection["state"] | undefined, told: string): void {
  const announce = useAnnounce();
  const before = useRef(state);
  const latest = useLatest(told);
  useEffect(() => {
    const isLost = before.current === "online" && state === "offline";
    before.current = state;
    if (!isLost) return undefined;
    const timer = setTimeout(() => announce(latest.current), briefLoss);
    return () => clearTimeout(timer);
  }, [state, latest, announce]);
}

function StatusPill(): ReactNode {
  const { connection, offlineSince } = useSession();
  const { bridge, session: store } = useDesk();
  const announce = useAnnounce();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const now = new Date(useNow());
  const { word, tone, why } = describeConnection(
    isAsking || connection === null ? null : { ...connection, offlineSince },
    now,
  );
  useLineLost(connection?.state, words.shell.connection.told({ state: word, why }));
  const { reason = null } = connection ?? {};
  // Why it is offline is for whoever looks for it: at the desk it changes nothing.
  const title = [reason === null ? "" : said(reason), words.shell.connection.askNow].join(" ").trim();
  const check = async (): Promise<void> => {
    if (isAsking) return;
    setIsAsking(true);
    const answer = await bridge.call("connection.check", {});
    setIsAsking(false);
    if (!answer.ok) return toast(said(answer.failure.why));
    store.setState((before) => withLine(before, answer.value));
    // That it is back is said once, with what was sent since.
    if (offlineSince !== null && answer.value.state === "online") return;
    // That it is lost is said when it is, whoever found it out.
    if (connection?.state === "online" && answer.value.state === "offline") return;
    const told = describeConnection(answer.value, new Date());
    announce(words.shell.connection.told({ state: told.word, why: told.why }));
  };
  return (
    <button
      type="button"
      className={styles["pill"]}
      title={title}
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
