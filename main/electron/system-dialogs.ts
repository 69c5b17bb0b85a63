import { dialog, type BaseWindow, type OpenDialogOptions, type SaveDialogOptions } from "electron";

/** The system's dialogs for files, over the window. Null: nothing was chosen. */
export type SystemDialogs = {
  readonly open: (options: OpenDialogOptions) => Promise<string | null>;
  readonly save: (options: SaveDialogOptions) => Promise<string | null>;
  /**
   * What is asked just now is answered with nothing, whatever is chosen: the desk was locked, and Electron cannot close what it
   * asked with.
   */
  readonly drop: () => void;
};

export function createSystemDialogs(window: () => BaseWindow | null): SystemDialogs {
  let drops = 0;
  async function answer(asked: Promise<string | null>): Promise<string | null> {
    const before = drops;
    const path = await asked;
    return before === drops && path !== "" ? path : null;
  }
  return {
    open: (options) =>
      answer(
        (async () => {
          const over = window();
          const { canceled, filePaths } = await (over === null
            ? dialog.showOpenDialog(options)
            : dialog.showOpenDialog(over, options));
          return canceled ? null : (filePaths[0] ?? null);
        })(),
      ),
    save: (options) =>
      answer(
        (async () => {
          const over = window();
          const { canceled, filePath } = await (over === null
            ? dialog.showSaveDialog(options)
            : dialog.showSaveDialog(over, options));
          return canceled ? null : filePath;
        })(),
      ),
    drop: () => {
      drops += 1;
    },
  };
}
