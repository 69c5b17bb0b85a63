import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { openBridgePort } from "../page/bridge-port.ts";
import { createCloneCodec } from "../page/clone-codec.ts";
import { installIsolatedWorld } from "../page/isolated-world.ts";
import type { HostMessage, IsolatedWorldSettings } from "../page/isolated-world.ts";
import { installMainWorld } from "../page/main-world.ts";
import type { CdpSession } from "./chromium/cdp.ts";

/** The name of the preload's world; only code in it can reach the binding. */
export const isolatedWorld = "Electron Isolated Context";
const binding = "__chromiumHostPost";

/** What a page's scripts depend on. */
export interface PageScriptOptions {
  readonly preload: string | undefined;
  readonly preloadInSubFrames: boolean;
  readonly titleSuffix: string;
  readonly argv: readonly string[];
}

/** The scripts that every document of a page starts with. */
export interface PageScripts {
  /** Registers them; they run before any script of the page, in every frame of this session. */
  install(session: CdpSession): void;
}

/** The code that hands a message to a page's isolated world. */
export function deliveryOf(message: HostMessage): string {
  return `__chromiumHost.receive(${JSON.stringify(message)})`;
}

function readPreload(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    console.error(`Unable to load preload script: ${path}`, error);
    return undefined;
  }
}

/** Puts together the scripts of one window. */
export function createPageScripts(options: PageScriptOptions): PageScripts {
  // Fresh for each window and never visible to the page: the names of the events that cross worlds.
  const page = randomUUID();
  const isolated = randomUUID();
  const settings: IsolatedWorldSettings = {
    binding,
    preloadInSubFrames: options.preloadInSubFrames,
    titleSuffix: options.titleSuffix,
    process: {
      platform: process.platform,
      arch: process.arch,
      versions: Object.fromEntries(
        Object.entries(process.versions).map(([name, value]) => [name, value ?? ""]),
      ),
      argv: options.argv,
    },
  };
  const pageScript = `(${installMainWorld})((${openBridgePort})(${JSON.stringify({ own: page, peer: isolated })}));`;
  const isolatedScript = `(${installIsolatedWorld})({
    settings: ${JSON.stringify(settings)},
    port: (${openBridgePort})(${JSON.stringify({ own: isolated, peer: page })}),
    codec: (${createCloneCodec})(),
  });`;
  const parameters = "require, module, exports, process, global, setImmediate, clearImmediate";
  const preload = options.preload === undefined ? undefined : readPreload(options.preload);

  return {
    install: (session) => {
      session.post("Runtime.addBinding", { name: binding, executionContextName: isolatedWorld });
      session.post("Page.addScriptToEvaluateOnNewDocument", { source: pageScript });
      const inIsolatedWorld = (source: string): void =>
        session.post("Page.addScriptToEvaluateOnNewDocument", { source, worldName: isolatedWorld });
      inIsolatedWorld(isolatedScript);
      if (preload === undefined) return;
      inIsolatedWorld(
        `__chromiumHost.runPreload(function (${parameters}) {${preload}\n});\n//# sourceURL=${options.preload ?? ""}`,
      );
    },
  };
}
