import { contextBridge, ipcRenderer } from "electron";
import type { CardWindowApi } from "../shared/cards/card-window.ts";

// Literals, not imports: a sandboxed preload can load no other file, and what two of them share is built as one. A test holds them equal.
const cardChannel = "card:invoke";
const cardLanguageChannel = "card:language";

const card: { readonly [K in keyof CardWindowApi]: unknown } = {
  begin: (renew: unknown): Promise<unknown> =>
    ipcRenderer.invoke(cardChannel, "begin", { renew: renew === true }),
  done: (result: unknown): Promise<unknown> => ipcRenderer.invoke(cardChannel, "done", result),
  cancel: async (reason: unknown): Promise<void> => {
    await ipcRenderer.invoke(cardChannel, "cancel", { reason });
  },
  onLanguage: (listener: (language: unknown) => void): void => {
    ipcRenderer.on(cardLanguageChannel, (_event, language: unknown) => listener(language));
  },
};
contextBridge.exposeInMainWorld("card", card);
