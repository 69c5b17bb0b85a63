import { CircleCheck, CircleDashed, CircleX, Copy, Minus, Stethoscope, TriangleAlert } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import {
  checkNames,
  type Check,
  type DoctorState,
  type Verdict,
} from "../../../shared/connection-check/doctor.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { StatusBadge, type BadgeProps } from "../../ui/status-badge.tsx";
import styles from "./connection-check.module.css";

/** Opens a look at the whole connection. */
export function CheckButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Stethoscope} onPress={() => setOpen(true)}>
        {words.doctor.open}
      </Button>
      {isOpen && <DoctorDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const idle: DoctorState = { isRunning: true, checks: [], endedAt: null };

/** Runs as it is opened: each step with what was found and what to do, as it is through. */
function DoctorDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [state, setState] = useState(idle);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const copying = useWork();
  const says = words.doctor;
  useEffect(() => bridge.listen("doctor.changed", setState), [bridge]);
  useEffect(() => {
    let isOver = false;
    void bridge.call("doctor.run", {}).then((answer) => {
      if (isOver) return;
      if (!answer.ok) return setFailure(answer.failure);
      setState(answer.value);
      announce(endWords(answer.value.checks));
    });
    return () => {
      isOver = true;
      void bridge.call("doctor.stop", {});
    };
  }, [bridge, announce, round]);
  const { checks, endedAt } = state;
  const isRunning = state.isRunning && failure === null;
  const next = checkNames[checks.length];
  const copy = (): void =>
    void copying.run(
      async () => {
        const report = await bridge.call("doctor.report", {});
        return report.ok ? bridge.call("app.copy", { text: report.value.text }) : report;
      },
      () => announce(says.copied),
    );
  const again = (): void => {
    setState(idle);
    setFailure(null);
    setRound((before) => before + 1);
  };
  return (
    <Dialog
      title={says.title}
      size="large"
      onClose={onClose}
      actions={
        <>
          {isRunning ? (
            <Button onPress={() => void bridge.call("doctor.stop", {})}>{says.stop}</Button>
          ) : (
            <>
              {failure === null && (
                <Button icon={Copy} isPending={copying.isPending} onPress={copy}>
                  {says.copy}
                </Button>
              )}
              <Button onPress={again}>{says.again}</Button>
            </>
          )}
          <Button variant="primary" onPress={onClose}>
            {says.close}
          </Button>
        </>
      }
    >
      <div className={styles["stack"]}>
        <p>
          {isRunning && next !== undefined
            ? says.running({ name: says.names[next] })
            : endedAt !== null && <strong>{endWords(checks)}</strong>}
        </p>
        <ol className={styles["stack"]} aria-label={says.title}>
          {checks.map((check) => (
            <Step key={check.name} check={check} />
          ))}
        </ol>
        {failure !== null && <FailureNotice failure={failure} />}
        {copying.failure !== null && <FailureNotice failure={copying.failure} />}
      </div>
    </Dialog>
  );
}

const countOf = (checks: readonly Check[], verdict: Verdict): number =>
  checks.filter((check) => check.verdict === verdict).length;
const endWords = (checks: readonly Check[]): string =>
  words.doctor.ended({ fails: countOf(checks, "fail"), warnings: countOf(checks, "warning") });

const looks: Readonly<Record<Verdict, Pick<BadgeProps, "tone" | "icon">>> = {
  pass: { tone: "success", icon: CircleCheck },
  warning: { tone: "warning", icon: TriangleAlert },
  fail: { tone: "danger", icon: CircleX },
  unchecked: { tone: "neutral", icon: CircleDashed },
  unused: { tone: "neutral", icon: Minus },
};

/** What was found may hold what somebody else wrote, such as the name of a host. */
const longest = 1_000;

function Step({ check: { name, verdict, found, todo } }: { readonly check: Check }): ReactNode {
  const says = words.doctor;
  return (
    <li>
      <p>
        <StatusBadge word={says.verdicts[verdict]} {...looks[verdict]} /> <strong>{says.names[name]}</strong>
      </p>
      <p>
        <bdi>{cleanLine(said(found), longest)}</bdi>
      </p>
      {todo !== null && <p className={styles["soft"]}>{said(todo)}</p>}
    </li>
  );
}
