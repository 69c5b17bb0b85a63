import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { z } from "zod";
import { hubRoutes, type LoggedPush } from "../../../shared/hub-api/routes.ts";

type Pulled = z.infer<typeof hubRoutes.pull.output>;

/** What the hub says in place of a page of its log; and whether it says yes to words that it never took. */
export type Lie = {
  readonly name: string;
  readonly page?: (page: Pulled) => Pulled;
  readonly falseYes?: boolean;
  /** What a desk must make of it; null: it cannot know, and what matters is that nothing is doubled. */
  readonly noticed: "stopped" | null;
};

const flipped = (base64: string): string => {
  const bytes = Buffer.from(base64, "base64");
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("base64");
};
const last = (page: Pulled, change: (push: LoggedPush) => LoggedPush): Pulled => ({
  ...page,
  pushes: page.pushes.map((push, at) => (at === page.pushes.length - 1 ? change(push) : push)),
});

/** Each is told of pages that have something new in them. */
export const lies: readonly Lie[] = [
  {
    name: "a bit of a push is flipped",
    noticed: "stopped",
    page: (page) => last(page, (push) => ({ ...push, bytes: flipped(push.bytes) })),
  },
  {
    name: "a bit of a signature is flipped",
    noticed: "stopped",
    page: (page) => last(page, (push) => ({ ...push, signature: flipped(push.signature) })),
  },
  {
    name: "a bit of a content is flipped",
    noticed: "stopped",
    page: (page) =>
      last(page, (push) => ({
        ...push,
        ciphertexts: push.ciphertexts.map((text) => (text === null ? null : flipped(text))),
      })),
  },
  {
    name: "a ring is kept back, as if it had been dropped",
    noticed: "stopped",
    page: (page) => ({
      ...page,
      pushes: page.pushes.map((push) => ({ ...push, ciphertexts: push.ciphertexts.map(() => null) })),
    }),
  },
  {
    name: "two pushes are swapped",
    noticed: "stopped",
    page: (page) => ({ ...page, pushes: page.pushes.toReversed() }),
  },
  {
    name: "a push is left out",
    noticed: "stopped",
    page: (page) => ({ ...page, pushes: page.pushes.slice(1) }),
  },
  {
    name: "a push comes twice",
    noticed: "stopped",
    page: (page) => ({ ...page, pushes: page.pushes.flatMap((push) => [push, push]) }),
  },
  {
    name: "a push is another desk's",
    noticed: "stopped",
    page: (page) => last(page, (push) => ({ ...push, desk: "00000000-0000-4000-8000-000000000000" })),
  },
  {
    name: "a push has another number",
    noticed: "stopped",
    page: (page) => last(page, (push) => ({ ...push, number: push.number + 1 })),
  },
  {
    name: "the newest is kept back",
    noticed: null,
    page: (page) => ({ ...page, head: page.head, pushes: [] }),
  },
  { name: "yes is said to what was never taken", noticed: null, falseYes: true },
];

/** Stands before an honest hub, and lies once it is told to. */
export async function lyingHub(target: string): Promise<{
  readonly url: string;
  readonly tell: (lie: Lie | null) => void;
  readonly close: () => Promise<void>;
}> {
  let lie: Lie | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isPull = request.method === "GET" && request.url?.includes("/log?") === true;
    const isPush = request.method === "POST" && request.url?.endsWith("/log") === true;
    if (isPush && lie?.falseYes === true) {
      const pushed = { number: 999_999, hash: "a".repeat(64), generation: 0, repeated: false };
      const clinic = /clinics\/([0-9a-f]{64})/.exec(String(request.url))?.[1];
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ clinic, ...pushed }));
    }
    const { authorization, "content-type": type } = request.headers;
    const answered = await fetch(`${target}${String(request.url)}`, {
      method: String(request.method),
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
      },
      ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
    });
    const text = await answered.text();
    const page = isPull && answered.ok ? hubRoutes.pull.output.parse(JSON.parse(text)) : null;
    const isTold = page !== null && page.pushes.length > 0 && lie?.page !== undefined;
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(isTold ? JSON.stringify(lie?.page?.(page)) : text);
  }
  const server = createServer((request, response) => {
    // The hints of the stream are left out: the desk looks by itself.
    if (request.url?.endsWith("/stream") === true) return void response.writeHead(404).end();
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    tell: (next) => void (lie = next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close").catch(() => undefined);
    },
  };
}
