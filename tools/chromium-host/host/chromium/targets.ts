import type { CdpConnection, CdpSession } from "./cdp.ts";
import type { Chromium } from "./chromium-process.ts";

/** A page of Chromium that the host asked for. It waits for `Runtime.runIfWaitingForDebugger`. */
export interface PageTarget {
  readonly targetId: string;
  readonly session: CdpSession;
}

/** Where and how large a new page's window shall be, in CSS pixels. */
export interface TargetOptions {
  readonly browserContextId: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly onGone: () => void;
  readonly onCrash: () => void;
}

/** Opens pages, and closes every page that nobody asked for: what a page opens by itself never gets to load. */
export interface Targets {
  open(options: TargetOptions): Promise<PageTarget>;
  close(targetId: string): void;
}

interface Arrival {
  readonly targetId: string;
  readonly sessionId: string;
}

/** Milliseconds. */
const closeAgainAfter = 1_000;

/** Starts to watch Chromium's pages. */
export async function watchTargets(chromium: Chromium): Promise<Targets> {
  const connection: CdpConnection = chromium.connection;
  const { root } = connection;
  const owned = new Map<string, TargetOptions>();
  const arrived = new Map<string, Arrival>();
  const claims = new Map<string, (arrival: Arrival) => void>();
  let appWindowClaim: ((arrival: Arrival) => void) | undefined;
  let opening = 0;
  let lastAppWindow: Promise<unknown> = Promise.resolve();

  /** Asks again until the page is gone: Chromium forgets it when the page's first document arrives just then. */
  const close = (targetId: string): void => {
    root.post("Target.closeTarget", { targetId });
    setTimeout(() => {
      if (owned.has(targetId)) close(targetId);
    }, closeAgainAfter).unref();
  };

  root.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== "page") return;
    const arrival = { targetId: targetInfo.targetId, sessionId };
    const claim = claims.get(targetInfo.targetId);
    if (claim !== undefined) claim(arrival);
    else if (appWindowClaim !== undefined && targetInfo.openerId === undefined) {
      const take = appWindowClaim;
      appWindowClaim = undefined;
      take(arrival);
    } else if (opening > 0) arrived.set(targetInfo.targetId, arrival);
    else close(targetInfo.targetId);
  });
  root.on("Target.detachedFromTarget", ({ sessionId, targetId }) => {
    connection.endSession(sessionId);
    if (targetId === undefined) return;
    const options = owned.get(targetId);
    owned.delete(targetId);
    options?.onGone();
  });
  root.on("Target.targetCrashed", ({ targetId }) => owned.get(targetId)?.onCrash());

  const arrivalOf = (targetId: string): Promise<Arrival> => {
    const there = arrived.get(targetId);
    arrived.delete(targetId);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => {
      claims.set(targetId, (arrival) => {
        claims.delete(targetId);
        resolve(arrival);
      });
    });
  };

  const openPlain = async (options: TargetOptions): Promise<Arrival> => {
    const { browserContextId, width, height } = options;
    const context = browserContextId === undefined ? {} : { browserContextId };
    opening += 1;
    try {
      const { targetId } = await root.send("Target.createTarget", {
        url: "about:blank",
        newWindow: true,
        width,
        height,
        ...context,
      });
      owned.set(targetId, options);
      return await arrivalOf(targetId);
    } finally {
      opening -= 1;
      if (opening === 0) {
        for (const targetId of arrived.keys()) close(targetId);
        arrived.clear();
      }
    }
  };

  const openAppWindow = async (options: TargetOptions): Promise<Arrival> => {
    const before = lastAppWindow;
    const made = before.then(
      () =>
        new Promise<Arrival>((resolve) => {
          appWindowClaim = resolve;
          chromium.openAppWindow("data:text/html,<title>%E2%80%A6</title>");
        }),
    );
    lastAppWindow = made;
    const arrival = await made;
    owned.set(arrival.targetId, options);
    return arrival;
  };

  await root.send("Target.setDiscoverTargets", {
    discover: true,
    filter: [{ type: "page" }, { exclude: true }],
  });
  await root.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: "page" }, { exclude: true }],
  });

  return {
    close,
    open: async (options) => {
      // Chromium shows its bare app windows for the ordinary profile only.
      const bare = chromium.visible && options.browserContextId === undefined;
      const arrival = bare ? await openAppWindow(options) : await openPlain(options);
      return { targetId: arrival.targetId, session: connection.session(arrival.sessionId) };
    },
  };
}
