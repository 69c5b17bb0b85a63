import type { ReactNode } from "react";
import { useQuestion } from "../../lib/use-question.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type QuestionProps = {
  readonly title: string;
  /** The words on the two buttons. Esc is a no. */
  readonly no: string;
  readonly yes: string;
  readonly onNo: () => void;
  /** Work that it begins is answered with, so that what the question held is held until it is done. */
  readonly onYes: () => unknown;
  /** Whether something is lost, or may be done twice, with a yes. */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
};

/** Asked before something that cannot be taken back. Nothing goes out below it that could still be taken back. */
export function Question({
  title,
  no,
  yes,
  onNo,
  onYes,
  isDangerous = true,
  children,
}: QuestionProps): ReactNode {
  const carryOut = useQuestion(onNo);
  return (
    <Dialog
      title={title}
      isQuestion
      onClose={onNo}
      actions={
        <>
          <Button onPress={onNo}>{no}</Button>
          <Button variant={isDangerous ? "danger" : "primary"} onPress={() => void carryOut(onYes)}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
