import { ClipboardPaste, Copy, FileDown, FileUp } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { formatCatalogueFile, readCatalogueFile, type CatalogueFileRead } from "./catalogue-file.ts";
import { formatCatalogue, readCatalogue } from "./catalogue.ts";
import { ImportDialog } from "./import-dialog.tsx";
import styles from "./settings.module.css";

type ToolsProps = {
  readonly services: readonly CatalogueService[];
  /** Answers whether they were kept. */
  readonly onTake: (services: readonly CatalogueService[]) => Promise<boolean>;
  /** Why the last change could not be kept. */
  readonly failure: Failure | null;
};

/** The list from desk to desk: as a file, or by way of the clipboard. */
export function ServiceListTools({ services, onTake, failure }: ToolsProps): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [open, setOpen] = useState<
    "paste" | { readonly name: string; readonly read: CatalogueFileRead } | null
  >(null);
  const [wasLost, setWasLost] = useState(false);
  const isTaking = useRef(false);
  const [told, setTold] = useState("");
  const { services: says } = words.settings;
  const tell = (text: string): void => {
    setTold(text);
    announce(text);
  };
  /** Says how it ended, unless nobody chose anything. */
  async function run<T>(answer: Promise<Result<T>>, done: (value: T) => string | null): Promise<void> {
    setTold("");
    const result = await answer;
    const text = result.ok ? done(result.value) : said(result.failure.why);
    if (text !== null) tell(text);
  }
  const copy = (): Promise<void> =>
    run(bridge.call("app.copy", { text: formatCatalogue(services) }), () => says.copied);
  const importFile = (): Promise<void> =>
    run(bridge.call("app.openFile", { kind: "services" }), ({ file }) => {
      // Read against the list as it is now: once it is taken, the same file would change nothing more.
      setOpen(file === null ? null : { name: file.name, read: readCatalogueFile(file.text, services) });
      return null;
    });
  const exportFile = (): Promise<void> =>
    run(bridge.call("app.saveFile", { kind: "services", text: formatCatalogueFile(services) }), ({ name }) =>
      name === null ? null : says.exported({ file: name }),
    );
  const close = (): void => {
    setOpen(null);
    setWasLost(false);
  };
  // What was pasted stands there until it is kept. Taken twice, Undo would lead back to what it was taken for.
  const take = async (next: readonly CatalogueService[]): Promise<void> => {
    if (isTaking.current) return;
    isTaking.current = true;
    const isKept = await onTake(next);
    isTaking.current = false;
    if (isKept) close();
    else setWasLost(true);
  };
  const dialog = {
    failure: wasLost ? failure : null,
    onClose: close,
    onTake: (next: readonly CatalogueService[]) => void take(next),
  };
  // While there is no list, these are the ways to one.
  const way = services.length === 0 ? {} : ({ size: "small", variant: "quiet" } as const);
  return (
    <ButtonRow>
      <Button {...way} icon={FileUp} onPress={() => void importFile()}>
        {says.import}
      </Button>
      {services.length > 0 && (
        <Button size="small" variant="quiet" icon={FileDown} onPress={() => void exportFile()}>
          {says.export}
        </Button>
      )}
      {services.length > 0 && (
        <Button size="small" variant="quiet" icon={Copy} onPress={() => void copy()}>
          {says.copy}
        </Button>
      )}
      <Button {...way} icon={ClipboardPaste} onPress={() => setOpen("paste")}>
        {says.paste}
      </Button>
      {told !== "" && <span className={styles["soft"]}>{told}</span>}
      {open === "paste" && <PasteDialog services={services} {...dialog} />}
      {open !== null && open !== "paste" && <ImportDialog file={open.name} read={open.read} {...dialog} />}
    </ButtonRow>
  );
}

type Props = {
  readonly services: readonly CatalogueService[];
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onTake: (services: readonly CatalogueService[]) => void;
};

/** Takes over a list of services from another desk or a spreadsheet. */
function PasteDialog({ services: present, failure, onClose, onTake }: Props): ReactNode {
  const [text, setText] = useState("");
  // As they were when it was opened: once what is pasted is taken, it would be there twice.
  const [services] = useState(present);
  const read = readCatalogue(text, services);
  const { pasting } = words.settings;
  const isEmpty = text.trim() === "";
  const added = (read.services?.length ?? 0) - services.length;
  return (
    <Dialog
      title={pasting.title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button
            variant="primary"
            isDisabled={isEmpty || read.services === null}
            onPress={() => {
              if (read.services !== null) onTake(read.services);
            }}
          >
            {pasting.take}
          </Button>
        </>
      }
    >
      <TextField
        label={pasting.list}
        multiline
        isCode
        autoFocus
        value={text}
        onChange={setText}
        error={isEmpty ? null : read.message}
        echo={isEmpty || read.services === null ? null : pasting.read({ added })}
        help={pasting.help}
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
