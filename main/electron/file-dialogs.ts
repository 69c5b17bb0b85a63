import { app, dialog, type BaseWindow } from "electron";
import { basename, join } from "node:path";
import { failed, ok } from "../../contract/failure.ts";
import type { FileKind } from "../../contract/routes/files.ts";
import { words } from "../../messages/words.ts";
import type { DeskFiles } from "../desk.ts";
import { readTextFile, writeTextFile } from "../platform/text-files.ts";

const endings: Readonly<Record<FileKind, readonly string[]>> = { services: ["csv", "txt", "tsv"] };

/** Files that a person chooses in the system's dialogs, over the window. */
export function fileDialogs(window: () => BaseWindow | null): DeskFiles {
  const filters = (kind: FileKind) => [{ name: words.desk.files[kind].kind, extensions: [...endings[kind]] }];
  return {
    open: async (kind) => {
      const over = window();
      const options = { filters: filters(kind), properties: ["openFile" as const] };
      const chosen = await (over === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(over, options));
      const [path] = chosen.canceled ? [] : chosen.filePaths;
      if (path === undefined) return ok({ file: null });
      const text = await readTextFile(path);
      return text.ok ? ok({ file: { name: basename(path), text: text.value } }) : failed(text.failure);
    },
    save: async (kind, text) => {
      const over = window();
      const name = `${words.desk.files[kind].name}.${endings[kind][0] ?? ""}`;
      const options = { filters: filters(kind), defaultPath: join(app.getPath("documents"), name) };
      const chosen = await (over === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      if (chosen.canceled || chosen.filePath === "") return ok({ name: null });
      const written = await writeTextFile(chosen.filePath, text);
      return written.ok ? ok({ name: basename(chosen.filePath) }) : failed(written.failure);
    },
  };
}
