import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { BookingFacts } from "./facts.ts";

type Props = { readonly facts: BookingFacts; readonly onClose: () => void; readonly onYes: () => void };

/** Asked before a booking that stands as made is taken for not made. */
export const NotBookedQuestion = ({ facts, onClose, onYes }: Props): ReactNode => (
  <Dialog
    title={words.bookings.notBooked.title}
    isOpen
    isQuestion
    onClose={onClose}
    actions={
      <>
        <Button onPress={onClose}>{words.bookings.notBooked.leave}</Button>
        <Button variant="danger" onPress={onYes}>
          {words.bookings.notBooked.confirm}
        </Button>
      </>
    }
  >
    <p>
      <strong>
        <bdi>{facts.patient}</bdi>
      </strong>
      {" · "}
      {facts.whenShort}
    </p>
    <p>{words.bookings.notBooked.help}</p>
  </Dialog>
);
