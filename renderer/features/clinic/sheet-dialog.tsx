import { Copy, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Command } from "../../../shared/events.ts";
import type { RecoverySheet } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useCommand, useDesk, useOnlyCommands, useSettings } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { formatClockMoment } from "../../ui/format.ts";
import styles from "./clinic.module.css";
import { listSheetFacts, formatSheet } from "./sheet-text.ts";

/** Those that do not lead away from it; locking is right wherever a secret stands on the screen. */
const staying: readonly Command[] = ["print", "lock"];

type Props = {
  readonly sheet: RecoverySheet;
  /** The person says that it is printed. */
  readonly onClose: () => void;
};

/** The one time that a recovery sheet is seen. Nothing but the person's word that it is printed closes it,
 * or a desk that locks: it is kept nowhere. */
export function SheetDialog({ sheet, onClose }: Props): ReactNode {
  const { sheet: says } = words.clinic;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, run } = useWork();
  const print = (): void => void run(() => bridge.call("app.print", {}));
  useOnlyCommands(staying);
  useCommand("print", print);
  const copy = (): void =>
    void run(
      () => bridge.call("app.copy", { text: formatSheet(sheet) }),
      () => announce(says.copied),
    );
  return (
    <Dialog
      title={says.title}
      size="medium"
      isQuestion
      onClose={() => undefined}
      actions={
        <>
          <Button icon={Copy} onPress={copy}>
            {says.copy}
          </Button>
          <Button icon={Printer} shortcut="mod+P" onPress={print}>
            {says.print}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {says.confirm}
          </Button>
        </>
      }
    >
      <p>{says.once}</p>
      <SheetFacts sheet={sheet} />
      {failure !== null && <FailureNotice failure={failure} />}
      <Printed sheet={sheet} />
    </Dialog>
  );
}

const SheetFacts = ({ sheet }: Pick<Props, "sheet">): ReactNode => (
  <dl className={styles["sheet"]}>
    {listSheetFacts(sheet).map(({ label, printed }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd dir="ltr">{printed}</dd>
      </div>
    ))}
  </dl>
);

/** What is printed while the dialog is open; on the screen it is not there. */
function Printed({ sheet }: Pick<Props, "sheet">): ReactNode {
  const { sheet: says } = words.clinic;
  const zone = useSettings().settings?.timeZone;
  const [made] = useState(() => new Date().toISOString());
  return createPortal(
    <div className={styles["printed"]} aria-hidden="true">
      <h1>{says.paperTitle}</h1>
      <p>{says.paperText}</p>
      <SheetFacts sheet={sheet} />
      <p>{says.made({ when: formatClockMoment(made, zone) })}</p>
    </div>,
    document.body,
  );
}
