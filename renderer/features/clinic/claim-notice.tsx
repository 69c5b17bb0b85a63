import { useId, type ReactNode } from "react";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useMember } from "../../lib/hooks.ts";
import { formatAttempt, formatHistory, formatHolder, formatClaimState } from "./claim-words.ts";
import styles from "./clinic.module.css";
import { useWhen } from "../items/index.ts";

type Props = { readonly claim: SharedClaim };

/** The tries that may have arrived, a line each; nothing where there is none. */
function Tries({ claim: { attempts } }: Props): ReactNode {
  const when = useWhen();
  const self = useMember()?.self ?? "";
  const id = useId();
  if (attempts.length === 0) return null;
  return (
    <>
      <p id={id}>{words.clinic.claim.tries}</p>
      <ul aria-labelledby={id} className={styles["tries"]}>
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <bdi>{formatAttempt(attempt, { self, when })}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

type NoticeProps = Props & {
  /** Sharing has stopped: where it stands at another desk by now nobody here hears. */
  readonly isStale: boolean;
};

/** Who holds a booking that waits, where it stands there, and which tries may have arrived. */
export function ClaimNotice({ claim, isStale }: NoticeProps): ReactNode {
  const { title, holds, held } = words.clinic.claim;
  const says = isStale && !claim.isHeldHere ? held : holds;
  const standing = isStale && claim.blocked === null ? [] : formatClaimState(claim);
  return (
    <section className={styles["claim"]} aria-label={title}>
      <h3>{title}</h3>
      <p>
        <bdi>{says({ desk: formatHolder(claim) })}</bdi>
      </p>
      {standing.map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
      <Tries claim={claim} />
    </section>
  );
}

/** What a person must have seen who decides: the tries that may have arrived, and that some may not be known. */
export const ShownClaimText = ({ claim }: Props): ReactNode => (
  <>
    {formatHistory(claim).map((line) => (
      <p key={line}>
        <bdi>{line}</bdi>
      </p>
    ))}
    <Tries claim={claim} />
  </>
);
