import { FileText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { ShortcutsList } from "./shortcuts-list.tsx";

const QuickCardDialog = loadOnDemand(async () => (await import("./quick-card-dialog.tsx")).QuickCardDialog);

/** The list of shortcuts, and the way to a sheet of them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [isCard, setCard] = useState(false);
  if (isCard) return <QuickCardDialog onClose={onClose} />;
  const { title, card, close } = words.shell.shortcuts;
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button icon={FileText} onPress={() => setCard(true)}>
            {card}
          </Button>
          <Button onPress={onClose}>{close}</Button>
        </>
      }
    >
      <ShortcutsList />
    </Dialog>
  );
}
