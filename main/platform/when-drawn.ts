/** What a window says of its first screen. */
type Hidden = {
  readonly once: (event: "ready-to-show", heard: () => void) => unknown;
  readonly isDestroyed: () => boolean;
  readonly webContents: { readonly once: (event: "did-finish-load", heard: () => void) => unknown };
};

/**
 * Shows a hidden window when its first screen is drawn, once. Under Wayland a window that was never shown may never be
 * drawn either (electron#48859): on Linux one whose page has loaded is shown all the same.
 */
export function showOnFirstPaint(window: Hidden, show: () => void, platform = process.platform): void {
  let isShown = false;
  const showOnce = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once("ready-to-show", showOnce);
  if (platform === "linux") window.webContents.once("did-finish-load", showOnce);
}
