import type { CdpSession } from "./chromium/cdp.ts";
import type { Protocol } from "./chromium/cdp-types.ts";
import { createEvent } from "./event.ts";
import type { FrameTree } from "./frames.ts";
import type { UrlTranslator } from "./urls.ts";

type Paused = Protocol.Fetch.requestPausedPayload;

interface Load {
  readonly url: string;
  loaderId: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What navigation needs of its page. */
export interface NavigationParts {
  readonly urls: UrlTranslator;
  readonly frames: FrameTree;
  readonly emit: (name: string, ...args: unknown[]) => void;
  /** Whether a test tool is connected too, which may navigate by itself. */
  readonly hasOtherDriver: () => boolean;
  readonly beforeDocument: (url: string) => Promise<void>;
}

// https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h
const errorNumbers: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_TIMED_OUT: -7,
  ERR_UNEXPECTED: -9,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_CERT_COMMON_NAME_INVALID: -200,
  ERR_CERT_DATE_INVALID: -201,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_INVALID_URL: -300,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_INVALID_RESPONSE: -320,
  ERR_EMPTY_RESPONSE: -324,
};

/** Milliseconds that a wish may come in behind its request, on a busy computer. */
const longestWait = 2_000;
const mostWishes = 100;

function loadError(code: string, url: string): Error {
  const errno = errorNumbers[code] ?? -2;
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
}

/** Where one page goes: the app's own loads, the page's wishes, and the events about both. */
export class Navigation {
  readonly #parts: NavigationParts;
  /** Loads that the app asked for and Chromium has not requested yet. */
  readonly #announced: string[] = [];
  /** Where the page itself asked to go, by frame: every wish counts, since requests may come in behind the next one. */
  readonly #wished = new Map<string, string[]>();
  readonly #seenRequests = new Set<string>();
  /** Documents that are error pages, by loader, with the address that failed. */
  readonly #failed = new Map<string, string>();
  /** Documents whose handler threw: Chromium knows no such reason, and says ERR_FAILED. */
  readonly #unexpected = new Set<string>();
  #lastFailedUrl = "";
  #session: CdpSession | undefined;
  #load: Load | undefined;
  #loader = "";
  #lastLoaded = "";
  #started = false;
  loading = false;

  constructor(parts: NavigationParts) {
    this.#parts = parts;
  }

