import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { BookingFacts } from "./facts.ts";

type Props = { readonly facts: BookingFacts; readonly onClose: () => void; readonly onYes: () => void };

/** Asked before a booking that stands as made is taken for not made. */
export const NotBookedQuestion = ({ facts, onClose, onYes }: Props): ReactNode => (
  <Dialog
    title="Was it not booked after all?"
    isOpen
    isQuestion
    onClose={onClose}
    actions={
      <>
        <Button onPress={onClose}>Leave it as it is</Button>
        <Button variant="danger" onPress={onYes}>
          It was not booked
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
    <p>
      Say so only when the service told you that it does not have this appointment. Nothing is sent or
      canceled by this: the booking goes back to the outbox, under Needs checking, where it can be booked
      again.
    </p>
  </Dialog>
);
