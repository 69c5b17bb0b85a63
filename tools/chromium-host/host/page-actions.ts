import type { CdpSession } from "./chromium/cdp.ts";
import type { World } from "./frames.ts";

/** Shows a page larger or smaller; 1 is as designed. The protocol has no zoom, so this is the style property. */
export function zoom(world: World, factor: number): void {
  const value = JSON.stringify(String(factor));
  const expression = `{
    const zoom = () => { document.documentElement.style.zoom = ${value}; };
    if (document.documentElement) zoom(); else addEventListener("DOMContentLoaded", zoom);
  }`;
  world.session.post("Runtime.evaluate", { expression, contextId: world.contextId });
}

/** Does an editing command where the caret is, e.g. `undo`. */
export function edit(world: World, command: string): void {
  const expression = `document.execCommand(${JSON.stringify(command)})`;
  world.session.post("Runtime.evaluate", { expression, contextId: world.contextId, userGesture: true });
}

/** Empties what the page's session keeps: the cache, or the stored data of the page's origin and of all others. */
export async function clearStored(
  session: CdpSession,
  options: Readonly<{ what: "storage" | "cache"; url: string }>,
): Promise<void> {
  if (options.what === "cache") {
    await session.send("Network.clearBrowserCache");
    return;
  }
  for (const origin of [new URL(options.url).origin, "*"]) {
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
}
