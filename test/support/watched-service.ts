import { createServer } from "node:http";
import type { Message } from "./service-description.ts";

/** One request and its answer as they passed. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly request: Message;
  readonly answer: Message & { readonly status: number };
};

export type WatchedService = {
  readonly baseUrl: string;
  /** What passed, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  readonly close: () => Promise<void>;
};

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Stands before a service on 127.0.0.1, passes everything on as it is, and notes it. */
export async function watchService(target: string): Promise<WatchedService> {
  const exchanges: Exchange[] = [];
  const server = createServer((incoming, response) => {
    const pass = async (): Promise<void> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method = "", url: path = "" } = incoming;
      const { host: _host, connection: _connection, "content-length": _length, ...rest } = incoming.headers;
      const headers = new Headers(rest as Record<string, string>);
      const sent = Buffer.concat(chunks);
      const reply = await fetch(target + path, { method, headers, ...(sent.length > 0 && { body: sent }) });
      const text = await reply.text();
      exchanges.push({
        method,
        path,
        request: { headers, body: parsed(sent.toString("utf8")) },
        answer: { status: reply.status, headers: reply.headers, body: parsed(text) },
      });
      const type = reply.headers.get("content-type");
      response.writeHead(reply.status, type === null ? {} : { "content-type": type }).end(text);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The watched service has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
