import { Copy, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { useCommand, useDesk, useToast } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";
import { formatFacts, type BookingFacts } from "./facts.ts";
import styles from "./bookings.module.css";
import { mayHaveSlip, type SlipSource } from "./slip.ts";

type FactsProps = { readonly facts: BookingFacts };

/** Puts a booking on the clipboard. */
export function CopyFacts({ facts }: FactsProps): ReactNode {
  const { bridge } = useDesk();
  const answer = useToast();
  const { failure, run } = useWork();
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text: formatFacts(facts) }),
      () => answer(words.bookings.copied),
    );
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Copy} onPress={() => void copy()}>
        {words.bookings.copy}
      </Button>
    </>
  );
}

// It has the whole slip in it, and is loaded when it is first asked for.
export const LazySlipDialog = loadOnDemand(async () => (await import("./slip-dialog.tsx")).SlipDialog);

type SlipProps = {
  /** The visits that one slip is of. */
  readonly sources: readonly SlipSource[];
};

/** Opens the slip of these visits; nothing where they may have none. */
export const SlipButton = ({ sources }: SlipProps): ReactNode =>
  sources.every(mayHaveSlip) ? <OpenSlip sources={sources} /> : null;

function OpenSlip({ sources }: SlipProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommand("print", () => setOpen(true));
  return (
    <>
      <Button icon={Printer} onPress={() => setOpen(true)} shortcut="mod+P">
        {words.slip.open}
      </Button>
      {isOpen && <LazySlipDialog sources={sources} onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = {
  readonly facts: Pick<BookingFacts, "alerts" | "differs">;
  /** It has just been answered; else it was there when the booking was opened. */
  readonly isNews?: boolean;
};

/** Everything that the service recorded otherwise than it was sent, or may have. */
export function DifferencesNotice({ facts: { alerts, differs }, isNews = false }: Props): ReactNode {
  if (alerts.length === 0) return null;
  const { title, help, confirmTitle, confirmHelp, list } = words.bookings.differs;
  return (
    <NoticeBox
      tone="danger"
      {...(isNews ? { live: "assertive" as const } : {})}
      title={differs ? title : confirmTitle}
    >
      <ul className={styles["differences"]} aria-label={differs ? list : confirmTitle}>
        {alerts.map((alert) => (
          <li key={alert}>
            <bdi>{alert}</bdi>
          </li>
        ))}
      </ul>
      <p>{differs ? help : confirmHelp}</p>
    </NoticeBox>
  );
}

/** What the answer does not confirm, which services may leave out: no reason to ask anybody. */
export const Unconfirmed = ({ facts }: FactsProps): ReactNode =>
  facts.unconfirmed.map((sentence) => (
    <p key={sentence} className={styles["unconfirmed"]}>
      <bdi>{sentence}</bdi>
    </p>
  ));
