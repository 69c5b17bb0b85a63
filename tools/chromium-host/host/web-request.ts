import type { HostFrame } from "./frames.ts";

interface RequestDetails {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly webContentsId: number;
  /** The frame that asks; for a document, the one that it is for. */
  readonly frame: HostFrame | null;
  readonly timestamp: number;
}

interface Verdict {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
}

type Listener = (details: RequestDetails, callback: (verdict: Verdict) => void) => void;
type Filter = Readonly<{ urls: readonly string[] }>;

// A match pattern: scheme://host/path, with * in each part. https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns
function patternOf(text: string): RegExp {
  if (text === "<all_urls>") return /^/;
  const escaped = text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  return new RegExp(`^${escaped}$`);
}

/** Electron's `session.webRequest`, as far as `onBeforeRequest`. */
export class HostWebRequest {
  #listener: Listener | null = null;
  #patterns: readonly RegExp[] = [];

  onBeforeRequest(filter: Filter | Listener | null, listener?: Listener | null): void {
    if (typeof filter === "function" || filter === null) {
      this.#listener = filter;
      this.#patterns = [/^/];
    } else {
      this.#listener = listener ?? null;
      this.#patterns = filter.urls.map(patternOf);
    }
  }

  /** Asks the app's listener about a request; for the host only. */
  async decide(details: RequestDetails): Promise<Verdict> {
    const listener = this.#listener;
    if (listener === null || !this.#patterns.some((pattern) => pattern.test(details.url))) return {};
    return new Promise((resolve) => listener(details, resolve));
  }
}
