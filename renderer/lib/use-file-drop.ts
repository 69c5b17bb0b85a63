import { useEffect, useState } from "react";
import { useLatest } from "./use-latest.ts";

/** What was dropped that may be a file of rows; why it is not read otherwise. */
export type DroppedFile =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "many" | "folder" };

/** Takes files that are dropped anywhere on the window while the component is on the screen. */
export function useFileDrop(onDrop: (dropped: DroppedFile) => void): { readonly isOver: boolean } {
  const [isOver, setOver] = useState(false);
  const latest = useLatest(onDrop);
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      const data = event.dataTransfer;
      const isDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (data?.types.includes("Files") !== true || isDialog) return setOver(false);
      event.preventDefault();
      const isDrop = event.type === "drop";
      setOver(!isDrop);
      if (!isDrop) {
        data.dropEffect = "copy";
        return;
      }
      const file = data.files[0];
      const isFolder = data.items[0]?.webkitGetAsEntry()?.isDirectory === true;
      if (data.files.length > 1) latest.current({ kind: "many" });
      else if (isFolder || file === undefined) latest.current({ kind: "folder" });
      else latest.current({ kind: "file", file });
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener("dragover", onDrag);
    document.addEventListener("drop", onDrag);
    document.addEventListener("dragleave", onLeave);
    return () => {
      document.removeEventListener("dragover", onDrag);
      document.removeEventListener("drop", onDrag);
      document.removeEventListener("dragleave", onLeave);
    };
  }, [latest]);
  return { isOver };
}
