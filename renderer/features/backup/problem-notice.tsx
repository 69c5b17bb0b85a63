import type { ReactNode } from "react";
import type { BackupState } from "../../../shared/backup/backup.ts";
import { words } from "../../../messages/words.ts";
import { useSettings } from "../../lib/hooks.ts";
import { formatClockMoment } from "../../ui/format.ts";
import { NoticeBox } from "../../ui/notice.tsx";

type Told = Pick<BackupState, "isFor" | "plan" | "problem" | "missed" | "part" | "good">;

/** Whether there is anything that somebody should do about backups. */
export const needsCare = ({ isFor, plan, problem, missed, part }: Told): boolean =>
  isFor === "records" && part === null && (plan === null || problem !== null || missed > 0);

/** When the last good one was made, in words. */
export function useLastWords(): (good: Told["good"]) => string {
  const { settings } = useSettings();
  const { now } = words.backup;
  return (good) =>
    good === null ? now.never : now.last({ when: formatClockMoment(good.at, settings?.timeZone) });
}

type Props = { readonly state: Told; readonly actions?: ReactNode; readonly live?: "assertive" };

/** Why there is no backup, what was kept, and what to do. */
export function ProblemNotice({ state, actions, live }: Props): ReactNode {
  const { problem: says } = words.backup;
  const lastWords = useLastWords();
  const { problem, missed, plan, good } = state;
  const title =
    problem !== null ? says.title : plan === null ? says.keychainTitle : says.missed({ count: missed });
  const why = problem !== null ? says[problem.reason] : plan === null ? says.keychain : says.missedText;
  return (
    <NoticeBox tone="warning" title={title} actions={actions} {...(live === undefined ? {} : { live })}>
      <p>{why}</p>
      <p>
        {says.kept} {(problem?.nextAt ?? null) === null ? "" : says.next}
      </p>
      <p>{lastWords(good)}</p>
    </NoticeBox>
  );
}
