/** The protections that every window's page has, whatever it shows: Electron's security list in one place. */
export const pageProtections = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const;

/**
 * A proxy that nobody can stand behind: no program listens on port 0, and an address needs no look-up of a name. This
 * computer's own addresses go there too.
 */
export const noWayOut = {
  mode: "fixed_servers",
  proxyRules: "http://127.0.0.1:0",
  proxyBypassRules: "<-loopback>",
} as const;
