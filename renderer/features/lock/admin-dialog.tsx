import { useEffect, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useLock } from "../../lib/hooks.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminEntry } from "./admin-entry.tsx";

type Props = {
  /** What needs the admin PIN, as it is called on its button. */
  readonly what: string;
  readonly onClose: () => void;
  /** The PIN was right. */
  readonly onOpen: () => void;
};

/** Asks for the admin PIN before something on a screen that is everybody's. */
export function AdminDialog({ what, onClose, onOpen }: Props): ReactNode {
  const { admin } = words.lock;
  const isOpen = useLock()?.isAdminOpen === true;
  const opened = useLatest(onOpen);
  useEffect(() => {
    if (isOpen) opened.current();
  }, [isOpen, opened]);
  return (
    <Dialog title={admin.title} onClose={onClose}>
      <p>{admin.text({ screen: what })}</p>
      <AdminEntry />
    </Dialog>
  );
}
