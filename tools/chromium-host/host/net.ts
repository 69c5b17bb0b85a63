interface FetchOptions extends RequestInit {
  readonly bypassCustomProtocolHandlers?: boolean;
}

/** Electron's `net`, as far as `fetch`. */
export interface HostNet {
  fetch(input: string | URL | Request, init?: FetchOptions): Promise<Response>;
  isOnline(): boolean;
  readonly online: boolean;
}

/** Remembers which requests came from Chromium, so that a handler can send them on by Chromium itself. */
export interface PassThrough {
  readonly net: HostNet;
  /** Notes a request that Chromium made. */
  note(request: Request): void;
  /** Whether this answer says "let Chromium go on with its own request". */
  isPassedOn(response: Response): boolean;
}

/**
 * Makes `net`. A handler that returns `net.fetch(request, {bypassCustomProtocolHandlers: true})` for the very request it
 * was given gets a mark to return: Chromium then continues its own request, with its own cookies, resolver and
 * certificates. The mark is an empty 200; a handler cannot look into the real answer. Every other call is Node's fetch.
 */
export function createPassThrough(): PassThrough {
  const fromChromium = new WeakSet<Request>();
  const passedOn = new WeakSet<Response>();
  const net: HostNet = {
    fetch: async (input, init = {}) => {
      const { bypassCustomProtocolHandlers, ...rest } = init;
      if (bypassCustomProtocolHandlers === true && input instanceof Request && fromChromium.has(input)) {
        const mark = new Response(null);
        passedOn.add(mark);
        return mark;
      }
      return fetch(input, rest);
    },
    isOnline: () => true,
    online: true,
  };
  return {
    net,
    note: (request) => {
      fromChromium.add(request);
    },
    isPassedOn: (response) => passedOn.has(response),
  };
}
