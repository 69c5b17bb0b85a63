import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from "electron";
import { fail, failed, type Result } from "../../contract/failure.ts";
import { invokeChannel } from "../../contract/routes.ts";
import type { Log } from "../platform/ports.ts";
import type { Route } from "./router.ts";
import { isTrustedSender, type SenderFacts } from "./trusted-sender.ts";

function factsOf(event: IpcMainInvokeEvent): SenderFacts {
  const frame = event.senderFrame;
  return {
    origin: frame?.origin ?? null,
    url: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
    windowId: BrowserWindow.fromWebContents(event.sender)?.id ?? null,
  };
}

export type RegisterOptions = {
  readonly route: Route;
  readonly origin: string;
  /** The windows that may call, looked up at each call. */
  readonly windowIds: () => ReadonlySet<number>;
  readonly log: Log;
};

/** Puts the router behind the one channel. The only place that uses `ipcMain`. */
export function registerRoutes({ route, origin, windowIds, log }: RegisterOptions): void {
  ipcMain.handle(invokeChannel, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isTrustedSender(factsOf(event), { origin, windowIds: windowIds() })) {
      log.warn("ipc.refused-sender");
      return failed(fail("invalid-input", "This page may not ask for that."));
    }
    return route(name, input);
  });
}
