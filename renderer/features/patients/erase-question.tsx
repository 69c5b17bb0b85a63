import type { ReactNode } from "react";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useLock } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Question } from "../question/index.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";

const AdminDialog = loadOnDemand(async () => (await import("../lock/index.ts")).AdminDialog);

/** A patient who is to be deleted. */
export type Forgotten = { readonly id: RecordId; readonly name: string };
export type Erased = RouteOutput<"retention.erase">;

type Props = {
  readonly patients: readonly Forgotten[];
  /** A person named this one, however lately seen. */
  readonly isChosen: boolean;
  readonly onClose: () => void;
  readonly onErased: (erased: Erased) => void;
};

/** Asked before patients are deleted, which nothing takes back; after the admin PIN, where there is one. */
export function EraseQuestion({ patients, isChosen, onClose, onErased }: Props): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, isPending, run } = useWork();
  const { retention: says } = words.settings;
  const { name } = patients[0] ?? { name: "" };
  const isOne = patients.length === 1;
  const needsPin = useLock()?.isAdminOpen === false;
  const erase = async (): Promise<void> => {
    if (isPending) return;
    await run(
      () => bridge.call("retention.erase", { ids: patients.map(({ id }) => id), isChosen }),
      (answer) => {
        announce(says.erased({ count: answer.erased }));
        onErased(answer);
      },
    );
  };
  // Once it is open, the question stands here.
  if (needsPin) {
    const what = isOne ? says.eraseOneOf({ name }) : says.erase({ count: patients.length });
    return <AdminDialog what={what} onClose={onClose} onOpen={() => undefined} />;
  }
  return (
    <Question
      title={says.question({ count: patients.length, name })}
      no={says.no}
      yes={says.yes}
      onNo={onClose}
      onYes={erase}
    >
      <p>{says.text}</p>
      {failure !== null && <FailureNotice failure={failure} />}
    </Question>
  );
}
