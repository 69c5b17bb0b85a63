import { app } from "electron";
import { basename, join } from "node:path";
import { failed, ok, type Result } from "../../shared/core/failure.ts";
import type { FileKind } from "../../shared/settings/file-routes.ts";
import { words } from "../../messages/words.ts";
import type { DeskFiles, ListKind, WrittenKind } from "../desk/desk.ts";
import type { SystemDialogs } from "./system-dialogs.ts";
import { readTextFile, writeParts, writeTextFile } from "../platform/text-files.ts";

type Kind = FileKind | ListKind | WrittenKind | "backup";

const table = ["csv", "txt", "tsv"];
/** The first is that of a file which is written. */
const endings: Readonly<Record<Kind, readonly string[]>> = {
  services: table,
  patients: table,
  bookings: table,
  badRows: table,
  auditCsv: ["csv"],
  auditLines: ["jsonl"],
  diagnostics: ["zip"],
  backup: ["age"],
};

/** Files that a person chooses in the system's dialogs, over the window. */
export function createFileDialogs({ open, save }: Pick<SystemDialogs, "open" | "save">): DeskFiles {
  const filters = (kind: Kind) => [{ name: words.desk.files[kind].kind, extensions: [...endings[kind]] }];
  const choose = (kind: Kind): Promise<string | null> =>
    open({ filters: filters(kind), properties: ["openFile"] });
  const chooseFolder = (): Promise<string | null> =>
    open({ properties: ["openDirectory", "createDirectory"] });
  function chooseNew(kind: Kind): Promise<string | null> {
    const name = `${words.desk.files[kind].name}.${endings[kind][0] ?? ""}`;
    return save({ filters: filters(kind), defaultPath: join(app.getPath("documents"), name) });
  }
  /** `name` is null where no file was chosen, and nothing is written then. */
  async function into(
    kind: Kind,
    write: (path: string) => Promise<Result<null>>,
  ): Promise<Result<{ name: string | null }>> {
    const path = await chooseNew(kind);
    if (path === null) return ok({ name: null });
    const written = await write(path);
    return written.ok ? ok({ name: basename(path) }) : failed(written.failure);
  }
  return {
    choose,
    chooseNew,
    chooseFolder,
    open: async (kind) => {
      const path = await choose(kind);
      if (path === null) return ok({ file: null });
      const text = await readTextFile(path);
      return text.ok ? ok({ file: { name: basename(path), text: text.value } }) : failed(text.failure);
    },
    save: (kind, text) => into(kind, (path) => writeTextFile(path, text)),
    write: (kind, parts) => into(kind, (path) => writeParts(path, parts())),
  };
}
