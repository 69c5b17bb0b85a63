import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port before another one, whose line can be broken: what a network does between the computers of a cluster. */
export type Gate = {
  readonly port: number;
  /** `paused`: what is open stays open and nothing passes, nor does anything new. `cut`: everything ends. */
  readonly set: (state: "open" | "paused" | "cut") => void;
  readonly close: () => Promise<void>;
};

export async function openGate(target: number): Promise<Gate> {
  let state: "open" | "paused" | "cut" = "open";
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = connect(target, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.once("close", () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    if (state === "open") join(pair);
  });
  const join = ([near, far]: readonly [Socket, Socket]): void => void near.pipe(far).pipe(near);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const { port } = server.address() as AddressInfo;
  return {
    port,
    set: (next) => {
      if (next === state) return;
      state = next;
      if (next === "cut") end();
      for (const pair of pairs) {
        if (next === "paused") for (const socket of pair) socket.unpipe().pause();
        if (next === "open") join(pair);
      }
    },
    close: async () => {
      end();
      server.close();
      await once(server, "close");
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
