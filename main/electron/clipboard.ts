import { clipboard, ClipboardItem } from "electron";

type Mark = { readonly format: string; readonly value: string };

/** By which mark beside a text each system's clipboard history and synchronization leave it alone. */
const marks: Readonly<Partial<Record<NodeJS.Platform, Mark>>> = {
  // https://learn.microsoft.com/windows/win32/dataxchg/clipboard-formats#cloud-clipboard-and-clipboard-history-formats
  win32: { format: "ExcludeClipboardContentFromMonitorProcessing", value: "1" },
  // http://nspasteboard.org, which clipboard managers keep to.
  darwin: { format: "org.nspasteboard.ConcealedType", value: "1" },
  // KDE's; others leave it unread.
  linux: { format: "x-kde-passwordManagerHint", value: "secret" },
};

/** Puts a text on the clipboard that no history is to keep: it is of a patient, and is taken off again. */
export async function copyUnrecorded(text: string): Promise<void> {
  const mark = marks[process.platform];
  if (mark === undefined) return clipboard.writeText(text);
  const type = `electron application/osclipboard;format="${mark.format}"`;
  try {
    await clipboard.write([new ClipboardItem({ "text/plain": text, [type]: mark.value })]);
  } catch {
    // A system that does not take the mark has to take the text.
    await clipboard.writeText(text);
  }
}
