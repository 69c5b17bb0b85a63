import type { ReactNode } from "react";
import type { KeptThing } from "../../../shared/keeping/kept.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice, Unread } from "../../ui/failure-notice.tsx";
import { Question } from "../question/index.ts";

type Props = {
  readonly what: KeptThing;
  readonly years: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Asked before anything goes because of its age: how many go now, from before which day, and that the rest follows. */
export function KeepQuestion({ what, years, onClose, onDone }: Props): ReactNode {
  const { bridge } = useDesk();
  const { failure, isPending, run } = useWork();
  const { keeping: says } = words.settings;
  const reading = useRoute("keeping.preview", { what, years });
  const title = says.question[what]({ years });
  if (reading.state !== "ready")
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onPress={onClose}>{says.no}</Button>}>
        <Unread reading={reading} title={says.notCounted} again={says.again} waiting={says.looking} />
      </Dialog>
    );
  const { count, before } = reading.value;
  const agree = async (): Promise<void> => {
    if (!isPending) await run(() => bridge.call("keeping.set", { what, years, before }), onDone);
  };
  return (
    <Question
      title={title}
      no={says.no}
      yes={says.yes({ count })}
      isDangerous={count > 0}
      onNo={onClose}
      onYes={agree}
    >
      <p>{says.text[what]({ count, date: before })}</p>
      <p>
        {says.later} {says.forGood}
      </p>
      {what === "bookings" && <p>{says.copies}</p>}
      {failure !== null && <FailureNotice failure={failure} />}
    </Question>
  );
}
