/** Electron's `clipboard`, for text. It is the app's own: what a page copies goes to Chromium's. */
export function createClipboard() {
  let text = "";
  return {
    readText: (): Promise<string> => Promise.resolve(text),
    writeText: (value: string): Promise<void> => {
      text = value;
      return Promise.resolve();
    },
    clear: (): void => {
      text = "";
    },
    availableFormats: (): string[] => (text === "" ? [] : ["text/plain"]),
    has: (format: string): boolean => format === "text/plain" && text !== "",
  };
}
