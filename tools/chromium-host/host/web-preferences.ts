import type { WebPreferences } from "electron";

/** The preferences a window really has. Those named here are settled, all others are as given. */
export interface EffectivePreferences extends Readonly<Omit<WebPreferences, "preload" | "session">> {
  readonly preload: string | undefined;
  readonly nodeIntegrationInSubFrames: boolean;
  readonly additionalArguments: string[];
}

/**
 * Fills in Electron's documented defaults (https://www.electronjs.org/docs/latest/api/structures/web-preferences).
 * A page here is always sandboxed and isolated; the answer still tells what the app asked for, as a test of the app's
 * windows looks at that.
 */
export function effectivePreferences(given: WebPreferences): EffectivePreferences {
  const nodeIntegration = given.nodeIntegration ?? false;
  return {
    devTools: true,
    nodeIntegration,
    nodeIntegrationInWorker: false,
    contextIsolation: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    images: true,
    javascript: true,
    webgl: true,
    plugins: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: false,
    spellcheck: true,
    backgroundThrottling: true,
    disableHtmlFullscreenWindowResize: false,
    ...given,
    sandbox: given.sandbox ?? !nodeIntegration,
    preload: given.preload,
    nodeIntegrationInSubFrames: given.nodeIntegrationInSubFrames ?? false,
    additionalArguments: given.additionalArguments ?? [],
  };
}
