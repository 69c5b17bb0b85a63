import { Suspense, lazy, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import { words } from "../../../messages/words.ts";
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
      title={words.signIn.sameAccount.title}
      isOpen
      isQuestion
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {words.signIn.cancel}
          </Button>
          <Button onPress={() => onAnswer(false)}>{words.signIn.sameAccount.no}</Button>
          <Button variant="primary" onPress={() => onAnswer(true)}>
            {words.signIn.sameAccount.yes}
          </Button>
        </>
      }
    >
      <p>{said(failure.why)}</p>
      <p>{words.signIn.sameAccount.text}</p>
    </Dialog>
  </Suspense>
);
