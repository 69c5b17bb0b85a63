import { useState } from "react";
import type { Failure, Result } from "../../shared/core/failure.ts";
import { fail, failed } from "../../shared/core/failure.ts";
import type { ImportState } from "../../shared/import/import.ts";
import { say } from "../../messages/saying.ts";
import type { Bridge } from "./ipc.ts";
import { useDesk } from "./hooks.ts";
import type { ShowsAnswer } from "./main-store.ts";
import { useFileDrop } from "./use-file-drop.ts";

/** Bytes of the largest file that is taken; the routes' own limit. */
const largest = 32_000_000;

const refused = (id: "many" | "tooBig" | "folder"): Result<never> =>
  failed(fail("invalid-input", say(`import.start.${id}`), { next: "none" }));

async function looked(bridge: Bridge, file: File): Promise<Result<ImportState>> {
  if (file.size > largest) return refused("tooBig");
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return await bridge.call("import.drop", { name: file.name, bytes });
  } catch {
    return failed(fail("invalid-input", say("import.file.unread"), { next: "none" }));
  }
}

/** A file of patients that is dropped on the screen is looked at; `show` is given the answer. */
export function useDroppedPatients(show: ShowsAnswer<ImportState>): {
  /** A file is held over the window. */
  readonly isOver: boolean;
  readonly failure: Failure | null;
} {
  const { bridge } = useDesk();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { isOver } = useFileDrop((dropped) => {
    setFailure(null);
    const answer =
      dropped.kind === "file" ? looked(bridge, dropped.file) : Promise.resolve(refused(dropped.kind));
    void show(answer).then((result) => {
      if (!result.ok) setFailure(result.failure);
    });
  });
  return { isOver, failure };
}
