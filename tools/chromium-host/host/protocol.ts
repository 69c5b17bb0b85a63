import type { CustomScheme } from "electron";

type ProtocolHandler = (request: Request) => Response | Promise<Response>;

/** The schemes of the app, e.g. `app`: shared by all sessions. */
export interface Schemes {
  add(scheme: string): void;
  has(scheme: string): boolean;
  register(schemes: readonly CustomScheme[]): void;
}

/** Makes the empty list of schemes. */
export function createSchemes(isReady: () => boolean): Schemes {
  const names = new Set<string>();
  return {
    add: (scheme) => {
      names.add(scheme);
    },
    has: (scheme) => names.has(scheme),
    register: (schemes) => {
      if (isReady())
        throw new Error("protocol.registerSchemesAsPrivileged should be called before app is ready");
      for (const { scheme } of schemes) names.add(scheme);
    },
  };
}

// Chromium's own: they are intercepted under their own name, not translated.
const builtIn = new Set(["http", "https", "file", "data", "blob", "about", "ws", "wss"]);

/** Electron's `protocol`, or the one of a session. */
export class HostProtocol {
  readonly #schemes: Schemes;
  readonly #handlers = new Map<string, ProtocolHandler>();

  constructor(schemes: Schemes) {
    this.#schemes = schemes;
  }
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    this.#schemes.register(schemes);
  }
  handle(scheme: string, handler: ProtocolHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (!builtIn.has(scheme)) this.#schemes.add(scheme);
    this.#handlers.set(scheme, handler);
  }
  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }
  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }
  /** The handler of a scheme; for the host only, Electron has no such method. */
  handlerOf(scheme: string): ProtocolHandler | undefined {
    return this.#handlers.get(scheme);
  }
}
