import { useState, type ReactNode } from "react";
import type { ClinicDesk, ClinicSheet } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useQuestion } from "../../lib/use-question.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, SelectField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useDayOf, useWhen } from "../items/index.ts";
import { formatDeskName } from "./claim-words.ts";
import { nameGuests, groupGuestsByDay } from "./guests.ts";
import { useClinicCall } from "./use-clinic-call.ts";

type Props = {
  readonly desk: ClinicDesk;
  /** All of the clinic. */
  readonly desks: readonly ClinicDesk[];
  readonly sheets: readonly ClinicSheet[];
  readonly onClose: () => void;
};

const noGuests = "";

/** Asked before a desk is refused for ever: it keeps what it had, and may have been lost. */
export function RemoveQuestion({ desk, desks: all, sheets, onClose }: Props): ReactNode {
  const { removing: says, desks } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  useQuestion(onClose);
  const [lost, setLost] = useState(false);
  const [since, setSince] = useState(noGuests);
  const when = useWhen();
  const days = groupGuestsByDay(desk, { desks: all, sheets, dayOf: useDayOf() });
  const chosen = days.find((day) => day.since === since);
  const guests = chosen?.desks.length ?? 0;
  const name = formatDeskName(desk.name, desks.unnamed);
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
                () =>
                  bridge.call("clinic.removeDesk", {
                    desk: desk.id,
                    lost,
                    ...(chosen !== undefined && { letInSince: since }),
                  }),
                guests > 0 ? says.doneAll({ name, count: guests }) : says.done({ name }),
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
      {days.length > 0 && (
        <SelectField
          label={says.letIn}
          name="letIn"
          value={since}
          onChange={setSince}
          help={says.letInHelp}
          options={[
            { value: noGuests, label: says.letInNone },
            ...days.map((day) => ({
              value: day.since,
              label:
                day.desks.length === 0
                  ? says.sheetsSince({ count: day.sheets, when: when(day.since) })
                  : says.letInSince({
                      count: day.desks.length,
                      when: when(day.since),
                      desks: nameGuests(day.desks),
                    }),
            })),
          ]}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
