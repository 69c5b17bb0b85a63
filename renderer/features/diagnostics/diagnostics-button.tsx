import { FileArchive } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { DiagnosticsDialog } from "./diagnostics-dialog.tsx";

/** Opens what would be saved. */
export function DiagnosticsButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileArchive} onPress={() => setOpen(true)}>
        {words.audit.diagnostics.open}
      </Button>
      {isOpen && <DiagnosticsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