  /** Follows the page's own session, or that of a frame in another process. */
  follow(session: CdpSession, isMain: boolean): void {
    session.on("Page.frameRequestedNavigation", ({ frameId, url }) => this.#note(frameId, url));
    if (!isMain) return;
    this.#session = session;
    session.on("Page.frameNavigated", ({ frame }) => this.#onNavigated(frame));
    session.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (!this.#started) return;
      const isMainFrame = frameId === this.#parts.frames.mainFrameId;
      const translated = this.#parts.urls.toElectron(url);
      this.#parts.emit(
        "did-navigate-in-page",
        createEvent({ url: translated, isMainFrame }),
        translated,
        isMainFrame,
      );
    });
    session.on("Page.lifecycleEvent", ({ frameId, loaderId, name }) => {
      if (frameId === this.#parts.frames.mainFrameId && loaderId === this.#loader) this.#onLifecycle(name);
    });
  }

  /** Loads an address, e.g. `app://desk/index.html`. Rejects as Electron's `loadURL` does, e.g. with `ERR_ABORTED`. */
  async load(url: string): Promise<void> {
    const session = this.#session;
    if (session === undefined) throw loadError("ERR_FAILED", url);
    const chromiumUrl = this.#parts.urls.toChromium(url);
    this.#load?.reject(loadError("ERR_ABORTED", this.#load.url));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // It may fail before it is handed over.
    promise.catch(() => undefined);
    const load: Load = { url, loaderId: undefined, resolve, reject };
    this.#load = load;
    this.#begin(chromiumUrl);
    await this.#parts.beforeDocument(url);
    void this.#go(session, load, chromiumUrl);
    return promise;
  }

  async #go(session: CdpSession, load: Load, chromiumUrl: string): Promise<void> {
    const failed = { loaderId: undefined, errorText: "ERR_FAILED" };
    const { loaderId, errorText } = await session
      .send("Page.navigate", { url: chromiumUrl })
      .catch(() => failed);
    load.loaderId = loaderId;
    const isUnexpected = this.#unexpected.delete(loaderId ?? "");
    if (isUnexpected) this.#fail(load, "ERR_UNEXPECTED");
    else if (errorText !== undefined && errorText !== "") this.#fail(load, errorText.replace(/^net::/, ""));
    else if (loaderId === undefined || loaderId === this.#lastLoaded) this.#finish(load);
  }

  /** Notes that the app's handler threw instead of answering for a document. */
  noteUnexpected(loaderId: string): void {
    this.#unexpected.add(loaderId);
  }

  /** Loads the present address again. */
  reload(ignoreCache: boolean): void {
    this.#begin(this.#parts.urls.toChromium(this.#parts.frames.main.url));
    this.#session?.post("Page.reload", { ignoreCache });
  }

  /** Decides about a document that Chromium is about to request: false stops it. */
  async decide(paused: Paused, url: string): Promise<boolean> {
    const { frameId } = paused;
    const isMainFrame = frameId === this.#parts.frames.mainFrameId;
    const key = paused.networkId ?? paused.requestId;
    const isRedirect = this.#seenRequests.has(key);
    this.#seenRequests.add(key);
    const frame = this.#parts.frames.find(frameId) ?? null;
    const details = { url, isSameDocument: false, isMainFrame, frame, initiator: frame };
    if (isRedirect) {
      const event = createEvent(details);
      this.#parts.emit("will-redirect", event, url, false, isMainFrame);
      if (event.defaultPrevented) return false;
    } else if (!isMainFrame || (await this.#isWishOfPage(frameId, paused.request.url))) {
      if (!this.mayLeave(details)) return false;
    }
    if (isMainFrame) {
      this.#started = true;
      this.loading = true;
      this.#parts.emit("did-start-loading", createEvent({}));
      this.#parts.emit("did-start-navigation", createEvent(details), url, false, isMainFrame);
      await this.#parts.beforeDocument(url);
    }
    return true;
  }

  /** Asks the app whether the page may go there by itself. */
  mayLeave(details: Readonly<{ url: string; isMainFrame: boolean }>): boolean {
    const everyFrame = createEvent(details);
    this.#parts.emit("will-frame-navigate", everyFrame);
    if (everyFrame.defaultPrevented) return false;
    if (!details.isMainFrame) return true;
    const event = createEvent(details);
    this.#parts.emit("will-navigate", event, details.url, false, true);
    return !event.defaultPrevented;
  }

  /** Ends what is under way because the page is gone. */
  abandon(): void {
    if (this.#load !== undefined) this.#fail(this.#load, "ERR_FAILED");
  }

  #begin(chromiumUrl: string): void {
    this.#started = true;
    this.loading = true;
    this.#announced.push(withoutFragment(chromiumUrl));
  }

  async #isWishOfPage(frameId: string, chromiumUrl: string): Promise<boolean> {
    const bare = withoutFragment(chromiumUrl);
    const announced = this.#announced.indexOf(bare);
    if (announced >= 0) {
      this.#announced.splice(announced, 1);
      return false;
    }
    if (!this.#parts.hasOtherDriver()) return true;
    // The page's wish and its request reach the host by different ways: the wish may be a moment late.
    const patience = performance.now() + longestWait;
    while (performance.now() < patience) {
      const wishes = this.#wished.get(frameId) ?? [];
      const at = wishes.indexOf(bare);
      if (at >= 0) {
        wishes.splice(at, 1);
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return false;
  }

  #note(frameId: string, url: string): void {
    const wishes = this.#wished.get(frameId) ?? [];
    // Some wishes never become a request, such as those for a part of the same page.
    this.#wished.set(frameId, [...wishes, withoutFragment(url)].slice(-mostWishes));
  }

  #onNavigated(frame: Protocol.Page.Frame): void {
    const { frames, urls } = this.#parts;
    if (!this.#started || frame.id !== frames.mainFrameId) return;
    this.#loader = frame.loaderId;
    const url = urls.toElectron(frame.unreachableUrl ?? frame.url);
    if (frame.unreachableUrl !== undefined) {
      this.#failed.set(frame.loaderId, url);
      return;
    }
    this.#parts.emit("did-navigate", createEvent({ url }), url, 200, "OK");
  }

  #onLifecycle(name: string): void {
    if (name === "firstContentfulPaint" || name === "firstPaint") this.#parts.emit("-first-paint");
    if (name === "DOMContentLoaded" && !this.#failed.has(this.#loader)) {
      this.#parts.emit("dom-ready", createEvent({}));
    }
    if (name !== "load") return;
    this.#lastLoaded = this.#loader;
    const failedUrl = this.#failed.get(this.#loader);
    if (failedUrl === undefined) {
      this.loading = false;
      this.#parts.emit("did-finish-load", createEvent({}));
      this.#parts.emit("did-stop-loading", createEvent({}));
      if (this.#load?.loaderId === this.#loader) this.#finish(this.#load);
    } else if (this.#load === undefined && this.#lastFailedUrl !== failedUrl) {
      this.#reportFailure("ERR_FAILED", failedUrl);
    }
    this.#lastFailedUrl = "";
  }

  #finish(load: Load): void {
    if (this.#load === load) this.#load = undefined;
    this.loading = false;
    load.resolve();
  }

  #fail(load: Load, code: string): void {
    if (this.#load === load) this.#load = undefined;
    // Chromium's error page for it still has to load; it is no second failure.
    this.#lastFailedUrl = load.url;
    this.#reportFailure(code, load.url);
    load.reject(loadError(code, load.url));
  }

  #reportFailure(code: string, url: string): void {
    this.loading = false;
    const errorCode = errorNumbers[code] ?? -2;
    const details = { errorCode, errorDescription: code, validatedURL: url, isMainFrame: true };
    this.#parts.emit("did-fail-load", createEvent(details), errorCode, code, url, true, 0, 0);
    this.#parts.emit("did-stop-loading", createEvent({}));
  }
}

function withoutFragment(url: string): string {
  return url.split("#")[0] ?? url;
}
