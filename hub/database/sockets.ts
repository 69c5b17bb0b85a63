import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** The connections to the database as the network has them: one that hangs ends neither by a word nor by itself. */
export type Sockets = {
  readonly stream: () => Socket;
  /** Settles when `ended` does; what has not said goodbye after so many milliseconds is cut off. */
  readonly endWith: (ended: Promise<unknown>, milliseconds: number) => Promise<void>;
};

export function openSockets(): Sockets {
  const open = new Set<Socket>();
  return {
    stream: () => {
      const socket = new Socket();
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      return socket;
    },
    endWith: async (ended, milliseconds) => {
      const over = new AbortController();
      const late = wait(milliseconds, null, { signal: over.signal }).then(
        () => open.forEach((socket) => socket.destroy()),
        () => undefined,
      );
      await ended;
      over.abort();
      await late;
    },
  };
}
