import { contextBridge, ipcRenderer } from "electron";
import type { CardWindowApi } from "../contract/card.ts";

// A literal, not an import: contract's modules would bring zod into the preload. A test holds it equal.
const cardChannel = "card:invoke";

const card: { readonly [K in keyof CardWindowApi]: unknown } = {
  begin: (renew: unknown): Promise<unknown> =>
    ipcRenderer.invoke(cardChannel, "begin", { renew: renew === true }),
  done: (result: unknown): Promise<unknown> => ipcRenderer.invoke(cardChannel, "done", result),
  cancel: async (reason: unknown): Promise<void> => {
    await ipcRenderer.invoke(cardChannel, "cancel", { reason });
  },
};
contextBridge.exposeInMainWorld("card", card);
