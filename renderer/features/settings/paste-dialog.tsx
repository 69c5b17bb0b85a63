import { useState, type ReactNode } from "react";
import type { CatalogueService } from "../../../contract/records/settings.ts";
import { words } from "../../../messages/words.ts";
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
  const { pasting } = words.settings;
  const isEmpty = text.trim() === "";
  const added = (read.services?.length ?? 0) - services.length;
  return (
    <Dialog
      title={pasting.title}
      isOpen
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {words.settings.cancel}
          </Button>
          <Button
            variant="primary"
            isDisabled={isEmpty || read.services === null}
            onPress={() => {
              if (read.services !== null) onPaste(read.services);
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
    </Dialog>
  );
}
