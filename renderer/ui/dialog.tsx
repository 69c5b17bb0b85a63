import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { onDemand } from "./on-demand.tsx";

/** A dialog over the window. What it is made of is loaded with the first one. */
export const Dialog = onDemand(async () => (await import("./modal-dialog.tsx")).ModalDialog);

type QuestionProps = {
  readonly title: string;
  /** The words on the two buttons. Esc is a no. */
  readonly no: string;
  readonly yes: string;
  readonly onNo: () => void;
  readonly onYes: () => void;
  /** Whether something is lost, or may be done twice, with a yes. */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
};

/** Asked before something that cannot be taken back. */
export const Question = ({
  title,
  no,
  yes,
  onNo,
  onYes,
  isDangerous = true,
  children,
}: QuestionProps): ReactNode => (
  <Dialog
    title={title}
    isQuestion
    onClose={onNo}
    actions={
      <>
        <Button onPress={onNo}>{no}</Button>
        <Button variant={isDangerous ? "danger" : "primary"} onPress={onYes}>
          {yes}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
