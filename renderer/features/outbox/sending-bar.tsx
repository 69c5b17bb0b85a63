import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { said, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useItems, useMember, useSession } from "../../lib/hooks.ts";
import type { Progress } from "../../lib/items.ts";
import { useTally } from "../../lib/use-tally.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import styles from "./outbox.module.css";
import { estimateTimeLeft, isSending, formatSending, type DrainStart, type Reach } from "./progress-line.ts";

/** How sending gets on, and how to stop it: what is under way ends, the rest stays. */
export function SendingBar(): ReactNode {
  const progress = useItems((items) => items.progress);
  const tally = useTally();
  const { connection } = useSession();
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, run } = useWork();
  const isHubAway = useMember()?.line === "away";
  const reach = connection?.state !== "online" ? "no-service" : isHubAway ? "no-hub" : "all";
  const left = useEstimate(progress, reach);
  if (progress === null) return null;
  const total = progress.sent + progress.left;
  const pause = (paused: boolean): Promise<void> =>
    run(
      () => bridge.call("outbox.pause", { paused }),
      () => announce(words.outbox.announce[paused ? "stopped" : "resumed"]),
    );
  // Nothing moves, and there is nothing to stop: one line, no bar.
  if (reach === "no-service" && !progress.paused) return <p>{formatSending(progress, tally, reach)}</p>;
  return (
    <div className={styles["sending"]}>
      <div className={styles["sendingText"]}>
        <p className={styles["strong"]} id="outbox-sending">
          {formatSending(progress, tally, reach)}
        </p>
        {left !== null && <p>{said(left)}</p>}
      </div>
      <progress aria-labelledby="outbox-sending" max={Math.max(1, total)} value={progress.sent} />
      {progress.paused ? (
        <Button icon={Play} variant="primary" onPress={() => void pause(false)}>
          {words.outbox.sending.resume}
        </Button>
      ) : (
        <Button icon={Pause} onPress={() => void pause(true)}>
          {words.outbox.sending.stop}
        </Button>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </div>
  );
}

function useEstimate(progress: Progress, reach: Reach): Saying | null {
  const start = useRef<DrainStart | null>(null);
  const [left, setLeft] = useState<Saying | null>(null);
  useEffect(() => {
    if (progress === null || !isSending(progress, reach)) {
      start.current = null;
      setLeft(null);
      return;
    }
    start.current ??= { at: Date.now(), sent: progress.sent };
    setLeft(estimateTimeLeft(progress, start.current, Date.now()));
  }, [progress, reach]);
  return left;
}
