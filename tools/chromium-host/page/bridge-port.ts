/// <reference lib="dom" />

/** One end of the passage between the page's own world and the preload's isolated world. */
export interface BridgePort {
  /** Calls the function that the other end registered under this name, synchronously. */
  call(name: string, args: readonly unknown[]): unknown;
  /** Registers a function that the other end may call by name. */
  provide(name: string, implementation: (...args: unknown[]) => unknown): void;
}

/**
 * Opens one end of the passage. Worlds share the document, so a call is a synchronous DOM event with a secret name;
 * Chromium clones the event's `detail` on its way. Functions and promises travel as numbers and are proxied;
 * errors lose all but their message, as on Electron's.
 *
 * The host sends the text of this function into the page: it may use nothing from outside its own body.
 */
export function openBridgePort(ends: Readonly<{ own: string; peer: string }>): BridgePort {
  type Packed = Readonly<{ t: string; v?: unknown; id?: number; e?: readonly (readonly [string, Packed])[] }>;
  type Message = Readonly<{
    type: string;
    target?: number | string;
    id?: number;
    ok?: boolean;
    args?: readonly Packed[];
    value?: Packed;
  }>;
  type Callable = (...args: unknown[]) => unknown;

  // Taken now, before the page can replace any of them.
  const doc = document;
  const Event = CustomEvent;
  const dispatch = doc.dispatchEvent.bind(doc);
  const clone = structuredClone;
  const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);
  const uncloneable = "An object could not be cloned.";
  const noError =
    "An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.";

  const provided = new Map<string, Callable>();
  /** What the other end was given, until it has let go of each time that it was given. */
  const functions = new Map<number, { readonly callable: Callable; held: number }>();
  const functionIds = new WeakMap<Callable, number>();
  const promises = new Map<
    number,
    Readonly<{ resolve: (value: unknown) => void; reject: (error: unknown) => void }>
  >();
  const replies: Message[] = [];
  let lastId = 0;

  const send = (message: Message): void => {
    dispatch(new Event(ends.peer, { detail: message }));
  };
  const proxies = new FinalizationRegistry<number>((id) => send({ type: "released", id }));

  /** What was thrown arrives as a plain error, whatever it was. */
  const packThrown = (thrown: unknown): Packed => {
    const message: unknown =
      typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, "message") : undefined;
    return { t: "error", v: typeof message === "string" ? message : noError };
  };

  const pack = (value: unknown, depth: number): Packed => {
    if (depth >= 1000)
      throw new TypeError(
        "Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.",
      );
    if (typeof value === "function") {
      const callable = value as Callable;
      let id = functionIds.get(callable);
      if (id === undefined) functionIds.set(callable, (id = lastId += 1));
      const held = functions.get(id);
      if (held === undefined) functions.set(id, { callable, held: 1 });
      else held.held += 1;
      return { t: "function", id };
    }
    if (typeof value === "symbol") throw new TypeError("A symbol cannot cross the context bridge");
    if (value === null || typeof value !== "object") return { t: "value", v: value };
    if (value instanceof Promise) {
      const id = (lastId += 1);
      const settle = (ok: boolean, result: unknown): void => {
        try {
          send({ type: "settled", id, ok, value: pack(result, 0) });
        } catch (error) {
          send({ type: "settled", id, ok: false, value: packThrown(error) });
        }
      };
      value.then(
        (result: unknown) => settle(true, result),
        (error: unknown) => settle(false, error),
      );
      return { t: "promise", id };
    }
    if (value instanceof Error) return { t: "error", v: value.message };
    if (value instanceof Node) return { t: "node" };
    const isArray = Array.isArray(value);
    if (isArray || tagOf(value) === "Object") {
      const entries = Object.keys(value).map((key): readonly [string, Packed] => [
        key,
        pack(Reflect.get(value, key), depth + 1),
      ]);
      return { t: isArray ? "array" : "object", e: entries };
    }
    try {
      clone(value);
    } catch {
      throw new Error(uncloneable);
    }
    return { t: "value", v: value };
  };

  const unpack = (packed: Packed): unknown => {
    const id = packed.id ?? 0;
    if (packed.t === "function") {
      const proxy = (...args: unknown[]): unknown => request(id, args);
      proxies.register(proxy, id);
      return proxy;
    }
    if (packed.t === "promise") {
      return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
    }
    if (packed.t === "error") return new Error(String(packed.v));
    // Electron hands the node over; what nobody can clone further on stands for it here.
    if (packed.t === "node") return Object.create(null, { [Symbol.toStringTag]: { value: "Node" } });
    if (packed.t === "array" || packed.t === "object") {
      const target: object = packed.t === "array" ? [] : {};
      for (const [key, item] of packed.e ?? []) {
        const value = unpack(item);
        Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
      }
      return target;
    }
    return packed.v;
  };

  const request = (target: number | string, args: readonly unknown[]): unknown => {
    send({ type: "call", target, args: args.map((argument) => pack(argument, 0)) });
    const reply = replies.pop();
    if (reply?.value === undefined) throw new Error("The other world did not answer");
    if (reply.ok === false) throw unpack(reply.value);
    return unpack(reply.value);
  };

  const answer = (message: Message): void => {
    const target = message.target;
    const callable =
      typeof target === "number" ? functions.get(target)?.callable : provided.get(target ?? "");
    try {
      if (callable === undefined) throw new Error("No such function");
      const result = callable(...(message.args ?? []).map(unpack));
      send({ type: "answer", ok: true, value: pack(result, 0) });
    } catch (error) {
      send({ type: "answer", ok: false, value: packThrown(error) });
    }
  };

  const release = (id: number): void => {
    const held = functions.get(id);
    if (held === undefined) return;
    held.held -= 1;
    if (held.held === 0) functions.delete(id);
  };

  doc.addEventListener(ends.own, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const message = event.detail as Message;
    if (message.type === "call") answer(message);
    else if (message.type === "answer") replies.push(message);
    else if (message.type === "released") release(message.id ?? 0);
    else {
      const waiting = promises.get(message.id ?? 0);
      promises.delete(message.id ?? 0);
      const value = message.value === undefined ? undefined : unpack(message.value);
      if (message.ok === true) waiting?.resolve(value);
      else waiting?.reject(value);
    }
  });

  return {
    call: request,
    provide: (name, implementation) => {
      provided.set(name, implementation);
    },
  };
}
