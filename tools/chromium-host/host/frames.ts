import type { CdpSession } from "./chromium/cdp.ts";
import type { UrlTranslator } from "./urls.ts";

/** A JavaScript world of a document, where the host can run code. */
export interface World {
  readonly session: CdpSession;
  readonly contextId: number;
}

interface FrameFacts {
  id: string;
  readonly parentId: string | undefined;
  readonly routingId: number;
  processId: number;
  url: string;
  origin: string;
  name: string;
  page: World | undefined;
  isolated: World | undefined;
  attached: boolean;
}

type FrameRecord = FrameFacts & Readonly<{ view: HostFrame }>;

/** Electron's WebFrameMain: one frame of a page, with the addresses the app knows. */
export class HostFrame {
  readonly #frames: FrameTree;
  readonly #record: FrameFacts;

  constructor(frames: FrameTree, record: FrameFacts) {
    this.#frames = frames;
    this.#record = record;
  }
  /** What is known of the frame while its document is there; Electron tells nothing of one that is gone. */
  get #live(): FrameFacts {
    if (!this.#record.attached)
      throw new Error("Render frame was disposed before WebFrameMain could be accessed");
    return this.#record;
  }
  get url(): string {
    return this.#live.url;
  }
  get origin(): string {
    return this.#live.origin;
  }
  get name(): string {
    return this.#live.name;
  }
  get processId(): number {
    return this.#record.processId;
  }
  get osProcessId(): number {
    return this.#live.processId;
  }
  get routingId(): number {
    return this.#record.routingId;
  }
  get frameTreeNodeId(): number {
    return this.#record.routingId;
  }
  get detached(): boolean {
    return !this.#record.attached;
  }
  get visibilityState(): string {
    return this.#live.attached ? "visible" : "hidden";
  }
  get parent(): HostFrame | null {
    const parent = this.#live.parentId;
    return parent === undefined ? null : (this.#frames.find(parent) ?? null);
  }
  get top(): HostFrame {
    return this.parent?.top ?? this;
  }
  get frames(): HostFrame[] {
    return this.#frames.childrenOf(this.#live.id);
  }
  get framesInSubtree(): HostFrame[] {
    return [this, ...this.frames.flatMap((frame) => frame.framesInSubtree)];
  }
  isDestroyed(): boolean {
    return !this.#record.attached;
  }
  /** Runs code in the page's own world and answers its value. */
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const world = this.#live.page;
    if (world === undefined) throw new Error("Render frame was disposed before it could be accessed");
    return evaluateIn(world, { code, userGesture });
  }
}

/** Runs code in a world, waits for a promise it may give, and answers the value. */
export async function evaluateIn(
  world: World,
  options: Readonly<{ code: string; userGesture: boolean }>,
): Promise<unknown> {
  const answer = await world.session.send("Runtime.evaluate", {
    expression: options.code,
    contextId: world.contextId,
    userGesture: options.userGesture,
    awaitPromise: true,
    returnByValue: true,
  });
  if (answer.exceptionDetails !== undefined) {
    const { exception, text } = answer.exceptionDetails;
    throw new Error(exception?.description ?? text);
  }
  return answer.result.value;
}

/** Knows the frames of one page and their worlds, from the DevTools protocol's events. */
export class FrameTree {
  readonly #frames = new Map<string, FrameRecord>();
  readonly #contexts = new Map<string, string>();
  readonly #processes = new Map<string, number>();
  readonly #urls: UrlTranslator;
  readonly #isolatedWorld: string;
  readonly #onIsolatedWorld: (world: World) => void;
  readonly #main: FrameRecord;
  #lastRoutingId = 0;

  constructor(
    parts: Readonly<{ urls: UrlTranslator; isolatedWorld: string; onIsolatedWorld: (world: World) => void }>,
  ) {
    this.#urls = parts.urls;
    this.#isolatedWorld = parts.isolatedWorld;
    this.#onIsolatedWorld = parts.onIsolatedWorld;
    this.#main = this.#add("", undefined);
  }

  /** The page's frame; before the page exists, a frame with no address. */
  get main(): HostFrame {
    return this.#main.view;
  }
  get mainFrameId(): string {
    return this.#main.id;
  }
  /** Where the page's own code and the preload run now. */
  get mainWorlds(): Readonly<{ page: World | undefined; isolated: World | undefined }> {
    return this.#main;
  }

