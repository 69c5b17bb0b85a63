import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A port that leads to another one, as a proxy or an address that moves does before a cluster. */
export type Turnout = {
  readonly port: number;
  /** New connections lead there from now on. With `cut` those that are open end; without, they stay where they are. */
  readonly leadTo: (port: number, how?: "cut" | "stay") => void;
  /** Nothing passes any more, in either direction, and nobody hears of it. */
  readonly freeze: () => void;
};

export async function turnout(first: number): Promise<Turnout> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const both = [near, far];
    for (const socket of both) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        for (const one of both) {
          open.delete(one);
          one.destroy();
        }
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = (): void => open.forEach((socket) => socket.destroy());
  onTestFinished(async () => {
    end();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    leadTo: (next, how = "cut") => {
      target = next;
      if (how === "cut") end();
    },
    freeze: () => {
      for (const socket of open) socket.unpipe().pause();
    },
  };
}
