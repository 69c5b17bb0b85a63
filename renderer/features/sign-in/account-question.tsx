import { Suspense, lazy, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import { Button } from "../../ui/button.tsx";
import { said } from "../../../messages/saying.ts";

const Dialog = lazy(async () => ({ default: (await import("../../ui/dialog.tsx")).Dialog }));

type Props = {
  readonly failure: Failure;
  readonly onAnswer: (sameAccount: boolean) => void;
  readonly onClose: () => void;
};

/** Asks whose token it is, because the token does not say: records of two accounts must never mix. */
export const AccountQuestion = ({ failure, onAnswer, onClose }: Props): ReactNode => (
  <Suspense fallback={null}>
    <Dialog
      title="Is this the same account as before?"
      isOpen
      isQuestion
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button onPress={() => onAnswer(false)}>No, another account</Button>
          <Button variant="primary" onPress={() => onAnswer(true)}>
            Yes, the same account
          </Button>
        </>
      }
    >
      <p>{said(failure.why)}</p>
      <p>
        With “the same”, the patients, bookings and unsent items of that account are shown and sent with this
        token. With “another”, they are kept on this computer, hidden, and never sent.
      </p>
    </Dialog>
  </Suspense>
);
