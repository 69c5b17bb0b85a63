import {
  CircleUserRound,
  Keyboard,
  KeyRound,
  LoaderCircle,
  Lock,
  Wifi,
  WifiOff,
  type LucideIcon,
} from "lucide-react";
import { useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Connection, Session } from "../../shared/session/account.ts";
import { words } from "../../messages/words.ts";
import {
  useAnnounce,
  useDesk,
  useLock,
  useNavigation,
  useSession,
  useStaffName,
  useToast,
} from "../lib/hooks.ts";
import { FeaturesContext, listAddedScreens } from "../lib/features.tsx";
import { briefLoss } from "../lib/session.ts";
import { useLatest } from "../lib/use-latest.ts";
import { useNow } from "../lib/use-now.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { toAriaKeys } from "../ui/kbd.tsx";
import { VisuallyHidden } from "../ui/text.tsx";
import { useSlimSide } from "../ui/use-slim-side.ts";
import { describeConnection, describeSession } from "./connection-words.ts";
import { useLockDesk } from "./shell-commands.ts";
import styles from "./shell.module.css";
import { Toast } from "./toast.tsx";
import { said } from "../../messages/saying.ts";

const BackOnline = loadOnDemand(async () => (await import("../features/outbox/index.ts")).BackOnline);

const Moments = loadOnDemand(async () => (await import("../features/moments/index.ts")).UndoBars);

const StaffDialog = loadOnDemand(async () => (await import("../features/staff/index.ts")).StaffDialog);

const UpdateLine = loadOnDemand(async () => (await import("../features/updates/index.ts")).UpdateLine);

const icons = {
  online: Wifi,
  offline: WifiOff,
  "token-refused": KeyRound,
  "signed-out": KeyRound,
  checking: LoaderCircle,
} as const satisfies Record<Connection["state"], unknown>;

type Props = { readonly session: Session; readonly onShortcuts: () => void };

/** At the foot of the side: the line to the service, who is at the desk, and the end of a shift. News stands over the screen. */
export function DeskHeader({ session, onShortcuts }: Props): ReactNode {
  const { who, where } = describeSession(session);
  const staff = useStaffName();
  const [asks, setAsks] = useState(false);
  const isAboutToGo = useStore(useDesk().moments, ({ moments }) => moments.length > 0);
  return (
    <header className={styles["foot"]}>
      <UpdateLine className={styles["quiet"]} />
      <StatusPill />
      <button type="button" className={styles["who"]} onClick={() => setAsks(true)}>
        <CircleUserRound size={16} aria-hidden="true" />
        <VisuallyHidden>{words.shell.desk.atTheDesk} </VisuallyHidden>
        <span className={styles["name"]}>
          <strong>
            <bdi>{staff ?? who}</bdi>
          </strong>{" "}
          <bdi>{staff === null ? where : who}</bdi>
        </span>
        <VisuallyHidden> {words.handover.staff.change}</VisuallyHidden>
      </button>
      {asks && <StaffDialog onClose={() => setAsks(false)} />}
      <ShiftEnd onShortcuts={onShortcuts} />
      <div className={styles["news"]}>
        <BackOnline />
        {isAboutToGo && <Moments />}
        <Toast />
      </div>
    </header>
  );
}

type FootProps = {
  readonly icon: LucideIcon;
  /** What is seen, where the name says more. */
  readonly short?: string;
  readonly name: string;
  readonly keys?: string;
  readonly isHere?: boolean;
  readonly onPress: () => void;
};

const FootButton = ({ icon: Icon, short, name, keys, isHere = false, onPress }: FootProps): ReactNode => (
  <button
    type="button"
    className={styles["quiet"]}
    title={useSlimSide() ? name : undefined}
    aria-label={short === undefined ? undefined : name}
    aria-current={isHere ? "page" : undefined}
    aria-keyshortcuts={keys === undefined ? undefined : toAriaKeys(keys)}
    onClick={onPress}
  >
    <Icon size={14} aria-hidden="true" /> <span className={styles["name"]}>{short ?? name}</span>
  </button>
);

function ShiftEnd({ onShortcuts }: Pick<Props, "onShortcuts">): ReactNode {
  const { target, go } = useNavigation();
  const lock = useLock();
  const lockDesk = useLockDesk();
  const { navigation, screens } = words.shell;
  return (
    <div className={styles["footRow"]}>
      {listAddedScreens(useContext(FeaturesContext)).map(
        ({ screen, foot }) =>
          foot && (
            <FootButton
              key={screen}
              icon={foot.icon}
              short={foot.short()}
              name={screens[screen]}
              isHere={target.screen === screen}
              onPress={() => go({ screen })}
            />
          ),
      )}
      <FootButton icon={Keyboard} name={navigation.shortcuts} keys="mod+/" onPress={onShortcuts} />
      {lock?.hasPin === true && lock.mayBeSet && (
        <FootButton icon={Lock} name={words.lock.button} keys="mod+L" onPress={lockDesk} />
      )}
    </div>
  );
}

/**
 * Says that the line to the service is lost: until then it only changed a word at the foot of the side. One that is back at once, as
 * after an answer that could not be read, is no news beside what became of the booking.
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
  const { bridge } = useDesk();
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
  const Icon = icons[isAsking ? "checking" : (connection?.state ?? "checking")];
  const check = async (): Promise<void> => {
    if (isAsking) return;
    setIsAsking(true);
    const answer = await bridge.call("connection.check", {});
    setIsAsking(false);
    if (!answer.ok) return toast(said(answer.failure.why));
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
      <Icon size={16} aria-hidden="true" className={styles[tone]} />
      <span className={styles["name"]}>
        <strong className={styles[tone]}>{word}</strong>{" "}
        <span>{isAsking ? words.shell.connection.asking : why}</span>
      </span>
      <VisuallyHidden> {words.shell.connection.checkNow}</VisuallyHidden>
    </button>
  );
}
