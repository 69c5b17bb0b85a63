import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from "electron";
import type { cardChannel, invokeChannel } from "../../shared/core/channels.ts";
import { fail, failed, type Result } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import type { Log } from "../platform/ports.ts";
import { isTrustedSender, type SenderFacts } from "./trusted-sender.ts";

const nobody: SenderFacts = { origin: null, url: null, isMainFrame: false, windowId: null };

function factsOf(event: IpcMainInvokeEvent): SenderFacts {
  try {
    const frame = event.senderFrame;
    if (frame === null) return nobody;
    return {
      origin: frame.origin,
      url: frame.url,
      isMainFrame: frame.parent === null,
      windowId: BrowserWindow.fromWebContents(event.sender)?.id ?? null,
    };
  } catch {
    // Electron throws at everything that is asked of a page that has gone meanwhile.
    return nobody;
  }
}

export type RegisterOptions = {
  readonly channel: typeof invokeChannel | typeof cardChannel;
  /** Answers one call; never rejects. */
  readonly route: (name: unknown, input: unknown) => Promise<Result<unknown>>;
  /** Of the only pages that may call on this channel. */
  readonly origin: string;
  /** The windows that may call, looked up at each call. */
  readonly windowIds: () => ReadonlySet<number>;
  readonly log: Log;
};

/** Puts a router behind its channel. The only place that uses `ipcMain`. */
export function registerRoutes({ channel, route, origin, windowIds, log }: RegisterOptions): void {
  ipcMain.handle(channel, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isTrustedSender(factsOf(event), { origin, windowIds: windowIds() })) {
      log.warn("ipc.refused-sender", { channel });
      return failed(fail("invalid-input", say("failures.desk.mayNotAsk")));
    }
    return route(name, input);
  });
}
