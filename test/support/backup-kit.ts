import { existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupState } from "../../shared/backup/backup.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import type { DeskFiles, DeskOptions } from "../../main/desk/desk.ts";

/** What every backup of a test is encrypted with. */
export const passphrase = "seven lamps over a quiet harbor";
/** Work that takes no time. */
export const cheap = 10;

/** A folder in which a profile and its backups stand. */
export const backupPlace = () => {
  const root = mkdtempSync(join(tmpdir(), "front-desk-backup-"));
  const place = { root, profile: join(root, "profile"), folder: join(root, "share") };
  mkdirSync(place.folder);
  return place;
};

/** What a person chooses in the system's dialogs. */
export type Choices = { folder: string | null; file: string | null };

/** The parts of a desk that backups need; what is chosen may change. */
export function chooser(
  choices: Choices,
  onRestart: () => void = () => undefined,
): Pick<DeskOptions, "window"> {
  const files: DeskFiles = {
    open: async () => ({ ok: true, value: { file: null } }),
    save: async () => ({ ok: true, value: { name: null } }),
    choose: async () => choices.file,
    chooseNew: async () => null,
    chooseFolder: async () => choices.folder,
  };
  return {
    window: {
      copy: () => undefined,
      print: async () => ({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: onRestart,
      files,
    },
  };
}

type Asked = {
  readonly get: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
};

/** Chooses the folder and sets the passphrase. */
export async function plan({ get }: Asked, isDaily = false, keep = 7): Promise<void> {
  await get("backup.chooseFolder", {});
  await get("backup.setPassphrase", { passphrase });
  await get("backup.set", { isDaily, keep });
}

/** Waits until nothing is written any more. */
export async function written({ get }: Asked): Promise<BackupState> {
  for (;;) {
    const state = await get("backup.get", {});
    if (state.part === null) return state;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Writes one and answers its path. */
export async function backUp(desk: Asked): Promise<string> {
  await desk.get("backup.run", {});
  const { good, problem } = await written(desk);
  if (good === null || problem !== null) throw new Error(`no backup: ${JSON.stringify(problem)}`);
  return good.file;
}

/** Chooses and reads the file that the choices name; answers its id. */
export async function lookInto({ get }: Asked, secret = passphrase): Promise<string> {
  const { chosen } = await get("backup.chooseFile", {});
  const id = chosen?.id ?? "";
  await get("backup.look", { id, passphrase: secret });
  return id;
}

/** The names in a folder, hidden ones too. */
export const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
