import { useState, type ReactNode } from "react";
import type { ClinicDesk } from "../../../contract/records/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../state/hooks.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { nameOfDesk } from "./claim-words.ts";
import { useClinicCall } from "./use-clinic-call.ts";

type Props = { readonly desk: ClinicDesk; readonly onClose: () => void };

/** Asked before a desk is refused for ever: it keeps what it had, and may have been lost. */
export function RemoveQuestion({ desk, onClose }: Props): ReactNode {
  const { removing: says, desks } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  useQuestion(onClose);
  const [lost, setLost] = useState(false);
  const name = nameOfDesk(desk.name, desks.unnamed);
  return (
    <Dialog
      title={says.title({ name })}
      size="medium"
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{says.no}</Button>
          <Button
            variant="danger"
            isPending={isPending}
            onPress={() =>
              run(
                () => bridge.call("clinic.removeDesk", { desk: desk.id, lost }),
                says.done({ name }),
                onClose,
              )
            }
          >
            {says.yes}
          </Button>
        </>
      }
    >
      <p>{says.text}</p>
      <CheckField
        label={says.lost}
        name="lost"
        isSelected={lost}
        onChange={setLost}
        description={says.lostHelp}
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
