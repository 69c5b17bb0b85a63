const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("bare", {
  echo: (sent, answer) => ipcRenderer.invoke("bare:echo", sent, answer),
});