  /** Gives the page's frame its identity in Chromium. */
  adoptMain(frameId: string): void {
    this.#frames.delete(this.#main.id);
    this.#main.id = frameId;
    this.#frames.set(frameId, this.#main);
  }

  find(id: string): HostFrame | undefined {
    return this.#frames.get(id)?.view;
  }

  childrenOf(id: string): HostFrame[] {
    return [...this.#frames.values()]
      .filter((frame) => frame.parentId === id && frame.attached)
      .map((f) => f.view);
  }

  /** The frame whose isolated world made this call, if that document is still there. */
  frameOfContext(session: CdpSession, contextId: number): HostFrame | undefined {
    const id = this.#contexts.get(`${session.id}/${contextId}`);
    return id === undefined ? undefined : this.find(id);
  }

  /** Ends every frame, because the window is gone. */
  dispose(): void {
    for (const record of this.#frames.values()) record.attached = false;
  }

  /** Forgets every world, because the page is gone. */
  forgetWorlds(): void {
    for (const record of this.#frames.values()) {
      record.page = undefined;
      record.isolated = undefined;
    }
    this.#contexts.clear();
  }

  /** Follows one session: that of the page, or that of a frame in a process of its own. */
  follow(session: CdpSession): void {
    this.#processes.set(session.id, this.#processes.size + 1);
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      if (this.#frames.get(frameId)?.attached !== true) this.#add(frameId, parentFrameId);
    });
    session.on("Page.frameNavigated", ({ frame }) => {
      const record = this.#frames.get(frame.id) ?? this.#add(frame.id, frame.parentId);
      record.url = this.#urls.toElectron((frame.unreachableUrl ?? frame.url) + (frame.urlFragment ?? ""));
      record.origin = this.#urls.originToElectron(frame.securityOrigin);
      record.name = frame.name ?? "";
      record.processId = this.#processes.get(session.id) ?? 0;
    });
    session.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      const record = this.#frames.get(frameId);
      if (record !== undefined) record.url = this.#urls.toElectron(url);
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      if (reason === "swap") return;
      const record = this.#frames.get(frameId);
      if (record !== undefined) record.attached = false;
      this.#frames.delete(frameId);
      for (const [key, owner] of this.#contexts) if (owner === frameId) this.#contexts.delete(key);
    });
    this.#followWorlds(session);
  }

  #followWorlds(session: CdpSession): void {
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const { frameId, isDefault } = context.auxData as Readonly<{ frameId?: string; isDefault?: boolean }>;
      const record = frameId === undefined ? undefined : this.#frames.get(frameId);
      if (record === undefined) return;
      const world: World = { session, contextId: context.id };
      if (isDefault === true) {
        record.page = world;
        record.origin = this.#urls.originToElectron(context.origin);
      } else if (context.name === this.#isolatedWorld) {
        record.isolated = world;
        this.#contexts.set(`${session.id}/${context.id}`, record.id);
        this.#onIsolatedWorld(world);
      }
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
      this.#forget(session, executionContextId);
    });
    session.on("Runtime.executionContextsCleared", () => this.#forget(session));
  }

  #forget(session: CdpSession, contextId?: number): void {
    const lost = (world: World | undefined): boolean =>
      world?.session === session && (contextId === undefined || world.contextId === contextId);
    for (const record of this.#frames.values()) {
      if (lost(record.page)) record.page = undefined;
      if (lost(record.isolated)) record.isolated = undefined;
    }
    if (contextId !== undefined) this.#contexts.delete(`${session.id}/${contextId}`);
    else
      for (const key of this.#contexts.keys())
        if (key.startsWith(`${session.id}/`)) this.#contexts.delete(key);
  }

  #add(id: string, parentId: string | undefined): FrameRecord {
    const facts: FrameFacts = {
      id,
      parentId,
      routingId: (this.#lastRoutingId += 1),
      processId: 0,
      url: "",
      origin: "null",
      name: "",
      page: undefined,
      isolated: undefined,
      attached: true,
    };
    const record = Object.assign(facts, { view: new HostFrame(this, facts) });
    this.#frames.set(id, record);
    return record;
  }
}
