import type { ReactNode } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import { words } from "../../../messages/words.ts";
import { useQuestion } from "../../lib/use-question.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { said } from "../../../messages/saying.ts";

type Props = {
  readonly failure: Failure;
  readonly onAnswer: (sameAccount: boolean) => void;
  readonly onClose: () => void;
};

/** Asks whose token it is, because the token does not say: records of two accounts must never mix. */
export function AccountQuestion({ failure, onAnswer, onClose }: Props): ReactNode {
  useQuestion(onClose);
  return (
    <Dialog
      title={words.signIn.sameAccount.title}
      isQuestion
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
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
  );
}
