import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What stands between a desk and its hub does with a request. */
export type Deed =
  /** It goes on to the hub, and the answer back. */
  | "pass"
  /** The hub takes it; the answer is lost on the way back. */
  | "lose-answer"
  /** The connection ends before the hub has heard anything. */
  | "drop"
  | {
      readonly status: number;
      readonly body: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    };

export type Asked = { readonly method: string; readonly path: string };

export type Held = {
  /** Settles once the request is here. */
  readonly arrived: Promise<void>;
  readonly goesOn: (deed: Deed) => void;
};

export type Middleman = {
  readonly address: string;
  /** From now on. */
  readonly deal: (deed: (asked: Asked, authorization: string) => Deed | Promise<Deed>) => void;
  /** What passes goes to that hub from now on; null: to its own. */
  readonly aim: (hub: string | null) => void;
  /** The next one like that stays here until the test says what becomes of it. All others pass. */
  readonly hold: (isIt: (asked: Asked) => boolean) => Held;
  /** All that was asked for, as `POST /v1/clinics`. */
  readonly asked: readonly string[];
};

/** A real server on the way to a real hub: a proxy that fails, another program at the address, a broken line. */
export async function middleman(hub: string): Promise<Middleman> {
  let deal: (asked: Asked, authorization: string) => Deed | Promise<Deed> = () => "pass";
  let target = hub;
  const all: string[] = [];

  async function pass(request: IncomingMessage, response: ServerResponse, isLost: boolean): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization, "content-type": type } = request.headers;
    const answered = await fetch(`${target}${String(request.url)}`, {
      method: String(request.method),
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
      },
      ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
    });
    const body = Buffer.from(await answered.arrayBuffer());
    if (isLost) return void response.destroy();
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(body);
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = String(request.url);
    // The hints of the stream are left out: the desk looks by itself.
    if (path.endsWith("/stream")) return void response.writeHead(404).end();
    const asked = { method: String(request.method), path };
    all.push(`${asked.method} ${path.split("?")[0]}`);
    const deed = await deal(asked, String(request.headers.authorization));
    if (deed === "drop") return void response.destroy();
    if (deed === "pass" || deed === "lose-answer")
      return void pass(request, response, deed === "lose-answer").catch(() => response.destroy());
    request.resume();
    response.writeHead(deed.status, deed.headers ?? { "content-type": "application/json" });
    response.end(deed.body);
  }
  function hold(isIt: (asked: Asked) => boolean): Held {
    const arrived = Promise.withResolvers<void>();
    const deed = Promise.withResolvers<Deed>();
    deal = (asked) => {
      if (!isIt(asked)) return "pass";
      deal = () => "pass";
      arrived.resolve();
      return deed.promise;
    };
    return { arrived: arrived.promise, goesOn: deed.resolve };
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    deal: (next) => void (deal = next),
    aim: (next) => void (target = next ?? hub),
    hold,
    asked: all,
  };
}
