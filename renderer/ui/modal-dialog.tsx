import { useId, type ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { joinClassNames } from "./class-names.ts";
import styles from "./modal-dialog.module.css";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the one that does it last. */
  readonly actions?: ReactNode;
  readonly size?: "small" | "medium" | "large";
  /** Questions that must be answered are announced as such. */
  readonly isQuestion?: boolean;
};

/** A dialog over the window: the focus stays inside, Esc closes, and then it returns to where it was. */
export function ModalDialog(props: DialogProps): ReactNode {
  const bodyId = useId();
  return (
    <ModalOverlay
      className={styles["shade"] ?? ""}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className={joinClassNames(styles["box"], styles[props.size ?? "small"])}>
        <AriaDialog
          className={styles["dialog"] ?? ""}
          role={props.isQuestion === true ? "alertdialog" : "dialog"}
          {...(props.isQuestion === true ? { "aria-describedby": bodyId } : {})}
        >
          <Heading slot="title" level={2} className={styles["title"] ?? ""}>
            {props.title}
          </Heading>
          <div id={bodyId} className={styles["body"]}>
            {props.children}
          </div>
          {props.actions !== undefined && <div className={styles["actions"]}>{props.actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
