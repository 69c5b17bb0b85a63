import { useState, type ReactNode } from "react";
import type { CatalogueService } from "../../../contract/records/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { readCatalogue } from "./catalogue.ts";

type Props = {
  readonly services: readonly CatalogueService[];
  readonly onClose: () => void;
  readonly onPaste: (services: readonly CatalogueService[]) => void;
};

/** Takes over a list of services from another desk or a spreadsheet. */
export function PasteDialog({ services, onClose, onPaste }: Props): ReactNode {
  const [text, setText] = useState("");
  const read = readCatalogue(text, services);
  const isEmpty = text.trim() === "";
  const added = (read.services?.length ?? 0) - services.length;
  return (
    <Dialog
      title="Paste a list of services"
      isOpen
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isDisabled={isEmpty || read.services === null}
            onPress={() => {
              if (read.services !== null) onPaste(read.services);
            }}
          >
            Take over
          </Button>
        </>
      }
    >
      <TextField
        label="List"
        multiline
        isCode
        autoFocus
        value={text}
        onChange={setText}
        error={isEmpty ? null : read.message}
        echo={
          isEmpty || read.services === null
            ? null
            : `${String(added)} new; those with a known ID are replaced`
        }
        help="One service a line: ID, name, minutes, with tabs, semicolons or commas between."
      />
    </Dialog>
  );
}
