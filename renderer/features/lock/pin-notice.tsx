import type { ReactNode } from "react";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import type { PinTry } from "./use-pin.ts";

/** What came of a try: said once, by an alert that the field is described by. The seconds that run down are not said. */
export function PinNotice({ id, attempt }: { readonly id: string; readonly attempt: PinTry }): ReactNode {
  const { failure, told, waits, serial } = attempt;
  if (failure !== null) return <FailureNotice key={serial} id={id} failure={failure} />;
  if (told === null && waits === null) return null;
  return (
    <NoticeBox
      key={serial}
      id={id}
      tone={waits === null ? "danger" : "warning"}
      live="assertive"
      title={told ?? undefined}
    >
      {waits === null ? null : <p aria-live="off">{waits}</p>}
    </NoticeBox>
  );
}

/** Whether there is a notice for the field to be described by. */
export const hasNotice = ({ failure, told, waits }: PinTry): boolean =>
  failure !== null || told !== null || waits !== null;
