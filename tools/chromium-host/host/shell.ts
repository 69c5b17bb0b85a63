/** Electron's `shell`. Nothing leaves the app: what it would open is listed in `opened` and on standard error. */
export function createShell() {
  const opened: string[] = [];
  const note = (what: string, target: string): void => {
    opened.push(target);
    process.stderr.write(`chromium-host: ${what} ${target}\n`);
  };
  return {
    opened,
    openExternal: async (url: string): Promise<void> => note("openExternal", url),
    openPath: async (path: string): Promise<string> => {
      note("openPath", path);
      return "";
    },
    showItemInFolder: (path: string): void => note("showItemInFolder", path),
    trashItem: async (path: string): Promise<void> => note("trashItem", path),
    beep: (): void => note("beep", ""),
  };
}
