import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk, useToast } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { LoadingState } from "../../ui/states.tsx";
import styles from "./diagnostics.module.css";

type Props = { readonly onClose: () => void };

const linesOf = (text: string): number => text.split("\n").length - 1;

/** All that would be saved, to be read before it is. */
export function DiagnosticsDialog({ onClose }: Props): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const shown = useRoute("diagnostics.show", {});
  const { isPending, failure, run } = useWork();
  const { diagnostics: says } = words.audit;
  const save = (): Promise<void> =>
    run(
      () => bridge.call("diagnostics.save", {}),
      ({ name }) => {
        if (name === null) return;
        onClose();
        toast(says.saved({ file: name }));
      },
    );
  return (
    <Dialog
      title={says.title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={shown.state !== "ready"}
            onPress={() => void save()}
          >
            {says.save}
          </Button>
        </>
      }
    >
      <p>{says.text}</p>
      {shown.state === "loading" && <LoadingState />}
      {shown.failure !== null && <FailureNotice failure={shown.failure} title={says.unread} />}
      {shown.value !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        <div className={styles["content"]} role="region" tabIndex={0} aria-label={says.content}>
          {shown.value.files.map(({ name, text }) => (
            <section key={name} className={styles["file"]}>
              <h3>
                <code>{name}</code>{" "}
                <span className={styles["size"]}>{says.size({ lines: linesOf(text) })}</span>
              </h3>
              <pre>{text}</pre>
            </section>
          ))}
        </div>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
