import { lazy, Suspense, type ReactNode } from "react";
import type { ListedBooking } from "../../../contract/records/item.ts";
import { useItemWords } from "./item-name.tsx";

const Question = lazy(async () => ({ default: (await import("./question.tsx")).Question }));

type Props = { readonly item: ListedBooking; readonly onClose: () => void; readonly onYes: () => void };

/** Whether somebody has asked the service, before a booking that may have been made is sent again. */
export function BookAgainQuestion({ item, onClose, onYes }: Props): ReactNode {
  const { title, detail } = useItemWords(item);
  return (
    <Suspense fallback={null}>
      <Question asks="again" {...{ item, title, detail, onClose, onYes }} />
    </Suspense>
  );
}
